import { AREAS, type CheckedLine } from '../domain/areas.ts'
import { completeAddress, type AdresseLivraison } from '../domain/address.ts'
import { cartTotals, type CartTotals } from '../domain/cart.ts'
import type { Visibility } from '../domain/catalogue.ts'
import { named } from '../domain/describe.ts'
import { faultMessage, reasonMessage, type Locale } from '../domain/messages.ts'
import type { Area } from '../domain/order.ts'
import {
  hasMoved,
  uncertaintyOf,
  type PricedLeadTime,
  type QuoteLine,
  type QuoteLineInput,
  type QuotePrices,
} from '../domain/quote.ts'
import { postalPrefixOf } from '../domain/shared/countries.ts'
import { deskCountry } from '../domain/vat.ts'
import type { QuoteRecord } from '../store/quotes.ts'
import type { Customer } from './customers.ts'
import { pricedLeadTime, type OfferService } from './offers.ts'
import type { PriceService } from './prices.ts'
import { Invalid } from './refusal.ts'
import type { SettingsService } from './settings.ts'

/** A line whose lead time has no price, or that no longer fits the catalogue, stands like this. */
const NO_PRICE: PricedLeadTime = {
  label: '',
  days: 0,
  delai: null,
  status: 'unavailable',
  priceCents: null,
  costCents: null,
  low: null,
  high: null,
  observedAt: null,
  message: '',
}

/** The lines of a quote with their prices, their totals, and whether one of them is only an estimate. */
export interface Priced {
  readonly lines: QuoteLine[]
  readonly totals: CartTotals | null
  readonly indicative: boolean
  readonly problem: string | null
}

/** Lines that become one order: those of an area, in the display area those of one lead time. */
export interface Group {
  readonly area: Area
  readonly lines: readonly QuoteLine[]
}

interface PricingServices {
  readonly offers: OfferService
  readonly prices: PriceService
  readonly settings: SettingsService
}

/** Prices of quotes: what a line costs today, what the lines come to, and what has moved since. */
export class QuotePricing {
  readonly #offers: OfferService
  readonly #prices: PriceService
  readonly #settings: SettingsService

  constructor({ offers, prices, settings }: PricingServices) {
    this.#offers = offers
    this.#prices = prices
    this.#settings = settings
  }

  /**
   * Lines with their prices.
   * @param kept lines that were priced before: one that is asked for again as it was keeps its price, so that a price
   *   moves only where a person says so
   */
  async price(
    inputs: readonly QuoteLineInput[],
    customer: Customer,
    address: unknown,
    locale: Locale,
    kept: readonly QuoteLine[] = [],
  ): Promise<Priced> {
    const before = linesByRequest(kept)
    const lines = await Promise.all(
      inputs.map((input) => this.#line(input, customer.visibility, locale, taken(before, input))),
    )
    return {
      lines,
      totals: this.totals(lines, customer, completeAddress(address)),
      indicative: uncertaintyOf(lines) !== null,
      problem: problemOf(lines),
    }
  }

  /** Today's prices of a draft's lines beside those that it holds. */
  async compare(quote: QuoteRecord, customer: Customer, locale: Locale): Promise<QuotePrices> {
    const { lines, totals } = await this.price(quote.lines, customer, quote.address, locale)
    const moved = lines.map(({ price, problem }, i) =>
      problem === null && hasMoved(quote.lines[i]!.price, price) ? price : null,
    )
    const sameTotals = JSON.stringify(totals) === JSON.stringify(quote.totals)
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
  totals(lines: readonly QuoteLine[], customer: Customer, address: AdresseLivraison): CartTotals | null {
    const whole = lines.every((line) => line.problem === null && line.price.priceCents !== null)
    if (!whole || lines.length === 0) return null
    const parts = groupsOf(lines).map((group) => this.groupTotals(group, customer, address))
    return parts.reduce((sum, part) => ({
      prix_ht: sum.prix_ht + part.prix_ht,
      remise_grand_compte_ht: sum.remise_grand_compte_ht + part.remise_grand_compte_ht,
      prix_total_ht: sum.prix_total_ht + part.prix_total_ht,
      prix_tva: sum.prix_tva + part.prix_tva,
      prix_final_ttc: sum.prix_final_ttc + part.prix_final_ttc,
    }))
  }

  groupTotals(group: Group, customer: Customer, address: AdresseLivraison): CartTotals {
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

  /** Why a line no longer fits the catalogue, in words that still name what was withdrawn; null while it fits. */
  problem(line: QuoteLine, visibility: Visibility, locale: Locale): string | null {
    try {
      this.#offers.check(line.area, bodyOf(line), visibility)
      return null
    } catch (error) {
      return problemIn(error, line, locale)
    }
  }

  async #line(
    input: QuoteLineInput,
    visibility: Visibility,
    locale: Locale,
    kept: QuoteLine | undefined,
  ): Promise<QuoteLine> {
    const { area, line: body, delai } = input
    const rules = AREAS[area]
    const leadTimeLabel = input.leadTimeLabel ?? null
    // A line that was saved before says what it was, also where the catalogue no longer does.
    const line = kept ?? { name: '', summary: [], names: {}, ...input, leadTimeLabel, ...UNPRICED }
    try {
      const checked = this.#offers.check(area, bodyOf(line), visibility)
      const price = kept?.price ?? (await this.#priceAt(checked, input, locale))
      return {
        area,
        line: body,
        delai: price.delai ?? delai,
        leadTimeLabel: price.label || leadTimeLabel,
        name: rules.itemName(checked),
        summary: rules.describe(checked),
        names: rules.names(checked, body),
        price,
        problem: null,
        promised: null,
      }
    } catch (error) {
      return { ...line, problem: problemIn(error, line, locale) }
    }
  }

  /**
   * The price at the lead time that the line asks for: by its id; by its label where no answer has shown the label of
   * that id, or none is named; the cheapest where it asks for none.
   */
  async #priceAt(checked: CheckedLine, input: QuoteLineInput, locale: Locale): Promise<PricedLeadTime> {
    const prices = await this.#prices.of(checked)
    const { delai, leadTimeLabel } = input
    if (delai !== null) {
      const byId = prices.find(({ leadTime }) => leadTime.id === delai)
      if (byId) return pricedLeadTime(byId, locale)
      const price = await this.#prices.at(checked, delai, prices)
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
}

const UNPRICED = { price: NO_PRICE, problem: null, promised: null }

/** Faults of a line in words. Anything else that was thrown is thrown again. */
function problemIn(error: unknown, line: QuoteLine, locale: Locale): string {
  if (!(error instanceof Invalid)) throw error
  return error.faults.map((fault) => faultMessage(named(fault, line.names), locale)).join(' ')
}

/** The first problem of a quote's lines. */
export function problemOf(lines: readonly QuoteLine[]): string | null {
  return lines.find((line) => line.problem !== null)?.problem ?? null
}

const requestOf = ({ area, line, delai, leadTimeLabel }: QuoteLineInput) =>
  JSON.stringify([area, line, delai, leadTimeLabel ?? null])

function linesByRequest(lines: readonly QuoteLine[]): Map<string, QuoteLine[]> {
  const found = new Map<string, QuoteLine[]>()
  for (const line of lines) {
    if (line.price.priceCents === null) continue
    const request = requestOf(line)
    found.set(request, [...(found.get(request) ?? []), line])
  }
  return found
}

/** The line that is asked for again: of several alike each once, the last of them for every copy. */
function taken(lines: Map<string, QuoteLine[]>, input: QuoteLineInput): QuoteLine | undefined {
  const alike = lines.get(requestOf(input))
  return alike && alike.length > 1 ? alike.shift() : alike?.[0]
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
export function bodyOf(line: Pick<QuoteLine, 'area' | 'line' | 'delai'>): Record<string, unknown> {
  return { ...line.line, delai: line.delai }
}

export function groupsOf(lines: readonly QuoteLine[]): Group[] {
  const groups = new Map<string, QuoteLine[]>()
  for (const line of lines) {
    const key = line.area === 'print' ? 'print' : `display ${line.price.delai ?? line.price.label}`
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  return [...groups.values()].map((group) => ({ area: group[0]!.area, lines: group }))
}
