/** Prices of one piece: of a few cents often, so they need more digits than amounts, and the same number in one column. */
import { knownStep, toKnown } from './known-price.ts'

/** Parts of a cent that a piece is reckoned in. */
const PARTS = 1e6

/** The price of a piece in euros, to what is known of the run's price. @param width of its interval in cents; null: exact */
export function eachOf(cents: number, quantity: number, width: number | null): number {
  const parts = (amount: number) => (amount * PARTS) / quantity
  const each = width === null ? parts(cents) : toKnown(parts(cents), knownStep(parts(width)))
  // Divided once: half a unit of the last digit shown stays exactly that, and is rounded up.
  return each / (PARTS * 100)
}

export type UnitDigits = 2 | 4 | 6

/**
 * How many digits the price of a piece needs beside what its run comes to: where two do not lead there, whoever multiplies
 * them asks why. @param each in euros
 */
export function unitDigitsBeside(each: number, quantity: number, cents: number): UnitDigits {
  const digits = unitDigits([each])
  return digits === 2 && Math.round(each * 100) * quantity !== cents ? 4 : digits
}

/** How many digits after the point the prices of a piece in one column have: what the least of them needs. */
export function unitDigits(each: readonly number[]): UnitDigits {
  const least = Math.min(...each.filter((euros) => euros > 0))
  return least >= 1 ? 2 : least >= 0.001 ? 4 : 6
}
