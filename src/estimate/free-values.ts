import { greatest, least } from './extremes.ts'
import { kindOfValue } from './sizes.ts'
import type { Configuration, Hints, Observation, Space } from './types.ts'

/** So often is none of something asked, of what is counted. */
const NONE = 1 / 6
/** Refusals of none at all that may have had another cause. */
const TRIES_OF_NONE = 2

/** The range of a free value that is worth asking about. */
export interface ValueRange {
  readonly low: number
  readonly high: number
  /** asked values are multiples of it */
  readonly step: number
  /** whether none at all (0) is asked, too */
  readonly none: boolean
}

const lengthInCentimetres = (type: 'integer' | 'decimal') => ({
  ...{ low: 20, high: 300, step: type === 'integer' ? 1 : 0.5 },
  none: false,
})

/** A sensible first range by what the name says; the partner's bounds are not in the catalogue. */
export function guessedRange(name: string, type: 'integer' | 'decimal'): ValueRange {
  if (kindOfValue(name) === 'pages') return { low: 8, high: 96, step: 4, none: false }
  if (/\bmm\b|millim/i.test(name)) return { low: 200, high: 3000, step: 10, none: false }
  if (/\bcm\b|centim/i.test(name)) return lengthInCentimetres(type)
  if (/\bm\b|mètre|metre/i.test(name))
    return { low: 0.5, high: 4, step: type === 'integer' ? 1 : 0.1, none: false }
  if (kindOfValue(name) === 'length') return lengthInCentimetres(type)
  return type === 'integer'
    ? { low: 1, high: 8, step: 1, none: true }
    : { low: 1, high: 100, step: 0.5, none: false }
}

/**
 * Each free value's range, corrected by what was answered and refused. A refusal does not say which value was at
 * fault: it counts against the values that lie outside everything accepted so far, and draws the range half way
 * back towards what was accepted (or towards the range's middle while nothing is). A range whose upper end is accepted is tried further up.
 */
export function valueRanges(
  space: Space,
  observations: readonly Observation[],
  refused: readonly Configuration[],
  hints: Hints,
): ValueRange[] {
  return space.values.map(({ key, type }) => {
    const guess = guessedRange(hints.options?.[key] ?? '', type)
    const accepted = observations.flatMap(({ configuration }) => {
      const value = configuration.values[key]
      return value !== undefined && value > 0 ? [value] : []
    })
    let { low, high } = guess
    const middle = Math.sqrt(low * high)
    const acceptedLow = accepted.length > 0 ? least(accepted) : middle
    const acceptedHigh = accepted.length > 0 ? greatest(accepted) : middle
    low = Math.min(low, acceptedLow)
    high = Math.max(high, acceptedHigh)
    const refusedAbove = refused.some(({ values }) => (values[key] ?? 0) > acceptedHigh)
    if (!refusedAbove && acceptedHigh >= 0.8 * guess.high) high = 1.6 * acceptedHigh
    for (const { values } of refused) {
      const value = values[key]
      if (value === undefined) continue
      if (value > acceptedHigh) high = Math.min(high, Math.max(acceptedHigh, Math.sqrt(acceptedHigh * value)))
      if (value < acceptedLow && value > 0)
        low = Math.max(low, Math.min(acceptedLow, Math.sqrt(acceptedLow * value)))
    }
    const of0 = (configurations: readonly Configuration[]) =>
      configurations.filter(({ values }) => values[key] === 0).length
    const answered0 = observations.some(({ configuration }) => configuration.values[key] === 0)
    const none = guess.none && (answered0 || of0(refused) < TRIES_OF_NONE)
    return { low, high, step: guess.step, none }
  })
}

/** A value of the range on its step; `share` from 0 to 1 runs evenly over the logarithm, after none at all. */
export function valueAt({ low, high, step, none }: ValueRange, share: number): number {
  if (none && share < NONE) return 0
  const raw = low * (high / low) ** (none ? (share - NONE) / (1 - NONE) : share)
  const stepped = Math.min(
    Math.max(Math.round(raw / step) * step, Math.ceil(low / step) * step),
    Math.max(Math.floor(high / step), 1) * step,
  )
  return Number(stepped.toFixed(6))
}
