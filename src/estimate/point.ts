import type { Row } from './encoding.ts'

/** The part of the price that a term belongs to (terms.ts). */
export type Place = 'sum' | 'factor' | 'fees'

/** A configuration as the price model sees it. */
export interface Point {
  readonly row: Row
  /** pilot price: a power law in quantity and free values, which sets the scale of additive terms */
  readonly pilot: number
  /** pilot price of each visual as a lot of its own */
  readonly lotPilots: readonly number[]
  /** quantities that costs are proportional to, scaled to the size of a price */
  readonly drivers: Float64Array
  /** square metres of all copies, scaled to the size of a price */
  readonly area: number
  /** steps of quantity and of total area that the configuration is on */
  readonly quantityStairs: number
  readonly areaStairs: number
}
