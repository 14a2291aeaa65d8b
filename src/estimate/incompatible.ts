import type { Configuration } from './types.ts'

/**
 * What the partner seems not to make together ("8 pages" with "dos carré"). A refusal does not say what it is about: it
 * counts against each pair of its choices and values that no answer has, against those alone that no answer has at all
 * where it holds such, and against none where it holds a pair that is known to be refused. Asking again for a pair
 * that was refused more than once teaches nothing about prices.
 */
export interface Suspicions {
  /** Whether a configuration holds a pair that is known to be refused, or was refused more than once and never answered. */
  isHopeless(configuration: Configuration): boolean
  /** Counts a configuration as asked; false where it holds a never-answered pair that was asked often enough. */
  tryOnce(configuration: Configuration): boolean
  /** How many of its pairs no answer has. */
  unproven(configuration: Configuration): number
  /** Pairs of choices that are hopeless so far although each is made with others, those of usual choices first. */
  readonly doubtful: readonly (readonly [Choice, Choice])[]
}

export interface Choice {
  readonly option: string
  readonly variant: number
}

/** Requests that one unproven pair may cost before its answers are awaited. */
const triesEach = 2

/** A choice, or a free value by half octaves. */
interface Feature {
  readonly name: string
  readonly choice: Choice | null
}

function features({ choices, values }: Configuration): Feature[] {
  return [
    ...Object.entries(choices).map(([option, variant]) => ({
      name: `${option}=${variant}`,
      choice: { option, variant },
    })),
    ...Object.entries(values).map(([key, value]) => ({
      name: `${key}~${Math.round(2 * Math.log2(Math.max(value, 1e-6)))}`,
      choice: null,
    })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1))
}

interface Pair {
  readonly name: string
  readonly both: readonly [Feature, Feature]
}

function pairs(configuration: Configuration): Pair[] {
  const list = features(configuration)
  return list.flatMap((a, i) =>
    list.slice(i + 1).map((b): Pair => ({ name: `${a.name}&${b.name}`, both: [a, b] })),
  )
}

export function suspicions(
  answered: readonly Configuration[],
  refused: readonly Configuration[],
): Suspicions {
  const proven = new Set(answered.flatMap((each) => pairs(each).map(({ name }) => name)))
  const seen = new Map<string, number>()
  for (const { name } of answered.flatMap(features)) seen.set(name, (seen.get(name) ?? 0) + 1)
  const unproven = (configuration: Configuration): Pair[] =>
    pairs(configuration).filter(({ name }) => !proven.has(name))
  const suspects = refused.map((configuration) => {
    const all = unproven(configuration)
    const unseen = all.filter(({ both }) => both.some(({ name }) => !seen.has(name)))
    return unseen.length > 0 ? unseen : all
  })
  const certain = new Set(suspects.flatMap((all) => (all.length === 1 ? [all[0]!.name] : [])))
  const refusals = new Map<string, { pair: Pair; count: number }>()
  for (const all of suspects) {
    if (all.some(({ name }) => certain.has(name))) continue
    for (const pair of all) {
      const count = (refusals.get(pair.name)?.count ?? 0) + 1
      refusals.set(pair.name, { pair, count })
    }
  }
  const isHopeless = (name: string): boolean => certain.has(name) || (refusals.get(name)?.count ?? 0) >= 2
  const usual = ({ both: [a, b] }: Pair): number => (seen.get(a.name) ?? 0) * (seen.get(b.name) ?? 0)
  const doubtful = [...refusals.values()]
    .filter(({ pair, count }) => count >= 2 && usual(pair) > 0)
    .sort((a, b) => usual(b.pair) - usual(a.pair) || (a.pair.name < b.pair.name ? -1 : 1))
    .flatMap(({ pair: { both } }) => {
      const [a, b] = [both[0].choice, both[1].choice]
      return a && b ? [[a, b] as const] : []
    })
  const tries = new Map<string, number>()
  return {
    isHopeless: (configuration) => unproven(configuration).some(({ name }) => isHopeless(name)),
    tryOnce(configuration) {
      const open = unproven(configuration)
      if (open.some(({ name }) => (tries.get(name) ?? 0) >= triesEach)) return false
      for (const { name } of open) tries.set(name, (tries.get(name) ?? 0) + 1)
      return true
    },
    unproven: (configuration) => unproven(configuration).length,
    doubtful,
  }
}
