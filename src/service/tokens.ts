/** Access to the partner API: tokens, each of a customer, held in memory: authentication touches no disk. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isBusy, isDiskFailure } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import type { TokenRecord } from '../store/tokens.ts'
import type { Clock } from './clock.ts'
import type { Customer, CustomerService } from './customers.ts'
import type { Events } from './events.ts'
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
}

const USE_FLUSH_MS = 30_000

/** Tokens have 256 random bits: a plain SHA-256 of them can be neither reversed nor guessed. */
const digest = (token: string) => hash('sha256', token, 'base64')

export class TokenService {
  readonly #with: TokenServices
  readonly #uses = new Map<number, string>()
  readonly #timer: NodeJS.Timeout
  #tokens: ReadonlyMap<string, ActiveToken> = new Map()
  #standing: ReadonlySet<Authentication> = new Set()

  constructor(services: TokenServices) {
    this.#with = services
    this.reload()
    // What a customer may do is answered with his token.
    services.events.on('customers', () => this.reload())
    this.#timer = setInterval(() => this.flushUses(), USE_FLUSH_MS).unref()
  }

  reload(): void {
    const { store, customers } = this.#with
    this.#tokens = new Map(
      store.tokens.active().flatMap((token) => {
        const customer = customers.byId(token.customerId)
        const text = token.hash.toString('base64')
        return customer ? [[text, { tokenId: token.id, customer, hash: token.hash }] as const] : []
      }),
    )
    this.#standing = new Set(this.#tokens.values())
  }

  /** The customer of a token, or undefined where it is unknown or revoked. */
  authenticate(token: string): Authentication | undefined {
    const text = digest(token)
    const active = this.#tokens.get(text)
    if (!active || !timingSafeEqual(active.hash, Buffer.from(text, 'base64'))) return undefined
    this.#uses.set(active.tokenId, '')
    return active
  }

  /** Whether what {@link authenticate} answered still stands: neither its token nor its customer was touched since. */
  authenticateAgain(authentication: Authentication): boolean {
    if (!this.#standing.has(authentication)) return false
    this.#uses.set(authentication.tokenId, '')
    return true
  }

  /**
   * Writes the last uses noted since the last time: never on the way of a request. Where the disk refuses or another
   * program holds the store, they wait: a service must not end over them.
   */
  flushUses(): void {
    if (this.#uses.size === 0) return
    const now = this.#with.clock.now().toISOString()
    try {
      this.#with.store.tokens.recordUse([...this.#uses.keys()].map((id) => [id, now] as const))
    } catch (error) {
      if (isDiskFailure(error) || isBusy(error)) return
      throw error
    }
    this.#uses.clear()
  }

  close(): void {
    clearInterval(this.#timer)
    this.flushUses()
  }

  /** Makes a token. It is returned once: only its hash is kept. @throws Refusal `not_found` */
  create(customerId: number): { id: number; token: string } {
    const { store, clock } = this.#with
    if (!store.customers.byId(customerId))
      throw new Refusal('not_found', { what: 'customer', id: customerId })
    const token = `cpt_${randomBytes(32).toString('base64url')}`
    const now = clock.now().toISOString()
    const id = store.tokens.insert(customerId, Buffer.from(digest(token), 'base64'), now)
    this.reload()
    return { id, token }
  }

  /** Every token ever made, without itself. */
  all(): TokenRecord[] {
    this.flushUses()
    return this.#with.store.tokens.all()
  }

  /** @throws Refusal `not_found` where no token in force has this id */
  revoke(id: number): void {
    const { store, clock } = this.#with
    if (!store.tokens.revoke(id, clock.now().toISOString()))
      throw new Refusal('not_found', { what: 'token', id })
    this.reload()
  }
}
