/**
 * How exactly a price is known, in cents: what follows it says nothing, so it is not shown. The greatest power of ten
 * that is at most half as wide as the interval: tens of euros where it is 150 € wide, cents where it is 5 c wide.
 * @param width of the interval that holds the true price, in cents; 0 where the price is exact
 */
export function knownStep(width: number): number {
  let step = 1
  while (step * 20 <= width) step *= 10
  return step
}

/** The multiple of the step that an amount in cents is shown as. */
export function toKnown(cents: number, step: number): number {
  return Math.round(cents / step) * step
}

/** An interval in steps, outwards: it still holds what it held. */
export function knownRange(low: number, high: number): { low: number; high: number; step: number } {
  const step = knownStep(high - low)
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, step }
}
