/** Open quotes held against every catalogue that comes into force: what no longer fits is marked with the reason. */
import type { KeptLine } from '../../domain/quote/facts.ts'
import type { Store } from '../../store/store.ts'
import type { Logger } from '../log.ts'
import type { QuoteBook } from './book.ts'
import type { QuotePricing } from './prices.ts'

export interface QuoteCheckServices {
  readonly store: Store
  readonly quotePricing: QuotePricing
  readonly quoteBook: QuoteBook
  readonly log: Logger
}

export class QuoteChecks {
  readonly #with: QuoteCheckServices
  #running: Promise<void> = Promise.resolve()

  constructor(services: QuoteCheckServices) {
    this.#with = services
  }

  /** Checks every open quote, after the checks that are under way. Resolves once they are marked. */
  run(): Promise<void> {
    const { log } = this.#with
    this.#running = this.#running
      .then(() => this.#check())
      .catch((error: unknown) => log.error({ err: error }, 'open quotes cannot be checked'))
    return this.#running
  }

  /** Resolves once the checks that were begun have ended. */
  ended(): Promise<void> {
    return this.#running
  }

  async #check(): Promise<void> {
    const { store, quotePricing, quoteBook } = this.#with
    for (const quote of await store.quotes.open()) {
      const customer = await quoteBook.customer(quote.customerId)
      const lines = quote.lines.map((line) => quotePricing.heldTo(line, customer))
      const problems = (of: readonly KeptLine[]) => JSON.stringify(of.map(({ problem }) => problem))
      if (problems(lines) !== problems(quote.lines))
        await store.quotes.setLines(quotePricing.held(quote, lines, customer))
    }
  }
}
