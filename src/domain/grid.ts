import * as Type from 'typebox'
import type { Static } from 'typebox'
import { atScale, parseDecimal, type Fraction } from './decimal.ts'

/** How a grid is read (bundle.md, "How a print price is found", step 2). */
export const Lecture = Type.Union([
  Type.Literal('exacte'),
  Type.Literal('lineaire'),
  Type.Literal('unitaire'),
])
export type Lecture = Static<typeof Lecture>

/** A price point: the price in euro cents, as a decimal string, of a quantity. */
export const GridPoint = Type.Object({ quantite: Type.Integer(), prix: Type.String() })
export const Grid = Type.Array(GridPoint)

/** A grid ready to read: ascending quantities, prices as integers of the tariff's money scale. */
export interface CompiledGrid {
  readonly lecture: Lecture
  readonly quantities: readonly number[]
  readonly prices: readonly bigint[]
  /** quantity -> price, for `exacte` */
  readonly exact: ReadonlyMap<number, bigint> | null
}

/** Compiles a grid whose money is counted in `10 ** -scale` cents. */
export function compileGrid(lecture: Lecture, grid: Static<typeof Grid>, scale: number): CompiledGrid {
  const quantities = grid.map((point) => point.quantite)
  const prices = grid.map((point) => atScale(parseDecimal(point.prix), scale))
  return {
    lecture,
    quantities,
    prices,
    exact: lecture === 'exacte' ? new Map(quantities.map((quantity, i) => [quantity, prices[i]!])) : null,
  }
}

/** Index of the last of the ascending quantities that is at most `quantity`; -1 below the first. */
export function lastAtMost(quantities: readonly number[], quantity: number): number {
  let low = 0
  let high = quantities.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (quantities[middle]! <= quantity) low = middle + 1
    else high = middle
  }
  return low - 1
}

const ONE = 1n

/** Base price of `exacte`: each lot at its own point; null where a lot has none. */
export function readExact(grid: CompiledGrid, lots: readonly number[]): Fraction | null {
  let sum = 0n
  for (const lot of lots) {
    const price = grid.exact?.get(lot)
    if (price === undefined) return null
    sum += price
  }
  return { n: sum, d: ONE }
}

/** Base price of `lineaire` at the total quantity: the first price below the grid, a straight line inside, in proportion above. */
export function readLinear(grid: CompiledGrid, quantity: number): Fraction {
  const { quantities, prices } = grid
  const i = lastAtMost(quantities, quantity)
  if (i < 0) return { n: prices[0]!, d: ONE }
  const q1 = quantities[i]!
  const p1 = prices[i]!
  if (q1 === quantity) return { n: p1, d: ONE }
  if (i === quantities.length - 1) return { n: p1 * BigInt(quantity), d: BigInt(q1) }
  const width = BigInt(quantities[i + 1]! - q1)
  return { n: p1 * width + (prices[i + 1]! - p1) * BigInt(quantity - q1), d: width }
}

/** Unit price of `unitaire`: that of the last point reached, the first below the grid. */
export function readUnit(grid: CompiledGrid, quantity: number): bigint {
  return grid.prices[Math.max(0, lastAtMost(grid.quantities, quantity))]!
}
