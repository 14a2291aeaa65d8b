import { completeAddress, deskAddressFaults } from '../domain/address.ts'
import { sameAmounts, withVat, type Totals } from '../domain/cart.ts'
import type { JournalNote } from '../domain/journal.ts'
import type { Actor } from '../domain/people.ts'
import { obstaclesOf } from '../domain/quote-obstacles.ts'
import {
  isExpired,
  isOpen,
  QUOTE_MOVES,
  quoteNumber,
  uncertaintyOf,
  type QuoteDelivery,
  type QuoteInput,
  type QuoteLineInput,
  type QuoteMove,
  type QuoteNew,
  type QuoteOrder,
  type QuoteUpdate,
  type QuoteVersion,
} from '../domain/quote.ts'
import {
  sourcedLine,
  type ComparedPrices,
  type KeptLine,
  type QuoteFacts,
  type SourcedLine,
} from '../domain/quote-facts.ts'
import { addDays, localDay, type Day } from '../domain/shared/calendar.ts'
import { dayOfFiles, dayOfReceipt, promisedDay } from '../domain/shared/working-days.ts'
import { vatOf } from '../domain/vat.ts'
import type { QuoteFilter, QuoteRecord } from '../store/quotes.ts'
import type { Store } from '../store/store.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Customer, CustomerService } from './customers.ts'
import type { OfferService } from './offers.ts'
import type { OrderService } from './orders.ts'
import type { PriceService } from './prices.ts'
import { cartsOf } from './quote-carts.ts'
import { movedBy, noteOf, noteOfMove } from './notes.ts'
import type { PeopleService } from './people.ts'
import { asSent, dayIn } from './quote-input.ts'
import type { QuoteNews } from './quote-news.ts'
import type { Priced, QuotePricing } from './quote-prices.ts'
import { Invalid, Outdated, Refusal } from './refusal.ts'
import type { SettingsService } from './settings.ts'

export interface QuoteServices {
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly customers: CustomerService
  readonly offers: OfferService
  readonly prices: PriceService
  readonly orders: OrderService
  readonly settings: SettingsService
  readonly quotePricing: QuotePricing
  readonly people: PeopleService
  readonly news: QuoteNews
  readonly clock: Clock
}

/** What of a quote stays when its content is written anew. */
type Kept =
  ('id' | 'version' | 'key' | 'state' | 'createdAt' | 'validUntil') | ('madeBy' | 'sentBy' | 'acceptedBy')

/** Lines that were priced without being saved. */
export type PricedPreview = Omit<Priced, 'lines'> & { readonly lines: readonly SourcedLine[] }

/**
 * Quotes. A draft keeps the prices that it was saved with until a person takes today's, and is sent and ordered at
 * today's alone. What was sent is a fact: going on from it is a copy.
 */
export class QuoteService {
  readonly #with: QuoteServices
  readonly #pricing: QuotePricing

  constructor(services: QuoteServices) {
    this.#with = services
    this.#pricing = services.quotePricing
  }

  /** Prices the lines of a quote without saving anything. */
  async preview(input: QuoteInput): Promise<PricedPreview> {
    const customer = await this.#customer(input.customerId)
    const priced = await this.#pricing.price(asSent(input).lines, customer, input.address)
    return { ...priced, lines: this.#sourced(priced.lines) }
  }

  /** Makes a draft; with a key that was sent before, answers the quote that it made: a lost answer makes no second. */
  async create({ key, ...input }: QuoteNew, by: Actor): Promise<QuoteFacts> {
    const before = key ? await this.#with.store.quotes.byKey(key) : undefined
    if (before) return this.#present(before)
    return this.#insert(asSent(input), key ?? null, by)
  }

  /**
   * Saves changes to a draft. Lines that stay as they were keep their prices.
   * @throws Refusal `not_found`, `quote_state`; Outdated where it is no longer the version that was changed
   */
  async update(id: number, { version, ...input }: QuoteUpdate): Promise<QuoteFacts> {
    const before = await this.#at(id, version)
    if (before.state !== 'draft') this.#refuseState(before)
    return this.#write(await this.#record(asSent(input), before, before.lines))
  }

  /**
   * Completes the address and the note of a quote that was sent, until it is ordered.
   * @throws Refusal `not_found`, `quote_state`; Outdated; Invalid where the address changes the VAT that was sent
   */
  async deliver(id: number, { version, ...input }: QuoteDelivery): Promise<QuoteFacts> {
    const before = await this.#at(id, version)
    if (!isOpen(before) || before.state === 'draft') this.#refuseState(before)
    const address = completeAddress(input.address)
    this.#refuseOtherVat(before, address)
    return this.#write({ ...before, address, note: input.note, updatedAt: this.#now() })
  }

  /** A draft of the same lines, at today's prices. */
  async duplicate(id: number, by: Actor): Promise<QuoteFacts> {
    const { customerId, reference, note, address, lines } = await this.#stored(id)
    return this.#insert({ customerId, reference, note, address, lines: [...lines] }, null, by)
  }

  async #insert(input: QuoteInput, key: string | null, by: Actor): Promise<QuoteFacts> {
    const at = this.#now()
    const validUntil = addDays(this.#today(), this.#with.settings.current.quoteValidityDays)
    const kept = { id: 0, version: 1, key, state: 'draft' as const, createdAt: at, validUntil }
    const record = await this.#record(input, {
      ...{ ...kept, madeBy: by.person, sentBy: null, acceptedBy: null },
    })
    const note = (quote: number) => noteOf({ by, at }, 'quote_made', { quote })
    return this.#told(await this.#with.store.quotes.insert(record, note))
  }

  /** Today's prices of a draft beside those that it holds. Those of a quote that was sent do not move. */
  async prices(id: number): Promise<ComparedPrices> {
    const quote = await this.#stored(id)
    if (quote.state === 'draft') {
      return this.#pricing.compare(quote, await this.#customer(quote.customerId))
    }
    const { version, lines } = quote
    return {
      version,
      moved: false,
      lines: lines.map(() => null),
      totals: this.#totalsOf(quote),
      uncertainty: uncertaintyOf(lines),
    }
  }

  /** Puts today's prices on a draft. @throws Refusal `not_found`, `quote_state`; Outdated */
  async reprice(id: number, { version }: QuoteVersion): Promise<QuoteFacts> {
    const before = await this.#at(id, version)
    if (before.state !== 'draft') this.#refuseState(before)
    return this.#write(await this.#priced(before, before.lines, await this.#customer(before.customerId)))
  }

  /**
   * Moves a quote to another state. A draft that leaves is as it will stay: what is missing, a price that moved, an
   * estimate that nobody meant to send are said first, and its delivery days are fixed.
   *
   * @throws Refusal `not_found`, `quote_state`, `price_changed`, `quote_indicative`; Outdated; Invalid with what is
   *   missing
   */
  async move(id: number, { state, version, indicative }: QuoteMove, by: Actor): Promise<QuoteFacts> {
    const quote = await this.#at(id, version)
    // `ordered` is reached by ordering alone.
    if (state === 'ordered' || !QUOTE_MOVES[quote.state].includes(state)) this.#refuseState(quote)
    const at = this.#now()
    const moved = { ...quote, state, updatedAt: at, ...movedBy(by, state) }
    const notes = noteOfMove({ by, at }, id, state)
    if (quote.state !== 'draft' || state === 'refused') return this.#write(moved, notes)
    this.#refuseIncomplete(quote, 'order')
    await this.#refuseMovedPrices(quote)
    if (quote.indicative && !indicative) throw new Refusal('quote_indicative')
    return this.#write({ ...moved, lines: this.#promise(quote) }, notes)
  }

  /** Deletes a draft. @throws Refusal `not_found`, `quote_state`; Outdated */
  async delete(id: number, version: number | null, by: Actor): Promise<void> {
    const before = await this.#at(id, version)
    if (before.state !== 'draft') this.#refuseState(before)
    const note = noteOf({ by, at: this.#now() }, 'quote_deleted', { quote: id })
    if (!(await this.#with.store.quotes.delete(id, before.version, note))) return this.#refuseOutdated(id)
    this.#with.news.changed(id, null)
  }

  async get(id: number): Promise<QuoteFacts> {
    return this.#present(await this.#stored(id))
  }

  list(
    filter: QuoteFilter,
    limit: number,
    offset: number,
  ): Promise<{ total: number; quotes: QuoteRecord[] }> {
    return this.#with.store.quotes.list(filter, limit, offset)
  }

  /** Whether the quote's validity is over today. */
  expired({ state, validUntil }: Pick<QuoteRecord, 'state' | 'validUntil'>): boolean {
    return isExpired(state, validUntil, this.#today())
  }

  /**
   * Orders a quote: one order an area and display lead time, all in one transaction with the quote's new state, so
   * that a second click finds it ordered. The prices and the total are those that the quote shows.
   *
   * @throws Refusal `not_found`, `quote_state`, `quote_expired` unless that is confirmed, `price_changed` of a draft,
   *   `totals_changed` of a quote that was sent; Outdated; Invalid naming what stands in the way
   */
  async order(
    id: number,
    { version, expired }: QuoteOrder,
    by: Actor,
  ): Promise<{ orders: number[]; quote: QuoteFacts }> {
    const quote = await this.#at(id, version)
    if (!isOpen(quote)) this.#refuseState(quote)
    const customer = await this.#customer(quote.customerId)
    this.#refuseIncomplete(this.#checked(quote, customer), 'send')
    if (quote.state === 'draft') await this.#refuseMovedPrices(quote)
    const totals = this.#pricing.totals(quote.lines, customer, quote.address)
    if (!sameAmounts(totals, quote.totals)) throw new Refusal('totals_changed')
    if (this.expired(quote) && !expired) throw new Refusal('quote_expired', { day: quote.validUntil })
    const carts = await cartsOf(quote, customer, this.#pricing, this.#with)
    const ordered = {
      ...quote,
      state: 'ordered' as const,
      lines: this.#promise(quote),
      updatedAt: this.#now(),
    }
    const orders = await this.#with.orders.placeQuote(ordered, carts, customer, by)
    if (orders === null) {
      const present = await this.#stored(id)
      if (!isOpen(present)) this.#refuseState(present)
      return this.#refuseOutdated(id)
    }
    return { orders: orders.map((order) => order.id), quote: await this.#told(id) }
  }

  /** @throws Refusal `quote_state`, with the state that it is in, and who brought it there */
  #refuseState({ state, sentBy, acceptedBy }: QuoteRecord): never {
    const by = this.#with.people.nameOf(state === 'sent' ? sentBy : state === 'accepted' ? acceptedBy : null)
    throw new Refusal('quote_state', { state, ...(by !== null && { by }) })
  }

  /** The quote with its lines held against the catalogue as its customer sees it. */
  #checked(quote: QuoteRecord, { visibility }: Customer): QuoteRecord {
    const lines = quote.lines.map((line) => {
      const problem = this.#pricing.problem(line, visibility)
      return { ...line, problem }
    })
    return { ...quote, lines }
  }

  /** @param other what stands in the way of that alone is let through */
  #refuseIncomplete(quote: QuoteRecord, other: 'send' | 'order'): void {
    const { vat } = this.#with.settings.current
    const faults = obstaclesOf(quote, vat, this.#today()).filter(({ stops }) => stops !== other)
    if (faults.length > 0) throw new Invalid(faults)
  }

  /** A draft shows today's prices: where they have moved, the user sees them before he sends or orders it. */
  async #refuseMovedPrices(quote: QuoteRecord): Promise<void> {
    const customer = await this.#customer(quote.customerId)
    if ((await this.#pricing.compare(quote, customer)).moved) throw new Refusal('price_changed')
  }

  /** The total that was sent holds for the VAT that it was made with. */
  #refuseOtherVat(quote: QuoteRecord, address: QuoteRecord['address']): void {
    const { vat: table } = this.#with.settings.current
    const before = vatOf(table, this.#pricing.destination(quote.address))
    const after = vatOf(table, this.#pricing.destination(address))
    if (before.rate === after.rate) return
    if (after.reason === 'country_unknown') throw new Invalid(deskAddressFaults(address, table, '/address'))
    const abroad = before.reason === 'elsewhere' || after.reason === 'elsewhere'
    const field = abroad ? 'pays' : 'code_postal'
    const params = { before: before.rate.replace('.', ','), after: after.rate.replace('.', ',') }
    throw new Invalid([{ path: `/address/${field}`, code: 'vat_changed', params }])
  }

  #promise({ lines, state, filesOn }: QuoteRecord): KeptLine[] {
    if (state !== 'draft') return [...lines]
    const { calendar } = this.#with.settings.current
    const received = dayOfFiles(dayOfReceipt(calendar, this.#with.clock.now()), filesOn)
    return lines.map((line) => ({ ...line, promised: promisedDay(calendar, received, line.price) }))
  }

  async #record(
    input: QuoteInput,
    kept: Pick<QuoteRecord, Kept>,
    before: readonly KeptLine[] = [],
  ): Promise<QuoteRecord> {
    const customer = await this.#customer(input.customerId)
    const { id, version, key, state, createdAt, madeBy, sentBy, acceptedBy } = kept
    const head = {
      ...{ id, version, key, state, createdAt, madeBy, sentBy, acceptedBy },
      customerId: customer.id,
      customer: customer.name,
      reference: input.reference ?? '',
      note: input.note ?? '',
      address: completeAddress(input.address),
      validUntil: input.validUntil ? dayIn(input.validUntil, 'validUntil') : kept.validUntil,
      filesOn: input.filesOn ? dayIn(input.filesOn, 'filesOn') : null,
    }
    return this.#priced(head, input.lines, customer, before)
  }

  async #priced(
    head: Omit<QuoteRecord, keyof Priced | 'catalogueVersion' | 'updatedAt'>,
    lines: readonly QuoteLineInput[],
    customer: Customer,
    before: readonly KeptLine[] = [],
  ): Promise<QuoteRecord> {
    const { version } = this.#with.catalogue.snapshot
    const priced = await this.#pricing.price(lines, customer, head.address, before)
    return { ...head, ...priced, catalogueVersion: version, updatedAt: this.#now() }
  }

  async #customer(id: number | null | undefined): Promise<Customer> {
    if (id === null || id === undefined) return this.#with.customers.desk()
    const customer = this.#with.customers.byId(id)
    if (!customer) throw new Refusal('not_found', { what: 'customer', id })
    return customer
  }

  async #stored(id: number): Promise<QuoteRecord> {
    const record = await this.#with.store.quotes.byId(id)
    if (!record) throw new Refusal('not_found', { what: 'quote', id: quoteNumber(id) })
    return record
  }

  /** The quote, where it still is the version that was read; without one, as it stands. @throws Outdated */
  async #at(id: number, version: number | null | undefined): Promise<QuoteRecord> {
    const record = await this.#stored(id)
    if (typeof version === 'number' && record.version !== version) await this.#refuseOutdated(id)
    return record
  }

  /** Writes a quote over the version that it was read at: what came in between is never written over. */
  async #write(record: QuoteRecord, notes: readonly JournalNote[] = []): Promise<QuoteFacts> {
    if (!(await this.#with.store.quotes.update(record, notes))) await this.#refuseOutdated(record.id)
    return this.#told(record.id)
  }

  /** The quote as it was written, which is told to who watches. */
  async #told(id: number): Promise<QuoteFacts> {
    const quote = await this.get(id)
    this.#with.news.changed(id, quote.version)
    return quote
  }

  async #refuseOutdated(id: number): Promise<never> {
    throw new Outdated('quote_changed', await this.get(id))
  }

  #sourced(lines: readonly KeptLine[]): SourcedLine[] {
    const sources = this.#with.store.sources.all()
    return lines.map((line) => sourcedLine(line, sources))
  }

  #now(): string {
    return this.#with.clock.now().toISOString()
  }

  #today(): Day {
    return localDay(this.#with.clock.now())
  }

  /** The totals that a quote holds: it becomes an order a line at most. */
  #totalsOf({ totals, address, lines }: QuoteRecord): Totals | null {
    const { rate } = vatOf(this.#with.settings.current.vat, this.#pricing.destination(address))
    return totals && withVat(totals, rate, lines.length)
  }

  async #present(record: QuoteRecord): Promise<QuoteFacts> {
    const { key: _key, ...quote } = record
    const { people, settings } = this.#with
    const { vat } = settings.current
    return {
      ...quote,
      number: quoteNumber(record.id),
      madeBy: people.nameOf(record.madeBy),
      sentBy: people.nameOf(record.sentBy),
      acceptedBy: people.nameOf(record.acceptedBy),
      expired: this.expired(record),
      lines: this.#sourced(this.#promise(record)),
      totals: this.#totalsOf(record),
      uncertainty: uncertaintyOf(record.lines),
      vat: vatOf(vat, this.#pricing.destination(record.address)),
      obstacles: isOpen(record) ? obstaclesOf(record, vat, this.#today()) : [],
      orders: await this.#with.store.orders.ofQuote(record.id),
    }
  }
}
