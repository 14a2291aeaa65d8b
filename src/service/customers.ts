import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Visibility } from '../domain/catalogue.ts'
import { isPercentage, percentageFault } from '../domain/vat.ts'
import type { CustomerRecord, TokenRecord } from '../store/customers.ts'
import { isBusy, isDiskFailure } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import { Invalid, Refusal } from './refusal.ts'

/** A customer, ready for requests: what he sees as sets. */
export interface Customer extends CustomerRecord {
  readonly visibility: Visibility
  /** the same for all customers who see the same: prepared lists are shared by it */
  readonly visibilityKey: string
}

/** A request's customer and the token that named him. */
export interface Authentication {
  readonly tokenId: number
  readonly customer: Customer
}

type CustomerChanges = Omit<CustomerRecord, 'id'>

interface ActiveToken extends Authentication {
  readonly hash: Uint8Array
}

const DESK_KEY = 'desk_customer'
const DESK_NAME = 'Comptoir'
const USE_FLUSH_MS = 30_000

const composed = (name: string) => name.normalize('NFC')

/** Tokens have 256 random bits: a plain SHA-256 of them can be neither reversed nor guessed. */
const digest = (token: string) => hash('sha256', token, 'base64')

/** Customers and their tokens, held in memory: authentication touches no disk. */
export class CustomerService {
  readonly #store: Store
  readonly #catalogue: CatalogueService
  readonly #clock: Clock
  readonly #uses = new Map<number, string>()
  readonly #timer: NodeJS.Timeout
  #tokens: ReadonlyMap<string, ActiveToken> = new Map()
  #standing: ReadonlySet<Authentication> = new Set()
  #customers: ReadonlyMap<number, Customer> = new Map()

  constructor(store: Store, catalogue: CatalogueService, clock: Clock) {
    this.#store = store
    this.#catalogue = catalogue
    this.#clock = clock
    this.reload()
    this.#timer = setInterval(() => this.flushUses(), USE_FLUSH_MS).unref()
  }

  reload(): void {
    this.#customers = new Map(this.#store.customers.all().map((record) => [record.id, prepare(record)]))
    this.#tokens = new Map(
      this.#store.customers.activeTokens().flatMap((token) => {
        const customer = this.#customers.get(token.customerId)
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
    const now = this.#clock.now().toISOString()
    try {
      this.#store.customers.recordUse([...this.#uses.keys()].map((id) => [id, now] as const))
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

  all(): CustomerRecord[] {
    return this.#store.customers.all()
  }

  /** The customer of a name, whatever its case: one letter with an accent is the same in one character or in two. */
  byName(name: string): CustomerRecord | undefined {
    const wanted = composed(name)
    const { customers } = this.#store
    const same = (customer: CustomerRecord) => composed(customer.name).toLowerCase() === wanted.toLowerCase()
    return customers.byName(wanted) ?? customers.all().find(same)
  }

  byId(id: number): Customer | undefined {
    return this.#customers.get(id)
  }

  /** The desk's own customer, whom quotes without another customer are for. Made on its first use. */
  desk(): Customer {
    const id = this.#store.settings.get(DESK_KEY)
    const known = typeof id === 'number' ? this.#customers.get(id) : undefined
    if (known) return known
    const made = this.#store.transaction(() => {
      const existing = this.#store.customers.byName(DESK_NAME)
      const customer = { name: DESK_NAME, canOrder: true, discount: '0', products: null, families: null }
      const deskId = existing?.id ?? this.#store.customers.insert(customer, this.#clock.now().toISOString())
      this.#store.settings.set(DESK_KEY, deskId)
      return deskId
    })
    this.reload()
    return this.#customers.get(made)!
  }

  /** @throws Invalid, Refusal `name_taken` */
  create(given: CustomerChanges): CustomerRecord {
    const changes = { ...given, name: composed(given.name) }
    this.#check(changes)
    if (this.byName(changes.name)) throw new Refusal('name_taken')
    const id = this.#store.customers.insert(changes, this.#clock.now().toISOString())
    this.reload()
    return { id, ...changes }
  }

  /** @throws Invalid, Refusal `not_found`, `name_taken` */
  update(id: number, given: CustomerChanges): CustomerRecord {
    const changes = { ...given, name: composed(given.name) }
    const before = this.#store.customers.byId(id)
    if (!before) throw new Refusal('not_found', { what: 'customer', id })
    this.#check(changes, before)
    const other = this.byName(changes.name)
    if (other && other.id !== id) throw new Refusal('name_taken')
    const customer = { id, ...changes }
    this.#store.customers.update(customer)
    this.reload()
    return customer
  }

  /**
   * Refuses what cannot be. An id that the catalogue does not have is a mistake where it is new; one that was there
   * before may belong to what is withdrawn for now.
   */
  #check(changes: CustomerChanges, before?: CustomerRecord): void {
    const { name, discount } = changes
    if (name.trim() === '') throw new Invalid([{ path: '/name', code: 'field_required' }])
    if (!isPercentage(discount)) {
      throw new Invalid([percentageFault('/discount')])
    }
    const { snapshot } = this.#catalogue
    const unknown = (field: 'products' | 'families', code: 'product_unknown' | 'family_unknown') => {
      const known = new Set(before?.[field] ?? [])
      const exists = (id: number) => (field === 'products' ? snapshot.hasProduct(id) : snapshot.hasFamily(id))
      return (changes[field] ?? []).flatMap((id, i) =>
        known.has(id) || exists(id) ? [] : [{ path: `/${field}/${i}`, code, params: { id } }],
      )
    }
    const faults = [...unknown('products', 'product_unknown'), ...unknown('families', 'family_unknown')]
    if (faults.length > 0) throw new Invalid(faults)
  }

  /** Makes the customer where the name is new, or changes what is given (contract.md, `token create`). */
  ensure(name: string, changes: Partial<Omit<CustomerChanges, 'name'>>): CustomerRecord {
    const known = this.byName(name)
    if (known) {
      const { id, ...before } = known
      return this.update(id, { ...before, ...changes })
    }
    return this.create({ name, canOrder: false, discount: '0', products: null, families: null, ...changes })
  }

  /** Makes a token. It is returned once: only its hash is kept. @throws Refusal `not_found` */
  createToken(customerId: number): { id: number; token: string } {
    if (!this.#store.customers.byId(customerId))
      throw new Refusal('not_found', { what: 'customer', id: customerId })
    const token = `cpt_${randomBytes(32).toString('base64url')}`
    const now = this.#clock.now().toISOString()
    const id = this.#store.customers.insertToken(customerId, Buffer.from(digest(token), 'base64'), now)
    this.reload()
    return { id, token }
  }

  tokens(): TokenRecord[] {
    this.flushUses()
    return this.#store.customers.tokens()
  }

  /** @throws Refusal `not_found` where no token in force has this id */
  revokeToken(id: number): void {
    if (!this.#store.customers.revokeToken(id, this.#clock.now().toISOString()))
      throw new Refusal('not_found', { what: 'token', id })
    this.reload()
  }
}

function prepare(record: CustomerRecord): Customer {
  const set = (ids: readonly number[] | null) => (ids === null ? null : new Set(ids))
  return {
    ...record,
    visibility: { products: set(record.products), families: set(record.families) },
    visibilityKey: JSON.stringify([record.products, record.families]),
  }
}
