/** Prices of lead times: which is the least, and how exactly each is known. */

interface Known {
  readonly status: string
  readonly low: number | null
  readonly high: number | null
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

/** How wide the interval of a price is, in cents; null of a price that is exact. */
export function widthOf({ status, low, high }: Known): number | null {
  return status === 'estimated' ? (high ?? 0) - (low ?? 0) : null
}

/** The same of a sum or a difference: the estimates' together; null where every price is exact. */
export function widthTogether(prices: readonly Known[]): number | null {
  const widths = prices.map(widthOf).filter((width) => width !== null)
  return widths.length > 0 ? widths.reduce((sum, width) => sum + width, 0) : null
}
