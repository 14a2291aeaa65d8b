import { addressFaults, completeAddress } from '../domain/address.ts'
import { cartTotals, type CartTotals } from '../domain/cart.ts'
import { SEES_ALL } from '../domain/catalogue.ts'
import { faultMessage, reasonMessage, type Locale } from '../domain/messages.ts'
import type { Area } from '../domain/order.ts'
import {
  isExpired,
  QUOTE_MOVES,
  quoteNumber,
  type PricedLeadTime,
  type Quote,
  type QuoteInput,
  type QuoteLine,
  type QuoteLineInput,
  type QuoteState,
} from '../domain/quote.ts'
import type { Fault } from '../domain/faults.ts'
import { addDays, isDay, localDay, type Day } from '../domain/shared/calendar.ts'
import type { OrderRecord } from '../store/orders.ts'
import type { QuoteFilter, QuoteRecord } from '../store/quotes.ts'
import type { Store } from '../store/store.ts'
import type { PricedCart } from './carts.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Customer, CustomerService } from './customers.ts'
import { pricedLeadTime, type OfferService } from './offers.ts'
import type { OrderService } from './orders.ts'
import type { CheckedLine, PriceService } from './prices.ts'
import { Invalid, Refusal } from './refusal.ts'
import type { SettingsService } from './settings.ts'

/** A line whose lead time has no price, or that no longer fits the catalogue, stands like this. */
const NO_PRICE: PricedLeadTime = {
  label: '',
  days: 0,
  delai: null,
  status: 'unavailable',
  priceCents: null,
  low: null,
  high: null,
  observedAt: null,
  message: '',
}

/** A quote priced now: its lines, their totals, and whether one of them is only an estimate. */
interface Priced {
  readonly lines: QuoteLine[]
  readonly totals: CartTotals | null
  readonly indicative: boolean
  readonly problem: string | null
}

/** Lines that become one order: those of an area, in the display area those of one lead time. */
interface Group {
  readonly area: Area
  readonly lines: readonly QuoteLine[]
}

export interface QuoteServices {
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly customers: CustomerService
  readonly offers: OfferService
  readonly prices: PriceService
  readonly orders: OrderService
  readonly settings: SettingsService
  readonly clock: Clock
}

/** Quotes: saved with what they were priced from; ordered at the price that they show. */
export class QuoteService {
  readonly #with: QuoteServices

  constructor(services: QuoteServices) {
    this.#with = services
  }

  /** Prices the lines of a quote without saving anything. */
  async preview(input: QuoteInput, locale: Locale): Promise<Priced> {
    return this.#price(input.lines, this.#customer(input.customerId), input.address, locale)
  }

  async create(input: QuoteInput, locale: Locale): Promise<Quote> {
    const now = this.#with.clock.now()
    const record = await this.#record(input, locale, {
      id: 0,
      state: 'draft',
      createdAt: now.toISOString(),
      validUntil: addDays(localDay(now), this.#with.settings.current.quoteValidityDays),
    })
    return this.get(this.#with.store.quotes.insert(record))
  }

  /** Saves changes to a draft. @throws Refusal `not_found`, `quote_state` */
  async update(id: number, input: QuoteInput, locale: Locale): Promise<Quote> {
    const before = this.#stored(id)
    if (before.state !== 'draft') throw new Refusal('quote_state')
    const record = await this.#record(input, locale, before)
    // It may have been ordered or sent while its lines were being priced.
    if (this.#stored(id).state !== 'draft') throw new Refusal('quote_state')
    this.#with.store.quotes.update(record)
    return this.get(id)
  }

  /** A draft of the same lines, at today's prices. */
  async duplicate(id: number, locale: Locale): Promise<Quote> {
    const { customerId, reference, note, address, lines } = this.#stored(id)
    return this.create({ customerId, reference, note, address, lines: lines.map(asInput) }, locale)
  }

  /** Moves a quote to another state. @throws Refusal `not_found`, `quote_state` */
  move(id: number, state: QuoteState): Quote {
    const { state: before } = this.#stored(id)
    // `ordered` is reached by ordering alone.
    if (state === 'ordered' || !QUOTE_MOVES[before].includes(state)) throw new Refusal('quote_state')
    this.#with.store.quotes.setState(id, state, this.#with.clock.now().toISOString())
    return this.get(id)
  }

  /** Deletes a draft. @throws Refusal `not_found`, `quote_state` */
  delete(id: number): void {
    if (this.#stored(id).state !== 'draft') throw new Refusal('quote_state')
    this.#with.store.quotes.delete(id)
  }

  get(id: number): Quote {
    return this.#present(this.#stored(id))
  }

  list(filter: QuoteFilter, limit: number, offset: number): { total: number; quotes: QuoteRecord[] } {
    return this.#with.store.quotes.list(filter, limit, offset)
  }

  /** Whether the quote's validity is over today. */
  expired({ state, validUntil }: Pick<QuoteRecord, 'state' | 'validUntil'>): boolean {
    return isExpired(state, validUntil, localDay(this.#with.clock.now()))
  }

  /**
   * Orders a quote: one order an area and display lead time, all in one transaction with the quote's new state, so
   * that a second click finds it ordered. The prices are those that the quote shows.
   *
   * @throws Refusal `not_found`, `quote_state`; Invalid naming the address fields and the lines that stand in the way
   */
  async order(id: number, locale: Locale): Promise<{ orders: number[]; quote: Quote }> {
    const quote = this.#stored(id)
    if (!QUOTE_MOVES[quote.state].includes('ordered')) throw new Refusal('quote_state')
    const customer = this.#customer(quote.customerId)
    const faults: Fault[] = addressFaults({ ...quote.address }, '/address')
    if (quote.lines.length === 0) faults.push({ path: '/lines', code: 'field_required' })
    const lines = await this.#priceLines(quote.lines.map(asInput), customer, locale)
    if (quote.state === 'draft') this.#refuseChanged(quote, lines)
    lines.forEach((line, i) => {
      const { status, message } = quote.lines[i]!.price
      if (line.problem === null && (status === 'firm' || status === 'observed')) return
      const text = line.problem ?? (message || undefined)
      faults.push({ path: `/lines/${i}`, code: 'price_unavailable', reason: { code: 'excluded', text } })
    })
    if (faults.length > 0) throw new Invalid(faults)
    const named = await Promise.all(quote.lines.map((line, i) => this.#withLeadTimeId(line, i, faults)))
    if (faults.length > 0) throw new Invalid(faults)
    const carts = groupsOf(named).map((group) => this.#cart(group, quote, customer))
    const orders = await this.#with.orders.commit(() => {
      if (!QUOTE_MOVES[this.#stored(id).state].includes('ordered')) throw new Refusal('quote_state')
      this.#with.store.quotes.setState(id, 'ordered', this.#with.clock.now().toISOString())
      return carts.map((cart) => this.#with.orders.place(cart, { customer, quoteId: id }))
    })
    return { orders: orders.map((order: OrderRecord) => order.id), quote: this.get(id) }
  }

  /** Holds open quotes against the catalogue in force, and marks those that no longer fit with the reason. */
  checkAll(locale: Locale): void {
    const { store, offers } = this.#with
    for (const quote of store.quotes.open()) {
      const lines = quote.lines.map((line) => {
        try {
          offers.check(line.area, bodyOf(line), SEES_ALL)
          return { ...line, problem: null }
        } catch (error) {
          if (!(error instanceof Invalid)) throw error
          return { ...line, problem: error.faults.map((fault) => faultMessage(fault, locale)).join(' ') }
        }
      })
      const problem = lines.find((line) => line.problem !== null)?.problem ?? null
      const before = quote.lines.map((line) => line.problem)
      if (problem !== quote.problem || lines.some((line, i) => line.problem !== before[i])) {
        store.quotes.setProblem(quote.id, problem, lines)
      }
    }
  }

  /** A draft shows today's prices: where they have moved, the user sees them before he orders. */
  #refuseChanged(quote: QuoteRecord, lines: readonly QuoteLine[]): void {
    const moved = lines.some(
      ({ problem, price }, i) => problem === null && price.priceCents !== quote.lines[i]!.price.priceCents,
    )
    if (moved) throw new Refusal('price_changed')
  }

  /** An order names its lead time by id: of a partner's price whose label alone is known, the id is found first. */
  async #withLeadTimeId(line: QuoteLine, index: number, faults: Fault[]): Promise<QuoteLine> {
    if (line.price.delai !== null) return line
    const { offers, prices } = this.#with
    const checked = offers.check(line.area, bodyOf(line))
    const delai = await prices.idOf(checked, await prices.of(checked), line.price.label)
    if (delai === null || (line.delai !== null && line.delai !== delai)) {
      faults.push({
        path: `/lines/${index}`,
        code: 'lead_time_unavailable',
        params: { delai: line.price.label },
      })
    }
    return { ...line, delai, price: { ...line.price, delai } }
  }

  #cart({ area, lines }: Group, quote: QuoteRecord, customer: Customer): PricedCart {
    const { offers, settings } = this.#with
    return {
      area,
      devis: quote.reference || quoteNumber(quote.id),
      address: quote.address,
      delai: area === 'display' ? (lines[0]?.price.delai ?? null) : null,
      lines: lines.map((line) => {
        const checked = offers.check(line.area, bodyOf(line))
        const { label, days, delai, priceCents } = line.price
        return {
          line: checked.line,
          name: line.name,
          leadTime: { id: delai, days, label },
          cents: priceCents!,
        }
      }),
      totals: cartTotals(
        lines.map((line) => line.price.priceCents!),
        customer.discount,
        settings.current.vat,
        quote.address,
      ),
    }
  }

  async #record(
    input: QuoteInput,
    locale: Locale,
    kept: Pick<QuoteRecord, 'id' | 'state' | 'createdAt' | 'validUntil'>,
  ): Promise<QuoteRecord> {
    const customer = this.#customer(input.customerId)
    const priced = await this.#price(input.lines, customer, input.address, locale)
    return {
      id: kept.id,
      customerId: customer.id,
      customer: customer.name,
      state: kept.state,
      reference: input.reference ?? '',
      note: input.note ?? '',
      address: completeAddress(input.address),
      validUntil: input.validUntil ? day(input.validUntil) : kept.validUntil,
      catalogueVersion: this.#with.catalogue.snapshot.version,
      ...priced,
      createdAt: kept.createdAt,
      updatedAt: this.#with.clock.now().toISOString(),
    }
  }

  #customer(id: number | null | undefined): Customer {
    if (id === null || id === undefined) return this.#with.customers.desk()
    const customer = this.#with.customers.byId(id)
    if (!customer) throw new Refusal('not_found')
    return customer
  }

  async #price(
    inputs: readonly QuoteLineInput[],
    customer: Customer,
    address: unknown,
    locale: Locale,
  ): Promise<Priced> {
    const lines = await this.#priceLines(inputs, customer, locale)
    const whole =
      lines.length > 0 && lines.every((line) => line.problem === null && line.price.priceCents !== null)
    return {
      lines,
      totals: whole ? this.#totals(lines, customer, completeAddress(address)) : null,
      indicative: lines.some((line) => line.price.status === 'estimated'),
      problem: lines.find((line) => line.problem !== null)?.problem ?? null,
    }
  }

  /** The sum of the totals of the orders that the quote will become: to the cent what will be invoiced. */
  #totals(
    lines: readonly QuoteLine[],
    customer: Customer,
    address: { pays: string; code_postal: string },
  ): CartTotals {
    const parts = groupsOf(lines).map((group) =>
      cartTotals(
        group.lines.map((line) => line.price.priceCents!),
        customer.discount,
        this.#with.settings.current.vat,
        address,
      ),
    )
    return parts.reduce((sum, part) => ({
      prix_ht: sum.prix_ht + part.prix_ht,
      remise_grand_compte_ht: sum.remise_grand_compte_ht + part.remise_grand_compte_ht,
      prix_total_ht: sum.prix_total_ht + part.prix_total_ht,
      prix_tva: sum.prix_tva + part.prix_tva,
      prix_final_ttc: sum.prix_final_ttc + part.prix_final_ttc,
    }))
  }

  #priceLines(inputs: readonly QuoteLineInput[], customer: Customer, locale: Locale): Promise<QuoteLine[]> {
    return Promise.all(inputs.map((input) => this.#priceLine(input, customer, locale)))
  }

  async #priceLine(input: QuoteLineInput, customer: Customer, locale: Locale): Promise<QuoteLine> {
    const { offers } = this.#with
    const line: QuoteLine = {
      area: input.area,
      line: input.line,
      delai: input.delai,
      leadTimeLabel: input.leadTimeLabel ?? null,
      name: '',
      summary: [],
      price: NO_PRICE,
      problem: null,
    }
    try {
      const checked = offers.check(input.area, bodyOf(line), customer.visibility)
      const price = await this.#priceAt(checked, input, locale)
      return {
        ...line,
        delai: price.delai ?? input.delai,
        leadTimeLabel: price.label || line.leadTimeLabel,
        name: offers.name(checked),
        summary: offers.summary(checked),
        price,
      }
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      return { ...line, problem: error.faults.map((fault) => faultMessage(fault, locale)).join(' ') }
    }
  }

  /**
   * The price at the lead time that the line asks for: by its id; by its label where no answer has shown the label of
   * that id, or none is named; the cheapest where it asks for none.
   */
  async #priceAt(checked: CheckedLine, input: QuoteLineInput, locale: Locale): Promise<PricedLeadTime> {
    const prices = await this.#with.prices.of(checked)
    const { delai, leadTimeLabel } = input
    if (delai !== null) {
      const byId = prices.find(({ leadTime }) => leadTime.id === delai)
      if (byId) return pricedLeadTime(byId, locale)
      const price = await this.#with.prices.at(checked, prices, delai)
      if (!('code' in price)) return pricedLeadTime(price, locale)
      if (price.code !== 'lead_time_not_known' || !leadTimeLabel) {
        return { ...NO_PRICE, delai, label: leadTimeLabel ?? '', message: reasonMessage(price, locale) }
      }
    }
    const offered = prices.map((price) => pricedLeadTime(price, locale))
    if (!leadTimeLabel) return cheapest(offered) ?? NO_PRICE
    const isAsked = (price: PricedLeadTime) => delai === null || price.delai === null || price.delai === delai
    return offered.find((price) => price.label === leadTimeLabel && isAsked(price)) ?? NO_PRICE
  }

  #stored(id: number): QuoteRecord {
    const record = this.#with.store.quotes.byId(id)
    if (!record) throw new Refusal('not_found')
    return record
  }

  #present(record: QuoteRecord): Quote {
    const { problem: _problem, lines, ...quote } = record
    return {
      ...quote,
      number: quoteNumber(record.id),
      expired: this.expired(record),
      lines: [...lines],
      orders: this.#with.store.orders.ofQuote(record.id),
    }
  }
}

function cheapest(prices: readonly PricedLeadTime[]): PricedLeadTime | undefined {
  return prices
    .filter((price) => price.priceCents !== null)
    .reduce<PricedLeadTime | undefined>(
      (best, price) => (best && best.priceCents! <= price.priceCents! ? best : price),
      undefined,
    )
}

/** The line as the partner API takes it: a print line carries its lead time, a display line does not. */
function bodyOf(line: Pick<QuoteLine, 'area' | 'line' | 'delai'>): Record<string, unknown> {
  return { ...line.line, delai: line.delai }
}

function asInput({ area, line, delai, leadTimeLabel }: QuoteLine): QuoteLineInput {
  return { area, line, delai, leadTimeLabel }
}

function groupsOf(lines: readonly QuoteLine[]): Group[] {
  const groups = new Map<string, QuoteLine[]>()
  for (const line of lines) {
    const key = line.area === 'print' ? 'print' : `display ${line.price.delai ?? line.price.label}`
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  return [...groups.values()].map((group) => ({ area: group[0]!.area, lines: group }))
}

/** A day as it was sent. @throws Invalid where it is none of the calendar */
function day(text: string): Day {
  if (isDay(text)) return text
  const params = { parameter: 'validUntil', kind: 'une date (AAAA-MM-JJ)', kindEn: 'a date (YYYY-MM-DD)' }
  throw new Invalid([{ path: '/validUntil', code: 'value_invalid', params }])
}
