/** The scales of the price curve. Both are logarithms, which know no zero and have no bounds where there is no price. */
import { spread } from './quantities'

/** So much of a value is left free around it, in proportion. */
const MARGIN = 0.06
const MOST_VALUES = 8
const FEWEST_VALUES = 3
/** What a decade is cut into, from coarse to fine. */
const CUTS: readonly (readonly number[])[] = [
  [1],
  [1, 2, 5],
  [1, 1.5, 2, 3, 4, 5, 7],
  Array.from({ length: 90 }, (_, i) => (10 + i) / 10),
  Array.from({ length: 900 }, (_, i) => (100 + i) / 100),
]

/** Euros of a run or a piece: beyond these, arithmetic on a logarithm loses its digits, and no price is there. */
const SMALLEST = 1e-12
const LARGEST = 1e15

/** A price as a logarithm can draw it; null where there is none, or where it is 0. */
export const drawable = (price: number | null): number | null =>
  price !== null && price >= SMALLEST && price <= LARGEST ? price : null

/**
 * Bounds of a scale around what is drawn.
 * @param min null where nothing is drawn: every series hidden, or none with a price
 * @returns two numbers above 0, the second the greater
 */
export function logBounds(min: number | null, max: number | null, margin = MARGIN): [number, number] {
  const low = drawable(min)
  const high = drawable(max)
  if (low === null || high === null || low > high) return [1, 10]
  // One value alone, or no margin, would leave a scale without width.
  const free = low === high ? Math.max(margin, MARGIN) : margin
  return [low * (1 - free), high * (1 + free)]
}

/** Beside the labels of an axis: its ticks, and what keeps them apart. */
const AXIS_EDGE = 16
/** An axis of short labels, so that the plot begins at one place for most products. */
const AXIS_ROOM = 68

/** The room of an axis that none of its labels is cut off in, in pixels. @param widths of the labels */
export const axisRoom = (widths: readonly number[]): number =>
  Math.max(AXIS_ROOM, Math.ceil(Math.max(0, ...widths)) + AXIS_EDGE)

/** Round values between two others, few enough to be read; none where the two are no bounds of a logarithm. */
export function roundValues(min: number, max: number): number[] {
  if (!(min > 0 && max > min && max < Infinity)) return []
  let found: number[] = []
  for (const cuts of CUTS) {
    found = valuesBetween(min, max, cuts)
    if (found.length >= FEWEST_VALUES) break
  }
  return spread(found, MOST_VALUES)
}

function valuesBetween(min: number, max: number, cuts: readonly number[]): number[] {
  const values: number[] = []
  const last = Math.floor(Math.log10(max))
  for (let decade = Math.floor(Math.log10(min)); decade <= last; decade++) {
    for (const cut of cuts) {
      // Read as written: 1.2 times a tenth is no round number.
      const value = Number(`${cut}e${decade}`)
      if (value >= min && value <= max) values.push(value)
    }
  }
  return values
}
