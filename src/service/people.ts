/** Who works here: people with their roles, held in memory with their sessions, so that a request touches no disk. */
import { composedName, isPersonName, nameKey, type Actor, type Person } from '../domain/people.ts'
import type { JournalAction, JournalNote } from '../domain/journal.ts'
import type { FaultParams } from '../domain/reasons.ts'
import { PASSWORD_LENGTH, passwordFault } from '../domain/shared/passwords.ts'
import type { Role } from '../domain/shared/rights.ts'
import type { SessionRecord, SessionsOver } from '../store/people.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { refuseOvertaken } from './overtaken.ts'
import { Passwords, type PasswordCost } from './passwords.ts'
import { Queue } from './queue.ts'
import { Invalid, Refusal } from './refusal.ts'

export interface PeopleServices {
  readonly store: Store
  readonly clock: Clock
  readonly events: Events
  /** tests need less of it */
  readonly passwordCost?: PasswordCost | undefined
}

export interface NewPerson {
  readonly name: string
  readonly role: Role
  readonly password: string
}

/** What a person may. */
export interface PersonAccess {
  readonly role?: Role
  readonly disabled?: boolean
}

export class PeopleService {
  readonly #store: Store
  readonly #clock: Clock
  readonly #events: Events
  readonly #reads = new Queue()
  readonly passwords: Passwords
  #people: ReadonlyMap<number, Person> = new Map()
  #sessions: ReadonlyMap<string, SessionRecord> = new Map()

  private constructor({ store, clock, events, passwordCost }: PeopleServices) {
    this.#store = store
    this.#clock = clock
    this.#events = events
    this.passwords = new Passwords(passwordCost)
  }

  static async open(services: PeopleServices): Promise<PeopleService> {
    const people = new PeopleService(services)
    await people.reload()
    return people
  }

  /** Takes over what is stored, in the order in which it is asked for. */
  reload(): Promise<void> {
    return this.#reads.run(async () => {
      const { people, sessions } = await this.#store.people.images()
      this.#people = new Map(people.map((person) => [person.id, person]))
      this.#sessions = new Map(sessions.map((session) => [session.hash, session]))
      this.#events.emit('people')
    })
  }

  /** Whether the store has people, so that the screens ask who one is; those who may no longer sign in count. */
  get any(): boolean {
    return this.#people.size > 0
  }

  all(): Person[] {
    return [...this.#people.values()]
  }

  byId(id: number): Person | undefined {
    return this.#people.get(id)
  }

  byName(name: string): Person | undefined {
    const key = nameKey(name)
    return this.all().find((person) => nameKey(person.name) === key)
  }

  /** @throws Refusal `not_found` */
  known(id: number): Person {
    const person = this.#people.get(id)
    if (!person) throw new Refusal('not_found', { what: 'person', id })
    return person
  }

  /** Who did something: null where no person did, or it is not known. */
  nameOf(id: number | null): string | null {
    return (id === null ? undefined : this.#people.get(id))?.name ?? null
  }

  /** A session that was begun and not ended, by the hash of what the browser holds. */
  session(hash: string): SessionRecord | undefined {
    return this.#sessions.get(hash)
  }

  /** Whether sessions are kept that are over by these times. */
  hasSessionsOver({ createdBefore, createdAfter, usedBefore }: SessionsOver): boolean {
    return [...this.#sessions.values()].some(
      ({ createdAt, usedAt }) =>
        createdAt <= createdBefore || createdAt > createdAfter || usedAt <= usedBefore,
    )
  }

  /** @throws Invalid; Refusal `name_taken` */
  async create({ name: given, role, password }: NewPerson, by: Actor): Promise<Person> {
    refuseNewPerson({ name: given, password })
    const name = composedName(given)
    const person = { name, nameKey: nameKey(name), role, password: await this.passwords.hash(password) }
    const id = await this.#store.people.insert(
      { ...person, at: this.#now() },
      this.#note(by, 'person_created', { name, role }),
    )
    if (id === null) throw new Refusal('name_taken')
    await this.reload()
    return this.known(id)
  }

  /**
   * Gives a person another role, or takes away or gives back his access; his sessions end where that changes anything.
   * @param before how that was read; absent: whatever it is by now
   * @throws Refusal `not_found`, `last_administrator`; Overtaken
   */
  async change(id: number, given: PersonAccess, by: Actor, before?: PersonAccess): Promise<Person> {
    const unchanged = await this.#store.people.change(id, (person) => {
      const now = { role: person.role, disabled: person.disabledAt !== null }
      refuseOvertaken(before, given, now)
      return this.#changes(person, { ...now, ...given }, by)
    })
    if (unchanged === 'last_administrator') throw new Refusal('last_administrator')
    await this.reload()
    return this.known(id)
  }

  /** What is written of a person who is to stand so; null where he does. */
  #changes(
    { name, role: before, disabledAt }: Person,
    { role, disabled }: Required<PersonAccess>,
    by: Actor,
  ) {
    const notes = [
      ...(role === before ? [] : [this.#note(by, 'person_role', { name, before, after: role })]),
      ...(disabled === (disabledAt !== null)
        ? []
        : [this.#note(by, disabled ? 'person_disabled' : 'person_enabled', { name })]),
    ]
    if (notes.length === 0) return null
    return { role, disabledAt: disabled ? (disabledAt ?? this.#now()) : null, notes }
  }

  /** Gives a person another password; his sessions end. @throws Invalid; Refusal `not_found` */
  async setPassword(id: number, password: string, by: Actor): Promise<Person> {
    const { name } = this.known(id)
    refuseWeak(password, name)
    const hash = await this.passwords.hash(password)
    const note = this.#note(by, 'person_password', { name })
    if (!(await this.#store.people.setPassword(id, hash, null, note)))
      throw new Refusal('not_found', { what: 'person', id })
    await this.reload()
    return this.known(id)
  }

  #now(): string {
    return this.#clock.now().toISOString()
  }

  #note(by: Actor, action: JournalAction, facts: FaultParams): JournalNote {
    return { at: this.#now(), by, action, facts }
  }
}

/** Refuses what makes no person, whoever else there is. @throws Invalid */
export function refuseNewPerson({ name, password }: Pick<NewPerson, 'name' | 'password'>): void {
  if (!isPersonName(name)) throw new Invalid([{ path: '/name', code: 'person_name_invalid' }])
  refuseWeak(password, composedName(name))
}

/** @param path of the password in the body @throws Invalid `password_refused` */
export function refuseWeak(password: string, name: string, path = '/password'): void {
  const fault = passwordFault(password, name)
  if (fault === null) return
  throw new Invalid([{ path, code: 'password_refused', params: { fault, ...PASSWORD_LENGTH } }])
}
