/** What an old configuration lost to a new catalogue, each with what is nearest to it among what is offered now. */
import { fold } from '../../domain/shared/fold.ts'
import { isLeadTimeLost } from '../../domain/shared/lost-lead-time.ts'
import type { PricedLeadTime } from '../api/types'
import { blocksOf } from './compatibility'
import type { Choice, ChoiceField, Form, LeadTimeInfo, QuantityRule } from './form'
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
  /** Of a choice that is not to be had at the lead time that is wanted: the one that it needs. */
  readonly leadTime?: string
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

/** The nearest quantity on the other side of one that is not offered; null where there is none. */
export function quantityBeyond(quantity: number, rule: QuantityRule): number | null {
  const nearest = nearestQuantity(quantity, rule)
  const beyond = (rule.offered ?? []).filter((step) =>
    nearest < quantity ? step > quantity : step < quantity,
  )
  return nearest === quantity || beyond.length === 0
    ? null
    : nearestQuantity(quantity, { ...rule, offered: beyond })
}

const daysOf = (label: string) => Number(/^J\+(\d+)$/.exec(label)?.[1] ?? NaN)

/** The first of labels whose days are nearest to those of one; null of none. */
function nearestLeadTime(label: string, labels: readonly (string | null)[]): string | null {
  const days = daysOf(label)
  return labels.reduce(
    (best, other) =>
      other !== null && (best === null || distance(daysOf(other), days) < distance(daysOf(best), days))
        ? other
        : best,
    null,
  )
}

/** The lead time that is nearest to one that is no longer offered; null where it is offered, or nobody can tell. */
export function lostLeadTime(label: string | null, leadTimes: readonly LeadTimeInfo[]): Loss | null {
  const offered = leadTimes.map((known) => known.label)
  return label !== null && isLeadTimeLost(label, offered) ? lossOfLeadTime(label, offered) : null
}

function lossOfLeadTime(label: string, offered: readonly (string | null)[]): Loss {
  const name = nearestLeadTime(label, offered)!
  return { key: 'leadTime', name: label, nearest: { value: name, name } }
}

type Answered = Pick<PricedLeadTime, 'label' | 'status' | 'priceCents'>

/** Whether that is what its source says now: what is remembered may lack some, and have others that are gone. */
export const isFirm = (answer: readonly Answered[]) => answer.some(({ status }) => status === 'firm')

/** The same by a firm answer, which names them all: of a partner's lead times its catalogue has ids alone. */
export function unansweredLeadTime(label: string | null, answer: readonly Answered[]): Loss | null {
  const labels = answer.map((time) => time.label)
  if (label === null || !isFirm(answer) || !isLeadTimeLost(label, labels)) return null
  const priced = answer.flatMap((time) => (time.priceCents === null ? [] : time.label))
  return lossOfLeadTime(label, priced)
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
  const time = lostLeadTime(leadTime, form.leadTimes)
  const wanted = time?.nearest?.name ?? leadTime
  const choices = form.fields.flatMap((field): Loss[] => {
    const name = lost.names.get(field.key)
    if (field.kind !== 'choice' || name === undefined) return []
    const { choices: near, leadTimes } = inTime(form, selection, field, wanted)
    // Of what nobody can name nothing is near: what the product begins with.
    const first = near.find(({ id }) => isFirst(form, field.key, id)) ?? near[0] ?? null
    const nearest = name === '' ? first : nearestChoice(name, near)
    const labels = nearest ? leadTimes(nearest.id) : []
    const needed = wanted === null || labels.includes(wanted) ? null : nearestLeadTime(wanted, labels)
    const loss = { key: field.key, name, nearest: nearest && { value: nearest.id, name: nearest.name } }
    return [needed === null ? loss : { ...loss, leadTime: needed }]
  })
  return [...quantities, ...choices, ...(time ? [time] : [])]
}

/**
 * The choices of a field that are to be had at a lead time beside what else is chosen, else those that are at another one,
 * else all of them.
 */
function inTime(form: Form, selection: Selection, { key, choices }: ChoiceField, wanted: string | null) {
  const leadTimes = (id: number) => {
    const blocks = blocksOf(form, { ...selection, choices: { ...selection.choices, [key]: id } })
    const isFree = (one: LeadTimeInfo) => !blocks.some(({ leadTime }) => leadTime === one)
    return form.leadTimes.filter(isFree).map(({ label }) => label)
  }
  if (!form.leadTimes.some(({ label }) => label === wanted)) {
    // Of a partner's lead times nobody knows which there are, only which a choice is too long for.
    const days = wanted === null ? NaN : daysOf(wanted)
    const fitting = choices.filter(({ minDays = 0 }) => !(minDays > days))
    return { choices: fitting.length > 0 ? fitting : choices, leadTimes: () => [] }
  }
  const free = choices.map((choice) => ({ choice, labels: leadTimes(choice.id) }))
  const fitting = [
    free.filter(({ labels }) => labels.includes(wanted)),
    free.filter(({ labels }) => labels.length > 0),
  ].find((some) => some.length > 0)
  return { choices: fitting?.map(({ choice }) => choice) ?? choices, leadTimes }
}

function isFirst({ defaultLine }: Form, key: string, id: number): boolean {
  const variants = defaultLine['variantes']
  return defaultLine[key] === id || (Array.isArray(variants) && variants.includes(id))
}

/** The lead time at which all that takes the place of losses is to be had: the longest that one needs; null: the one that was wanted. */
export function leadTimeOf(losses: readonly Loss[]): string | null {
  const needed = losses.flatMap(({ leadTime }) => leadTime ?? []).toSorted((a, b) => daysOf(b) - daysOf(a))
  return needed[0] ?? losses.find(({ key }) => key === 'leadTime')?.nearest?.name ?? null
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
