/** Prices by quantity as they are drawn and read: one series a lead time, a point a quantity. */
import type { PricedLeadTime } from '../api/types'
import { drawable } from './price-scale'

type Price = Pick<PricedLeadTime, 'label' | 'status' | 'priceCents' | 'low' | 'high'>

/** How a point is known: what it looks like, beside its colour. */
export type PointStatus = 'firm' | 'observed' | 'estimated'

export interface CurvePoint<P extends Price> {
  /** of the run; null: not known of this quantity */
  readonly price: P | null
  /** euros of the run or of a piece, as a logarithm can draw it */
  readonly amount: number | null
  readonly status: PointStatus
  /** what an estimate lies between, in the same euros */
  readonly between: readonly [number, number] | null
}

export interface Curve<P extends Price> {
  /** copies in all, in the order of the rows */
  readonly quantities: readonly number[]
  /** by lead time, in the order of the labels */
  readonly series: readonly (readonly CurvePoint<P>[])[]
}

/** @param labels of the lead times */
export function curveOf<P extends Price>(
  rows: readonly { readonly quantities: readonly number[]; readonly leadTimes: readonly P[] }[],
  labels: readonly string[],
  perUnit: boolean,
): Curve<P> {
  const quantities = rows.map((row) => row.quantities.reduce((sum, count) => sum + count, 0))
  const series = labels.map((label) =>
    rows.map(({ leadTimes }, i): CurvePoint<P> => {
      const price = leadTimes.find((other) => other.label === label) ?? null
      const euros = (cents: number | null) =>
        drawable(cents === null ? null : cents / 100 / (perUnit ? quantities[i]! : 1))
      const [low, high] = price?.status === 'estimated' ? [euros(price.low), euros(price.high)] : [null, null]
      return {
        price: price && price.priceCents !== null ? price : null,
        amount: euros(price?.priceCents ?? null),
        status: price?.status === 'estimated' || price?.status === 'observed' ? price.status : 'firm',
        between: low === null || high === null ? null : [low, high],
      }
    }),
  )
  return { quantities, series }
}

/** Which of the quantities is nearest to one, on the logarithm that they are drawn on; of two as near the smaller. */
export function nearestAt(quantities: readonly number[], wanted: number): number {
  const far = (quantity: number) => Math.abs(Math.log(Math.max(quantity, 1) / Math.max(wanted, 1)))
  return quantities.reduce((best, quantity, i) => (far(quantity) < far(quantities[best]!) ? i : best), 0)
}

/** So many points at once. */
const LEAP = 5
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: LEAP,
  PageDown: -LEAP,
  Home: -Infinity,
  End: Infinity,
}

/** Where a key leads from a point among so many; null of a key that leads nowhere. */
export function pointAfter(key: string, at: number, count: number): number | null {
  const step = STEPS[key]
  return step === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, at + step))
}

/** Strokes that are told apart without their colours, from fastest to slowest. */
export const DASHES: readonly (readonly number[])[] = [
  [],
  [9, 4],
  [2, 3],
  [9, 3, 2, 3],
  [15, 4],
  [5, 2, 5, 6],
]
export const dashOf = (index: number): number[] => [...DASHES[index % DASHES.length]!]
