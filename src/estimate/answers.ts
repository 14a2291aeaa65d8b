import type { Configuration, Observation } from './types.ts'

/** One text for all ways of writing one configuration. */
export function configurationKey({ choices, values, quantities }: Configuration): string {
  const sorted = (record: Readonly<Record<string, number>>): string =>
    Object.keys(record)
      .sort()
      .map((key) => `${key}=${record[key]}`)
      .join(',')
  return `${sorted(choices)};${sorted(values)};${[...quantities].sort((a, b) => a - b).join(',')}`
}

/**
 * One observation a configuration, later answers over earlier ones lead time by lead time, in an order that depends
 * on the configurations alone: the same answers always give the same estimates.
 */
export function mergeAnswers(observations: readonly Observation[]): Observation[] {
  const byKey = new Map<
    string,
    { configuration: Configuration; cents: Record<string, number>; seen: Record<string, number> }
  >()
  for (const { configuration, cents, observedAt = 0 } of observations) {
    const key = configurationKey(configuration)
    const merged = byKey.get(key) ?? { configuration, cents: {}, seen: {} }
    byKey.set(key, merged)
    for (const [label, price] of Object.entries(cents)) {
      if (!(price > 0)) continue
      const seen = merged.seen[label]
      const newer =
        seen === undefined || observedAt > seen || (observedAt === seen && price > merged.cents[label]!)
      if (!newer) continue
      merged.cents[label] = price
      merged.seen[label] = observedAt
    }
  }
  return [...byKey]
    .filter(([, { cents }]) => Object.keys(cents).length > 0)
    .map(([key, merged]) => ({ key: `${spread(key)}${key}`, merged }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ merged }) => ({
      configuration: merged.configuration,
      cents: merged.cents,
      observedAt: Math.max(...Object.values(merged.seen)),
    }))
}

/** A hash (FNV-1a) in front of the key, so that the first part of a long list is a fair sample of it. */
function spread(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
