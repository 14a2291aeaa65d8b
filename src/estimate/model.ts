import { cholesky, forwardSolve, inverse, rowStart, solve, type Packed } from './matrix.ts'
import type { Place, Point, Terms } from './terms.ts'

/**
 * The price model fitted to one lead time's answers: price = sum(c) × exp(factor(c)), with Gaussian-process priors
 * on both. The logarithm of the price is linear in the factor but not in the sum, so the sum is linearised
 * around its own last estimate and the regression repeated (Gauss-Newton on the posterior); in between, the
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

/** Variances of the model's terms and of its noise. */
export interface Variances {
  readonly theta: Float64Array
  readonly noiseVariance: number
}

export interface ModelOptions {
  /** where the search for variances begins; the terms' usual ones where missing */
  readonly start?: Variances
  /** number of variance updates */
  readonly updates?: number
  /** answers used while variances are learnt; all are used for the last regression */
  readonly learnFrom?: number
}

const settleEvery = 12
const defaults = { updates: 48, learnFrom: 130 }
/** Prior weight of a term's usual variance, counted in answers. */
const priorWeight = 0.004
const smallestSum = 0.05
/** The least that a price is without its fees, as a share of it. */
const smallestInside = 0.3
/** Fees are looked for once the rest has come so near to the prices. */
const feesBelow = 0.035
/** The largest relative change of a price without its fees in one pass. */
const largestFeeMove = 0.1
/** The most: an option may cost less than the usual one. */
const largestInside = 1.3

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

  /** Covariances of the sum's and of the factor's part. */
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
  const { alpha, factor: cholesky_ } = system
  const inverseMatrix = inverse(cholesky_, n)
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
      const v = forwardSolve(cholesky_, n, column)
      let variance = own.factor + own.sum / (sum * sum) + own.fees / (inside * inside) + noiseVariance
      for (let i = 0; i < n; i++) variance -= v[i]! * v[i]!
      return { log, sd: share * Math.sqrt(Math.max(variance, noiseVariance)) }
    },
    covariances(others) {
      const prepared = others.map((point) => ({ point, ...cross(point) }))
      const solved = prepared.map(({ column }) => forwardSolve(cholesky_, n, column))
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

/** Covariances of the three parts of a price. */
interface Parts {
  readonly sum: Packed
  readonly factor: Packed
  readonly fees: Packed
}

/** What the regression is linearised around: of each answer the sum, and the price without its fees. */
interface State {
  readonly sums: Float64Array
  readonly insides: Float64Array
}

/** Log prices as a linear function of factor, sum and fees, around the present ones. */
function targets(points: readonly Point[], logs: readonly number[], { sums, insides }: State): Float64Array {
  return Float64Array.from(points, (point, i) => {
    const fees = Math.exp(logs[i]!) / insides[i]! - 1
    return Math.log(insides[i]!) + fees - Math.log(sums[i]!) - point.pilot / sums[i]! + 1
  })
}

function regress(
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
function settle(
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

/**
 * Variances by maximum a posteriori likelihood, with the multiplicative fixed-point update for variance components
 * (a minorise-maximise step: each one raises the likelihood, and no step length is to be chosen).
 */
function learnVariances(
  terms: Terms,
  points: readonly Point[],
  logs: readonly number[],
  noise: readonly number[],
  updates: number,
  start: Variances | undefined,
): Variances {
  const n = points.length
  const count = terms.count
  const size = rowStart(n)
  const components = Array.from({ length: count }, () => new Float64Array(size))
  const scratch = new Float64Array(count)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      terms.evaluate(points[i]!, points[j]!, scratch)
      for (let k = 0; k < count; k++) components[k]![rowStart(i) + j] = scratch[k]!
    }
  }
  const theta = Float64Array.from(start?.theta ?? terms.prior)
  let noiseVariance = start?.noiseVariance ?? 0.01 ** 2
  const noisePrior = 0.0005 ** 2
  let state: State = { sums: Float64Array.from(logs, Math.exp), insides: Float64Array.from(logs, Math.exp) }
  let settled = false
  const matrix = new Float64Array(size)
  const combine = (place: Place, out: Float64Array): void => {
    out.fill(0)
    for (let k = 0; k < count; k++) {
      if (terms.places[k] !== place || theta[k] === 0) continue
      const component = components[k]!
      const weight = theta[k]!
      for (let at = 0; at < size; at++) out[at]! += weight * component[at]!
    }
  }
  const sumPart = new Float64Array(size)
  const factorPart = new Float64Array(size)
  const feePart = new Float64Array(size)
  const weights = new Float64Array(size)
  const sumWeights = new Float64Array(size)
  const feeWeights = new Float64Array(size)
  for (let update = 0; update < updates; update++) {
    combine('sum', sumPart)
    combine('factor', factorPart)
    combine('fees', feePart)
    if (update % settleEvery === 0) {
      const variances = Float64Array.from(points, (_, i) => noise[i]! + noiseVariance)
      const parts = { sum: sumPart, factor: factorPart, fees: feePart }
      const result = settle(parts, points, logs, variances, settled ? state : undefined)
      state = result.state
      settled = result.settled
    }
    const { sums, insides } = state
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        const at = rowStart(i) + j
        sumWeights[at] = 1 / (sums[i]! * sums[j]!)
        feeWeights[at] = 1 / (insides[i]! * insides[j]!)
        matrix[at] = factorPart[at]! + sumPart[at]! * sumWeights[at]! + feePart[at]! * feeWeights[at]!
      }
      matrix[rowStart(i) + i]! += noiseVariance + noise[i]!
    }
    const factor = cholesky(matrix, n)
    const alpha = solve(factor, n, targets(points, logs, state))
    const precision = inverse(factor, n)
    // weights of each entry in alpha' C alpha and in trace(precision C), off-diagonal ones twice
    const quadratic = weights
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        const at = rowStart(i) + j
        const twice = i === j ? 1 : 2
        quadratic[at] = twice * alpha[i]! * alpha[j]!
        precision[at]! *= twice
      }
    }
    let noiseUp = (priorWeight * noisePrior) / (noiseVariance * noiseVariance)
    let noiseDown = priorWeight / noiseVariance
    for (let i = 0; i < n; i++) {
      noiseUp += alpha[i]! * alpha[i]!
      noiseDown += precision[rowStart(i) + i]!
    }
    for (let k = 0; k < count; k++) {
      const component = components[k]!
      let up = 0
      let down = 0
      if (terms.places[k] !== 'factor') {
        const scale = terms.places[k] === 'sum' ? sumWeights : feeWeights
        for (let at = 0; at < size; at++) {
          const c = component[at]! * scale[at]!
          up += quadratic[at]! * c
          down += precision[at]! * c
        }
      } else {
        for (let at = 0; at < size; at++) {
          up += quadratic[at]! * component[at]!
          down += precision[at]! * component[at]!
        }
      }
      const now = theta[k]!
      up += (priorWeight * terms.prior[k]!) / (now * now)
      down += priorWeight / now
      theta[k] = Math.max(now * (Math.max(up, 0) / down) ** 0.6, 1e-8 * terms.prior[k]!)
      if (terms.places[k] === 'fees') theta[k] = Math.min(theta[k]!, terms.prior[k]!)
    }
    noiseVariance = Math.max(noiseVariance * Math.sqrt(noiseUp / noiseDown), 1e-9)
  }
  return { theta, noiseVariance }
}
