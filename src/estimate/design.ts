import { configurationKey, mergeAnswers } from './answers.ts'
import { fitMerged, type Fitted } from './fit.ts'
import { suspicions, type Suspicions } from './incompatible.ts'
import { createMixer, type Mixer } from './mixes.ts'
import { probesOf } from './probes.ts'
import { seeded } from './random.ts'
import type { Configuration, Observation, RequestHints, Space } from './types.ts'

/** Answers needed before the model may say where it knows least. */
const opening = 16
/** Every so manyth request is a random realistic mix: they keep the calibration of intervals honest. */
const mixEvery = 5
/** The share of requests that differ in one thing alone from what was answered, while there are such things. */
const probeShare = 1 / 4
const candidateCount = 260
const targetCount = 140

/**
 * The configurations whose prices would teach most, best first (at most n), given what is known already. First the
 * base configuration over quantities and mixes that show each variant once; then, alternating with random
 * realistic mixes, those that reduce most the model's mean variance over realistic configurations.
 */
export function nextRequests(
  space: Space,
  observations: readonly Observation[],
  n: number,
  seed: number,
  hints: RequestHints = {},
): Configuration[] {
  const refused = hints.refused ?? []
  const merged = mergeAnswers(observations)
  const mixer = createMixer(space, merged, refused, hints)
  const suspected = suspicions(
    merged.map(({ configuration }) => configuration),
    refused,
  )
  const random = seeded(seed + 7919 * merged.length)
  const taken = new Set(
    [...merged.map(({ configuration }) => configuration), ...refused].map(configurationKey),
  )
  const out: Configuration[] = []
  const add = (configuration: Configuration | undefined): boolean => {
    if (!configuration || out.length >= n) return false
    const key = configurationKey(configuration)
    if (taken.has(key) || suspected.isHopeless(configuration)) return false
    if (merged.length >= opening && !suspected.tryOnce(configuration)) return false
    taken.add(key)
    out.push(configuration)
    return true
  }

  const asked = (): Configuration[] => [...merged.map(({ configuration }) => configuration), ...out]
  if (merged.length < opening) {
    for (const quantity of baseQuantities(mixer.usual, 4)) add(mixer.base(quantity))
    while (out.length < n && merged.length + out.length < Math.max(opening, 20)) {
      if (!tryAdd(() => add(mixer.mix(random, rarity(space, asked()))))) break
    }
  }
  if (out.length >= n) return out
  if (merged.length >= opening) {
    const answered = merged.map(({ configuration }) => configuration)
    const most = Math.ceil(n * probeShare)
    for (const probe of probesOf(space, answered, refused, suspected, random)) {
      const key = configurationKey(probe)
      if (out.length >= most) break
      if (taken.has(key)) continue
      taken.add(key)
      out.push(probe)
    }
  }
  const fitted = merged.length >= opening ? fitMerged(space, merged, hints) : null
  const ranked = fitted ? mostTelling(fitted, mixer, random, 2 * (n - out.length), taken, suspected) : []
  let nextRanked = 0
  for (let turn = 0; out.length < n; turn++) {
    if (turn % mixEvery === mixEvery - 1 || nextRanked >= ranked.length) {
      if (!tryAdd(() => add(mixer.mix(random)))) break
    } else {
      add(ranked[nextRanked++])
    }
  }
  return out
}

/** Small spaces run out of configurations: give up after so many repeats. */
function tryAdd(attempt: () => boolean): boolean {
  for (let i = 0; i < 60; i++) if (attempt()) return true
  return false
}

function baseQuantities(usual: readonly number[], count: number): number[] {
  const places = Array.from({ length: count }, (_, i) =>
    Math.round((i * (usual.length - 1)) / Math.max(1, count - 1)),
  )
  return [...new Set(places)].map((place) => usual[place]!)
}

/** Prefers variants that were asked least. */
function rarity(
  space: Space,
  asked: readonly Configuration[],
): (option: number, variant: number | undefined) => number {
  const counts = space.options.map((option) => {
    const map = new Map<number | undefined, number>()
    for (const { choices } of asked) map.set(choices[option.key], (map.get(choices[option.key]) ?? 0) + 1)
    return map
  })
  return (option, variant) => -(counts[option]!.get(variant) ?? 0)
}

/**
 * Greedy choice among candidates of the one that lowers the mean posterior variance over realistic targets most
 * (Cohn's criterion), each choice taken into account before the next.
 */
function mostTelling(
  fitted: Fitted,
  mixer: Mixer,
  random: () => number,
  count: number,
  taken: ReadonlySet<string>,
  suspected: Suspicions,
): Configuration[] {
  const candidates: Configuration[] = []
  const keys = new Set(taken)
  for (let i = 0; i < candidateCount * 2 && candidates.length < candidateCount; i++) {
    const configuration = mixer.mix(random)
    const key = configurationKey(configuration)
    if (keys.has(key) || suspected.isHopeless(configuration)) continue
    keys.add(key)
    candidates.push(configuration)
  }
  const targets = Array.from({ length: targetCount }, () => mixer.mix(random))
  const points = [...targets, ...candidates].map((configuration) => fitted.point(configuration))
  const lower = fitted.model.covariances(points)
  const covariance = points.map((_, i) =>
    Float64Array.from(points, (__, j) => (j <= i ? lower[i]![j]! : lower[j]![i]!)),
  )
  const out: Configuration[] = []
  const t = targets.length
  const nugget = 1e-5
  for (let step = 0; step < Math.min(count, candidates.length); step++) {
    let best = -1
    let bestGain = 0
    for (let c = t; c < points.length; c++) {
      const row = covariance[c]!
      const own = row[c]!
      if (!(own > 1e-12)) continue
      let gain = 0
      for (let j = 0; j < t; j++) gain += Math.min(row[j]! * row[j]!, 1)
      gain /= own + nugget
      if (gain > bestGain) {
        best = c
        bestGain = gain
      }
    }
    if (best < 0) break
    out.push(candidates[best - t]!)
    const row = Float64Array.from(covariance[best]!)
    const scale = 1 / (row[best]! + nugget)
    for (let i = 0; i < points.length; i++) {
      const weight = row[i]! * scale
      if (weight === 0) continue
      const target = covariance[i]!
      for (let j = 0; j < points.length; j++) target[j]! -= weight * row[j]!
    }
  }
  return out
}
