/** Who has signed in: sessions that a browser holds, and that end. */
import { hash as digest, randomBytes } from 'node:crypto'
import type { Person } from '../domain/people.ts'
import { byPerson, nameKey } from '../domain/people.ts'
import { isRole } from '../domain/shared/rights.ts'
import { isBusy, isDiskFailure } from '../store/errors.ts'
import type { SessionRecord } from '../store/people.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Logger } from './log.ts'
import type { Peers } from './peers.ts'
import { readHash } from './passwords.ts'
import { refuseWeak, type PeopleService } from './people.ts'
import { Invalid, Refusal } from './refusal.ts'
import { SignInThrottle } from './sign-in-throttle.ts'

/** However much it is used. */
export const SESSION_MS = 12 * 60 * 60 * 1000
/** Without use. */
export const IDLE_MS = 2 * 60 * 60 * 1000
/** Services of one store tell the time not quite alike; what began later than that began by a clock that was ahead. */
export const AHEAD_MS = 5 * 60 * 1000
const KEEP_UP_MS = 60_000
/** Who was away for so long and comes back is told to the other services at once: to them he is away still. */
const AWAY_MS = 5 * 60 * 1000
const TOKEN_BYTES = 32
/** No name is longer: what is remembered of failures has its bounds. */
const LONGEST_NAME = 400

/** A person who has signed in, for one request. */
export interface SignedIn {
  readonly person: Person
  readonly session: SessionRecord
}

/** A session that was just begun. */
export interface Begun {
  /** for the browser alone */
  readonly token: string
  readonly person: Person
}

export interface SessionServices {
  readonly store: Store
  readonly people: PeopleService
  readonly peers: Peers
  readonly clock: Clock
  readonly log: Logger
}

/** Tokens have 256 random bits: a plain SHA-256 of them can be neither reversed nor guessed. */
const hashOf = (token: string) => digest('sha256', token, 'base64url')

export class SessionService {
  readonly #with: SessionServices
  readonly #throttle: SignInThrottle
  /** when sessions were used last, where that is not written yet; ISO by hash */
  readonly #uses = new Map<string, string>()
  readonly #timer: NodeJS.Timeout

  constructor(services: SessionServices) {
    this.#with = services
    this.#throttle = new SignInThrottle(services)
    this.#timer = setInterval(() => void this.keepUp(), KEEP_UP_MS).unref()
    services.peers.on('used', ({ session }) => this.#used(session))
  }

  /**
   * Who holds a token; undefined where his session is over. It counts as used. What another service of the store began a
   * moment ago is known, too: an unknown one is looked for in the store. @throws StoreError
   */
  async find(token: string): Promise<SignedIn | undefined> {
    const { store, people, peers, clock } = this.#with
    const hash = hashOf(token)
    if (!people.session(hash) && (await store.people.hasSession(hash))) await people.reload()
    const found = this.#inForce(hash)
    if (!found) return undefined
    const away = clock.now().getTime() - this.#lastUse(found.session)
    this.#used(hash)
    if (away >= AWAY_MS) peers.tell('used', { session: hash })
    return found
  }

  #used(hash: string): void {
    this.#uses.set(hash, this.#with.clock.now().toISOString())
  }

  /** When a session was used last, as far as is known, in milliseconds. */
  #lastUse({ hash, usedAt }: SessionRecord): number {
    return Math.max(Date.parse(usedAt), Date.parse(this.#uses.get(hash) ?? usedAt))
  }

  /** Whether a session that was found before still is in force; that is no use of it. */
  stands({ session }: SignedIn): boolean {
    return this.#inForce(session.hash) !== undefined
  }

  #inForce(hash: string): SignedIn | undefined {
    const { people, clock } = this.#with
    const session = people.session(hash)
    const person = session && people.byId(session.personId)
    if (!person || person.disabledAt !== null || !isRole(person.role)) return undefined
    const now = clock.now().getTime()
    const began = Date.parse(session.createdAt)
    // Whatever is no time is over, too.
    const stands =
      began <= now + AHEAD_MS && now < began + SESSION_MS && now < this.#lastUse(session) + IDLE_MS
    return stands ? { person, session } : undefined
  }

  /**
   * Begins a session of who gives a name and its password. What is wrong of the two is not said, and takes as long.
   * @param address whence it comes
   * @throws Refusal `sign_in_refused`, `sign_in_throttled`; `role_unread` where the two are right, and what he may cannot be read;
   * `password_unread` where there is none that one could give
   */
  async signIn(name: string, password: string, address: string): Promise<Begun> {
    const { store, people, log } = this.#with
    const key = nameKey(name.slice(0, LONGEST_NAME))
    const attempt = this.#throttle.begin(key, address)
    const { known, isNone, begun } = await attempt.deciding(async () => {
      const found = await store.people.credentials(key)
      const right = await people.passwords.is(password, found?.password ?? null)
      const may = found && right && !found.disabled
      const role = may ? people.byId(found.id)?.role : undefined
      const isNone = role !== undefined && !isRole(role)
      const begins = may && !isNone
      return { known: found, isNone, begun: begins ? await this.#begin(found.id, found.password) : null }
    })
    if (known && isNone) {
      attempt.succeeded()
      throw new Refusal('role_unread', { name: known.name })
    }
    if (known && !known.disabled && readHash(known.password) === null)
      throw new Refusal('password_unread', { name: known.name })
    if (begun === null) {
      log.warn({ person: known?.id ?? null, ip: address }, 'a sign-in was refused')
      throw new Refusal('sign_in_refused')
    }
    attempt.succeeded()
    log.info({ person: begun.person.id, ip: address }, 'signed in')
    return begun
  }

  /** @returns null where the password is another by now, or the person's access closed */
  async #begin(personId: number, checked: string): Promise<Begun | null> {
    const { store, people, clock } = this.#with
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const session = { hash: hashOf(token), personId, createdAt: clock.now().toISOString() }
    if (!(await store.people.begin(session, checked))) return null
    await people.reload()
    return { token, person: people.known(personId) }
  }

  /**
   * Ends a session, also one that another service of the store began a moment ago. One that is over already is as ended as
   * was asked for. @throws StoreError
   */
  async signOut(token: string): Promise<void> {
    const { store, people } = this.#with
    const hash = hashOf(token)
    if (!people.session(hash) && !(await store.people.hasSession(hash))) return
    await store.people.end(hash)
    this.#uses.delete(hash)
    await people.reload()
  }

  /**
   * Gives who has signed in another password: all his sessions end, and a new one begins.
   * @throws Invalid `password_wrong`, `password_refused`; Refusal `sign_in_throttled`
   */
  async changePassword({ person }: SignedIn, old: string, wanted: string, address: string): Promise<Begun> {
    const { store, people, clock } = this.#with
    refuseWeak(wanted, person.name, '/new')
    const attempt = this.#throttle.begin(nameKey(person.name), address)
    const { known, right } = await attempt.deciding(async () => {
      const found = await store.people.credentialsOf(person.id)
      return { known: found, right: await people.passwords.is(old, found?.password ?? null) }
    })
    if (!known || !right) throw new Invalid([{ path: '/old', code: 'password_wrong' }])
    attempt.succeeded()
    const hash = await people.passwords.hash(wanted)
    const at = clock.now().toISOString()
    const note = { at, by: byPerson(person.id), action: 'own_password' as const, facts: {} }
    const begun =
      (await store.people.setPassword(person.id, hash, known.password, note)) &&
      (await this.#begin(person.id, hash))
    if (begun) return begun
    await people.reload()
    throw new Refusal('sign_in_required')
  }

  /**
   * Writes the last uses noted since the last time, and forgets sessions that are over. Where the disk refuses or
   * another program holds the store, they wait: a service must not end over them.
   */
  async keepUp(): Promise<void> {
    const { store, people, clock, log } = this.#with
    const uses = [...this.#uses]
    const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString()
    // Another process may know of a use that it has not written yet.
    const over = {
      createdBefore: ago(SESSION_MS),
      createdAfter: ago(-AHEAD_MS),
      usedBefore: ago(IDLE_MS + 2 * KEEP_UP_MS),
    }
    // And it is read anew what looks as if it were over soon: what others write of uses is not heard of everywhere.
    const soon = { ...over, usedBefore: ago(IDLE_MS - 2 * KEEP_UP_MS) }
    if (uses.length === 0 && !people.hasSessionsOver(soon)) return
    try {
      await store.people.keepUp(uses, over)
      await people.reload()
    } catch (error) {
      const passes = isDiskFailure(error) || isBusy(error)
      log[passes ? 'warn' : 'error']({ err: error }, 'the use of sessions could not be written')
      return
    }
    for (const [hash, at] of uses) if (this.#uses.get(hash) === at) this.#uses.delete(hash)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    if (this.#uses.size > 0) await this.keepUp()
  }
}
