import type { Configuration } from './types.ts'

/**
 * Pairs of choices that the partner seems not to make together ("8 pages" with "dos carré"): seen in refusals, never
 * in an answer. Asking again for such a pair teaches nothing about prices.
 */
export interface Suspicions {
  /** Whether a configuration holds a pair that was refused more than once and never answered. */
  isHopeless(configuration: Configuration): boolean
  /** Counts a configuration as asked; false where it holds a never-answered pair that was asked often enough. */
  tryOnce(configuration: Configuration): boolean
}

/** Requests that one unproven pair may cost before its answers are awaited. */
const triesEach = 2

/** Choices, and free values by half octaves. */
function features({ choices, values }: Configuration): string[] {
  return [
    ...Object.entries(choices).map(([key, variant]) => `${key}=${variant}`),
    ...Object.entries(values).map(
      ([key, value]) => `${key}~${Math.round(2 * Math.log2(Math.max(value, 1e-6)))}`,
    ),
  ].sort()
}

function pairs(configuration: Configuration): string[] {
  const list = features(configuration)
  return list.flatMap((a, i) => list.slice(i + 1).map((b) => `${a}&${b}`))
}

export function suspicions(
  answered: readonly Configuration[],
  refused: readonly Configuration[],
): Suspicions {
  const proven = new Set(answered.flatMap(pairs))
  const tries = new Map<string, number>()
  const refusals = new Map<string, number>()
  for (const configuration of refused) {
    for (const pair of pairs(configuration)) {
      if (!proven.has(pair)) refusals.set(pair, (refusals.get(pair) ?? 0) + 1)
    }
  }
  return {
    isHopeless: (configuration) => pairs(configuration).some((pair) => (refusals.get(pair) ?? 0) >= 2),
    tryOnce(configuration) {
      const unproven = pairs(configuration).filter((pair) => !proven.has(pair))
      if (unproven.some((pair) => (tries.get(pair) ?? 0) >= triesEach)) return false
      for (const pair of unproven) tries.set(pair, (tries.get(pair) ?? 0) + 1)
      return true
    },
  }
}
