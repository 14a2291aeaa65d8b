import { fold } from '../domain/shared/fold.ts'
import { isPercentage } from '../domain/vat.ts'
import type { Engine } from './engine.ts'
import type { SettingsTable } from './settings.ts'
import { all, first, insert, put, type Insertion, type Work } from './work.ts'

export interface CustomerRecord {
  readonly id: number
  readonly name: string
  readonly canOrder: boolean
  /** percentage, a decimal string */
  readonly discount: string
  /** ids that the customer sees; null: all */
  readonly products: readonly number[] | null
  readonly families: readonly number[] | null
}

/** By name. */
export interface UnreadCustomers {
  readonly seen: readonly string[]
  readonly discount: readonly string[]
}

export type NewCustomer = Omit<CustomerRecord, 'id'>

interface CustomerRow {
  readonly id: number
  readonly name: string
  readonly can_order: number
  readonly discount: string
  readonly products: string | null
  readonly families: string | null
}

/** What cannot be read shows nothing: an account never comes to see more than it was given. */
const ids = (text: string | null): readonly number[] | null => (text === null ? null : (readIds(text) ?? []))

/** @returns null for what is no list of ids */
export function readIds(text: string): readonly number[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(Number.isSafeInteger) ? (value as number[]) : null
  } catch {
    return null
  }
}

export const isUnread = (text: string | null) => text !== null && readIds(text) === null
const text = (list: readonly number[] | null) => (list === null ? null : JSON.stringify(list))

const fromRow = (row: CustomerRow): CustomerRecord => ({
  id: row.id,
  name: row.name,
  canOrder: row.can_order === 1,
  discount: row.discount,
  products: ids(row.products),
  families: ids(row.families),
})

const SELECT = 'SELECT id, name, can_order, discount, products, families FROM customers'

export class CustomerTable {
  readonly #engine: Engine
  readonly #settings: SettingsTable

  constructor(engine: Engine, settings: SettingsTable) {
    this.#engine = engine
    this.#settings = settings
  }

  /** Every customer, by name. */
  all(): Promise<CustomerRecord[]> {
    return this.#engine.read(everyone)
  }

  /** The names of those of whom it cannot be read what they see: they see nothing of it; and which discount they have: they buy nothing. */
  unread(): Promise<UnreadCustomers> {
    return this.#engine.read(function* () {
      const rows = yield* all<CustomerRow>(`${SELECT} ORDER BY folded, id`)
      const named = (isOne: (row: CustomerRow) => boolean) => rows.filter(isOne).map(({ name }) => name)
      return {
        seen: named(({ products, families }) => isUnread(products) || isUnread(families)),
        discount: named(({ discount }) => !isPercentage(discount)),
      }
    })
  }

  byId(id: number): Promise<CustomerRecord | undefined> {
    return this.#engine.read(function* () {
      const row = yield* first<CustomerRow>(`${SELECT} WHERE id = ?`, id)
      return row && fromRow(row)
    })
  }

  /**
   * Writes a customer, in one change with what decides about it.
   * @param decide what is written, by every customer that there is; with null for its id it is a new one. What it
   * throws leaves all as it was
   * @param at ISO
   */
  keep(
    decide: (customers: readonly CustomerRecord[]) => NewCustomer & { readonly id: number | null },
    at: string,
  ): Promise<CustomerRecord> {
    return this.#engine.write(function* () {
      const customer = decide(yield* everyone())
      const { id, name, canOrder, discount, products, families } = customer
      if (id === null) return { ...customer, id: yield* insertion(customer, at) }
      yield* put(
        `UPDATE customers SET name = ?, folded = ?, can_order = ?, discount = ?, products = ?, families = ?
         WHERE id = ?`,
        ...[name, fold(name), canOrder ? 1 : 0, discount, text(products), text(families), id],
      )
      return { ...customer, id }
    })
  }

  /**
   * The customer whose id a setting holds; where it holds none that is there, the one of this name from now on, made
   * where there is none.
   * @param at ISO
   * @returns its id
   */
  ofSetting(key: string, customer: NewCustomer, at: string): Promise<number> {
    return this.#settings.change(function* (settings) {
      const known = yield* settings.get(key)
      if (typeof known === 'number' && (yield* first('SELECT 1 FROM customers WHERE id = ?', known)))
        return known
      const existing = yield* first<{ id: number }>('SELECT id FROM customers WHERE name = ?', customer.name)
      const id = existing?.id ?? (yield* insertion(customer, at))
      yield* settings.set(key, id)
      return id
    })
  }
}

function* everyone(): Work<CustomerRecord[]> {
  return (yield* all<CustomerRow>(`${SELECT} ORDER BY folded, id`)).map(fromRow)
}

const insertion = ({ name, canOrder, discount, products, families }: NewCustomer, at: string): Work<number> =>
  insert(CUSTOMER, name, fold(name), canOrder ? 1 : 0, discount, text(products), text(families), at)

const CUSTOMER: Insertion = {
  table: 'customers',
  columns: ['name', 'folded', 'can_order', 'discount', 'products', 'families', 'created_at'],
}
