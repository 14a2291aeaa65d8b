/** Which quantities the matrix and the curve show around the chosen one. */

/**
 * A window of quantities around the chosen one: as many below as above, shifted at the ends so that it stays full.
 * The chosen quantity is always in it, whether it is one of the steps or not.
 */
export function neighbours(steps: readonly number[], chosen: number, size: number): number[] {
  const all = [...new Set([...steps, chosen])].filter((q) => q > 0).sort((a, b) => a - b)
  const at = all.indexOf(chosen)
  const start = Math.max(0, Math.min(at - Math.floor(size / 2), all.length - size))
  return all.slice(start, start + size)
}

/** The next round quantities below and above, where nothing offers steps: 1, 2, 5, 10, 20, 50… within the bounds. */
export function roundSteps(min: number, max: number | null): number[] {
  const steps: number[] = []
  for (let decade = 1; decade <= 100_000; decade *= 10) {
    for (const factor of [1, 2, 5]) {
      const step = factor * decade
      if (step >= min && (max === null || step <= max)) steps.push(step)
    }
  }
  return steps
}

/** At most `count` of the quantities, spread evenly over them, ends included. */
export function spread(quantities: readonly number[], count: number): number[] {
  if (quantities.length <= count) return [...quantities]
  const step = (quantities.length - 1) / (count - 1)
  return [...new Set(Array.from({ length: count }, (_, i) => quantities[Math.round(i * step)]!))]
}
