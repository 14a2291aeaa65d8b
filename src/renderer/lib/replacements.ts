/** What an old configuration lost to a new catalogue, each with what is nearest to it among what is offered now. */
import { fold } from '../../domain/shared/fold.ts'
import { isLeadTimeLost } from '../../domain/shared/lost-lead-time.ts'
import type { Choice, Form, LeadTimeInfo, QuantityRule } from './form'
import type { LostChoices } from './lost-choices'
import { parseInteger } from './numbers'
import type { Selection } from './selection'

/** One thing that is no longer offered. */
export interface Loss {
  /** Of the control; `leadTime` */
  readonly key: string
  /** What had been chosen, "" where nothing tells. */
  readonly name: string
  /** What is nearest to it; null where nothing is left to choose. */
  readonly nearest: { readonly value: number | string; readonly name: string } | null
}

const wordsOf = (name: string) => fold(name).match(/[a-z]+/g) ?? []
const numbersOf = (name: string) =>
  (name.match(/\d+(?:[.,]\d+)?/g) ?? []).map((text) => Number(text.replace(',', '.')))

/** How near two names are, 0 to 1.5: the words that they share, then how near their numbers are, one by one. */
function nearness(a: string, b: string): number {
  const [these, those] = [new Set(wordsOf(a)), new Set(wordsOf(b))]
  const shared = [...these].filter((word) => those.has(word)).length
  const words = these.size + those.size === 0 ? 1 : (2 * shared) / (these.size + those.size)
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const most = Math.max(left.length, right.length)
  if (most === 0) return words + 0.5
  const close = left.slice(0, right.length).reduce((sum, number, i) => {
    const greatest = Math.max(number, right[i]!)
    return sum + (greatest === 0 ? 1 : 1 - Math.abs(number - right[i]!) / greatest)
  }, 0)
  return words + close / most / 2
}

/** The first of those whose names are nearest; null of none. */
export function nearestChoice(name: string, choices: readonly Choice[]): Choice | null {
  let [best, score]: [Choice | null, number] = [null, -1]
  for (const choice of choices) {
    const near = nearness(name, choice.name)
    if (near > score) [best, score] = [choice, near]
  }
  return best
}

const distance = (a: number, b: number) => Math.abs(a - b)

/** The quantity that can be ordered nearest to one; of two as near the larger. */
export function nearestQuantity(quantity: number, { offered, min, max }: QuantityRule): number {
  if (!offered) return Math.min(Math.max(quantity, min), max ?? Infinity)
  return offered.reduce(
    (best, step) => (distance(step, quantity) <= distance(best, quantity) ? step : best),
    offered[0] ?? quantity,
  )
}

const daysOf = (label: string) => Number(/^J\+(\d+)$/.exec(label)?.[1] ?? NaN)

/** The lead time that is nearest to one that is no longer offered; null where it is offered, or nobody can tell. */
export function lostLeadTime(label: string | null, leadTimes: readonly LeadTimeInfo[]): Loss | null {
  const offered = leadTimes.map((known) => known.label)
  if (label === null || !isLeadTimeLost(label, offered)) return null
  const labels = offered.filter((other) => other !== null)
  const days = daysOf(label)
  const name = labels.reduce((best, other) =>
    distance(daysOf(other), days) < distance(daysOf(best), days) ? other : best,
  )
  return { key: 'leadTime', name: label, nearest: { value: name, name } }
}

const isOffered = (quantity: number, { offered, min, max }: QuantityRule) =>
  offered ? offered.includes(quantity) : quantity >= min && quantity <= (max ?? Infinity)

/**
 * What of a configuration is lost, in the order of its form.
 * @param selection as it was opened
 * @param leadTime the label that was wanted; null: whichever
 */
export function lossesOf(
  form: Form,
  selection: Selection,
  lost: LostChoices,
  leadTime: string | null,
): Loss[] {
  const quantities = selection.quantities.flatMap((text, i): Loss[] => {
    const quantity = parseInteger(text)
    if (quantity === null || isOffered(quantity, form.quantity)) return []
    const nearest = String(nearestQuantity(quantity, form.quantity))
    return [{ key: `quantity:${i}`, name: text, nearest: { value: nearest, name: nearest } }]
  })
  const choices = form.fields.flatMap((field): Loss[] => {
    const name = lost.names.get(field.key)
    if (field.kind !== 'choice' || name === undefined) return []
    // Of what nobody can name nothing is near: what the product begins with.
    const first = field.choices.find(({ id }) => isFirst(form, field.key, id)) ?? field.choices[0] ?? null
    const nearest = name === '' ? first : nearestChoice(name, field.choices)
    return [{ key: field.key, name, nearest: nearest && { value: nearest.id, name: nearest.name } }]
  })
  const time = lostLeadTime(leadTime, form.leadTimes)
  return [...quantities, ...choices, ...(time ? [time] : [])]
}

function isFirst({ defaultLine }: Form, key: string, id: number): boolean {
  const variants = defaultLine['variantes']
  return defaultLine[key] === id || (Array.isArray(variants) && variants.includes(id))
}

/** Puts what is nearest in the place of what is lost; the lead time is none of the selection's. */
export function replaced(selection: Selection, losses: readonly Loss[]): Selection {
  const result: Selection = {
    ...selection,
    choices: { ...selection.choices },
    unknown: { ...selection.unknown },
    quantities: [...selection.quantities],
  }
  for (const { key, nearest } of losses) {
    const visual = /^quantity:(\d+)$/.exec(key)?.[1]
    if (!nearest || key === 'leadTime') continue
    if (visual !== undefined) result.quantities[Number(visual)] = String(nearest.value)
    else {
      result.choices[key] = Number(nearest.value)
      result.unknown[key] = null
    }
  }
  return result
}
