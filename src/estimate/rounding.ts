import { least } from './extremes.ts'

/** A price list's rounding: prices are `step` × k + `offset` cents (x9.90: step 1000, offset 990). */
export interface Grid {
  readonly step: number
  readonly offset: number
}

/** Steps that price lists round to, coarse first. */
const steps = [10_000, 5_000, 2_500, 2_000, 1_000, 500, 250, 200, 100, 50, 25, 20, 10, 5]
const cent: Grid = { step: 1, offset: 0 }

/** The coarsest grid that all prices lie on, as far as so many prices can tell it from chance. */
export function detectGrid(prices: readonly number[]): Grid {
  const distinct = [...new Set(prices)]
  const first = distinct[0]
  if (first === undefined || distinct.length < 4) return cent
  for (const step of steps) {
    const offset = first % step
    // By chance, prices share a remainder once in step^(n-1) cases.
    if (distinct.every((price) => price % step === offset)) return { step, offset }
  }
  return cent
}

/** The grid's price nearest to an amount, never below the lowest price that the grid has. */
export function snap(grid: Grid, amount: number): number {
  return Math.max(grid.offset, Math.round((amount - grid.offset) / grid.step) * grid.step + grid.offset, 0)
}

/** The part of [low, high] that lies on the grid, widened to hold the estimate. */
export function snapInterval(
  grid: Grid,
  estimate: number,
  low: number,
  high: number,
): { low: number; high: number } {
  const first = Math.ceil((low - grid.offset) / grid.step) * grid.step + grid.offset
  const last = Math.floor((high - grid.offset) / grid.step) * grid.step + grid.offset
  return { low: Math.max(0, Math.min(first, estimate)), high: Math.max(last, estimate) }
}

/** Variance of the logarithm of a price that rounding alone causes. */
export function roundingVariance(grid: Grid, price: number): number {
  return (grid.step / Math.max(price, 1)) ** 2 / 12
}

/**
 * A minimum charge: the lowest price, where it comes back far more often than chance would have it. Such answers
 * say only that the formula gave no more, so the model must not be bent to meet them.
 */
export function detectFloor(prices: readonly number[]): number | null {
  const counts = new Map<number, number>()
  for (const price of prices) counts.set(price, (counts.get(price) ?? 0) + 1)
  const lowest = least(prices)
  const count = counts.get(lowest) ?? 0
  counts.delete(lowest)
  const others = Math.max(0, ...counts.values())
  return count >= 3 && count >= 0.04 * prices.length && count > others + 1 ? lowest : null
}
