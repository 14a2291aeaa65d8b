/**
 * Whether the amounts of a file are one sum: a signature says who wrote them, not that they add up. What is checked is how
 * this program writes them ({@link amountsOf}, `totalsAt`), whatever prices they rest on.
 */
import { inProportion, percentOf } from '../decimal.ts'
import { beforeWhole } from '../shared/before-whole.ts'
import { isIncluded } from '../shared/line-roles.ts'
import { subtotalsOf, times, wholeOf } from './amounts.ts'
import { ownVatOf, type PortableLine, type PortableQuote } from './portable.ts'

/** The amounts that contradict the others, by JSON pointers into the quote; none where all of them add up. */
export function contradictionsIn(quote: PortableQuote): string[] {
  const lines = quote.lines.flatMap((line, i) => (isPriced(line) ? [] : [`/lines/${i}/price`]))
  return [...lines, ...subtotalPlaces(quote), ...(isWhole(quote) ? [] : ['/discount']), ...totalPlaces(quote)]
}

/** What the customer of a file was told that it comes to. */
export interface ToldTotal {
  /** excluding tax, cents */
  readonly ht: number
  /** including tax at `rates`, cents; null: lines were left out, so nobody was told one */
  readonly ttc: number | null
  /** percentages as decimal strings, as the parts of a total have them */
  readonly rates: readonly string[]
  /** the discount of his account that was taken off, cents */
  readonly account: number
}

/**
 * What the lines of a file that are taken come to for its customer, with their part of his account's discount; null where
 * one of them has no price, or there is none.
 * @param left the places of the others
 */
export function toldTotal({ lines, totals }: PortableQuote, left: ReadonlySet<number>): ToldTotal | null {
  const taken = lines.flatMap((line, i) => (isIncluded(line) && !left.has(i) ? [priceOf(line)] : []))
  if (totals === null || taken.length === 0 || taken.includes(null)) return null
  const { prix_ht, remise_grand_compte_ht, prix_total_ht, prix_final_ttc } = totals
  const net = sumOf(taken.map((price) => price!.netCents))
  const isWhole = left.size === 0 && net === prix_ht
  const account = prix_ht === 0 ? 0 : inProportion(net, remise_grand_compte_ht, prix_ht)
  return {
    ht: isWhole ? prix_total_ht : Math.max(0, net - account),
    ttc: isWhole ? prix_final_ttc : null,
    rates: totals.vat.map(({ rate }) => rate),
    account,
  }
}

/**
 * The discount of the whole for the lines of a file that are taken: of a fixed amount the part that they bear of it, so that
 * they cost their customer what he was told; a percentage is theirs as it is.
 * @param left the places of the others
 */
export function discountOn(
  { lines, discount }: PortableQuote,
  left: ReadonlySet<number>,
): PortableQuote['discount'] {
  if (discount === null || !('cents' in discount) || left.size === 0) return discount
  const taken = lines.filter((line, i) => isIncluded(line) && !left.has(i))
  const cents = sumOf(taken.map((line) => priceOf(line)?.wholeCents ?? 0))
  return cents === 0 ? null : { cents }
}

/** Whether the parts of two totals have the same rates. */
export const sameRates = (one: readonly string[], other: readonly string[]): boolean =>
  one.map(Number).join() === other.map(Number).join()

const priceOf = (line: PortableLine) => (line.area === 'heading' ? null : line.price)

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** Whether a line's price is that of so many of it, less its discounts. */
function isPriced(line: PortableLine): boolean {
  if (line.area === 'heading' || line.price === null) return true
  const { listCents, discountCents, wholeCents, netCents } = line.price
  const discount = line.discount === null ? 0 : percentOf(listCents, line.discount)
  const isListed = line.area !== 'free' || listCents === times(line.unitCents, line.quantity)
  const isShared = isIncluded(line) || wholeCents === 0
  return isListed && isShared && discountCents === discount && netCents === listCents - discount - wholeCents
}

function subtotalPlaces({ lines }: PortableQuote): string[] {
  const sums = subtotalsOf(lines, lines.map(priceOf))
  return lines.flatMap((line, i) =>
    line.area === 'heading' && line.subtotalCents !== sums[i] ? [`/lines/${i}/subtotalCents`] : [],
  )
}

/** Whether the discount of the whole is what its lines bear of it. */
function isWhole({ lines, discount }: PortableQuote): boolean {
  const prices = lines.filter(isIncluded).map(priceOf)
  const borne = sumOf(prices.map((price) => price?.wholeCents ?? 0))
  const weights = prices.map((price) => (price ? beforeWhole(price) : 0))
  return borne === (discount ? wholeOf(discount, weights) : 0)
}

function totalPlaces({ lines, totals, vat }: PortableQuote): string[] {
  const counted = lines.filter(isIncluded)
  const included = counted.map(priceOf)
  const isTotalled = included.length > 0 && !included.includes(null)
  if (totals === null || !isTotalled) return (totals === null) === isTotalled ? ['/totals'] : []
  const bases = sumOf(totals.vat.map(({ base }) => base))
  const taxes = sumOf(totals.vat.map(({ tax }) => tax))
  const sold = Map.groupBy(counted, (line) => vatKey(ownVatOf(line) ?? { rate: vat.rate }))
  const linesOf = (part: Part) => sold.get(vatKey(part)) ?? []
  // That of one VAT is all of it.
  const areShares =
    sold.size === 1 || totals.vat.every((part) => isShare(part, linesOf(part), totals, counted.length))
  const areTaxed = totals.vat.length === sold.size && totals.vat.every((part) => isTaxed(part, linesOf(part)))
  const holds = {
    prix_ht: totals.prix_ht === sumOf(included.map((price) => price!.netCents)),
    prix_total_ht: totals.prix_total_ht === totals.prix_ht - totals.remise_grand_compte_ht,
    vat: bases === totals.prix_total_ht && areShares && areTaxed,
    prix_tva: taxes === totals.prix_tva,
    prix_final_ttc: totals.prix_final_ttc === totals.prix_total_ht + totals.prix_tva,
  }
  return Object.entries(holds).flatMap(([field, fine]) => (fine ? [] : [`/totals/${field}`]))
}

type Totals = NonNullable<PortableQuote['totals']>
type Part = Totals['vat'][number]

/** What tells the VAT of lines, and of parts of a total, apart. */
const vatKey = ({ rate, name, mention }: Pick<Part, 'rate' | 'name' | 'mention'>) =>
  JSON.stringify([Number(rate), name, mention])

/**
 * Whether a tax is that of its base. Each order is rounded by itself, and the services are: an order a line at most, half a
 * cent each.
 */
const isTaxed = ({ rate, base, tax }: Part, lines: readonly PortableLine[]): boolean =>
  lines.length > 0 && Math.abs(percentOf(base, rate) - tax) <= Math.floor(lines.length / 2)

/**
 * Whether a base is what its lines come to, of the account's discount within a cent or two of each order.
 * @param all how many lines there are of any VAT
 */
function isShare({ base }: Part, lines: readonly PortableLine[], totals: Totals, all: number): boolean {
  const { prix_ht, remise_grand_compte_ht: off } = totals
  const net = sumOf(lines.map((line) => priceOf(line)?.netCents ?? 0))
  const left = net - (prix_ht === 0 ? 0 : inProportion(net, off, prix_ht))
  return Math.abs(base - left) <= (off === 0 ? 0 : 2 * all)
}
