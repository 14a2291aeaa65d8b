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

/** With fewer errors than that their quantile is their greatest, or near it, and says too little: intervals are wider. */
const fewErrors = 40
const widerForFew = 1.3

export function calibrate(errors: readonly LeftOutError[]): Calibration {
  const n = errors.length
  const sds = errors.map(({ sd }) => sd).sort((a, b) => a - b)
  // Keeps scores finite where the model is surer than it should be.
  const floor = 0.3 * sds[Math.floor(n / 2)]!
  const scores = errors.map(({ error, sd }) => Math.abs(error) / (sd + floor)).sort((a, b) => a - b)
  const rank = Math.ceil((n + 1) * level)
  const beyond = rank > n ? 1.5 : n < fewErrors ? widerForFew : 1
  const score = Math.max(scores[Math.min(rank, n) - 1]! * beyond, 0.05)
  return { halfWidth: (sd) => score * (sd + floor) }
}
