import { AREAS, choicesOf, type CheckedLine } from '../../domain/areas.ts'
import type { AdresseLivraison } from '../../domain/address.ts'
import { sameAmounts, sumOfTotals, totalsOf, type Totals } from '../../domain/cart.ts'
import { named } from '../../domain/describe.ts'
import type { Fault } from '../../domain/faults.ts'
import type { Area } from '../../domain/order.ts'
import { amountsOf } from '../../domain/quote/amounts.ts'
import { discounted, marked, movedTo } from '../../domain/quote/moved.ts'
import type { LineInput, QuoteLineInput } from '../../domain/quote/quote.ts'
import { affirmed } from '../../domain/quote/evidence.ts'
import type { QuoteDiscount } from '../../domain/quote/lines.ts'
import { discountTo, type WantedTotal } from '../../domain/quote/wanted-total.ts'
import { offerOf, type ComparedPrices, type KeptLine, type Offer } from '../../domain/quote/facts.ts'
import { sourceOf, type Source } from '../../domain/source.ts'
import { postalPrefixOf } from '../../domain/shared/countries.ts'
import { cheapestOf } from '../../domain/shared/offers.ts'
import { withLineIds } from '../../domain/shared/line-ids.ts'
import { isIncluded, isProduct } from '../../domain/shared/line-roles.ts'
import { itemOf, ordersOf } from '../../domain/shared/quote-lines.ts'
import { TOLD_TOTALS } from '../../domain/shared/told-totals.ts'
import { deskCountry, isPercentage, vatOf, type Vat } from '../../domain/vat.ts'
import { inForce, ownVat, regimeById, vatOfRegime, type VatRegime } from '../../domain/vat-regimes.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { CatalogueService } from '../catalogue.ts'
import type { Clock } from '../clock.ts'
import { refuseUnreadDiscount, type Customer } from '../customers.ts'
import type { Account, OfferService } from '../offers.ts'
import type { PriceService } from '../prices.ts'
import { Invalid } from '../refusal.ts'
import type { SettingsService } from '../settings.ts'
import { regimesOf } from './regimes.ts'
import {
  askOf,
  KeptLines,
  lineInWords,
  newLineId,
  NO_PRICE,
  soldLines,
  standingOf,
  UNPRICED,
  type ProductLine,
  type SoldLine,
} from './lines.ts'

/** The lines of a quote with their prices, their totals, and whether one of them is only an estimate. */
export interface Priced {
  readonly lines: KeptLine[]
  readonly discount: QuoteDiscount | null
  readonly totals: Totals | null
  readonly indicative: boolean
}

/** A discount of the whole, and what a quote comes to with it. */
export interface ComingTo {
  readonly discount: QuoteDiscount | null
  readonly totals: Totals
}

/** A quote held against today's prices. */
export interface Compared {
  /** what the desk is told of them */
  readonly prices: Omit<ComparedPrices, 'evidence'>
  /** the lines that it holds, resting on what was said of them just now where that is the same */
  readonly affirmed: readonly KeptLine[]
  /** the lines that it holds, marked where their partner refuses them now, and no more where it takes them again */
  readonly marked: readonly KeptLine[]
  /** of each line, whether what is known of its price today is from before its partner moved another one of the product */
  readonly old: readonly boolean[]
}

/** Lines that become one order: those of an area, in the display area those of one lead time. */
export interface Group<Sold extends SoldLine = SoldLine> {
  readonly area: Area
  readonly lines: readonly (Sold & ProductLine)[]
}

/** What the VAT of a quote goes by. */
export type Taxed = Pick<QuoteRecord, 'state' | 'address' | 'vatRegime'>
/** What its totals go by. */
type Taxable = Taxed & Pick<QuoteRecord, 'lines' | 'discount'>

interface PricingServices {
  readonly offers: OfferService
  readonly prices: PriceService
  readonly settings: SettingsService
  readonly catalogue: CatalogueService
  readonly clock: Clock
}

/** Prices of quotes: what a line costs today, what the lines come to, and what has moved since. */
export class QuotePricing {
  readonly #offers: OfferService
  readonly #prices: PriceService
  readonly #settings: SettingsService
  readonly #catalogue: CatalogueService
  readonly #clock: Clock

  constructor({ offers, prices, settings, catalogue, clock }: PricingServices) {
    this.#offers = offers
    this.#prices = prices
    this.#settings = settings
    this.#catalogue = catalogue
    this.#clock = clock
  }

  /**
   * Lines with their prices. What a line is sold at, and whether it counts, changes neither its price nor what is asked.
   * @param former regimes that lines may have though the settings do not, or have changed them
   * @param before the quote's lines as they were: one that is asked for again as it was keeps its price, or why it has none, so
   *   that a price moves only where a person says so, and a partner is asked only for what has changed
   * @param patient whether a slow partner is waited for though a price is known: it is to be today's
   */
  async price(
    inputs: readonly LineInput[],
    customer: Customer,
    taxed: Taxed & Pick<QuoteRecord, 'discount'>,
    former: readonly VatRegime[],
    before: readonly KeptLine[] = [],
    patient = false,
  ): Promise<Priced> {
    const { discount } = taxed
    const kept = new KeptLines(before)
    const regimes = [...former, ...this.#settings.current.vatRegimes]
    const priced = await Promise.all(
      withLineIds(inputs, before, newLineId).map(async (input): Promise<KeptLine> => {
        const vatRegime = 'vatRegimeId' in input ? regimeById(regimes, input.vatRegimeId) : null
        if (!isProduct(input)) return { ...lineInWords(input), vatRegime }
        const line = await this.#line(input, customer, kept.take(input), patient)
        return { ...line, ...standingOf(input), vatRegime, id: input.id }
      }),
    )
    const { lines } = this.inForce({ ...taxed, lines: priced })
    return {
      lines: [...lines],
      discount,
      totals: this.totals({ ...taxed, lines }, customer),
      indicative: amountsOf(lines, discount).uncertainty !== null,
    }
  }

  /** Today's prices of a quote's lines beside those that it holds, and the lines with what was said again of them. */
  async compare(stored: QuoteRecord, customer: Customer): Promise<Compared> {
    const quote = this.held(stored, stored.lines, customer)
    const { discount } = quote
    const asked = quote.lines.map(askOf)
    const { lines, totals } = await this.price(asked, customer, quote, regimesOf(quote.lines), [], true)
    const moved = lines.map((line, i) => {
      const today = movedTo(quote.lines[i]!, line)
      return today && discounted(today, line.discount)
    })
    const sameTotals = sameAmounts(totals, quote.totals)
    // Of a line that no longer fits there is no price: the draft's obstacles say so.
    const comparable = lines.every(({ problem }) => problem === null)
    return {
      prices: {
        version: quote.version,
        moved: moved.some((price) => price !== null) || (comparable && !sameTotals),
        lines: moved,
        totals,
        costMovedCents: costMoved(quote.lines, moved),
        uncertainty: amountsOf(lines, discount).uncertainty,
        unanswered: this.#unanswered(lines),
        problems: quote.lines.map((line, i) => marked(line, lines[i]!).problem),
      },
      affirmed: lines.map((line, i) => affirmed(quote.lines[i]!, line)),
      marked: quote.lines.map((line, i) => marked(line, lines[i]!)),
      old: lines.map(({ price }) => price.beforeMove ?? false),
    }
  }

  /** The partners whose lines are priced by what they said before: asked just now, they said nothing that can be read. */
  #unanswered(lines: readonly KeptLine[]): number[] {
    const { sources } = this.#catalogue.snapshot
    const left = lines.filter((line) => isProduct(line) && isRemembered(line.price))
    return [...new Set(left.flatMap((line) => sourceOf(itemOf(line as ProductLine), sources)?.id ?? []))]
  }

  /**
   * A quote whose lines were held against the catalogue, or a partner. A draft that was saved without a total, because
   * something of it was not to be had, has one again once all of it is.
   */
  held(quote: QuoteRecord, lines: readonly KeptLine[], customer: Customer): QuoteRecord {
    const held = { ...quote, lines }
    if (quote.state !== 'draft' || quote.totals !== null) return held
    const totals = this.totals(held, customer)
    return totals === null
      ? held
      : { ...held, totals, indicative: amountsOf(lines, quote.discount).uncertainty !== null }
  }

  /**
   * The sum of the totals of the orders that the quote will become, and of its services: to the cent what will be
   * invoiced. Null while an included line has no price or no longer fits, or the customer's own
   * discount is none.
   */
  totals(quote: Taxable, customer: Customer): Totals | null {
    const { lines, discount } = this.inForce(quote)
    const sold = soldLines(lines, discount)
    if (sold === null || !isPercentage(customer.discount)) return null
    const groups = groupsOf(sold, this.#catalogue.snapshot.sources).map((group) => group.lines)
    const services = servicesIn(sold)
    const parts: (readonly SoldLine[])[] = services.length > 0 ? [...groups, services] : groups
    const vat = this.vat(quote)
    return sumOfTotals(parts.map((part) => this.groupTotals(part, customer, vat)))
  }

  /**
   * The discount of the whole with which a quote comes to a total, or as near to it as cents allow; null: none is needed.
   * @returns null while an included line has no price or no longer fits
   */
  comingTo(
    quote: Taxed & Pick<QuoteRecord, 'lines'>,
    customer: Customer,
    { of, cents }: WantedTotal,
  ): ComingTo | null {
    const { lines } = quote
    const discount = (off: number) => (off === 0 ? null : { cents: off })
    const totals = (off: number) => this.totals({ ...quote, discount: discount(off) }, customer)
    const whole = amountsOf(lines, null).whole?.netCents
    if (whole === undefined || totals(0) === null) return null
    const off = discountTo(cents, whole, (amount) => totals(amount)![TOLD_TOTALS[of]])
    return { discount: discount(off), totals: totals(off)! }
  }

  /**
   * Lines that are rounded together: those of an order, or the services, with the regimes in force.
   * @param vat of their quote
   * @throws Refusal `discount_unread`
   */
  groupTotals(lines: readonly SoldLine[], customer: Customer, vat: Vat): Totals {
    refuseUnreadDiscount(customer)
    const prices = lines.map(({ netCents, vatRegime }) => ({ cents: netCents, vat: ownVat(vat, vatRegime) }))
    return totalsOf(prices, customer.discount, vat.rate)
  }

  /** The VAT of a quote: of the regime that it has, else of its address. */
  vat(quote: Taxed): Vat {
    const { vatRegime, address } = this.inForce({ ...quote, lines: [] })
    return vatRegime ? vatOfRegime(vatRegime) : vatOf(this.#settings.current.vat, this.destination(address))
  }

  /** A quote with the regimes that it and its lines go by. */
  inForce<Quote extends Parameters<typeof inForce>[0]>(quote: Quote): Quote {
    return inForce(quote, this.#settings.current.vatRegimes)
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
  problem(line: KeptLine, account: Account): readonly Fault[] | null {
    if (!isProduct(line)) return null
    try {
      this.#offers.checkFor(line.area, bodyOf(line), account)
      return line.refused ? line.problem : null
    } catch (error) {
      return problemIn(error, line)
    }
  }

  /** A line as the catalogue has it by now: of what that refuses itself, its partner's refusal says nothing any more. */
  heldTo(line: KeptLine, account: Account): KeptLine {
    const problem = this.problem(line, account)
    return problem !== null && problem === line.problem ? line : { ...line, problem, refused: false }
  }

  async #line(
    input: QuoteLineInput & { readonly id: string },
    account: Account,
    kept: ProductLine | undefined,
    patient: boolean,
  ): Promise<KeptLine> {
    const { id, area, line: body, delai, leadTimeLabel = null } = input
    const asked = kept?.asked ?? { delai, leadTimeLabel }
    // A line that was saved before says what it was, also where the catalogue no longer does.
    const line = kept ?? { id, area, line: body, delai, leadTimeLabel, ...wordsOf(input), ...UNPRICED, asked }
    let checked: CheckedLine
    try {
      checked = this.#offers.checkFor(area, bodyOf(line), account)
    } catch (error) {
      const name = line.name || (this.#catalogue.snapshot.nameOf(area, itemOf(line)) ?? '')
      return { ...line, name, problem: problemIn(error, line) }
    }
    if (kept?.problem && kept.refused) return kept
    const rules = AREAS[area]
    const described = {
      ...line,
      name: rules.itemName(checked),
      parts: choicesOf(checked),
      names: rules.names(checked, body),
      promised: null,
      asked,
      refused: false,
    }
    try {
      const held = kept && isKnown(kept.price) ? kept : null
      const price = held?.price ?? (await this.#priceAt(checked, input, patient))
      return {
        ...described,
        delai: price.delai ?? delai,
        leadTimeLabel: price.label || leadTimeLabel,
        price,
        pricedAt: held ? (held.pricedAt ?? null) : this.#clock.now().toISOString(),
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
  async #priceAt(checked: CheckedLine, input: QuoteLineInput, patient: boolean): Promise<Offer> {
    const prices = await (patient ? this.#prices.of(checked) : this.#prices.soon(checked))
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

/** What a line says of itself: one that was copied from another quote says what it was there. */
const wordsOf = ({ name = '', parts = [], names = {} }: Partial<KeptLine>) => ({ name, parts, names })

/** Faults of a line, naming what it chose. Anything else that was thrown is thrown again. */
function problemIn(error: unknown, line: KeptLine): readonly Fault[] {
  if (!(error instanceof Invalid)) throw error
  return namedOf(error.faults, line)
}

/** What a person chose is told by its names, as the desk has them, and not by ids. */
export const namedOf = (
  faults: readonly Fault[],
  { names, leadTimeLabel }: Pick<KeptLine, 'names' | 'leadTimeLabel'>,
): readonly Fault[] =>
  faults.map((fault) => named(fault, leadTimeLabel ? { '/delai': leadTimeLabel, ...names } : names))

/** By how much more the included lines of a quote cost today; null where that is not known of one. */
function costMoved(
  lines: readonly KeptLine[],
  today: readonly (Pick<Offer, 'costCents'> | null)[],
): number | null {
  const moved = lines.map((line, i) => {
    const now = today[i]
    if (!now || !isProduct(line) || !isIncluded(line)) return 0
    return now.costCents === null || line.price.costCents === null
      ? null
      : now.costCents - line.price.costCents
  })
  return moved.includes(null) ? null : (moved as number[]).reduce((sum, cents) => sum + cents, 0)
}

/** Whether a price was given, or it was said why there is none. */
const isKnown = ({ priceCents, reason }: Offer) => priceCents !== null || reason !== null

const isRemembered = ({ status }: Offer) => status === 'observed' || status === 'estimated'

/** The line as the partner API takes it: a print line carries its lead time, a display line does not. */
export function bodyOf(line: Pick<KeptLine, 'line' | 'delai'>): Record<string, unknown> {
  return { ...line.line, delai: line.delai }
}

/** The products by the orders that they become. */
export const groupsOf = <Sold extends SoldLine>(
  lines: readonly Sold[],
  sources: readonly Source[],
): Group<Sold>[] =>
  ordersOf(lines.filter(isProduct), (line) => sourceOf(itemOf(line), sources)?.id).map((group) => ({
    area: group[0]!.area,
    lines: group,
  }))

/** The services of a quote: they are nobody's to make, and are totalled by themselves. */
export const servicesIn = <Sold extends SoldLine>(lines: readonly Sold[]): readonly Sold[] =>
  lines.filter(({ area }) => area === 'free')
