import { cholesky, rowStart, solve } from './matrix.ts'

/**
 * How one lead time's price follows from the reference lead time's: mostly a factor, sometimes with a fee, or with a
 * fee a copy. Least absolute relative deviations, so that the rule most answers follow is found exactly even
 * where a few follow another one.
 */
export interface Link {
  price(reference: number, quantity: number): number
  /** Typical relative error of the rule. */
  readonly sd: number
}

export interface Pair {
  readonly reference: number
  readonly price: number
  readonly quantity: number
}

type Rule = readonly ((reference: number, quantity: number) => number)[]

/** From simple to rich: a richer rule must be clearly better. */
const rules: readonly Rule[] = [
  [(reference) => reference],
  [(reference) => reference, () => 1],
  [(reference) => reference, () => 1, (_, quantity) => quantity],
]

/** Pairs from which on a rule's own errors tell how far off it is; before, it may be off by so much over their number. */
const TELLING = 6
const UNTOLD = 0.05

export function linkLeadTime(pairs: readonly Pair[]): Link {
  let best: Link | null = null
  for (const rule of rules) {
    if (best && pairs.length < 4 * rule.length) break
    const link = fitRule(pairs, rule)
    if (!best || link.sd < 0.8 * best.sd) best = link
  }
  const { price, sd } = best!
  return { price, sd: pairs.length < TELLING ? Math.max(sd, UNTOLD / pairs.length) : sd }
}

/** Iteratively reweighted least squares. */
function fitRule(pairs: readonly Pair[], rule: Rule): Link {
  const m = rule.length
  const design = pairs.map(({ reference, price, quantity }) =>
    rule.map((term) => term(reference, quantity) / price),
  )
  const scale = rule.map((_, k) => Math.max(...design.map((x) => Math.abs(x[k]!)), 1e-12))
  const weights = pairs.map(() => 1)
  let solution = new Float64Array(m)
  for (let pass = 0; pass < 30; pass++) {
    const normal = new Float64Array(rowStart(m))
    const right = new Float64Array(m)
    design.forEach((x, i) => {
      for (let a = 0; a < m; a++) {
        right[a]! += (weights[i]! * x[a]!) / scale[a]!
        for (let b = 0; b <= a; b++) {
          normal[rowStart(a) + b]! += (weights[i]! * x[a]! * x[b]!) / (scale[a]! * scale[b]!)
        }
      }
    })
    for (let a = 0; a < m; a++) normal[rowStart(a) + a]! *= 1 + 1e-12
    solution = Float64Array.from(solve(cholesky(normal, m), m, right), (value, k) => value / scale[k]!)
    design.forEach((x, i) => {
      const error = Math.abs(1 - x.reduce((sum, value, k) => sum + value * solution[k]!, 0))
      weights[i] = 1 / Math.max(error, 1e-5)
    })
  }
  const price = (reference: number, quantity: number): number =>
    Math.max(
      rule.reduce((sum, term, k) => sum + term(reference, quantity) * solution[k]!, 0),
      0.1 * reference,
    )
  const freedom = pairs.length / Math.max(1, pairs.length - m)
  const squares = pairs.reduce(
    (sum, pair) => sum + Math.log(pair.price / price(pair.reference, pair.quantity)) ** 2,
    0,
  )
  return { price, sd: Math.sqrt(squares / pairs.length) * freedom }
}
