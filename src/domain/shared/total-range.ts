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
  /** VAT of its own; null or absent: that of the whole */
  readonly vat?: { readonly rate: string } | null
}

interface Sums {
  readonly prix_final_ttc: number
  /** a part without a name is the VAT of the whole */
  readonly vat: readonly { readonly rate: string; readonly name?: string }[]
}

/**
 * The least and the most that is to be paid, tax included, in cents: where every estimate of the included lines is as low,
 * or as high, as it may be. Discounts are the part of it that they are of the total, the tax of a line that of its rate.
 * @returns null where no included line is an estimate, or one has no price
 */
export function totalRange(lines: readonly Line[], totals: Sums): { low: number; high: number } | null {
  const whole = totals.vat.find(({ name }) => name === undefined)?.rate
  let [low, high, held, estimates] = [0, 0, 0, 0]
  for (const line of lines) {
    if (!isIncluded(line)) continue
    const { price, amounts } = line
    if (!amounts) return null
    const isRange = price.status === 'estimated' && line.sale?.by !== 'fixed' && (price.priceCents ?? 0) > 0
    const part = isRange ? amounts.netCents / price.priceCents! : 0
    const taxed = 100 + Number(line.vat?.rate ?? whole ?? 0)
    low += (isRange ? (price.low ?? 0) * part : amounts.netCents) * taxed
    high += (isRange ? (price.high ?? 0) * part : amounts.netCents) * taxed
    held += amounts.netCents * taxed
    estimates += isRange ? 1 : 0
  }
  if (estimates === 0 || held === 0) return null
  const paid = (sum: number) => Math.round((sum * totals.prix_final_ttc) / held)
  return { low: paid(low), high: paid(high) }
}
