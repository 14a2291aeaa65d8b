import type { AdresseLivraison } from '../../domain/address.ts'
import { withVat, type Totals } from '../../domain/cart.ts'
import { collectedAt } from '../../domain/collection.ts'
import {
  sourcedLine,
  type KeptLine,
  type Obstacle,
  type PriceEvidence,
  type QuoteFacts,
  type TotalledLine,
} from '../../domain/quote/facts.ts'
import type { JournalNote } from '../../domain/journal.ts'
import { evidenceOf } from '../../domain/quote/evidence.ts'
import { obstaclesOf } from '../../domain/quote/obstacles.ts'
import { afterAccount, amountsOfQuote, profitOf, type Summed } from '../../domain/quote/amounts.ts'
import { isGivenUp } from '../../domain/shared/order-states.ts'
import { isExpired, isOpen } from '../../domain/shared/quote-states.ts'
import { localDay, type Day } from '../../domain/shared/calendar.ts'
import { inChoices } from '../../domain/shared/line-choices.ts'
import { afterDiscount } from '../../domain/shared/sold-at.ts'
import { OWN_TARIFFS } from '../../domain/shared/sources.ts'
import { dayOfFiles, dayOfReceipt, promisedDay } from '../../domain/shared/working-days.ts'
import type { Vat } from '../../domain/vat.ts'
import { ownVatHeld, vatHeld } from '../../domain/vat-regimes.ts'
import { LETTERHEAD_KEY } from '../../store/quote-sent.ts'
import type { QuoteMoved, QuoteRecord } from '../../store/quotes.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../clock.ts'
import type { Customer, CustomerService } from '../customers.ts'
import { letterheadOf } from '../documents/letterhead.ts'
import type { PeopleService } from '../people.ts'
import { Outdated, Refusal } from '../refusal.ts'
import type { SettingsService } from '../settings.ts'
import type { QuoteNews } from './news.ts'
import type { QuotePricing, Taxed } from './prices.ts'

export interface QuoteBookServices {
  readonly store: Store
  readonly customers: CustomerService
  readonly settings: SettingsService
  readonly quotePricing: QuotePricing
  readonly people: PeopleService
  readonly quoteNews: QuoteNews
  readonly clock: Clock
}

/** The quotes as they stand: read, presented, and written over the version that they were read at. */
export class QuoteBook {
  readonly #with: QuoteBookServices

  constructor(services: QuoteBookServices) {
    this.#with = services
  }

  /** @throws Refusal `not_found` */
  async stored(id: number): Promise<QuoteRecord> {
    const record = await this.#with.store.quotes.byId(id)
    if (!record) throw new Refusal('not_found', { what: 'quote', id })
    return this.#atShop(this.inOrder(record))
  }

  /** What is collected of a draft is collected where the shop is by now. */
  async #atShop(quote: QuoteRecord): Promise<QuoteRecord> {
    if (quote.state !== 'draft' || !quote.collected) return quote
    const address = this.collectedBy(quote.address)
    if (JSON.stringify(address) === JSON.stringify(quote.address)) return quote
    // Its VAT goes by the place.
    const moved = { ...quote, address, totals: null }
    return this.#with.quotePricing.held(moved, quote.lines, await this.customer(quote.customerId))
  }

  /** The address of what somebody collects at the shop. */
  collectedBy(who: AdresseLivraison): AdresseLivraison {
    return collectedAt(who, letterheadOf(this.#with.store.settings.get(LETTERHEAD_KEY)).issuer)
  }

  /** A quote as it is read: earlier programs left other lines between one and its alternatives, and alternatives to none. */
  inOrder(record: QuoteRecord): QuoteRecord {
    return record.state === 'draft' ? { ...record, lines: inChoices(record.lines) } : record
  }

  /** The quote, where it still is the version that was read; without one, as it stands. @throws Outdated */
  async at(id: number, version: number | null | undefined): Promise<QuoteRecord> {
    const record = await this.stored(id)
    if (typeof version === 'number' && record.version !== version) await this.refuseOutdated(id)
    return record
  }

  /** Writes a quote over the version that it was read at: what came in between is never written over. */
  async write(record: QuoteRecord, notes: readonly JournalNote[] = []): Promise<QuoteFacts> {
    if (!(await this.#with.store.quotes.update(record, notes))) await this.refuseOutdated(record.id)
    return this.told(record.id)
  }

  /** Writes a quote that is moved to another state; the first time that it leaves the desk it gets its number. */
  async move(record: QuoteRecord, notes: QuoteMoved['notes']): Promise<QuoteFacts> {
    if (!(await this.#with.store.quotes.move(await this.moved(record, notes)))) {
      await this.refuseOutdated(record.id)
    }
    return this.told(record.id)
  }

  /** A quote that is moved, with what it is numbered by. */
  async moved(quote: QuoteRecord, notes: QuoteMoved['notes']): Promise<QuoteMoved> {
    const numbering = { year: Number(this.today().slice(0, 4)), device: await this.#with.store.device.code() }
    return { quote, numbering, notes }
  }

  /** Marks the lines of a draft where a partner refuses them, or does no more: of its content nothing is another. */
  async mark(quote: QuoteRecord, lines: readonly KeptLine[], customer: Customer): Promise<void> {
    const held = this.#with.quotePricing.held(quote, lines, customer)
    const isSame = lines.every(({ problem }, i) => problem === quote.lines[i]!.problem)
    if (isSame && held.totals === quote.totals) return
    await this.#with.store.quotes.setLines(held)
    this.#with.quoteNews.changed(quote.id, quote.version)
  }

  /** The quote as it was written, which is told to who watches. */
  async told(id: number): Promise<QuoteFacts> {
    const quote = await this.present(await this.stored(id))
    this.#with.quoteNews.changed(id, quote.version)
    return quote
  }

  /** @throws Outdated, with the quote as it stands */
  async refuseOutdated(id: number): Promise<never> {
    throw new Outdated('quote_changed', await this.present(await this.stored(id)))
  }

  /** @throws Refusal `quote_state`, with the state that it is in, and who brought it there */
  refuseState({ state, sentBy, acceptedBy }: QuoteRecord): never {
    const by = this.#with.people.nameOf(state === 'sent' ? sentBy : state === 'accepted' ? acceptedBy : null)
    throw new Refusal('quote_state', { state, ...(by !== null && { by }) })
  }

  /** @param id null: the desk's own. @throws Refusal `not_found` */
  async customer(id: number | null | undefined): Promise<Customer> {
    if (id === null || id === undefined) return this.#with.customers.desk()
    const customer = this.#with.customers.byId(id)
    if (!customer) throw new Refusal('not_found', { what: 'customer', id })
    return customer
  }

  /** Whether the quote's validity is over today. */
  expired({ state, validUntil }: Pick<QuoteRecord, 'state' | 'validUntil'>): boolean {
    return isExpired(state, validUntil, this.today())
  }

  /** Everything that keeps it from being sent or ordered. */
  obstacles(quote: QuoteRecord): Obstacle[] {
    const { settings, store } = this.#with
    const sources = store.sources.all()
    const isOwn = (line: KeptLine) => sourcedLine(line, sources).source?.id === OWN_TARIFFS
    const quoteVat = this.#with.quotePricing.vat(quote)
    return obstaclesOf(quote, { ...settings.current, quoteVat }, this.today(), isOwn)
  }

  /** Until when its prices are known to hold. */
  evidence({ lines, createdAt }: Pick<QuoteRecord, 'lines' | 'createdAt'>): PriceEvidence | null {
    const { settings, store } = this.#with
    const sources = store.sources.all()
    const sourced = lines.map((line) => sourcedLine(line, sources))
    return evidenceOf(sourced, createdAt, settings.current.observedMaxAgeDays)
  }

  /** The lines with their delivery days: a draft's counted from now, others as they were promised. */
  promised({ lines, state, filesOn }: QuoteRecord): KeptLine[] {
    if (state !== 'draft') return [...lines]
    const { calendar } = this.#with.settings.current
    const received = dayOfFiles(dayOfReceipt(calendar, this.#with.clock.now()), filesOn)
    return lines.map((line) => ({ ...line, promised: promisedDay(calendar, received, line.price) }))
  }

  /** Lines with where they come from and what they come to; profits are what the customer's own discount leaves. */
  totalled(quote: Summed & Taxed & Pick<QuoteRecord, 'totals'>): TotalledLine[] {
    const sources = this.#with.store.sources.all()
    const { lines, subtotals, subtotalWidths, bases } = amountsOfQuote(quote)
    const amounts = afterAccount(lines, quote.lines, quote.totals)
    const vat = this.vatHeld(quote, quote.totals)
    return quote.lines.map(({ vatRegime, ...line }, i) => ({
      ...sourcedLine(line, sources),
      vatRegimeId: vatRegime?.id ?? null,
      vat: ownVatHeld(vat, quote.totals, vatRegime),
      amounts: amounts[i]!,
      subtotalCents: subtotals[i]!,
      subtotalUncertainty: subtotalWidths[i]!,
      alternativeTo: bases[i]!,
    }))
  }

  /** The totals that a quote holds: it becomes an order a line at most. */
  totals(quote: QuoteRecord): Totals | null {
    const { totals, lines } = quote
    return totals && withVat(totals, this.#with.quotePricing.vat(quote).rate, lines.length)
  }

  /** What a quote comes to, with its VAT; profit and margin are what the customer's own discount leaves. */
  sums(record: QuoteRecord): Pick<QuoteFacts, 'totals' | 'amounts' | 'uncertainty' | 'vat'> {
    const totals = this.totals(record)
    const { whole, uncertainty, unknownCents } = amountsOfQuote(record)
    return {
      totals,
      amounts: totals &&
        whole && {
          ...whole,
          ...profitOf(totals.prix_total_ht - afterDiscount(unknownCents, totals), whole.costCents),
        },
      uncertainty,
      vat: this.vatHeld(record, totals),
    }
  }

  /** The VAT that a quote's totals were made with. */
  vatHeld(quote: Taxed, totals: QuoteRecord['totals']): Vat {
    return vatHeld(this.#with.quotePricing.vat(quote), totals, quote.vatRegime)
  }

  async present(record: QuoteRecord): Promise<QuoteFacts> {
    const { key: _key, vatRegime, vatNumber: _vatNumber, ...quote } = record
    const { people, store } = this.#with
    const orders = await store.orders.ofQuote(record.id)
    return {
      ...quote,
      files: [...quote.files],
      madeBy: people.nameOf(record.madeBy),
      sentBy: people.nameOf(record.sentBy),
      acceptedBy: people.nameOf(record.acceptedBy),
      signed: await this.signed(record),
      expired: this.expired(record),
      lines: this.totalled({ ...record, lines: this.promised(record) }),
      ...this.sums(record),
      vatRegimeId: vatRegime?.id ?? null,
      evidence: record.state === 'draft' ? this.evidence(record) : null,
      obstacles: isOpen(record) ? this.obstacles(record) : [],
      orders: orders.map(({ id }) => id),
      cancelledOrders: orders.flatMap(({ id, status }) => (isGivenUp(status) ? [id] : [])),
    }
  }

  /** Who signed the revision; null: nobody. What was signed stays so, whatever is decided of it afterwards. */
  async signed({ id, revision, state }: QuoteRecord): Promise<QuoteFacts['signed']> {
    if (state === 'draft' || state === 'sent') return null
    const signature = await this.#with.store.signatures.of(id, revision)
    return signature ? { name: signature.name, open: [...signature.open] } : null
  }

  now(): string {
    return this.#with.clock.now().toISOString()
  }

  today(): Day {
    return localDay(this.#with.clock.now())
  }
}
