import { cholesky, rowStart, solve, type Packed } from './matrix.ts'
import type { Point } from './point.ts'

/** The least that a price is without its fees, as a share of it. */
const smallestInside = 0.3
/** The most: an option may cost less than the usual one. */
export const largestInside = 1.3
/** Fees are looked for once the rest has come so near to the prices. */
const feesBelow = 0.035
/** The largest relative change of a price without its fees in one pass. */
const largestFeeMove = 0.1

/** Covariances of the three parts of a price. */
export interface Parts {
  readonly sum: Packed
  readonly factor: Packed
  readonly fees: Packed
}

/** What the regression is linearised around: of each answer the sum, and the price without its fees. */
export interface State {
  readonly sums: Float64Array
  readonly insides: Float64Array
}

/** Log prices as a linear function of factor, sum and fees, around the present ones. */
export function targets(
  points: readonly Point[],
  logs: readonly number[],
  { sums, insides }: State,
): Float64Array {
  return Float64Array.from(points, (point, i) => {
    const fees = Math.exp(logs[i]!) / insides[i]! - 1
    return Math.log(insides[i]!) + fees - Math.log(sums[i]!) - point.pilot / sums[i]! + 1
  })
}

/** @returns the root of the answers' covariance, and of each answer the weight that it has in an estimate */
export function regress(
  parts: Parts,
  points: readonly Point[],
  logs: readonly number[],
  variances: Float64Array,
  state: State,
): { factor: Packed; alpha: Float64Array } {
  const n = points.length
  const { sums, insides } = state
  const matrix = new Float64Array(parts.sum.length)
  for (let i = 0; i < n; i++) {
    const [si, qi] = [sums[i]!, insides[i]!]
    for (let j = 0; j <= i; j++) {
      const at = rowStart(i) + j
      matrix[at] = parts.factor[at]! + parts.sum[at]! / (si * sums[j]!) + parts.fees[at]! / (qi * insides[j]!)
    }
    matrix[rowStart(i) + i]! += variances[i]!
  }
  const factor = cholesky(matrix, n)
  return { factor, alpha: solve(factor, n, targets(points, logs, state)) }
}

function multiply(matrix: Packed, n: number, vector: Float64Array): Float64Array {
  const out = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const ri = rowStart(i)
    let sum = 0
    for (let j = 0; j < i; j++) {
      const entry = matrix[ri + j]!
      sum += entry * vector[j]!
      out[j]! += entry * vector[i]!
    }
    out[i]! += sum + matrix[ri + i]! * vector[i]!
  }
  return out
}

/** Noise (standard deviation of a log price) that the iteration pretends to, one after the other. */
const tempering = [0.5, 0.25, 0.12, 0.06, 0.03, 0.015, 0.007, 0.003, 0.001, 0]
/** Where a round that starts from settled sums begins. */
const shortCut = 6
const passesEach = 6
const lastPasses = 20
/** The largest relative change of a sum in one pass. */
const largestMove = 0.7
const settledBelow = 0.02

/**
 * Finds the most likely sum and factor for given variances. Prices without noise leave a narrow valley that
 * Gauss-Newton steps jump across; so the answers are at first taken for noisy ones, and less so from one
 * round to the next, each starting where the last one ended.
 */
export function settle(
  parts: Parts,
  points: readonly Point[],
  logs: readonly number[],
  variances: Float64Array,
  from?: State,
): { state: State; settled: boolean } {
  const n = points.length
  const prices = Float64Array.from(logs, Math.exp)
  const sums = from ? Float64Array.from(from.sums) : Float64Array.from(points, (point) => point.pilot)
  const insides = from ? Float64Array.from(from.insides) : Float64Array.from(prices)
  const state: State = { sums, insides }
  let trust = 1
  let moved = Infinity
  for (const noise of from ? tempering.slice(shortCut) : tempering) {
    const tempered = variances.map((variance) => Math.max(variance, noise * noise))
    const passes = noise === 0 ? lastPasses : passesEach
    for (let pass = 0; pass < passes; pass++) {
      const { alpha } = regress(parts, points, logs, tempered, state)
      const h = multiply(
        parts.sum,
        n,
        alpha.map((x, i) => x / sums[i]!),
      )
      const fees = multiply(
        parts.fees,
        n,
        alpha.map((x, i) => x / insides[i]!),
      )
      const before = moved
      moved = 0
      const moves = sums.map((sum, i) => {
        const change = (points[i]!.pilot + h[i]!) / sum - 1
        const move = change > 0 ? Math.min(Math.log1p(change), largestMove) : Math.max(change, -largestMove)
        moved = Math.max(moved, Math.abs(move))
        return move
      })
      const insideMoves = insides.map((inside, i) => {
        const share = Math.min(Math.max(1 - fees[i]! / prices[i]!, smallestInside), largestInside)
        const change = (share * prices[i]!) / inside
        const move =
          noise > feesBelow ? 0 : Math.min(Math.max(Math.log(change), -largestFeeMove), largestFeeMove)
        moved = Math.max(moved, Math.abs(move))
        return move
      })
      // Steps that do not shrink are jumping to and fro: go part of the way.
      if (pass > 0) trust = moved > 0.8 * before ? Math.max(trust / 2, 0.1) : Math.min(1, trust * 1.6)
      for (let i = 0; i < n; i++) {
        sums[i]! *= Math.exp(trust * moves[i]!)
        insides[i]! *= Math.exp(trust * insideMoves[i]!)
      }
      if (moved < 1e-4) break
    }
  }
  return { state, settled: moved < settledBelow }
}
