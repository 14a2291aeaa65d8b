/** The first quotes and orders that a text means, for who types it a letter at a time: as few as are shown, and no count. */
import type { QuoteState } from '../domain/quote/quote.ts'
import type { Engine } from './engine.ts'
import { matches, searchedOrder, searchedQuote, searchedWords } from './search.ts'
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
}

const QUOTE = `SELECT quotes.id, number, revision, state, reference, company_name AS company, recipient,
    customers.name AS customer
  FROM quotes JOIN customers ON customers.id = quotes.customer_id`
const ORDER = `SELECT orders.id, status, reference, recipient, customers.name AS customer
  FROM orders JOIN customers ON customers.id = orders.customer_id`

export class FindTables {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Quotes that have every word of a text, the one of that number first, then the last changed. */
  quotes(text: string, limit: number): Promise<FoundQuote[]> {
    const words = searchedWords(text)
    if (words.length === 0) return Promise.resolve([])
    const { number, printed } = searchedQuote(text)
    return this.#engine.snapshot(function* () {
      const numbered = yield* all<FoundQuote>(
        `${QUOTE} WHERE number = @printed OR (quotes.id = @number AND number IS NULL)`,
        { number, printed },
      )
      // What is found is looked up as it changed last: of what nearly all have, few are read.
      const last = yield* all<FoundQuote>(
        `${QUOTE} WHERE quotes.id IN (
           SELECT id FROM quotes WHERE ${matches('quote', words.length, '+id')} ORDER BY updated_at DESC, id DESC LIMIT @limit)
         ORDER BY updated_at DESC, quotes.id DESC`,
        { ...named(words), number, printed, limit },
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
    const words = searchedWords(text)
    if (words.length === 0) return Promise.resolve([])
    const { number, printed } = searchedOrder(text)
    return this.#engine.read(() =>
      all<FoundOrder>(
        `${ORDER} WHERE ${matches('order', words.length)}
         ORDER BY CASE WHEN orders.id = CAST(@number AS BIGINT) THEN 0 ELSE 1 END, orders.id DESC LIMIT @limit`,
        { ...named(words), number, printed, limit },
      ),
    )
  }
}

/** Words as {@link matches} names them. */
const named = (words: readonly string[]) =>
  Object.fromEntries(words.map((word, i) => [i === 0 ? 'search' : `search${i}`, word]))
