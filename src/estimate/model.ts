import { forwardSolve, inverse, rowStart } from './matrix.ts'
import type { Point } from './point.ts'
import { largestInside, regress, settle, type Parts } from './regression.ts'
import type { Terms } from './terms.ts'
import { learnVariances, type Variances } from './variances.ts'

/**
 * The price model fitted to one lead time's answers: price = sum(c) × exp(factor(c)) + fees(c), with Gaussian-process
 * priors on all three. The logarithm of the price is linear in the factor but not in the others, so they are linearised
 * around their own last estimate and the regression repeated (Gauss-Newton on the posterior); in between, the
 * variances of the terms are moved towards the most likely ones.
 */
export interface Model {
  /** Log price alone, which takes half the time. */
  logPrice(point: Point): number
  /** Log price and its standard deviation. */
  predict(point: Point): { log: number; sd: number }
  /** Per answer: log price as estimated from all the other answers, and its standard deviation. */
  readonly leftOut: readonly { log: number; sd: number }[]
  readonly variances: Variances
  /** Posterior covariances of log prices, for choosing what to ask next. */
  covariances(points: readonly Point[]): Float64Array[]
}

export interface ModelOptions {
  /** where the search for variances begins; the terms' usual ones where missing */
  readonly start?: Variances
  /** number of variance updates */
  readonly updates?: number
  /** answers used while variances are learnt; all are used for the last regression */
  readonly learnFrom?: number
}

const defaults = { updates: 48, learnFrom: 130 }
/** The least that a sum is, as a share of the pilot price. */
const smallestSum = 0.05

export function fitModel(
  terms: Terms,
  points: readonly Point[],
  logs: readonly number[],
  noise: readonly number[],
  options: ModelOptions = {},
): Model {
  const { updates, learnFrom, start } = { ...defaults, ...options }
  const learning = learnVariances(
    terms,
    points.slice(0, learnFrom),
    logs.slice(0, learnFrom),
    noise,
    updates,
    start,
  )
  const { theta, noiseVariance } = learning
  const n = points.length
  const active = [...theta.keys()].filter((k) => theta[k]! > 0)
  const scratch = new Float64Array(terms.count)

  /** Covariances of the sum, of the factor and of the fees. */
  const parts = (a: Point, b: Point): { sum: number; factor: number; fees: number } => {
    terms.evaluate(a, b, scratch)
    let sum = 0
    let factor = 0
    let fees = 0
    for (const k of active) {
      const covariance = theta[k]! * scratch[k]!
      if (terms.places[k] === 'sum') sum += covariance
      else if (terms.places[k] === 'factor') factor += covariance
      else fees += covariance
    }
    return { sum, factor, fees }
  }
  const size = rowStart(n)
  const sumPart = new Float64Array(size)
  const factorPart = new Float64Array(size)
  const feePart = new Float64Array(size)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const all = parts(points[i]!, points[j]!)
      sumPart[rowStart(i) + j] = all.sum
      factorPart[rowStart(i) + j] = all.factor
      feePart[rowStart(i) + j] = all.fees
    }
  }
  const variances = Float64Array.from(noise, (variance) => variance + noiseVariance)
  const covariance: Parts = { sum: sumPart, factor: factorPart, fees: feePart }
  const { state, settled } = settle(covariance, points, logs, variances)
  // Otherwise the sum is taken as linear in the logarithm: less exact, but it has one solution.
  if (!settled) {
    state.sums.set(points.map((point) => point.pilot))
    state.insides.set(logs.map(Math.exp))
  }
  const { sums, insides } = state
  const system = regress(covariance, points, logs, variances, state)
  const { alpha, factor: root } = system
  const inverseMatrix = inverse(root, n)
  const leftOut = points.map((_, i) => {
    const precision = inverseMatrix[rowStart(i) + i]!
    return { log: logs[i]! - alpha[i]! / precision, sd: Math.sqrt(1 / precision) }
  })

  const cross = (point: Point): Crossed => {
    const sumColumn = new Float64Array(n)
    const feeColumn = new Float64Array(n)
    const column = new Float64Array(n)
    let sum = point.pilot
    let factor = 0
    let fees = 0
    for (let i = 0; i < n; i++) {
      const all = parts(point, points[i]!)
      const perSum = all.sum / sums[i]!
      const perFee = all.fees / insides[i]!
      sumColumn[i] = perSum
      feeColumn[i] = perFee
      column[i] = all.factor
      sum += perSum * alpha[i]!
      fees += perFee * alpha[i]!
      factor += all.factor * alpha[i]!
    }
    const kept = settled ? Math.max(sum, smallestSum * point.pilot) : point.pilot
    const inside = Math.exp(settled ? factor + Math.log(kept) : factor + Math.log(kept) + sum / kept - 1)
    const price = Math.max(inside + fees, inside / largestInside)
    for (let i = 0; i < n; i++) column[i]! += sumColumn[i]! / kept + feeColumn[i]! / inside
    return { log: Math.log(price), sum: kept, inside, share: inside / price, column }
  }
  return {
    leftOut,
    variances: { theta, noiseVariance },
    logPrice: (point) => cross(point).log,
    predict(point) {
      const { log, sum, inside, share, column } = cross(point)
      const own = parts(point, point)
      const v = forwardSolve(root, n, column)
      let variance = own.factor + own.sum / (sum * sum) + own.fees / (inside * inside) + noiseVariance
      for (let i = 0; i < n; i++) variance -= v[i]! * v[i]!
      return { log, sd: share * Math.sqrt(Math.max(variance, noiseVariance)) }
    },
    covariances(others) {
      const prepared = others.map((point) => ({ point, ...cross(point) }))
      const solved = prepared.map(({ column }) => forwardSolve(root, n, column))
      return prepared.map((a, i) =>
        Float64Array.from(prepared, (b, j) => {
          if (j > i) return 0
          const own = parts(a.point, b.point)
          let covariance = own.factor + own.sum / (a.sum * b.sum) + own.fees / (a.inside * b.inside)
          const va = solved[i]!
          const vb = solved[j]!
          for (let k = 0; k < n; k++) covariance -= va[k]! * vb[k]!
          return a.share * b.share * covariance
        }),
      )
    },
  }
}

/** A configuration against the answers. */
interface Crossed {
  readonly log: number
  readonly sum: number
  /** the price without its fees, and its share of the price */
  readonly inside: number
  readonly share: number
  readonly column: Float64Array
}
