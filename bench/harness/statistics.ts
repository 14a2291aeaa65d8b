export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? NaN
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** How far repeated rounds lie apart: (largest - smallest) / median, in percent. */
export function spread(values: readonly number[]): string {
  return `±${((50 * (Math.max(...values) - Math.min(...values))) / median(values)).toFixed(0)} %`
}
