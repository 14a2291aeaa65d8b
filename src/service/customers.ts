import type { Visibility } from '../domain/catalogue.ts'
import { isPercentage, percentageFault } from '../domain/vat.ts'
import type { CustomerRecord } from '../store/customers.ts'
import type { Store } from '../store/store.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { Invalid, Refusal } from './refusal.ts'

/** A customer, ready for requests: what he sees as sets. */
export interface Customer extends CustomerRecord {
  readonly visibility: Visibility
  /** the same for all customers who see the same: prepared lists are shared by it */
  readonly visibilityKey: string
}

type CustomerChanges = Omit<CustomerRecord, 'id'>

const DESK_KEY = 'desk_customer'
const DESK_NAME = 'Comptoir'

const composed = (name: string) => name.normalize('NFC')

/** Who orders, and at which conditions: what he sees, his discount, whether he may. */
export interface CustomerServices {
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly clock: Clock
  readonly events: Events
}

export class CustomerService {
  readonly #store: Store
  readonly #catalogue: CatalogueService
  readonly #clock: Clock
  readonly #events: Events
  #customers: ReadonlyMap<number, Customer> = new Map()

  constructor({ store, catalogue, clock, events }: CustomerServices) {
    this.#store = store
    this.#catalogue = catalogue
    this.#clock = clock
    this.#events = events
    this.#read()
  }

  #read(): void {
    this.#customers = new Map(this.#store.customers.all().map((record) => [record.id, prepare(record)]))
  }

  /** Takes over what is stored, and tells of it. */
  reload(): void {
    this.#read()
    this.#events.emit('customers')
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

  /** Makes the customer where the name is new, or changes what is given (local-api.md, "The command line"). */
  ensure(name: string, changes: Partial<Omit<CustomerChanges, 'name'>>): CustomerRecord {
    const known = this.byName(name)
    if (known) {
      const { id, ...before } = known
      return this.update(id, { ...before, ...changes })
    }
    return this.create({ name, canOrder: false, discount: '0', products: null, families: null, ...changes })
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
