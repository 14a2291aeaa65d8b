/** What the customer pays for what a source asks: the mark-up rules, each exact and rounded once. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { isDecimal, roundHalfUp, toFraction } from './decimal.ts'
import type { Fault } from './faults.ts'
import { Area } from './order.ts'
import { ROUNDINGS } from './shared/roundings.ts'

export const Rounding = Type.Enum(ROUNDINGS)
export type Rounding = Static<typeof Rounding>

export const MarkUp = Type.Object({
  percent: Type.String({ description: 'Added to what the source asks: a percentage as a decimal string.' }),
  rounding: Rounding,
})
export type MarkUp = Static<typeof MarkUp>

/** The mark-up of everything, and of the sources, products and families that have one of their own. */
export const MarkUps = Type.Object({
  general: MarkUp,
  sources: Type.Optional(
    Type.Array(Type.Object({ source: Type.Integer(), ...MarkUp.properties }), {
      maxItems: 1_000,
      description: 'By the id of a source (`sources` of GET /api/catalogue).',
    }),
  ),
  items: Type.Array(Type.Object({ area: Area, item: Type.Integer(), ...MarkUp.properties }), {
    maxItems: 10_000,
  }),
})
export type MarkUps = Static<typeof MarkUps>

/** What a source asks is what the customer pays. */
export const NO_MARK_UP: MarkUp = { percent: '0', rounding: 'cent' }
export const DEFAULT_MARK_UPS: MarkUps = { general: NO_MARK_UP, items: [] }

const MOST_PERCENT = 10_000
const TEN = 10n
const EURO = 100n
const NINETY = 90n

/**
 * The sale price of a cost.
 * @param cents what the source asks
 * @returns whole cents; null where it is too large to be a price
 */
export function saleCents(cents: number, { percent, rounding }: MarkUp): number | null {
  if (cents === 0) return 0
  const { n, d } = toFraction(percent)
  // The exact amount is raised / whole cents.
  const raised = BigInt(cents) * (EURO * d + n)
  const whole = EURO * d
  const sale = rounded(raised, whole, BigInt(cents), rounding)
  return sale > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(sale)
}

/** The amount `n / d` with its rounding; no rounding sells below the cost. */
function rounded(n: bigint, d: bigint, cost: bigint, rounding: Rounding): bigint {
  switch (rounding) {
    case 'cent':
      return roundHalfUp(n, d)
    case 'ten_cents': {
      const nearest = roundHalfUp(n, d * TEN) * TEN
      const least = ((cost + TEN - 1n) / TEN) * TEN
      return nearest > least ? nearest : least
    }
    case 'ninety': {
      const above = n - NINETY * d
      const euros = above <= 0n ? 0n : (above + EURO * d - 1n) / (EURO * d)
      return euros * EURO + NINETY
    }
  }
}

/** Whether a mark-up leaves every price as it is. */
export function isNeutral({ percent, rounding }: MarkUp): boolean {
  return rounding === 'cent' && toFraction(percent).n === 0n
}

/** Whether a mark-up does more than round. */
export const raises = ({ percent }: MarkUp): boolean => toFraction(percent).n > 0n

/** The mark-up of a product or family: its own, else that of its source, else the general one. */
export function markUpOf(
  { general, sources, items }: MarkUps,
  area: Area,
  id: number,
  source: number,
): MarkUp {
  return (
    items.find((own) => own.area === area && own.item === id) ??
    sources?.find((own) => own.source === source) ??
    general
  )
}

/** A rule that is another: of everything, of a source, or of a product or family. */
export interface MarkUpChange {
  readonly of: 'general' | 'source' | Area
  /** of the source, product or family; null: the general one */
  readonly id: number | null
  /** null: there was none */
  readonly before: MarkUp | null
  /** null: there is none any more */
  readonly after: MarkUp | null
}

/** Each rule that is another, the general one first. */
export function markUpChanges(before: MarkUps, after: MarkUps): MarkUpChange[] {
  const [was, is] = [rulesByPlace(before), rulesByPlace(after)]
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((key) => {
    const [one, other] = [was.get(key), is.get(key)]
    if (one?.percent === other?.percent && one?.rounding === other?.rounding) return []
    const { of, id } = (other ?? one)!
    return [{ of, id, before: one ?? null, after: other ?? null }]
  })
}

type Rule = MarkUp & Pick<MarkUpChange, 'of' | 'id'>

/** The rules of mark-ups, by what they are of. */
function rulesByPlace({ general, sources = [], items }: MarkUps): Map<string, Rule> {
  const rules: Rule[] = [
    { of: 'general', id: null, ...general },
    ...sources.map(({ source, ...rest }) => ({ of: 'source' as const, id: source, ...rest })),
    ...items.map(({ area, item, ...rest }) => ({ of: area, id: item, ...rest })),
  ]
  return new Map(rules.map((rule) => [`${rule.of} ${rule.id}`, rule]))
}

/** What is wrong with mark-ups of the right types: percentages that are none, and two rules for one item. */
export function markUpFaults({ general, sources = [], items }: MarkUps, path: string): Fault[] {
  const seen = new Set<string>()
  const faults = percentFaults(general.percent, `${path}/general/percent`)
  sources.forEach(({ source, percent }, i) => {
    faults.push(...percentFaults(percent, `${path}/sources/${i}/percent`))
    const key = `source ${source}`
    if (seen.has(key))
      faults.push({ path: `${path}/sources/${i}/source`, code: 'value_invalid', reason: TWICE })
    seen.add(key)
  })
  items.forEach(({ area, item, percent }, i) => {
    faults.push(...percentFaults(percent, `${path}/items/${i}/percent`))
    const key = `${area} ${item}`
    if (seen.has(key)) faults.push({ path: `${path}/items/${i}/item`, code: 'value_invalid', reason: TWICE })
    seen.add(key)
  })
  return faults
}

const TWICE = { code: 'mark_up_twice' } as const
const NO_PERCENT = { code: 'setting_out_of_bounds', params: { min: 0, max: MOST_PERCENT } } as const

function percentFaults(percent: string, path: string): Fault[] {
  const possible = isDecimal(percent) && !percent.startsWith('-') && Number(percent) <= MOST_PERCENT
  return possible ? [] : [{ path, code: 'value_invalid', reason: NO_PERCENT }]
}
