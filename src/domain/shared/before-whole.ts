/**
 * What a line comes to once its own discount is off, in cents excluding tax: the one basis on which a quote, its document,
 * its subtotals and what compares its lines tell what a line costs. The discount of the whole is told once, with the totals.
 */
export const beforeWhole = (amounts: {
  readonly listCents: number
  readonly discountCents: number
}): number => amounts.listCents - amounts.discountCents

/** Whether discounts are off what a line is sold at: its own, or its share of that of the whole. */
export const isReduced = (amounts: {
  readonly discountCents: number
  readonly wholeCents: number
}): boolean => amounts.discountCents + amounts.wholeCents > 0
