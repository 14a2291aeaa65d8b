import { greatest, least } from './extremes.ts'
import { kindOfValue } from './sizes.ts'
import type { Configuration, Hints, Observation, Space } from './types.ts'

/** The range of a free value that is worth asking about. */
export interface ValueRange {
  readonly low: number
  readonly high: number
  /** asked values are multiples of it */
  readonly step: number
}

/** A sensible first range by what the name says; the partner's bounds are not in the catalogue. */
export function guessedRange(name: string, type: 'integer' | 'decimal'): ValueRange {
  if (kindOfValue(name) === 'pages') return { low: 8, high: 96, step: 4 }
  if (/\bmm\b|millim/i.test(name)) return { low: 200, high: 3000, step: 10 }
  if (/\bcm\b|centim/i.test(name)) return { low: 20, high: 300, step: type === 'integer' ? 1 : 0.5 }
  if (/\bm\b|mètre|metre/i.test(name)) return { low: 0.5, high: 4, step: type === 'integer' ? 1 : 0.1 }
  if (kindOfValue(name) === 'length') return { low: 20, high: 300, step: type === 'integer' ? 1 : 0.5 }
  return type === 'integer' ? { low: 1, high: 8, step: 1 } : { low: 1, high: 100, step: 0.5 }
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
    return { low, high, step: guess.step }
  })
}

/** A value of the range on its step; `share` from 0 to 1 runs evenly over the logarithm. */
export function valueAt({ low, high, step }: ValueRange, share: number): number {
  const raw = low * (high / low) ** share
  const stepped = Math.min(
    Math.max(Math.round(raw / step) * step, Math.ceil(low / step) * step),
    Math.max(Math.floor(high / step), 1) * step,
  )
  return Number(stepped.toFixed(6))
}
