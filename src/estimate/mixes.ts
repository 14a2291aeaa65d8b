import { defaultChoices } from './encoding.ts'
import { valueAt, valueRanges, type ValueRange } from './free-values.ts'
import { shuffled } from './random.ts'
import type { Configuration, Hints, Observation, Space } from './types.ts'

/** Quantities people order where any is allowed: these, times powers of ten. */
const roundNumbers = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5]

/** The quantities that a customer would pick among those that the product offers. */
export function usualQuantities({ quantities }: Space): number[] {
  if (!quantities.range) return [...quantities.available].sort((a, b) => a - b)
  const out: number[] = []
  for (let power = 1; power <= quantities.max; power *= 10) {
    for (const digit of roundNumbers) {
      const quantity = digit * power
      if (Number.isInteger(quantity) && quantity >= quantities.min && quantity <= quantities.max)
        out.push(quantity)
    }
  }
  return out.length > 0 ? out : [quantities.min]
}

/** Draws configurations as customers ask for them. */
export interface Mixer {
  /** One to three options off the default, a usual quantity. */
  mix(random: () => number, prefer?: (option: number, variant: number | undefined) => number): Configuration
  /** All defaults, free values in the middle of their range. */
  base(quantity: number): Configuration
  readonly usual: readonly number[]
}

export function createMixer(
  space: Space,
  observations: readonly Observation[],
  refused: readonly Configuration[],
  hints: Hints,
): Mixer {
  const defaults = defaultChoices(space, observations)
  const ranges: ValueRange[] = valueRanges(space, observations, refused, hints)
  const usual = usualQuantities(space)
  const alternatives = space.options.map((option, o) => {
    const levels: (number | undefined)[] = option.optional
      ? [undefined, ...option.variants]
      : [...option.variants]
    return levels.filter((variant) => variant !== defaults[o])
  })
  const choicesOf = (levels: readonly (number | undefined)[]): Record<string, number> => {
    const choices: Record<string, number> = {}
    levels.forEach((variant, o) => {
      if (variant !== undefined) choices[space.options[o]!.key] = variant
    })
    return choices
  }
  const valuesOf = (share: () => number): Record<string, number> =>
    Object.fromEntries(space.values.map(({ key }, v) => [key, valueAt(ranges[v]!, share())]))
  const quantityOf = (random: () => number): number => {
    const { quantities } = space
    if (quantities.range && random() < 0.15) {
      return Math.round(quantities.min * (quantities.max / quantities.min) ** random())
    }
    return usual[Math.floor(random() * usual.length)]!
  }
  /** Mostly the fewest, then each further visual less often. */
  const visuals = (random: () => number): number => {
    const { min, max } = space.visuals
    let count = min
    while (count < max && random() < (count === min ? 0.2 : 0.5)) count++
    return count
  }
  const changeable = alternatives.flatMap((list, o) => (list.length > 0 ? [o] : []))
  return {
    usual,
    base: (quantity) => ({
      choices: choicesOf(defaults),
      values: valuesOf(() => 0.5),
      quantities: Array.from({ length: space.visuals.min }, () => quantity),
    }),
    mix(random, prefer) {
      const levels = [...defaults]
      const order = shuffled(random, changeable)
      if (prefer) {
        const best = order.map((o) => Math.max(...alternatives[o]!.map((variant) => prefer(o, variant))))
        const rank = new Map(order.map((o, i) => [o, best[i]!]))
        order.sort((a, b) => rank.get(b)! - rank.get(a)!)
      }
      for (const o of order.slice(0, 1 + Math.floor(random() * 3))) {
        let list = alternatives[o]!
        if (prefer) {
          const most = Math.max(...list.map((variant) => prefer(o, variant)))
          list = list.filter((variant) => prefer(o, variant) === most)
        }
        levels[o] = list[Math.floor(random() * list.length)]
      }
      return {
        choices: choicesOf(levels),
        values: valuesOf(random),
        quantities: Array.from({ length: visuals(random) }, () => quantityOf(random)),
      }
    },
  }
}
