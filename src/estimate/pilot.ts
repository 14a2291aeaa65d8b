import type { Row } from './encoding.ts'
import { cholesky, rowStart, solve } from './matrix.ts'

/**
 * A rough price: a power law in quantity, free values and volume, fitted by ridge regression on logarithms. It
 * only sets the scale on which the model's additive terms are measured.
 */
export function fitPilot(
  rows: readonly Row[],
  prices: readonly number[],
  hasVolume: boolean,
): (row: Row, quantity: number) => number {
  const features = (row: Row, quantity: number): number[] => [
    1,
    Math.log(quantity),
    ...row.logValues,
    ...(hasVolume ? [row.logVolume] : []),
  ]
  const design = rows.map((row) => features(row, row.quantity))
  const m = design[0]!.length
  const mean = Array.from({ length: m }, (_, k) => design.reduce((sum, x) => sum + x[k]!, 0) / design.length)
  mean[0] = 0
  const guess = Array.from({ length: m }, (_, k) => (k === 1 ? 0.6 : 0))
  const normal = new Float64Array(rowStart(m))
  const right = new Float64Array(m)
  const residual = prices.map(
    (price, i) =>
      Math.log(price) - design[i]!.reduce((s, x, k) => s + (k === 0 ? 0 : guess[k]! * (x - mean[k]!)), 0),
  )
  design.forEach((x, i) => {
    for (let a = 0; a < m; a++) {
      const xa = x[a]! - mean[a]!
      right[a]! += xa * residual[i]!
      for (let b = 0; b <= a; b++) normal[rowStart(a) + b]! += xa * (x[b]! - mean[b]!)
    }
  })
  for (let a = 1; a < m; a++) normal[rowStart(a) + a]! += 0.5
  normal[0]! += 1e-6
  const shift = solve(cholesky(normal, m), m, right)
  return (row, quantity) => {
    let log = shift[0]!
    features(row, quantity).forEach((x, k) => {
      if (k > 0) log += (guess[k]! + shift[k]!) * (x - mean[k]!)
    })
    return Math.exp(log)
  }
}
