/** The first quotes and orders that a text means, for who types it a letter at a time: as few as are shown, and no count. */
import type { QuoteState } from '../domain/quote/quote.ts'
import type { Engine } from './engine.ts'
import { NUMBERED_THERE, searchFor } from './search.ts'
import { allOf } from './some-ids.ts'
import { all } from './work.ts'

export interface FoundQuote {
  readonly id: number
  readonly number: string | null
  readonly revision: number
  readonly state: QuoteState
  readonly reference: string
  readonly company: string | null
  readonly recipient: string
  readonly customer: string
}

export interface FoundOrder {
  readonly id: number
  readonly status: string
  readonly reference: string
  readonly recipient: string
  readonly customer: string
  /** of the quote that it was made of; null: of none */
  readonly company: string | null
}

const QUOTE = `SELECT quotes.id, number, revision, state, reference, company_name AS company, recipient,
    customers.name AS customer
  FROM quotes JOIN customers ON customers.id = quotes.customer_id`
const ORDER = `SELECT orders.id, status, reference, recipient, customers.name AS customer,
    (SELECT company_name FROM quotes WHERE quotes.id = orders.quote_id) AS company
  FROM orders JOIN customers ON customers.id = orders.customer_id`

export class FindTables {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Quotes that have every word of a text, the one of that number first, then the last changed. */
  quotes(text: string, limit: number): Promise<FoundQuote[]> {
    const search = searchFor('quote', text, '+id')
    if (!search) return Promise.resolve([])
    const { condition, params } = search
    return this.#engine.snapshot(function* () {
      const numbered = yield* all<FoundQuote>(
        `${QUOTE} WHERE number = @printed OR (quotes.id = @number AND number IS NULL)`,
        { number: params['number']!, printed: params['printed']! },
      )
      // What is found is looked up as it changed last: of what nearly all have, few are read.
      const last = yield* all<FoundQuote>(
        `${QUOTE} WHERE quotes.id IN (
           SELECT id FROM quotes WHERE ${condition} ORDER BY updated_at DESC, id DESC LIMIT @limit)
         ORDER BY updated_at DESC, quotes.id DESC`,
        { ...params, limit },
      )
      const others = last.filter(({ id }) => numbered.every((each) => each.id !== id))
      return [...numbered, ...others].slice(0, limit)
    })
  }

  /** The last changed quotes of each of some companies together. */
  async quotesOf(companies: readonly number[], limit: number): Promise<FoundQuote[]> {
    const rows = await this.#engine.read(() =>
      allOf<FoundQuote & { readonly updatedAt: string }>(
        companies,
        (
          some,
        ) => `SELECT found.*, updated_at AS "updatedAt" FROM (${QUOTE} WHERE company_id IN ${some}) AS found
          JOIN quotes ON quotes.id = found.id ORDER BY updated_at DESC, found.id DESC LIMIT ${limit}`,
      ),
    )
    return rows
      .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
      .slice(0, limit)
      .map(({ updatedAt: _at, ...quote }) => quote)
  }

  /** Orders that have every word of a text, the one of that number first, then the last placed. */
  orders(text: string, limit: number): Promise<FoundOrder[]> {
    const search = searchFor('order', text)
    if (!search) return Promise.resolve([])
    return this.#engine.read(() =>
      all<FoundOrder>(
        `${ORDER} WHERE ${search.condition}
         ORDER BY CASE WHEN orders.id = CAST(@number AS BIGINT) OR orders.id IN (${NUMBERED_THERE}) THEN 0 ELSE 1 END, orders.id DESC LIMIT @limit`,
        { ...search.params, limit },
      ),
    )
  }
}
