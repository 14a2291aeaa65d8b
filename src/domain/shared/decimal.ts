/**
 * Exact decimal arithmetic for money, percentages and measures.
 *
 * Prices must give the same cents on every machine (bundle.md), so nothing here uses binary floating point: a
 * decimal string is read into a scaled integer, intermediate results are fractions of bigints, and rounding to the
 * cent happens once, in {@link roundHalfUp}.
 */

/** A fraction `n / d`, with `d > 0`. Not reduced: the numbers of one price stay small. */
export interface Fraction {
  readonly n: bigint
  readonly d: bigint
}

/** A decimal as written: `digits / 10 ** scale`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** A decimal string as the bundle and `valeurs` write it. Longer strings are absurd and slow: they are not numbers here. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/
const LONGEST = 40

/** Whether the text is a decimal number such as `2150`, `12.5` or `-10`. */
export function isDecimal(text: string): boolean {
  return text.length <= LONGEST && DECIMAL.test(text)
}

/** Up to so many characters a whole number is exact as a number too, which is far quicker to read than a bigint. */
const EXACT_AS_NUMBER = 15

const wholeNumber = (digits: string): bigint =>
  digits.length <= EXACT_AS_NUMBER ? BigInt(Number(digits)) : BigInt(digits)

/** Reads a decimal string, or null where the text is not a decimal number ({@link isDecimal}). */
export function readDecimal(text: string): Decimal | null {
  if (!isDecimal(text)) return null
  const point = text.indexOf('.')
  if (point < 0) return { digits: wholeNumber(text), scale: 0 }
  const digits = wholeNumber(text.slice(0, point) + text.slice(point + 1))
  return { digits, scale: text.length - point - 1 }
}

/** Reads a decimal string. @throws RangeError where the text is not a decimal number ({@link isDecimal}). */
export function parseDecimal(text: string): Decimal {
  const decimal = readDecimal(text)
  if (!decimal) throw new RangeError(`not a decimal number: ${text.slice(0, LONGEST)}`)
  return decimal
}

const POWERS: readonly bigint[] = Array.from({ length: 64 }, (_, i) => 10n ** BigInt(i))

/** `10 ** exponent`. */
export function powerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent)
}

/** The decimal as an integer of `10 ** -scale`; `scale` must be at least the decimal's own. */
export function atScale(decimal: Decimal, scale: number): bigint {
  return decimal.digits * powerOfTen(scale - decimal.scale)
}

/** The decimal string as a fraction. @throws RangeError as {@link parseDecimal}. */
export function toFraction(text: string): Fraction {
  return fractionOf(parseDecimal(text))
}

export function fractionOf({ digits, scale }: Decimal): Fraction {
  return { n: digits, d: powerOfTen(scale) }
}

/** The integer nearest to `n / d`, ties upwards (step 7). `d` must be positive. */
export function roundHalfUp(n: bigint, d: bigint): bigint {
  const twice = 2n * n + d
  const whole = twice / (2n * d)
  return twice < 0n && whole * 2n * d !== twice ? whole - 1n : whole
}

/** `cents × percentage`, rounded half up to the cent; `percentage` is a decimal string. */
export function percentOf(cents: number, percentage: string): number {
  const { n, d } = toFraction(percentage)
  return Number(roundHalfUp(BigInt(cents) * n, d * 100n))
}

/** `cents` as `by` is to `of`, rounded half up to the cent; `by` where that is 0. */
export const inProportion = (cents: number, by: number, of: number): number =>
  of === 0 ? by : Number(roundHalfUp(BigInt(cents) * BigInt(by), BigInt(of)))

/** `cents` with a tax of that percentage, rounded as {@link percentOf}. */
export const withTax = (cents: number, percentage: string): number => cents + percentOf(cents, percentage)

/** A fraction as a number, for what is only shown. */
export const ratio = ({ n, d }: Fraction): number => Number(n) / Number(d)
