import { AREAS, type CheckedLine } from '../../domain/areas.ts'
import { completeAddress, type AdresseLivraison } from '../../domain/address.ts'
import { cartTotals, sameAmounts, sumOfTotals, type Totals } from '../../domain/cart.ts'
import type { Visibility } from '../../domain/catalogue.ts'
import { named } from '../../domain/describe.ts'
import type { Fault } from '../../domain/faults.ts'
import type { Area } from '../../domain/order.ts'
import { hasMoved, uncertaintyOf, type QuoteLineInput } from '../../domain/quote/quote.ts'
import { offerOf, type ComparedPrices, type KeptLine, type Offer } from '../../domain/quote/facts.ts'
import { sourceOf, type Source } from '../../domain/source.ts'
import { postalPrefixOf } from '../../domain/shared/countries.ts'
import { cheapestOf } from '../../domain/shared/offers.ts'
import { ITEM_FIELDS, ordersOf } from '../../domain/shared/quote-lines.ts'
import { deskCountry } from '../../domain/vat.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { CatalogueService } from '../catalogue.ts'
import type { Customer } from '../customers.ts'
import type { OfferService } from '../offers.ts'
import type { PriceService } from '../prices.ts'
import { Invalid } from '../refusal.ts'
import type { SettingsService } from '../settings.ts'

/** A line whose lead time has no price, or that no longer fits the catalogue, stands like this. */
const NO_PRICE: Offer = {
  label: '',
  days: 0,
  delai: null,
  status: 'unavailable',
  priceCents: null,
  costCents: null,
  low: null,
  high: null,
  observedAt: null,
  reason: null,
}

/** The lines of a quote with their prices, their totals, and whether one of them is only an estimate. */
export interface Priced {
  readonly lines: KeptLine[]
  readonly totals: Totals | null
  readonly indicative: boolean
}

/** Lines that become one order: those of an area, in the display area those of one lead time. */
export interface Group {
  readonly area: Area
  readonly lines: readonly KeptLine[]
}

interface PricingServices {
  readonly offers: OfferService
  readonly prices: PriceService
  readonly settings: SettingsService
  readonly catalogue: CatalogueService
}

/** Prices of quotes: what a line costs today, what the lines come to, and what has moved since. */
export class QuotePricing {
  readonly #offers: OfferService
  readonly #prices: PriceService
  readonly #settings: SettingsService
  readonly #catalogue: CatalogueService

  constructor({ offers, prices, settings, catalogue }: PricingServices) {
    this.#offers = offers
    this.#prices = prices
    this.#settings = settings
    this.#catalogue = catalogue
  }

  /**
   * Lines with their prices.
   * @param before the quote's lines as they were: one that is asked for again as it was keeps its price, or why it has none, so
   *   that a price moves only where a person says so, and a partner is asked only for what has changed
   */
  async price(
    inputs: readonly QuoteLineInput[],
    customer: Customer,
    address: unknown,
    before: readonly KeptLine[] = [],
  ): Promise<Priced> {
    const kept = new KeptLines(before)
    const lines = await Promise.all(
      inputs.map((input) => this.#line(input, customer.visibility, kept.take(input))),
    )
    return {
      lines,
      totals: this.totals(lines, customer, completeAddress(address)),
      indicative: uncertaintyOf(lines) !== null,
    }
  }

  /** Today's prices of a draft's lines beside those that it holds. */
  async compare(quote: QuoteRecord, customer: Customer): Promise<ComparedPrices> {
    const { lines, totals } = await this.price(quote.lines, customer, quote.address)
    const moved = lines.map(({ price, problem }, i) =>
      problem === null && hasMoved(quote.lines[i]!.price, price) ? price : null,
    )
    const sameTotals = sameAmounts(totals, quote.totals)
    // Of a line that no longer fits there is no price: the draft's obstacles say so.
    const comparable = lines.every(({ problem }) => problem === null)
    return {
      version: quote.version,
      moved: moved.some((price) => price !== null) || (comparable && !sameTotals),
      lines: moved,
      totals,
      uncertainty: uncertaintyOf(lines),
    }
  }

  /**
   * The sum of the totals of the orders that the quote will become: to the cent what will be invoiced. Null while a
   * line has no price or no longer fits.
   */
  totals(lines: readonly KeptLine[], customer: Customer, address: AdresseLivraison): Totals | null {
    const whole = lines.every((line) => line.problem === null && line.price.priceCents !== null)
    if (!whole || lines.length === 0) return null
    const groups = groupsOf(lines, this.#catalogue.snapshot.sources)
    return sumOfTotals(groups.map((group) => this.groupTotals(group, customer, address)))
  }

  groupTotals(group: Group, customer: Customer, address: AdresseLivraison): Totals {
    return cartTotals(
      group.lines.map((line) => line.price.priceCents!),
      customer.discount,
      this.#settings.current.vat,
      this.destination(address),
    )
  }

  /**
   * The address with its country in the words of the VAT table, or its French name. An overseas department without a
   * postal code yet has the VAT of those that it will have.
   */
  destination(address: AdresseLivraison): AdresseLivraison {
    const code_postal = address.code_postal.trim() || (postalPrefixOf(address.pays) ?? '')
    return { ...address, code_postal, pays: deskCountry(this.#settings.current.vat, address.pays) }
  }

  /** Why a line no longer fits the catalogue, with the names of what was withdrawn, or the partner refused it; else null. */
  problem(line: KeptLine, visibility: Visibility): readonly Fault[] | null {
    try {
      this.#offers.check(line.area, bodyOf(line), visibility)
      return line.refused ? line.problem : null
    } catch (error) {
      return problemIn(error, line)
    }
  }

  async #line(input: QuoteLineInput, visibility: Visibility, kept: KeptLine | undefined): Promise<KeptLine> {
    const { area, line: body, delai, leadTimeLabel = null } = input
    const asked = kept?.asked ?? { delai, leadTimeLabel }
    // A line that was saved before says what it was, also where the catalogue no longer does.
    const line = kept ?? { area, line: body, delai, leadTimeLabel, ...wordsOf(input), ...UNPRICED, asked }
    let checked: CheckedLine
    try {
      checked = this.#offers.check(area, bodyOf(line), visibility)
    } catch (error) {
      return { ...line, problem: problemIn(error, line) }
    }
    if (kept?.problem && kept.refused) return kept
    const rules = AREAS[area]
    const described = {
      ...line,
      name: rules.itemName(checked),
      parts: rules.describe(checked),
      names: rules.names(checked, body),
      promised: null,
      asked,
      refused: false,
    }
    try {
      const price = kept && isKnown(kept.price) ? kept.price : await this.#priceAt(checked, input)
      return {
        ...described,
        delai: price.delai ?? delai,
        leadTimeLabel: price.label || leadTimeLabel,
        price,
        problem: null,
      }
    } catch (error) {
      return { ...described, problem: problemIn(error, described), refused: true }
    }
  }

  /**
   * The price at the lead time that the line asks for: by its id; by its label where no answer has shown the label of
   * that id, or none is named; the cheapest where it asks for none.
   */
  async #priceAt(checked: CheckedLine, input: QuoteLineInput): Promise<Offer> {
    const prices = await this.#prices.of(checked)
    const { delai, leadTimeLabel } = input
    if (delai !== null) {
      const byId = prices.find(({ leadTime }) => leadTime.id === delai)
      if (byId) return offerOf(byId)
      const price = await this.#prices.at(checked, delai, prices)
      if (!('code' in price)) return offerOf(price)
      if (price.code !== 'lead_time_not_known' || !leadTimeLabel) {
        return { ...NO_PRICE, delai, label: leadTimeLabel ?? '', reason: price }
      }
    }
    const offered = prices.map(offerOf)
    if (!leadTimeLabel) {
      return cheapestOf(offered) ?? { ...NO_PRICE, reason: offered[0]?.reason ?? { code: 'no_lead_time' } }
    }
    const isAsked = (price: Offer) => delai === null || price.delai === null || price.delai === delai
    const found = offered.find((price) => price.label === leadTimeLabel && isAsked(price))
    return found ?? { ...NO_PRICE, reason: { code: 'excluded' } }
  }
}

const UNPRICED = { price: NO_PRICE, problem: null, promised: null }

/** What a line says of itself: one that was copied from another quote says what it was there. */
const wordsOf = ({ name = '', parts = [], names = {} }: Partial<KeptLine>) => ({ name, parts, names })

/** Faults of a line, naming what it chose. Anything else that was thrown is thrown again. */
function problemIn(error: unknown, line: KeptLine): readonly Fault[] {
  if (!(error instanceof Invalid)) throw error
  return error.faults.map((fault) => named(fault, line.names))
}

/** Whether a price was given, or it was said why there is none. */
const isKnown = ({ priceCents, reason }: Offer) => priceCents !== null || reason !== null

const requestOf = ({ area, line, delai, leadTimeLabel }: QuoteLineInput) =>
  JSON.stringify([area, line, delai, leadTimeLabel ?? null])

/** The lines of a quote by what asks for them again: as they were answered, or as they were sent. */
class KeptLines {
  readonly #byRequest = new Map<string, KeptLine[]>()
  readonly #taken = new Set<KeptLine>()

  constructor(lines: readonly KeptLine[]) {
    for (const line of lines) {
      for (const request of new Set([requestOf(line), requestOf({ ...line, ...line.asked })])) {
        const alike = this.#byRequest.get(request)
        if (alike) alike.push(line)
        else this.#byRequest.set(request, [line])
      }
    }
  }

  /** The line that is asked for again: of several alike each once. One more of them is a new line, at today's price. */
  take(input: QuoteLineInput): KeptLine | undefined {
    const line = this.#byRequest.get(requestOf(input))?.find((alike) => !this.#taken.has(alike))
    if (line) this.#taken.add(line)
    return line
  }
}

/** The line as the partner API takes it: a print line carries its lead time, a display line does not. */
export function bodyOf(line: Pick<KeptLine, 'area' | 'line' | 'delai'>): Record<string, unknown> {
  return { ...line.line, delai: line.delai }
}

/** The lines by the orders that they become. */
export const groupsOf = (lines: readonly KeptLine[], sources: readonly Source[]): Group[] =>
  ordersOf(lines, ({ area, line }) => sourceOf(Number(line[ITEM_FIELDS[area]]), sources)?.id).map(
    (group) => ({
      area: group[0]!.area,
      lines: group,
    }),
  )
