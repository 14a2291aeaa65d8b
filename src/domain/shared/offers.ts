/** Prices of lead times: which is the least, and how exactly each is known. */

interface Known {
  readonly status: string
  readonly low: number | null
  readonly high: number | null
}

interface Priced extends Known {
  readonly priceCents: number | null
}

/** The cheapest, the first of those that cost the same; null where none has a price. */
export function cheapestOf<Price extends { readonly priceCents: number | null }>(
  prices: readonly Price[],
): Price | null {
  return prices.reduce<Price | null>(
    (least, price) =>
      price.priceCents === null || (least !== null && least.priceCents! <= price.priceCents) ? least : price,
    null,
  )
}

/**
 * The lead time that stands where nobody took one that has a price: the nearest to the one that is wanted, the cheapest
 * where any will do. null where none has a price.
 */
export function leadTimeFor<Price extends { readonly priceCents: number | null; readonly days: number }>(
  wanted: string | null,
  prices: readonly Price[],
): Price | null {
  const days = /^J\+(\d+)$/.exec(wanted ?? '')?.[1]
  if (days === undefined) return cheapestOf(prices)
  const away = (price: Price) => Math.abs(price.days - Number(days))
  const priced = prices.filter(({ priceCents }) => priceCents !== null)
  return priced.toSorted((a, b) => away(a) - away(b))[0] ?? null
}

/** The widest that an interval counts as where amounts are shown, in parts of its middle: a tax of a fifth is seen beside it. */
const WIDEST_SHOWN = 1 / 5
/** Of differences that are told: a smaller part of the intervals may be nothing, or the other way round. */
const LEAST_TOLD = 1 / 4

const intervalOf = ({ status, low, high }: Known): number | null =>
  status === 'estimated' ? (high ?? 0) - (low ?? 0) : null

/** How wide the interval of a price is, in cents, as far as its amounts are shown by it; null of a price that is exact. */
export function widthOf(price: Known): number | null {
  const interval = intervalOf(price)
  if (interval === null) return null
  return Math.min(interval, Math.round((((price.low ?? 0) + (price.high ?? 0)) / 2) * WIDEST_SHOWN))
}

/** Whether two prices are known to be different ones. */
export function isGapKnown(a: Priced, b: Priced): boolean {
  const [one, other] = [intervalOf(a), intervalOf(b)]
  if (one === null && other === null) return true
  return Math.abs((a.priceCents ?? 0) - (b.priceCents ?? 0)) >= ((one ?? 0) + (other ?? 0)) * LEAST_TOLD
}

/** The same of a sum or a difference: the estimates' together; null where every price is exact. */
export function widthTogether(prices: readonly Known[]): number | null {
  const widths = prices.map(widthOf).filter((width) => width !== null)
  return widths.length > 0 ? widths.reduce((sum, width) => sum + width, 0) : null
}
