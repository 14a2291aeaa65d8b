/** The scale of a plot of bars: from nothing up, and down where there are losses. */

const CUTS = [1, 2, 2.5, 5, 10]
/** Lines that a plot has at least, where there is something to read. */
const FEWEST = 3

export interface BarScale {
  /** of the lowest and the highest line */
  readonly low: number
  readonly high: number
  /** round values from `low` to `high`, 0 among them */
  readonly lines: readonly number[]
}

/** Round values around what is drawn. @param values null: nothing is drawn there @param most no line above it is needed */
export function barScale(values: readonly (number | null)[], most = Infinity): BarScale {
  const known = values.filter((value) => value !== null)
  const [least, greatest] = [Math.min(0, ...known), Math.min(most, Math.max(0, ...known))]
  // One line alone: of nothing there is no scale, and any other would read as nothing, too.
  if (greatest <= 0 && least === 0) return { low: 0, high: 1, lines: [0] }
  const step = stepOf(Math.max(greatest, -least))
  const [from, to] = [Math.floor(least / step), Math.max(Math.ceil(greatest / step), least < 0 ? 0 : 1)]
  const lines = Array.from({ length: to - from + 1 }, (_, i) => (from + i) * step)
  return { low: lines[0]!, high: lines.at(-1)!, lines }
}

function stepOf(greatest: number): number {
  const rough = greatest / FEWEST
  const decade = 10 ** Math.floor(Math.log10(rough))
  return CUTS.map((cut) => cut * decade).findLast((step) => step <= rough * (1 + 1e-9))!
}

/** How high a value is between the lowest line (0) and the highest (1). */
export const heightAt = (value: number, { low, high }: BarScale): number => (value - low) / (high - low)

/** Where a bar stands between the lowest line (0) and the highest (1), and how tall it is. */
export function barAt(value: number, scale: BarScale): { readonly from: number; readonly size: number } {
  const from = heightAt(Math.min(0, value), scale)
  return { from, size: heightAt(Math.max(0, value), scale) - from }
}
