/**
 * What a partner's answers without a price say of other quantities: a lead time that it refuses beyond so many copies is
 * refused beyond more of them, too, and so is one below so many.
 */
import { configurationKey } from './answers.ts'
import type { Configuration, LeadTimeRefusal, Observation } from './types.ts'

/** The copies of all visuals. */
export const copiesOf = ({ quantities }: Configuration): number => quantities.reduce((sum, q) => sum + q, 0)

const choicesKey = (configuration: Configuration): string =>
  configurationKey({ ...configuration, quantities: [] })

/** What was said last of one lead time at some quantity. */
interface Said {
  readonly choices: string
  readonly copies: number
  readonly at: number
  /** the partner's words where it gave no price; null: it gave one */
  readonly refusal: string | null
}

/** The latest word on each configuration, by lead time. */
function saidByLabel(observations: readonly Observation[]): Map<string, Map<string, Said>> {
  const byLabel = new Map<string, Map<string, Said>>()
  for (const { configuration, cents, refused = {}, observedAt = 0 } of observations) {
    const key = configurationKey(configuration)
    const about = { choices: choicesKey(configuration), copies: copiesOf(configuration), at: observedAt }
    const priced = Object.keys(cents).map((label) => ({ label, refusal: null }))
    const unpriced = Object.entries(refused).map(([label, refusal]) => ({ label, refusal }))
    for (const { label, refusal } of [...unpriced, ...priced]) {
      const said = byLabel.get(label) ?? new Map<string, Said>()
      byLabel.set(label, said)
      const before = said.get(key)
      // Of two words of one moment the price counts.
      if (!before || before.at <= observedAt) said.set(key, { ...about, refusal })
    }
  }
  return byLabel
}

/**
 * Lead times that a configuration is taken to be refused at, for the same choices were refused with fewer or more copies:
 * on both sides, or on one where nothing of this product has a price from there on. One that was answered itself is not for here.
 *
 * @returns of a configuration its refusals by label, the nearest quantity's each
 */
export function leadTimeRefusals(
  observations: readonly Observation[],
): (configuration: Configuration) => ReadonlyMap<string, LeadTimeRefusal> {
  const labels = [...saidByLabel(observations)].flatMap(([label, said]) => {
    const all = [...said.values()]
    const refused = all.flatMap(({ refusal, ...rest }) =>
      refusal === null ? [] : [{ ...rest, message: refusal }],
    )
    if (refused.length === 0) return []
    const priced = all.filter(({ refusal }) => refusal === null)
    const copies = priced.map((each) => each.copies)
    return [{ label, refused, priced, least: Math.min(...copies), most: Math.max(...copies) }]
  })
  return (configuration) => {
    const choices = choicesKey(configuration)
    const copies = copiesOf(configuration)
    const found = labels.flatMap(({ label, refused, priced, least, most }) => {
      const same = refused.filter((each) => each.choices === choices)
      const below = same.filter((each) => each.copies <= copies).sort((a, b) => b.copies - a.copies)[0]
      const above = same.filter((each) => each.copies >= copies).sort((a, b) => a.copies - b.copies)[0]
      const isBetween =
        below &&
        above &&
        !priced.some((each) => each.choices === choices && isWithin(each.copies, below, above))
      if (below && (isBetween || most < below.copies)) return [[label, told(below)] as const]
      if (above && least > above.copies) return [[label, told(above)] as const]
      return []
    })
    return new Map(found)
  }
}

const isWithin = (copies: number, below: { copies: number }, above: { copies: number }): boolean =>
  copies >= below.copies && copies <= above.copies

const told = ({ copies, message }: { copies: number; message: string }): LeadTimeRefusal => ({
  copies,
  message,
})
