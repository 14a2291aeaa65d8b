/** A total that a person names: the discount of the whole that leads to it. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Totals } from '../cart.ts'
import { Nullable } from '../schema.ts'
import { QuoteDiscountSchema } from './quote.ts'

/** POST /api/quotes/:id/wanted-total: nothing is written. */
export const WantedTotal = Type.Object({
  of: Type.Enum(['ht', 'ttc'], { description: 'ht: excluding tax; ttc: including tax.' }),
  cents: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
})
export type WantedTotal = Static<typeof WantedTotal>

export const TotalFound = Type.Object(
  {
    discount: Nullable(QuoteDiscountSchema),
    totals: Totals,
  },
  { description: 'With that discount; as near to what is wanted as cents allow.' },
)
export type TotalFound = Static<typeof TotalFound>

/** Shares, discounts and taxes that are rounded apart make a total go up by a few cents where it should go down. */
const AROUND = 40

/**
 * The amount off the whole, in cents, with which a quote comes to a total, or as near to it as cents allow: of two as near the
 * lower total, of what comes to the same the smaller discount.
 * @param wanted cents
 * @param most what there is to take off, cents
 * @param totalOf the total at an amount off: it falls with it, but for cents of rounding
 */
export function discountTo(wanted: number, most: number, totalOf: (off: number) => number): number {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (totalOf(middle) <= wanted) high = middle
    else low = middle + 1
  }
  const from = Math.max(0, low - AROUND)
  const tried = Array.from({ length: Math.min(most, low + AROUND) - from + 1 }, (_, i) => {
    const total = totalOf(from + i)
    return { off: from + i, total, away: Math.abs(total - wanted) }
  })
  tried.sort((a, b) => a.away - b.away || a.total - b.total || a.off - b.off)
  return tried[0]!.off
}
