import type { Sqlite } from './database.ts'

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

export interface TokenRecord {
  readonly id: number
  readonly customerId: number
  readonly customer: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
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
const TOKEN = `
  SELECT tokens.id, customer_id AS customerId, name AS customer, tokens.created_at AS createdAt,
    last_used_at AS lastUsedAt, revoked_at AS revokedAt
  FROM tokens JOIN customers ON customers.id = customer_id`

export class CustomerTables {
  readonly #db: Sqlite

  constructor(db: Sqlite) {
    this.#db = db
  }

  all(): CustomerRecord[] {
    return this.#db.prepare<[], CustomerRow>(`${CUSTOMER} ORDER BY fold(name), id`).all().map(fromRow)
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
        'INSERT INTO customers (name, can_order, discount, products, families, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(
        customer.name,
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
        'UPDATE customers SET name = ?, can_order = ?, discount = ?, products = ?, families = ? WHERE id = ?',
      )
      .run(name, canOrder ? 1 : 0, discount, text(products), text(families), id)
  }

  /** Keeps a token's hash alone. @returns the token's id. */
  insertToken(customerId: number, hash: Uint8Array, at: string): number {
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO tokens (customer_id, hash, created_at) VALUES (?, ?, ?)')
      .run(customerId, hash, at)
    return Number(lastInsertRowid)
  }

  /** @returns whether there was such a token, not revoked before. */
  revokeToken(id: number, at: string): boolean {
    return (
      this.#db.prepare('UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL').run(at, id)
        .changes > 0
    )
  }

  tokens(): TokenRecord[] {
    return this.#db.prepare<[], TokenRecord>(`${TOKEN} ORDER BY tokens.id`).all()
  }

  /** The hashes of the tokens in force. */
  activeTokens(): { id: number; customerId: number; hash: Buffer }[] {
    return this.#db
      .prepare<[], { id: number; customerId: number; hash: Buffer }>(
        'SELECT id, customer_id AS customerId, hash FROM tokens WHERE revoked_at IS NULL',
      )
      .all()
  }

  recordUse(uses: Iterable<readonly [tokenId: number, at: string]>): void {
    const update = this.#db.prepare('UPDATE tokens SET last_used_at = ? WHERE id = ?')
    this.#db.transaction(() => {
      for (const [id, at] of uses) update.run(at, id)
    })()
  }
}
