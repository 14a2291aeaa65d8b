/**
 * What the lines of a quote come to: sale price, discounts, cost and profit of each, and of all.
 *
 * Cost and sale are never computed from each other but where a person says so ({@link Sale}): a mark-up or margin of a
 * line is of its cost, exact and rounded once to the cent. The order of the lines changes no amount.
 */
import { inProportion, percentOf, roundHalfUp, toFraction } from '../decimal.ts'
import { spread } from '../spread.ts'
import { beforeWhole } from '../shared/before-whole.ts'
import { basesOf, groupWidths, headingsOf, isIncluded } from '../shared/line-roles.ts'
import { widthOf } from '../shared/offers.ts'
import { afterDiscount, isUnderCost, soldAt, type Discounted } from '../shared/sold-at.ts'
import { TOO_LARGE } from '../tariff.ts'
import type { KeptLine, Offer } from './facts.ts'
import type { LineAmounts, QuoteAmounts } from './line-amounts.ts'
import type { QuoteDiscount, Sale } from './lines.ts'
import type { QuoteState } from '../shared/quote-states.ts'

/** What the lines of a quote come to, in their order; null of a line without a price, and of a heading. */
export interface Amounts {
  readonly lines: readonly (LineAmounts | null)[]
  /**
   * of the included lines of its group before the discount of the whole, of each heading; null of other lines, and while a
   * line has no price
   */
  readonly subtotals: readonly (number | null)[]
  /** how wide the interval of each of these is, in cents; null where it is exact */
  readonly subtotalWidths: readonly (number | null)[]
  /** of each alternative the place of the line that it stands for */
  readonly bases: readonly (number | null)[]
  /** null while an included line has no price */
  readonly whole: QuoteAmounts | null
  /** what the included lines whose cost is not known are sold at: no part of cost, profit and margin of the whole */
  readonly unknownCents: number
  /** how wide the interval of the total is, in cents; null where every price that is in it is exact */
  readonly uncertainty: number | null
}

/**
 * An offer at what a line is sold at. That of an estimate stays one: its interval is scaled with it. A fixed price is
 * sure for the customer, so it has no width; its cost is not, so it stays an estimate, too.
 */
export function soldOffer(offer: Offer, sale: Sale | null): Offer {
  if (sale === null || offer.priceCents === null) return offer
  const cents = soldAt(offer.costCents, sale)
  if (cents === null) return { ...offer, priceCents: null, low: null, high: null, reason: TOO_LARGE }
  if (offer.status !== 'estimated') return { ...offer, priceCents: cents }
  if (sale.by === 'fixed') return { ...offer, priceCents: cents, low: cents, high: cents }
  const { low, high } = offer
  const scaled = (bound: number | null) => bound && inProportion(bound, cents, offer.priceCents!)
  return { ...offer, priceCents: cents, low: scaled(low), high: scaled(high) }
}

/** A line before what it has of the discount of the whole. */
interface Listed {
  readonly list: number
  readonly discount: number
  /** null: not known, of a service */
  readonly cost: number | null
  readonly width: number | null
}

/** What a line's discount leaves of an amount. */
function listed(line: KeptLine): Listed | null {
  if (line.area === 'heading' || line.problem !== null) return null
  const sold = soldOffer(line.price, line.sale)
  if (sold.priceCents === null) return null
  const list = sold.priceCents
  const discount = line.discount === null ? 0 : percentOf(list, line.discount)
  const cost = sold.costCents ?? (line.area === 'free' ? null : list)
  return { list, discount, cost, width: widthOf(sold) }
}

/** What the lines of a quote come to, each and together. */
export function amountsOf(lines: readonly KeptLine[], discount: QuoteDiscount | null): Amounts {
  const known = lines.map(listed)
  const weights = known.map((each, i) => (each && isIncluded(lines[i]!) ? each.list - each.discount : 0))
  const shares = discount ? sharesOf(discount, lines, known, weights) : null
  const amounts = known.map((each, i) => each && lineAmounts(each, shares?.[i] ?? 0))
  const included = amounts.filter((_, i) => isIncluded(lines[i]!))
  return {
    lines: amounts,
    subtotals: subtotalsOf(lines, amounts),
    subtotalWidths: groupWidths(
      lines,
      amounts.map((each) => each?.uncertainty ?? null),
    ),
    bases: basesOf(lines),
    unknownCents: sumOf(included.map((each) => (each?.costCents === null ? each.netCents : 0))),
    whole: included.length === 0 || included.includes(null) ? null : together(included as LineAmounts[]),
    uncertainty: widthOfAll(included),
  }
}

/** What a quote comes to goes by. */
export interface Summed {
  readonly state: QuoteState
  readonly lines: readonly KeptLine[]
  readonly discount: QuoteDiscount | null
}

/** What a quote's lines come to: of what was sent the prices are facts, also where the catalogue no longer has a line. */
export function amountsOfQuote({ state, lines, discount }: Summed): Amounts {
  const facts = state === 'draft' ? lines : lines.map((line) => ({ ...line, problem: null }))
  return amountsOf(facts, discount)
}

/**
 * How wide the interval of the total is that a quote holds, in cents; null: it is exact. Where a line lost its choice
 * since, what it was estimated at is in that total all the same.
 */
export const heldWidth = ({ lines, discount }: Pick<Summed, 'lines' | 'discount'>): number | null =>
  amountsOf(
    lines.map((line) => ({ ...line, problem: null })),
    discount,
  ).uncertainty

/** What a discount of the whole takes off lines of such amounts. */
export function wholeOf(discount: QuoteDiscount, weights: readonly number[]): number {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return 'percent' in discount ? percentOf(sum, discount.percent) : Math.min(discount.cents, sum)
}

/**
 * What each line has of the discount of the whole: the included ones together all of it, an option or alternative the same
 * part of what it comes to.
 * @param weights of the included lines what they come to before it; 0 of others
 */
function sharesOf(
  discount: QuoteDiscount,
  lines: readonly KeptLine[],
  known: readonly (Listed | null)[],
  weights: readonly number[],
): number[] {
  const [sum, whole] = [sumOf(weights), wholeOf(discount, weights)]
  const shares = spread(whole, weights, lines.map(nameOf))
  return known.map((each, i) => {
    if (!each || isIncluded(lines[i]!)) return shares[i]!
    const own = each.list - each.discount
    return sum === 0 ? wholeOf(discount, [own]) : inProportion(own, whole, sum)
  })
}

/** What tells lines apart that come to the same, wherever they stand: the cent that one has more of is taxed by its own rate. */
const nameOf = ({ area, line, delai, text, price, sale, discount, vatRegime }: KeptLine) =>
  JSON.stringify([
    ...[area, line, delai, text, price.priceCents, sale, discount],
    ...(vatRegime ? [vatRegime.id] : []),
  ])

function lineAmounts({ list, discount, cost, width }: Listed, share: number): LineAmounts {
  const net = list - discount - share
  return {
    listCents: list,
    discountCents: discount,
    wholeCents: share,
    netCents: net,
    ...profitOf(net, cost),
    underCost: isUnderCost(net, cost),
    uncertainty: width === null ? null : list === 0 ? 0 : Math.ceil((width * net) / list),
  }
}

/** Profit and margin of what is sold at an amount and costs another; null of what costs nobody knows how much. */
export function profitOf(net: number, cost: number | null) {
  if (cost === null) return { costCents: null, profitCents: null, margin: null }
  return { costCents: cost, profitCents: net - cost, margin: marginOf(net - cost, net) }
}

/**
 * What lines come to, with profit and margin of what the customer's own discount leaves of each: the included ones have
 * all of it, by largest remainder; an option or alternative has the same part of what it comes to.
 * @param amounts of `lines`, in their order
 * @param totals what they come to together; null: not known, and nothing is off
 */
export function afterAccount(
  amounts: readonly (LineAmounts | null)[],
  lines: readonly KeptLine[],
  totals: Discounted | null,
): (LineAmounts | null)[] {
  if (!totals || totals.remise_grand_compte_ht === 0) return [...amounts]
  const weights = amounts.map((each, i) => (each && isIncluded(lines[i]!) ? each.netCents : 0))
  const shares = spread(totals.remise_grand_compte_ht, weights, lines.map(nameOf))
  return amounts.map((each, i) => {
    if (!each) return null
    const { netCents, costCents } = each
    const left = isIncluded(lines[i]!) ? netCents - shares[i]! : afterDiscount(netCents, totals)
    return { ...each, ...profitOf(left, costCents), underCost: isUnderCost(left, costCents) }
  })
}

/** To a tenth, as a decimal string. */
function marginOf(cents: number, of: number): string | null {
  if (of === 0) return null
  const tenths = roundHalfUp(BigInt(cents) * 1000n, BigInt(of))
  const size = tenths < 0n ? -tenths : tenths
  return `${tenths < 0n ? '-' : ''}${size / 10n}.${size % 10n}`
}

/** What a quantity of something comes to at the cents of one, rounded half up. */
export function times(cents: number, quantity: number): number {
  const { n, d } = toFraction(String(quantity))
  return Number(roundHalfUp(BigInt(cents) * n, d))
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0)

/** What costs nobody knows how much is in the price alone: what is left of the others is told, and of how many it is not. */
function together(lines: readonly LineAmounts[]): QuoteAmounts {
  const sum = (field: 'listCents' | 'discountCents' | 'wholeCents' | 'netCents') =>
    sumOf(lines.map((line) => line[field]))
  const known = lines.filter((line) => line.costCents !== null)
  const costCents = known.length === 0 ? null : sumOf(known.map((line) => line.costCents!))
  const [listCents, discountCents, wholeCents] = [sum('listCents'), sum('discountCents'), sum('wholeCents')]
  const netCents = sum('netCents')
  return {
    ...{ listCents, discountCents, wholeCents, netCents, unknownCosts: lines.length - known.length },
    ...profitOf(sumOf(known.map((line) => line.netCents)), costCents),
  }
}

function widthOfAll(amounts: readonly (LineAmounts | null)[]): number | null {
  const widths = amounts.flatMap((each) => each?.uncertainty ?? [])
  return widths.length > 0 ? widths.reduce((sum, width) => sum + width, 0) : null
}

/** Of each heading what the included lines of its group come to before the discount of the whole. */
export function subtotalsOf(
  lines: Parameters<typeof headingsOf>[0],
  amounts: readonly (Pick<LineAmounts, 'listCents' | 'discountCents'> | null)[],
): (number | null)[] {
  const sums: (number | null)[] = lines.map(({ area }) => (area === 'heading' ? 0 : null))
  headingsOf(lines).forEach((heading, i) => {
    if (heading === null || !isIncluded(lines[i]!)) return
    const [sum, amount] = [sums[heading] ?? null, amounts[i]]
    sums[heading] = sum === null || !amount ? null : sum + beforeWhole(amount)
  })
  return sums
}
