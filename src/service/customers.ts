import type { Visibility } from '../domain/catalogue.ts'
import { isPersonName } from '../domain/people.ts'
import { isPercentage, percentageFault } from '../domain/vat.ts'
import { DESK_NAME } from '../domain/shared/whom.ts'
import type { CustomerRecord, NewCustomer } from '../store/customers.ts'
import type { Store } from '../store/store.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { refuseOvertaken } from './overtaken.ts'
import { Queue } from './queue.ts'
import { Invalid, Refusal } from './refusal.ts'

export type { CustomerRecord }

/** A customer, ready for requests: what he sees as sets. */
export interface Customer extends CustomerRecord {
  readonly visibility: Visibility
  /** the same for all customers who see the same: prepared lists are shared by it */
  readonly visibilityKey: string
}

type CustomerChanges = Partial<NewCustomer>

const DESK_KEY = 'desk_customer'

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
  /** one read follows the other: an older one never ends last */
  readonly #reads = new Queue()

  /** It knows nobody until {@link reload} has read them. */
  constructor({ store, catalogue, clock, events }: CustomerServices) {
    this.#store = store
    this.#catalogue = catalogue
    this.#clock = clock
    this.#events = events
  }

  /** Takes over what is stored, and tells of it. */
  async reload(): Promise<void> {
    await this.#reads.run(async () => {
      const customers = await this.#store.customers.all()
      this.#customers = new Map(customers.map((record) => [record.id, prepare(record)]))
    })
    this.#events.emit('customers')
  }

  /** Every customer as it is stored, by name. */
  all(): Promise<CustomerRecord[]> {
    return this.#store.customers.all()
  }

  /** The customer of a name, whatever its case: one letter with an accent is the same in one character or in two. */
  async byName(name: string): Promise<CustomerRecord | undefined> {
    return named(await this.#store.customers.all(), name)
  }

  byId(id: number): Customer | undefined {
    return this.#customers.get(id)
  }

  /** The desk's own customer, whom quotes without another customer are for. Made on its first use. */
  async desk(): Promise<Customer> {
    const id = this.#store.settings.get(DESK_KEY)
    const known = typeof id === 'number' ? this.#customers.get(id) : undefined
    if (known) return known
    const desk = { name: DESK_NAME, canOrder: true, discount: '0', products: null, families: null }
    const made = await this.#store.customers.ofSetting(DESK_KEY, desk, this.#clock.now().toISOString())
    await this.reload()
    return this.#customers.get(made)!
  }

  /** @throws Invalid, Refusal `name_taken` */
  create(given: NewCustomer): Promise<CustomerRecord> {
    return this.#keep((customers) => this.#created(customers, given))
  }

  /**
   * Changes what is given of a customer.
   * @param before how it was read; absent: whatever it is by now
   * @throws Invalid; Refusal `not_found`, `name_taken`; Overtaken
   */
  update(id: number, given: CustomerChanges, before?: CustomerChanges): Promise<CustomerRecord> {
    return this.#keep((customers) => this.#updated(customers, id, given, before))
  }

  /** Makes the customer where the name is new, or changes what is given (local-api.md, "The command line"). */
  ensure(name: string, changes: Omit<CustomerChanges, 'name'>): Promise<CustomerRecord> {
    return this.#keep((customers) => {
      const known = named(customers, name)
      if (known) return this.#updated(customers, known.id, changes)
      const given = { name, canOrder: false, discount: '0', products: null, families: null, ...changes }
      return this.#created(customers, given)
    })
  }

  async #keep(decide: Parameters<Store['customers']['keep']>[0]): Promise<CustomerRecord> {
    const customer = await this.#store.customers.keep(decide, this.#clock.now().toISOString())
    await this.reload()
    return customer
  }

  #created(customers: readonly CustomerRecord[], given: NewCustomer) {
    const changes = { ...given, name: composed(given.name) }
    this.#check(changes)
    if (named(customers, changes.name)) throw new Refusal('name_taken')
    return { ...changes, id: null }
  }

  #updated(
    customers: readonly CustomerRecord[],
    id: number,
    given: CustomerChanges,
    asRead?: CustomerChanges,
  ) {
    const before = customers.find((customer) => customer.id === id)
    if (!before) throw new Refusal('not_found', { what: 'customer', id })
    refuseOvertaken(asRead, given, { ...before })
    const changes = { ...before, ...given, name: composed(given.name ?? before.name) }
    this.#check(changes, before)
    const other = named(customers, changes.name)
    if (other && other.id !== id) throw new Refusal('name_taken')
    return { ...changes, id }
  }

  /**
   * Refuses what cannot be. An id that the catalogue does not have is a mistake where it is new; one that was there
   * before may belong to what is withdrawn for now.
   */
  #check(changes: NewCustomer, before?: CustomerRecord): void {
    const { name } = changes
    refuseCustomer(changes)
    // One that was taken before there was a bound stays usable.
    if (name !== before?.name && !isPersonName(name))
      throw new Invalid([{ path: '/name', code: 'person_name_invalid' }])
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
}

/** A discount that is none makes no price: nothing is sold until it is given anew. @throws Refusal `discount_unread` */
export function refuseUnreadDiscount({ name, discount }: Pick<CustomerRecord, 'name' | 'discount'>): void {
  if (!isPercentage(discount)) throw new Refusal('discount_unread', { name })
}

/** Refuses what no customer can have, whatever the store and the catalogue hold. @throws Invalid */
export function refuseCustomer({
  name,
  discount,
}: {
  readonly name: string
  readonly discount?: string
}): void {
  if (name.trim() === '') throw new Invalid([{ path: '/name', code: 'field_required' }])
  if (discount !== undefined && !isPercentage(discount)) throw new Invalid([percentageFault('/discount')])
}

/** The customer of a name, of several that differ in their case alone the one that is written so. */
function named(customers: readonly CustomerRecord[], name: string): CustomerRecord | undefined {
  const wanted = composed(name)
  const same = (customer: CustomerRecord) => composed(customer.name).toLowerCase() === wanted.toLowerCase()
  return customers.find((customer) => customer.name === wanted) ?? customers.find(same)
}

function prepare(record: CustomerRecord): Customer {
  const set = (ids: readonly number[] | null) => (ids === null ? null : new Set(ids))
  return {
    ...record,
    visibility: { products: set(record.products), families: set(record.families) },
    visibilityKey: JSON.stringify([record.products, record.families]),
  }
}
