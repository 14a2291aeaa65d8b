/**
 * Dense symmetric linear algebra, as much as the estimator needs. Symmetric matrices are kept as their packed
 * lower triangle, row after row: half the memory, and the inner loops run over contiguous numbers.
 */
export type Packed = Float64Array

/** Where row `i` starts in a packed lower triangle. */
export const rowStart = (i: number): number => (i * (i + 1)) / 2

/** Cholesky factor L of a positive definite matrix; adds a growing jitter to the diagonal until it succeeds. */
export function cholesky(matrix: Packed, n: number): Packed {
  const factor = new Float64Array(matrix.length)
  let jitter = 0
  for (let attempt = 0; attempt < 12; attempt++) {
    if (factorise(matrix, n, jitter, factor)) return factor
    jitter = jitter === 0 ? 1e-12 * (1 + meanDiagonal(matrix, n)) : jitter * 10
  }
  throw new RangeError('matrix is not positive definite')
}

function meanDiagonal(matrix: Packed, n: number): number {
  let sum = 0
  for (let i = 0; i < n; i++) sum += matrix[rowStart(i) + i]!
  return n === 0 ? 0 : sum / n
}

function factorise(matrix: Packed, n: number, jitter: number, out: Packed): boolean {
  for (let i = 0; i < n; i++) {
    const ri = rowStart(i)
    for (let j = 0; j <= i; j++) {
      const rj = rowStart(j)
      let sum = matrix[ri + j]!
      for (let k = 0; k < j; k++) sum -= out[ri + k]! * out[rj + k]!
      if (i === j) {
        sum += jitter
        if (!(sum > 0)) return false
        out[ri + i] = Math.sqrt(sum)
      } else {
        out[ri + j] = sum / out[rj + j]!
      }
    }
  }
  return true
}

/** Solves L x = b. */
export function forwardSolve(factor: Packed, n: number, b: ArrayLike<number>): Float64Array {
  const x = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const ri = rowStart(i)
    let sum = b[i]!
    for (let k = 0; k < i; k++) sum -= factor[ri + k]! * x[k]!
    x[i] = sum / factor[ri + i]!
  }
  return x
}

/** Solves L' x = b. */
export function backSolve(factor: Packed, n: number, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b)
  for (let i = n - 1; i >= 0; i--) {
    const ri = rowStart(i)
    const value = x[i]! / factor[ri + i]!
    x[i] = value
    for (let k = 0; k < i; k++) x[k]! -= factor[ri + k]! * value
  }
  return x
}

/** Solves L L' x = b. */
export function solve(factor: Packed, n: number, b: ArrayLike<number>): Float64Array {
  return backSolve(factor, n, forwardSolve(factor, n, b))
}

/** The inverse of L L', packed. */
export function inverse(factor: Packed, n: number): Packed {
  // Rows of L^-1 first, then its transpose times itself.
  const lower = new Float64Array(factor.length)
  for (let i = 0; i < n; i++) {
    const ri = rowStart(i)
    const pivot = 1 / factor[ri + i]!
    for (let k = 0; k < i; k++) {
      const weight = factor[ri + k]!
      if (weight === 0) continue
      const rk = rowStart(k)
      for (let j = 0; j <= k; j++) lower[ri + j]! -= weight * lower[rk + j]!
    }
    for (let j = 0; j < i; j++) lower[ri + j]! *= pivot
    lower[ri + i] = pivot
  }
  const out = new Float64Array(factor.length)
  for (let k = 0; k < n; k++) {
    const rk = rowStart(k)
    for (let i = 0; i <= k; i++) {
      const weight = lower[rk + i]!
      if (weight === 0) continue
      const ri = rowStart(i)
      for (let j = 0; j <= i; j++) out[ri + j]! += weight * lower[rk + j]!
    }
  }
  return out
}
