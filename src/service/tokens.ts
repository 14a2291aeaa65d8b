/** Access to the partner API: tokens, each of a customer, held in memory: authentication touches no disk. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isBusy, isDiskFailure } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import type { TokenHash, TokenRecord } from '../store/tokens.ts'
import type { Clock } from './clock.ts'
import type { Customer, CustomerService } from './customers.ts'
import type { Events } from './events.ts'
import type { Logger } from './log.ts'
import { Queue } from './queue.ts'
import { Refusal } from './refusal.ts'

/** A request's customer and the token that named him. */
export interface Authentication {
  readonly tokenId: number
  readonly customer: Customer
}

interface ActiveToken extends Authentication {
  readonly hash: Uint8Array
}

export interface TokenServices {
  readonly store: Store
  readonly customers: CustomerService
  readonly events: Events
  readonly clock: Clock
  readonly log: Logger
}

const USE_FLUSH_MS = 30_000

/** Tokens have 256 random bits: a plain SHA-256 of them can be neither reversed nor guessed. */
const digest = (token: string) => hash('sha256', token, 'base64')

export class TokenService {
  readonly #with: TokenServices
  #uses = new Set<number>()
  /** the uses that are being written */
  #flushing: Promise<void> = Promise.resolve()
  readonly #timer: NodeJS.Timeout
  /** one read follows the other: an older one never ends last */
  readonly #reads = new Queue()
  #active: readonly TokenHash[] = []
  #tokens: ReadonlyMap<string, ActiveToken> = new Map()
  #standing: ReadonlySet<Authentication> = new Set()

  /** It lets nobody in until {@link reload} has read the tokens. */
  constructor(services: TokenServices) {
    this.#with = services
    // What a customer may do is answered with his token.
    services.events.on('customers', () => this.#prepare())
    this.#timer = setInterval(() => {
      this.flushUses().catch((error: unknown) =>
        services.log.error({ err: error }, 'when tokens were used cannot be written'),
      )
    }, USE_FLUSH_MS).unref()
  }

  /** Takes over the tokens that are stored. */
  reload(): Promise<void> {
    return this.#reads.run(async () => {
      this.#active = await this.#with.store.tokens.active()
      this.#prepare()
      this.#with.events.emit('tokens')
    })
  }

  #prepare(): void {
    const { customers } = this.#with
    this.#tokens = new Map(
      this.#active.flatMap(({ id, customerId, hash: bytes }) => {
        const customer = customers.byId(customerId)
        const text = Buffer.from(bytes).toString('base64')
        return customer ? [[text, { tokenId: id, customer, hash: bytes }] as const] : []
      }),
    )
    this.#standing = new Set(this.#tokens.values())
  }

  /** The customer of a token, or undefined where it is unknown or revoked. */
  authenticate(token: string): Authentication | undefined {
    const text = digest(token)
    const active = this.#tokens.get(text)
    if (!active || !timingSafeEqual(active.hash, Buffer.from(text, 'base64'))) return undefined
    this.#uses.add(active.tokenId)
    return active
  }

  /** Whether what {@link authenticate} answered still stands: neither its token nor its customer was touched since. */
  authenticateAgain(authentication: Authentication): boolean {
    if (!this.#standing.has(authentication)) return false
    this.#uses.add(authentication.tokenId)
    return true
  }

  /**
   * Writes the last uses noted since the last time: never on the way of a request. Where the disk refuses or another
   * program holds the store, they wait: a service must not end over them.
   */
  flushUses(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#flush())
    return this.#flushing
  }

  async #flush(): Promise<void> {
    const uses = this.#uses
    if (uses.size === 0) return
    this.#uses = new Set()
    const { store, clock } = this.#with
    try {
      await store.tokens.recordUse([...uses], clock.now().toISOString())
    } catch (error) {
      this.#uses = new Set([...uses, ...this.#uses])
      if (!isDiskFailure(error) && !isBusy(error)) throw error
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flushUses()
  }

  /** Makes a token. It is returned once: only its hash is kept. @throws Refusal `not_found` */
  async create(customerId: number): Promise<{ id: number; token: string }> {
    const { store, clock } = this.#with
    if (!(await store.customers.byId(customerId)))
      throw new Refusal('not_found', { what: 'customer', id: customerId })
    const token = `cpt_${randomBytes(32).toString('base64url')}`
    const now = clock.now().toISOString()
    const id = await store.tokens.insert(customerId, Buffer.from(digest(token), 'base64'), now)
    await this.reload()
    return { id, token }
  }

  /** Every token ever made, without itself. */
  async all(): Promise<TokenRecord[]> {
    await this.flushUses()
    return this.#with.store.tokens.all()
  }

  /** @throws Refusal `not_found` where no token in force has this id */
  async revoke(id: number): Promise<void> {
    const { store, clock } = this.#with
    if (!(await store.tokens.revoke(id, clock.now().toISOString())))
      throw new Refusal('not_found', { what: 'token', id })
    await this.reload()
  }
}
