/**
 * Normalised conformal intervals: each left-out error is divided by how hard the model itself thought the answer
 * was, and the quantile of these scores sizes the interval of a new estimate in proportion to its own difficulty.
 */
export interface Calibration {
  /** Half-width of the interval on the logarithm of the price, for an estimate of this standard deviation. */
  halfWidth(sd: number): number
}

export interface LeftOutError {
  readonly error: number
  readonly sd: number
}

/**
 * Aimed at, a little over the 90 % promised: the same few answers calibrate all of a product's estimates, and a
 * product with unlucky ones should keep its promise too.
 */
const level = 0.91

/**
 * By how many errors there are. What is added to every standard deviation, as a share of the median one: it keeps scores finite where the
 * model is surer than it should be, as it is with variances learnt from few answers, and again where many let it be very sure. With
 * few errors their quantile is their greatest, or near it, and says too little: intervals are wider.
 */
const byErrors = [
  { below: 40, floor: 1, wider: 1.1 },
  { below: 80, floor: 0.45, wider: 1 },
  { below: Infinity, floor: 0.5, wider: 1 },
]
/** The same share where both lengths are free: of so many formats the answers are few, and the model is surer of itself than it should be. */
const floorOfFreeFormats = 1
/** Where even the greatest error is less than the level asks for. */
const widerWithoutQuantile = 1.27

export function calibrate(errors: readonly LeftOutError[], freeFormats: boolean): Calibration {
  const n = errors.length
  const { floor: share, wider } = byErrors.find(({ below }) => n < below)!
  const sds = errors.map(({ sd }) => sd).sort((a, b) => a - b)
  const floor = (freeFormats ? floorOfFreeFormats : share) * sds[Math.floor(n / 2)]!
  const scores = errors.map(({ error, sd }) => Math.abs(error) / (sd + floor)).sort((a, b) => a - b)
  const rank = Math.ceil((n + 1) * level)
  const beyond = rank > n ? widerWithoutQuantile : wider
  const score = Math.max(scores[Math.min(rank, n) - 1]! * beyond, 0.05)
  return { halfWidth: (sd) => score * (sd + floor) }
}
