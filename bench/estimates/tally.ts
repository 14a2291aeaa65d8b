import type { Estimate } from '../../src/estimate/index.ts'

export function quantile(list: readonly number[], p: number): number {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? NaN
}

/** Estimates against the truth, one a price. */
export class Tally {
  static readonly header =
    'family              prices  answered   error p50   error p90   in interval   width p50   width p90   refused'
  refusals = 0
  private prices = 0
  private held = 0
  private readonly errors: number[] = []
  private readonly widths: number[] = []

  add(truth: number, estimate: Estimate | undefined): void {
    this.prices++
    if (!estimate) return
    this.errors.push(Math.abs(estimate.cents - truth) / truth)
    this.widths.push((estimate.high - estimate.low) / truth)
    if (estimate.low <= truth && truth <= estimate.high) this.held++
  }

  line(name: string): string {
    const percent = (share: number, width: number): string => `${(100 * share).toFixed(2)} %`.padStart(width)
    const answered = this.errors.length
    return [
      name.padEnd(18),
      String(this.prices).padStart(8),
      percent(answered / this.prices, 10),
      percent(quantile(this.errors, 0.5), 12),
      percent(quantile(this.errors, 0.9), 12),
      percent(this.held / answered, 14),
      percent(quantile(this.widths, 0.5), 12),
      percent(quantile(this.widths, 0.9), 12),
      String(this.refusals).padStart(10),
    ].join('')
  }
}
