/** Between what the total of a quote lies that estimates are in. */
import { isIncluded, type Line as Standing } from './line-roles.ts'

interface Line extends Standing {
  readonly price: {
    readonly status: string
    readonly priceCents: number | null
    readonly low: number | null
    readonly high: number | null
  }
  /** a fixed price is sure */
  readonly sale?: { readonly by: string } | null
  /** null: not known */
  readonly amounts: { readonly netCents: number } | null
}

interface Sums {
  readonly prix_ht: number
  readonly prix_final_ttc: number
}

/**
 * The least and the most that is to be paid, tax included, in cents: where every estimate of the included lines is as low,
 * or as high, as it may be. Discounts and taxes are the parts of it that they are of the total.
 * @returns null where no included line is an estimate, or one has no price
 */
export function totalRange(lines: readonly Line[], totals: Sums): { low: number; high: number } | null {
  let [low, high, estimates] = [0, 0, 0]
  for (const line of lines) {
    if (!isIncluded(line)) continue
    const { price, amounts } = line
    if (!amounts) return null
    const isRange = price.status === 'estimated' && line.sale?.by !== 'fixed' && (price.priceCents ?? 0) > 0
    const part = isRange ? amounts.netCents / price.priceCents! : 0
    low += isRange ? (price.low ?? 0) * part : amounts.netCents
    high += isRange ? (price.high ?? 0) * part : amounts.netCents
    estimates += isRange ? 1 : 0
  }
  if (estimates === 0 || totals.prix_ht === 0) return null
  const taxed = (cents: number) => Math.round((cents * totals.prix_final_ttc) / totals.prix_ht)
  return { low: taxed(low), high: taxed(high) }
}
