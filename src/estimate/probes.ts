/**
 * Requests that differ in one choice alone from one that was answered. A refusal of several new things at once does not
 * say which of them it is about; of these it does. So neither a variant nor two of them together stay unasked because
 * of refusals that were about something else.
 */
import { configurationKey } from './answers.ts'
import type { Choice, Suspicions } from './incompatible.ts'
import type { Configuration, Space } from './types.ts'

/** What a variant may cost that is refused each time. */
const TRIES = 3

/** Those of variants that no answer has, then those of pairs that were refused beside other new things. */
export function* probesOf(
  space: Space,
  answered: readonly Configuration[],
  refused: readonly Configuration[],
  suspected: Suspicions,
  random: () => number,
): Generator<Configuration> {
  for (const { key, variants, optional } of space.options) {
    const seen = new Set(answered.map(({ choices }) => choices[key]))
    const known = new Set(answered.map((each) => keyWithout(each, key)))
    for (const variant of [...(optional ? [undefined] : []), ...variants]) {
      if (seen.has(variant)) continue
      const tries = refused.filter(
        (each) => each.choices[key] === variant && known.has(keyWithout(each, key)),
      ).length
      if (tries >= TRIES) continue
      yield withChoice(answered[Math.floor(random() * answered.length)]!, key, variant)
    }
  }
  for (const [a, b] of suspected.doubtful) {
    const probes = [...joined(answered, a, b), ...joined(answered, b, a)]
    const [surest] = probes
      .map((probe) => ({ probe, unproven: suspected.unproven(probe) }))
      .sort((one, other) => one.unproven - other.unproven)
    if (surest) yield surest.probe
  }
}

/** Answered configurations with one choice, and the other put into them. */
const joined = (answered: readonly Configuration[], held: Choice, put: Choice): Configuration[] =>
  answered
    .filter(({ choices }) => choices[held.option] === held.variant)
    .map((each) => withChoice(each, put.option, put.variant))

/** The same for configurations that differ in nothing but that option, and in quantities. */
function keyWithout({ choices, values }: Configuration, option: string): string {
  const { [option]: _choice, ...others } = choices
  return configurationKey({ choices: others, values, quantities: [] })
}

function withChoice(start: Configuration, key: string, variant: number | undefined): Configuration {
  const { [key]: _before, ...others } = start.choices
  return { ...start, choices: variant === undefined ? others : { ...others, [key]: variant } }
}
