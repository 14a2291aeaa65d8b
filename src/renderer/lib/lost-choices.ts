/** What a line of a quote had chosen that is no longer offered, by the words that were saved with it. */
import type { PriceThen, QuoteLine, WireLine } from '../api/types'
import { ELEMENTS } from '../../domain/shared/display-elements.ts'
import type { Form } from './form'
import type { Selection } from './selection'

/** Between an option and what was chosen, where that was stored in words. */
const BETWEEN = '\u00a0: '

export interface LostChoices {
  /** By the key of the control: what had been chosen there, "" where nothing tells its name. */
  readonly names: ReadonlyMap<string, string>
  /** Choices whose option itself is gone, as the line's summary has them: "Vernis : sélectif". */
  readonly options: readonly string[]
  /** What the controls hold in place of it: ids that are among no control's choices. */
  readonly choices: ReadonlyMap<string, number>
}

/** What a line says of what was chosen when it was saved; nothing where it never was. */
export type Saved = Pick<QuoteLine, 'summary' | 'parts'>

/** The option and what was chosen of it; null of a part that is no such choice. */
export function choiceOf({
  params,
}: QuoteLine['parts'][number]): readonly [option: string, chosen: string] | null {
  const { option, variant, value, text } = params
  if (option !== undefined) return [String(option), String(variant ?? value)]
  const [before = '', chosen] = String(text ?? '').split(BETWEEN)
  return chosen === undefined || /^\d+ visuels$/.test(before) ? null : [before, chosen]
}

/** What stands in the controls in the words that a line is saved with: its elements first, then its options. */
export function savedOf(form: Form, selection: Selection): Saved {
  const parts = form.fields.flatMap((field): Saved['parts'] => {
    if (field.kind === 'number') {
      const value = (selection.values[field.key] ?? '').trim()
      return value === '' ? [] : [{ code: 'given_value', params: { option: field.name, value } }]
    }
    const name = field.choices.find(({ id }) => id === selection.choices[field.key])?.name
    if (name === undefined) return []
    return field.element
      ? [{ code: 'chosen_element', params: { name } }]
      : [{ code: 'chosen_variant', params: { option: field.name, variant: name } }]
  })
  const summary = parts.map((part) => choiceOf(part)?.join(BETWEEN) ?? String(part.params['name']))
  return { summary, parts }
}

/** A line that is known with its words: of a quote, kept under a name, or lately configured. */
export interface Known extends Saved {
  readonly line: WireLine
}

const variantsOf = (line: WireLine): number[] =>
  Array.isArray(line['variantes']) ? (line['variantes'] as number[]) : []
/** The kinds of element that a line has chosen, in the order of its words. */
export const elementsOf = (line: WireLine) => ELEMENTS.filter((kind) => typeof line[kind] === 'number')

/** The words of a line that comes without: those of one that had chosen the same of what is no longer offered. */
export function knownWords(form: Form, line: WireLine, known: readonly Known[]): Saved {
  const offered = new Set(
    form.fields.flatMap((field) => (field.kind === 'choice' ? field.choices.map(({ id }) => id) : [])),
  )
  const lost = variantsOf(line).filter((id) => !offered.has(id))
  const lostElements = elementsOf(line).filter((kind) => !offered.has(line[kind] as number))
  const found = known.find(
    (other) =>
      lost.every((id) => variantsOf(other.line).includes(id)) &&
      lostElements.every((kind) => other.line[kind] === line[kind]) &&
      elementsOf(other.line).join() === elementsOf(line).join(),
  )
  return lost.length + lostElements.length > 0 && found ? found : { summary: [], parts: [] }
}

/** All that makes the price of a configuration, in one form. */
const configurationKey = ({ line, leadTimeLabel }: Configured): string => {
  const { label: _label, delai: _delai, ...asked } = line
  const choices = { ...asked, variantes: [...variantsOf(line)].sort((a, b) => a - b) }
  const kept = Object.entries(choices).filter(([, value]) => value !== null && value !== undefined)
  return JSON.stringify([leadTimeLabel, kept.sort(([a], [b]) => (a < b ? -1 : 1))])
}

interface Configured {
  readonly line: WireLine
  readonly leadTimeLabel?: string | null
}

/** What a configuration cost where it, and no other one, was kept with its price; null: that is not known. */
export const knownPriceOf = (
  asked: Configured,
  kept: readonly (Configured & { readonly price: PriceThen | null })[],
) => kept.find((each) => configurationKey(each) === configurationKey(asked))?.price ?? null

/** @param saved display elements by name, in their order, then the options */
export function lostChoices(form: Form, line: WireLine, { summary, parts }: Saved): LostChoices {
  const names = new Map<string, string>()
  const options: string[] = []
  const choices = new Map<string, number>()
  const lose = (key: string, id: number, name: string) => {
    names.set(key, name)
    choices.set(key, id)
  }

  const chosenElements = form.area === 'display' ? elementsOf(line) : []
  chosenElements.forEach((kind, i) => {
    const field = form.fields.find(({ key }) => key === kind)
    const id = line[kind] as number
    if (field?.kind !== 'choice') options.push(summary[i] ?? String(id))
    else if (!field.choices.some((choice) => choice.id === id)) lose(kind, id, summary[i] ?? '')
  })

  const offered = new Set(
    form.fields.flatMap((field) => (field.kind === 'choice' ? field.choices.map(({ id }) => id) : [])),
  )
  const variants = variantsOf(line)
  const unknown = variants.filter((id) => !offered.has(id))
  const values = Object.keys((line['valeurs'] ?? {}) as object)
  const gone = values.filter((key) => !form.fields.some((field) => field.key === `value:${key}`))
  if (unknown.length === 0 && gone.length === 0) return { names, options, choices }

  const said = new Map(
    parts.slice(chosenElements.length).flatMap((part, i) => {
      const [option, chosen] = choiceOf(part) ?? []
      return option === undefined ? [] : [[option, { chosen, words: summary[chosenElements.length + i] }]]
    }),
  )
  const open = form.fields.filter(
    (field) =>
      field.kind === 'choice' &&
      field.element === null &&
      !field.choices.some(({ id }) => variants.includes(id)),
  )
  const told = open.filter(({ label }) => said.has(label ?? ''))
  // Without words any control that stands empty may be the one.
  const lost = told.length > 0 || said.size > 0 ? told : open
  lost.forEach(({ key, label }, i) => lose(key, unknown[i] ?? -1, said.get(label ?? '')?.chosen ?? ''))
  const labels = new Set(form.fields.map((field) => field.name))
  for (const [option, { words }] of said) if (!labels.has(option) && words) options.push(words)
  return { names, options, choices }
}
