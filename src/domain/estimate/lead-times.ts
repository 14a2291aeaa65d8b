/**
 * How one lead time's price follows from the reference lead time's: mostly a factor, sometimes a factor and a fee.
 * Least absolute relative deviations, so that the rule most answers follow is found exactly even where a few
 * follow another one.
 */
export interface Link {
  price(reference: number): number
  /** Per pair: relative error of the rule. */
  readonly errors: readonly number[]
  /** Typical size of the errors. */
  readonly sd: number
}

export interface Pair {
  readonly reference: number
  readonly price: number
}

export function linkLeadTime(pairs: readonly Pair[]): Link {
  const ratios = pairs.map(({ reference, price }) => price / reference).sort((a, b) => a - b)
  const factor = ratios[Math.floor(ratios.length / 2)]!
  const constant = asLink(pairs, factor, 0, 1)
  if (pairs.length < 6) return constant
  const { slope, fee } = fitLine(pairs)
  const line = asLink(pairs, slope, fee, 2)
  return line.sd < 0.8 * constant.sd ? line : constant
}

function asLink(pairs: readonly Pair[], slope: number, fee: number, parameters: number): Link {
  const price = (reference: number): number => Math.max(slope * reference + fee, 0.1 * reference)
  const freedom = pairs.length / Math.max(1, pairs.length - parameters)
  const errors = pairs.map((pair) => Math.log(pair.price / price(pair.reference)) * freedom)
  const sd = Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length)
  return { price, errors, sd }
}

function fitLine(pairs: readonly Pair[]): { slope: number; fee: number } {
  let slope = 1
  let fee = 0
  const weights = pairs.map(({ price }) => 1 / (price * price))
  for (let pass = 0; pass < 30; pass++) {
    let w = 0
    let wx = 0
    let wy = 0
    let wxx = 0
    let wxy = 0
    pairs.forEach(({ reference: x, price: y }, i) => {
      const weight = weights[i]!
      w += weight
      wx += weight * x
      wy += weight * y
      wxx += weight * x * x
      wxy += weight * x * y
    })
    const determinant = w * wxx - wx * wx
    if (!(determinant > 1e-9 * w * wxx)) return { slope: wy / wx, fee: 0 }
    slope = (w * wxy - wx * wy) / determinant
    fee = (wy - slope * wx) / w
    pairs.forEach(({ reference, price }, i) => {
      const relative = Math.abs(price - slope * reference - fee) / price
      weights[i] = 1 / (price * price * Math.max(relative, 1e-5))
    })
  }
  return { slope, fee }
}
