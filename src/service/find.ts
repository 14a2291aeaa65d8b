/** One search over what a desk looks for: quotes, orders and customers. Products are in its screens already. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CompanySummary } from '../domain/company/company.ts'
import type { FoundOrder, FoundQuote } from '../store/find.ts'
import type { Store } from '../store/store.ts'
import type { CompanyService } from './companies.ts'

/** Of each kind. */
const MOST = 5

export interface Found {
  readonly quotes: readonly FoundQuote[]
  readonly orders: readonly FoundOrder[]
  readonly companies: readonly CompanySummary[]
}

export class FindService {
  readonly #store: Store
  readonly #companies: CompanyService

  constructor({ store, companies }: { readonly store: Store; readonly companies: CompanyService }) {
    this.#store = store
    this.#companies = companies
  }

  /**
   * The first that have every word of a text; a customer whose name resembles it where none has it, and then his quotes.
   * A kind at a time: who else asks is answered between.
   */
  async find(text: string): Promise<Found> {
    const { find } = this.#store
    const quotes = await find.quotes(text, MOST)
    await nextTurn()
    const orders = await find.orders(text, MOST)
    await nextTurn()
    const { companies } = await this.#companies.list({ search: text, archived: false }, MOST, 0, true)
    const near = companies.filter((company) => company.near).map(({ id }) => id)
    if (quotes.length > 0 || near.length === 0) return { quotes, orders, companies }
    return { quotes: await find.quotesOf(near, MOST), orders, companies }
  }
}
