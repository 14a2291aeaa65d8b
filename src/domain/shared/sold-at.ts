/** What a product is sold at where a person says how: the service computes it, and the screens tell it before it is saved. */
import { inProportion, percentOf, roundHalfUp, toFraction } from './decimal.ts'

/** On a cost, by a percentage of it or of the price; or at a price of its own. */
type SoldBy =
  | { readonly by: 'markup' | 'margin'; readonly percent: string }
  | { readonly by: 'fixed'; readonly cents: number }

/**
 * The price of the whole line before its discount, exact and rounded once to the cent; null where the cost that it is of is
 * not known, or it is too large to be a price.
 */
export function soldAt(cost: number | null, sale: SoldBy): number | null {
  if (sale.by === 'fixed') return sale.cents
  if (cost === null) return null
  const { n, d } = toFraction(sale.percent)
  const cents =
    sale.by === 'markup'
      ? roundHalfUp(BigInt(cost) * (100n * d + n), 100n * d)
      : roundHalfUp(BigInt(cost) * 100n * d, 100n * d - n)
  return cents > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(cents)
}

/** As a line has it that is answered: what is not of its kind is absent, and of who may not see it null. */
interface SoldHow {
  readonly by: SoldBy['by']
  readonly percent?: string | null | undefined
  readonly cents?: number | null | undefined
}

/**
 * The price of a line as it is sold: the offered one, or what a person made of its cost.
 * @returns null where that is not known
 */
export function soldBy(
  { priceCents, costCents }: { readonly priceCents: number | null; readonly costCents?: number | null },
  sale: SoldHow | null,
): number | null {
  if (sale === null || priceCents === null) return priceCents
  const { by, percent, cents } = sale
  if (by === 'fixed') return cents ?? null
  return percent == null ? null : soldAt(costCents ?? null, { by, percent })
}

/** Whether what a line comes to, after every discount of it and of the whole, is under a cost; null where one is not known. */
export const isUnderCost = (netCents: number | null, cost: number | null): boolean | null =>
  netCents === null || cost === null ? null : netCents < cost

/** What a customer's own discount takes off all that a quote comes to, cents. */
export interface Discounted {
  readonly prix_ht: number
  readonly remise_grand_compte_ht: number
}

/**
 * What lines come to once the customer's own discount is off all of them: their part of it is what they are of the whole,
 * rounded half up.
 */
export const afterDiscount = (cents: number, { prix_ht, remise_grand_compte_ht }: Discounted): number =>
  remise_grand_compte_ht === 0 ? cents : cents - inProportion(cents, remise_grand_compte_ht, prix_ht)

/** What every discount leaves of a line; null where it has no price. @param totals of its quote; null: not known */
export const netOf = (line: { readonly netCents: number } | null, totals: Discounted | null): number | null =>
  line && (totals ? afterDiscount(line.netCents, totals) : line.netCents)

/** What a line's own discount, a percentage, leaves of its price. */
export const discountedBy = (cents: number, discount: string | null): number =>
  discount === null ? cents : cents - percentOf(cents, discount)
