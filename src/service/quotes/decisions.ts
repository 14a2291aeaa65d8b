import { sameAmounts } from '../../domain/cart.ts'
import type { Actor } from '../../domain/people.ts'
import type { QuoteFacts } from '../../domain/quote/facts.ts'
import { amountsOf } from '../../domain/quote/amounts.ts'
import { takenWords, type QuoteChoice } from '../../domain/quote/choice.ts'
import { isOpen, QUOTE_MOVES, type QuoteMove, type QuoteOrder } from '../../domain/quote/quote.ts'
import { reasonFaults } from '../../domain/quote/texts.ts'
import { isIncluded } from '../../domain/shared/line-roles.ts'
import { takenFaults, withTaken } from '../../domain/shared/taken-lines.ts'
import { isBeyond } from '../../domain/shared/validity.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { CatalogueService } from '../catalogue.ts'
import type { Customer } from '../customers.ts'
import { movedBy, noteOfMove } from '../notes.ts'
import type { OfferService } from '../offers.ts'
import type { OrderService } from '../orders.ts'
import type { PriceService } from '../prices.ts'
import { Invalid, Refusal } from '../refusal.ts'
import type { QuoteBook } from './book.ts'
import { cartsOf, servicesOf } from './carts.ts'
import { isAskedAnew, refuseOld } from './old-prices.ts'
import type { Compared, QuotePricing } from './prices.ts'

export interface QuoteDecisionServices {
  readonly quoteBook: QuoteBook
  readonly quotePricing: QuotePricing
  readonly catalogue: CatalogueService
  readonly offers: OfferService
  readonly prices: PriceService
  readonly orders: OrderService
}

/** What becomes of a quote: sent, accepted, refused, ordered. A draft is sent and ordered at today's prices alone. */
export class QuoteDecisions {
  readonly #with: QuoteDecisionServices
  readonly #book: QuoteBook
  readonly #pricing: QuotePricing

  constructor(services: QuoteDecisionServices) {
    this.#with = services
    this.#book = services.quoteBook
    this.#pricing = services.quotePricing
  }

  /** A quote that was sent, as it would be accepted with what the customer took. @throws as {@link move} */
  async choice(id: number, { version, taken }: QuoteChoice): Promise<QuoteFacts> {
    const quote = await this.#book.at(id, version)
    return this.#book.present(await this.#taken(quote, taken))
  }

  /**
   * Moves a quote to another state. A draft that leaves is as it will stay: what is missing, a price that moved, an
   * estimate that nobody meant to send are said first, and its delivery days are fixed.
   *
   * @throws Refusal `not_found`, `quote_state`, `quote_estimated`, `price_changed`, `quote_indicative`, `quote_reconfirm`
   *   with the day until which its prices are known to hold, `totals_changed` where a choice would have totals of today;
   *   Outdated; Invalid with what is missing, or cannot have been taken
   */
  async move(id: number, wanted: QuoteMove, by: Actor): Promise<QuoteFacts> {
    const { state, version, indicative, reason, taken } = wanted
    const faults = reasonFaults(reason ?? '')
    if (faults.length > 0) throw new Invalid(faults)
    const quote = await this.#book.at(id, version)
    // `ordered` is reached by ordering alone.
    if (state === 'ordered' || !QUOTE_MOVES[quote.state].includes(state)) this.#book.refuseState(quote)
    if (taken && state !== 'accepted') throw new Invalid([{ path: '/taken', code: 'taken_state' }])
    const chosen = taken ? await this.#taken(quote, taken) : quote
    if (state === 'accepted' && chosen.indicative) throw new Refusal('quote_estimated')
    const words = taken ? takenWords(quote.lines, chosen.lines) : ''
    const at = this.#book.now()
    const taxed = this.#pricing.inForce(chosen)
    const moved = { ...taxed, state, updatedAt: at, ...movedBy(by, state) }
    const notes = (written: QuoteRecord) => noteOfMove({ by, at }, written, reason?.trim() ?? '', words)
    if (quote.state !== 'draft' || state === 'refused') return this.#book.move(moved, notes)
    this.#refuseIncomplete(quote, 'order')
    // The same amounts, by the names that their VAT has now.
    const { affirmed, prices } = await this.#unmoved(quote, 'order')
    if (quote.indicative && !indicative) throw new Refusal('quote_indicative')
    // An estimate is to be reconfirmed, whoever says so.
    const reconfirm = wanted.reconfirm === true || quote.indicative
    const { lines } = this.#pricing.inForce({ ...quote, lines: affirmed })
    const evidence = this.#book.evidence({ ...quote, lines })
    if (!reconfirm && isBeyond(quote.validUntil, evidence))
      throw new Refusal('quote_reconfirm', evidence?.until ? { day: evidence.until } : {})
    const promised = this.#book.promised({ ...quote, lines })
    return this.#book.move({ ...moved, totals: prices.totals, reconfirm, lines: promised }, notes)
  }

  /**
   * Orders a quote: one order an area and display lead time, all in one transaction with the quote's new state, so
   * that a second click finds it ordered. The prices and the total are those that the quote shows.
   *
   * @throws Refusal `not_found`, `quote_state`, `quote_expired` unless that is confirmed, `price_changed` of a draft,
   *   `totals_changed` of a quote that was sent, `reconfirm_moved` of one whose prices were to be reconfirmed; Outdated;
   *   Invalid naming what stands in the way
   */
  async order(
    id: number,
    { version, expired }: QuoteOrder,
    by: Actor,
  ): Promise<{ orders: number[]; quote: QuoteFacts }> {
    const book = this.#book
    const quote = await book.at(id, version)
    if (!isOpen(quote)) book.refuseState(quote)
    const customer = await book.customer(quote.customerId)
    this.#refuseIncomplete(this.#checked(quote, customer), 'send')
    if (quote.state === 'draft') refuseOld(quote, await this.#unmoved(quote, 'send'))
    else if (isAskedAnew(quote)) refuseOld(quote, await this.#reconfirmed(quote, customer))
    const totals = this.#pricing.totals(quote, customer)
    if (!sameAmounts(totals, quote.totals)) throw new Refusal('totals_changed')
    if (book.expired(quote) && !expired) throw new Refusal('quote_expired', { day: quote.validUntil })
    const carts = await cartsOf(quote, customer, this.#pricing, this.#with)
    const taxed = this.#pricing.inForce(quote)
    const lines = book.promised(taxed)
    const state = 'ordered' as const
    const told = quote.state === 'draft' ? totals : quote.totals
    const ordered = { ...taxed, state, totals: told, lines, updatedAt: book.now() }
    const services = servicesOf(quote, customer, this.#pricing)
    // What is noted of it is what its orders tell.
    const moved = await book.moved(ordered, () => [])
    const orders = await this.#with.orders.placeQuote(moved, carts, services, customer, by)
    if (orders === null) {
      const present = await book.stored(id)
      if (!isOpen(present)) book.refuseState(present)
      return book.refuseOutdated(id)
    }
    return { orders: orders.map((order) => order.id), quote: await book.told(id) }
  }

  /**
   * A quote with what the customer took in its total. Prices are those that were sent; so that the totals are, too, what
   * was sent must still come to the same.
   */
  async #taken(quote: QuoteRecord, taken: readonly string[]): Promise<QuoteRecord> {
    // A draft is written as it is meant.
    if (quote.state !== 'sent') throw new Invalid([{ path: '/taken', code: 'taken_state' }])
    const faults = takenFaults(quote.lines, taken)
    if (faults.length > 0) throw new Invalid(faults)
    const lines = withTaken(quote.lines, taken)
    if (lines.every((line, i) => line === quote.lines[i])) return quote
    const customer = await this.#book.customer(quote.customerId)
    const totalsOf = (of: QuoteRecord['lines']) =>
      this.#pricing.totals({ ...quote, lines: asFacts(of) }, customer)
    if (!sameAmounts(totalsOf(quote.lines), quote.totals)) throw new Refusal('totals_changed')
    const indicative = amountsOf(asFacts(lines), quote.discount).uncertainty !== null
    return { ...quote, lines, totals: totalsOf(lines), indicative }
  }

  /** The quote with its lines held against the catalogue as its customer sees it. */
  #checked(quote: QuoteRecord, customer: Customer): QuoteRecord {
    const lines = quote.lines.map((line) => {
      const problem = this.#pricing.problem(line, customer)
      return { ...line, problem }
    })
    return { ...quote, lines }
  }

  /** @param other what stands in the way of that alone is let through */
  #refuseIncomplete(quote: QuoteRecord, other: 'send' | 'order'): void {
    const faults = this.#book.obstacles(quote).filter(({ stops }) => stops !== other)
    if (faults.length > 0) throw new Invalid(faults)
  }

  /**
   * A draft shows today's prices: where they have moved, or a partner refuses a line now, the user sees that before he
   * sends or orders it.
   */
  async #unmoved(quote: QuoteRecord, other: 'send' | 'order'): Promise<Compared> {
    const customer = await this.#book.customer(quote.customerId)
    const compared = await this.#pricing.compare(quote, customer)
    await this.#book.mark(quote, compared.marked, customer)
    this.#refuseIncomplete({ ...quote, lines: [...compared.marked] }, other)
    if (compared.prices.moved) throw new Refusal('price_changed')
    return compared
  }

  /** What was sent with prices to be reconfirmed is ordered once they were: what it is not ordered of may have moved. */
  async #reconfirmed(quote: QuoteRecord, customer: Customer): Promise<Compared> {
    const compared = await this.#pricing.compare(quote, customer)
    this.#refuseIncomplete({ ...quote, lines: [...compared.marked] }, 'send')
    const isMoved = compared.prices.lines.some((price, i) => price !== null && isIncluded(quote.lines[i]!))
    if (isMoved) throw new Refusal('reconfirm_moved')
    return compared
  }
}

/** Prices of what was sent stand, also of what the catalogue has no more. */
const asFacts = (lines: QuoteRecord['lines']) => lines.map((line) => ({ ...line, problem: null }))
