/**
 * Which choices go together, by what the tariff excludes and what a support needs: a choice that no lead time is left
 * for is not offered, and what stands in its way is named.
 */
import type { ChoiceField, Form, LeadTimeInfo } from './form'
import { quantitiesOf, type Selection } from './selection'

type Limit = Form['limits'][number]

/** Something chosen that stands in the way of something else: a choice of a field, or how many. */
export type Obstacle = { readonly field: ChoiceField; readonly id: number } | { readonly quantityMin: number }

/** Why a lead time cannot be had. */
export interface Block {
  readonly leadTime: LeadTimeInfo
  /** what has to come together for it */
  readonly obstacles: readonly Obstacle[]
  /** the tariff's own words; null: none */
  readonly message: string | null
  /** working days that a choice needs at least */
  readonly minDays: number | null
}

/** The field and choice that a limit names; null where it is not chosen. */
function chosenOf(form: Form, selection: Selection, name: string, id: number): Obstacle | null {
  for (const field of form.fields) {
    if (field.kind !== 'choice' || selection.choices[field.key] !== id) continue
    if (name === 'variante' ? field.element === null : field.element === name) return { field, id }
  }
  return null
}

/** What a limit names, where all of it is chosen. */
function heldBy(form: Form, selection: Selection, total: number, limit: Limit): Obstacle[] | null {
  if (limit.quantityMin !== null && total < limit.quantityMin) return null
  const obstacles: Obstacle[] = limit.quantityMin === null ? [] : [{ quantityMin: limit.quantityMin }]
  for (const [name, id] of Object.entries(limit.chosen)) {
    const chosen = chosenOf(form, selection, name, id)
    if (!chosen) return null
    obstacles.push(chosen)
  }
  return obstacles
}

function tooSoon(form: Form, selection: Selection, { days }: LeadTimeInfo): Omit<Block, 'leadTime'> | null {
  for (const field of form.fields) {
    if (field.kind !== 'choice') continue
    const choice = field.choices.find(({ id }) => id === selection.choices[field.key])
    const minDays = choice?.minDays
    if (choice && minDays !== undefined && days !== null && days < minDays)
      return { obstacles: [{ field, id: choice.id }], message: null, minDays }
  }
  return null
}

/** The lead times that cannot be had of what is chosen, each with the first reason. */
export function blocksOf(form: Form, selection: Selection): Block[] {
  const total = quantitiesOf(selection).reduce((sum, quantity) => sum + quantity, 0)
  const held = form.limits.flatMap((limit) => {
    const obstacles = heldBy(form, selection, total, limit)
    return obstacles ? [{ limit, obstacles }] : []
  })
  return form.leadTimes.flatMap((leadTime): Block[] => {
    const found = held.find(({ limit }) => (limit.leadTime ?? leadTime.id) === leadTime.id)
    if (found) return [{ leadTime, obstacles: found.obstacles, message: found.limit.message, minDays: null }]
    const soon = tooSoon(form, selection, leadTime)
    return soon ? [{ leadTime, ...soon }] : []
  })
}

/** Whether anything of a product rules anything out. */
export const hasLimits = ({ limits, fields }: Form): boolean =>
  limits.length > 0 ||
  fields.some((field) => field.kind === 'choice' && field.choices.some(({ minDays }) => (minDays ?? 0) > 0))

export interface Verdict {
  /** No lead time is left for it. */
  readonly never: boolean
  /** The lead time that is wanted cannot be had with it. */
  readonly notAtWanted: boolean
  /** What rules it out; of another lead time than the wanted one where it is `never`. */
  readonly blocks: readonly Block[]
}

/**
 * What becomes of the lead times with another choice of one field; null where it rules nothing out.
 * @param wanted label of the lead time that is wanted; null: whichever
 */
export function verdictOf(
  form: Form,
  selection: Selection,
  key: string,
  id: number | null,
  wanted: string | null,
): Verdict | null {
  const changed = { ...selection, choices: { ...selection.choices, [key]: id } }
  const blocks = blocksOf(form, changed)
  if (blocks.length === 0) return null
  const never = blocks.length === form.leadTimes.length
  const at = blocks.filter(({ leadTime }) => leadTime.label === wanted)
  return never || at.length > 0 ? { never, notAtWanted: at.length > 0, blocks: never ? blocks : at } : null
}

/** What of the blocks is chosen elsewhere than in the field itself: what would have to be chosen otherwise. */
export function othersIn(blocks: readonly Block[], key: string): Obstacle[] {
  const others = new Map<string, Obstacle>()
  for (const { obstacles } of blocks)
    for (const obstacle of obstacles)
      if ('quantityMin' in obstacle) {
        const known = others.get('quantity')
        if (!known || ('quantityMin' in known && obstacle.quantityMin < known.quantityMin))
          others.set('quantity', obstacle)
      } else if (obstacle.field.key !== key) others.set(`${obstacle.field.key}:${obstacle.id}`, obstacle)
  return [...others.values()]
}
