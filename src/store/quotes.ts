import type { AdresseLivraison } from '../domain/address.ts'
import type { CartTotals, Totals } from '../domain/cart.ts'
import type { QuoteState } from '../domain/quote.ts'
import { storedLine, type KeptLine, type StoredLine } from '../domain/quote-facts.ts'
import { OPEN_STATES } from '../domain/shared/quote-states.ts'
import type { Sqlite } from './database.ts'
import type { Engine } from './engine.ts'
import { matches, searched, writeText } from './search.ts'

export interface QuoteRecord {
  readonly id: number
  readonly customerId: number
  readonly customer: string
  readonly state: QuoteState
  readonly reference: string
  readonly note: string
  readonly address: AdresseLivraison
  readonly validUntil: string
  readonly catalogueVersion: number
  readonly lines: readonly KeptLine[]
  /** without their VAT where they were kept before it was */
  readonly totals: (CartTotals & Partial<Totals>) | null
  readonly indicative: boolean
  readonly createdAt: string
  readonly updatedAt: string
  /** one more with each change that a person makes */
  readonly version: number
  /** what the client named it by when it was made */
  readonly key: string | null
}

interface QuoteRow {
  readonly id: number
  readonly customer_id: number
  readonly customer: string
  readonly state: QuoteState
  readonly reference: string
  readonly note: string
  readonly address: string
  readonly valid_until: string
  readonly catalogue_version: number
  readonly lines: string
  readonly totals: string | null
  readonly indicative: number
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
  readonly client_key: string | null
}

const fromRow = (row: QuoteRow): QuoteRecord => ({
  id: row.id,
  customerId: row.customer_id,
  customer: row.customer,
  state: row.state,
  reference: row.reference,
  note: row.note,
  address: JSON.parse(row.address) as AdresseLivraison,
  validUntil: row.valid_until,
  catalogueVersion: row.catalogue_version,
  lines: (JSON.parse(row.lines) as StoredLine[]).map(storedLine),
  totals: row.totals === null ? null : (JSON.parse(row.totals) as CartTotals & Partial<Totals>),
  indicative: row.indicative === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
  key: row.client_key,
})

type Params = Record<string, string | number>

const OPEN = OPEN_STATES.map((state) => `'${state}'`).join(', ')
const QUOTE =
  'SELECT quotes.*, customers.name AS customer FROM quotes JOIN customers ON customers.id = quotes.customer_id'

export interface QuoteFilter {
  readonly search: string
  readonly state: QuoteState | null
}

function where(filter: QuoteFilter): { sql: string; params: Params } {
  const conditions: string[] = []
  const params: Params = {}
  if (filter.state !== null) {
    conditions.push('quotes.state = @state')
    params['state'] = filter.state
  }
  if (filter.search !== '') {
    conditions.push(matches('quote'))
    Object.assign(params, searched(filter.search, 'D'))
  }
  return { sql: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', params }
}

export class QuoteTables {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Keeps a new quote; where one of the same key is there, nothing is written.
   * @returns the id of the new quote, or of the one with the key; `quote.id` and `quote.version` are not read
   */
  insert(quote: QuoteRecord): Promise<number> {
    const row = toRow(quote)
    return this.#engine.write(() => {
      const { db } = this.#engine
      const made = db
        .prepare<[typeof row], { id: number }>(
          `INSERT INTO quotes (customer_id, state, reference, recipient, note, address, valid_until, catalogue_version,
             lines, totals, indicative, created_at, updated_at, client_key)
           VALUES (@customerId, @state, @reference, @recipient, @note, @address, @validUntil, @catalogueVersion,
             @lines, @totals, @indicative, @createdAt, @updatedAt, @key)
           ON CONFLICT (client_key) WHERE client_key IS NOT NULL DO NOTHING RETURNING id`,
        )
        .get(row)
      if (made) {
        db.prepare<[number]>(writeText('quote')).run(made.id)
        return made.id
      }
      return db
        .prepare<[string | null], { id: number }>('SELECT id FROM quotes WHERE client_key = ?')
        .get(quote.key)!.id
    })
  }

  /** Writes a quote over the version that it was read at. @returns false, and nothing is written, where that is gone */
  update(quote: QuoteRecord): Promise<boolean> {
    return this.#engine.write(() => updateQuote(this.#engine.db, quote))
  }

  /** Deletes a quote at the version that it was read at. @returns false, and nothing is deleted, where that is gone */
  delete(id: number, version: number): Promise<boolean> {
    return this.#engine.write(
      () =>
        this.#engine.db.prepare('DELETE FROM quotes WHERE id = ? AND version = ?').run(id, version)
          .changes === 1,
    )
  }

  byId(id: number): Promise<QuoteRecord | undefined> {
    return this.#engine.read(() => {
      const row = this.#engine.db.prepare<[number], QuoteRow>(`${QUOTE} WHERE quotes.id = ?`).get(id)
      return row && fromRow(row)
    })
  }

  /** The quote that a client made under that name of its own. */
  byKey(key: string): Promise<QuoteRecord | undefined> {
    return this.#engine.read(() => {
      const row = this.#engine.db.prepare<[string], QuoteRow>(`${QUOTE} WHERE quotes.client_key = ?`).get(key)
      return row && fromRow(row)
    })
  }

  /** The last changed first. */
  list(
    filter: QuoteFilter,
    limit: number,
    offset: number,
  ): Promise<{ total: number; quotes: QuoteRecord[] }> {
    const { sql, params } = where(filter)
    return this.#engine.read(() => {
      const { db } = this.#engine
      const count = db.prepare<[Params], { n: number }>(`SELECT count(*) AS n FROM quotes ${sql}`).get(params)
      const rows = db
        .prepare<[Params], QuoteRow>(
          `${QUOTE} ${sql} ORDER BY quotes.updated_at DESC, quotes.id DESC LIMIT @limit OFFSET @offset`,
        )
        .all({ ...params, limit, offset })
      return { total: count?.n ?? 0, quotes: rows.map(fromRow) }
    })
  }

  /** Quotes that may still be ordered, to be held against a new catalogue. */
  open(): Promise<QuoteRecord[]> {
    return this.#engine.read(() =>
      this.#engine.db.prepare<[], QuoteRow>(`${QUOTE} WHERE quotes.state IN (${OPEN})`).all().map(fromRow),
    )
  }

  /** Writes the lines alone: what the catalogue made of them is nobody's change. */
  setLines(id: number, version: number, lines: readonly KeptLine[]): Promise<void> {
    return this.#engine.write(() => {
      this.#engine.db
        .prepare('UPDATE quotes SET lines = ? WHERE id = ? AND version = ?')
        .run(JSON.stringify(lines), id, version)
    })
  }
}

/** {@link QuoteTables.update} as a part of another change. */
export function updateQuote(db: Sqlite, quote: QuoteRecord): boolean {
  const { changes } = db
    .prepare(
      `UPDATE quotes SET customer_id = @customerId, state = @state, reference = @reference, recipient = @recipient,
         note = @note, address = @address, valid_until = @validUntil, version = version + 1, catalogue_version = @catalogueVersion,
         lines = @lines, totals = @totals, indicative = @indicative, updated_at = @updatedAt
       WHERE id = @id AND version = @version`,
    )
    .run(toRow(quote))
  if (changes === 1) db.prepare<[number]>(writeText('quote')).run(quote.id)
  return changes === 1
}

function toRow(quote: QuoteRecord) {
  return {
    ...quote,
    recipient: quote.address.societe || quote.address.nom,
    address: JSON.stringify(quote.address),
    lines: JSON.stringify(quote.lines),
    totals: quote.totals === null ? null : JSON.stringify(quote.totals),
    indicative: quote.indicative ? 1 : 0,
  }
}
