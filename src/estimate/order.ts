/** The common sense of prices: more copies cost no less, and a faster lead time no less than a slower one. */
import { usualQuantities } from './mixes.ts'
import type { Configuration, Observation, Space } from './types.ts'

/** So many usual quantities below are looked at: a curve that falls does so between neighbours. */
const STEPS_DOWN = 3

/**
 * The same configuration in fewer copies: each visual down by one usual quantity, by two, and so on. None where a visual has
 * no lower one.
 */
export function fewerCopies(space: Space): (configuration: Configuration) => Configuration[] {
  const usual = usualQuantities(space)
  const below = (quantity: number, steps: number): number | undefined => {
    const lower = usual.findLastIndex((each) => each < quantity)
    return usual[lower + 1 - steps]
  }
  return (configuration) => {
    const out: Configuration[] = []
    for (let steps = 1; steps <= STEPS_DOWN; steps++) {
      const quantities = configuration.quantities.flatMap((quantity) => below(quantity, steps) ?? [])
      if (quantities.length < configuration.quantities.length) break
      out.push({ ...configuration, quantities })
    }
    return out
  }
}

/**
 * Lead times that were never cheaper than another one where an answer has both.
 *
 * @returns of each label those that it costs no less than; labels in the order of their prices, the cheapest first
 */
export function neverCheaper(
  observations: readonly Observation[],
  labels: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const compared = labels.map((label) => ({
    label,
    ratios: labels.map((other) =>
      observations.flatMap(({ cents }) =>
        cents[label] === undefined || cents[other] === undefined ? [] : [cents[label] / cents[other]],
      ),
    ),
  }))
  const under = compared.map(({ label, ratios }) => ({
    label,
    others: labels.filter(
      (other, i) => other !== label && ratios[i]!.length > 0 && ratios[i]!.every((ratio) => ratio >= 1),
    ),
  }))
  // What costs no less than another one costs no less than what that one costs no less than.
  under.sort((a, b) => a.others.length - b.others.length || (a.label < b.label ? -1 : 1))
  return new Map(under.map(({ label, others }) => [label, others]))
}
