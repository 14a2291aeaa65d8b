import { cholesky, inverse, rowStart, solve } from './matrix.ts'
import type { Place, Point } from './point.ts'
import { settle, targets, type State } from './regression.ts'
import type { Terms } from './terms.ts'

/** Variances of the model's terms and of its noise. */
export interface Variances {
  readonly theta: Float64Array
  readonly noiseVariance: number
}

const settleEvery = 12
/** Prior weight of a term's usual variance, counted in answers. */
const priorWeight = 0.001

/**
 * Variances by maximum a posteriori likelihood, with the multiplicative fixed-point update for variance components
 * (a minorise-maximise step: each one raises the likelihood, and no step length is to be chosen).
 */
export function learnVariances(
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
