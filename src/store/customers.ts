import { fold } from '../domain/shared/fold.ts'
import type { Sqlite } from './sqlite/database.ts'

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

interface CustomerRow {
  readonly id: number
  readonly name: string
  readonly can_order: number
  readonly discount: string
  readonly products: string | null
  readonly families: string | null
}

const ids = (text: string | null) => (text === null ? null : (JSON.parse(text) as number[]))
const text = (list: readonly number[] | null) => (list === null ? null : JSON.stringify(list))

const fromRow = (row: CustomerRow): CustomerRecord => ({
  id: row.id,
  name: row.name,
  canOrder: row.can_order === 1,
  discount: row.discount,
  products: ids(row.products),
  families: ids(row.families),
})

const CUSTOMER = 'SELECT id, name, can_order, discount, products, families FROM customers'
export class CustomerTable {
  readonly #db: Sqlite

  constructor(db: Sqlite) {
    this.#db = db
  }

  all(): CustomerRecord[] {
    return this.#db.prepare<[], CustomerRow>(`${CUSTOMER} ORDER BY folded, id`).all().map(fromRow)
  }

  byId(id: number): CustomerRecord | undefined {
    const row = this.#db.prepare<[number], CustomerRow>(`${CUSTOMER} WHERE id = ?`).get(id)
    return row && fromRow(row)
  }

  byName(name: string): CustomerRecord | undefined {
    const row = this.#db.prepare<[string], CustomerRow>(`${CUSTOMER} WHERE name = ?`).get(name)
    return row && fromRow(row)
  }

  insert(customer: Omit<CustomerRecord, 'id'>, at: string): number {
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO customers (name, folded, can_order, discount, products, families, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        customer.name,
        fold(customer.name),
        customer.canOrder ? 1 : 0,
        customer.discount,
        text(customer.products),
        text(customer.families),
        at,
      )
    return Number(lastInsertRowid)
  }

  update({ id, name, canOrder, discount, products, families }: CustomerRecord): void {
    this.#db
      .prepare(
        'UPDATE customers SET name = ?, folded = ?, can_order = ?, discount = ?, products = ?, families = ? WHERE id = ?',
      )
      .run(name, fold(name), canOrder ? 1 : 0, discount, text(products), text(families), id)
  }
}
