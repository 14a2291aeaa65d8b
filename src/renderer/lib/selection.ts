/** What is chosen in a form, from the wire's line to the controls and back. */
import type { QuoteLineInput, WireLine } from '../api/types'
import { choiceKey, valueKey, type ChoiceField, type Form } from './form'
import { parseDecimal, parseInteger } from './numbers'
import { labelledIn, labelOf } from '../../domain/shared/visual-names.ts'

/** What is chosen, as it stands in the controls: numbers are still text. */
export interface Selection {
  choices: Record<string, number | null>
  /** Texts typed for a choice that are none of its names, by control. */
  unknown: Record<string, string | null>
  values: Record<string, string>
  quantities: string[]
  /** of the visuals, one each; "" of one without */
  names: string[]
  verification: boolean
  /** the line's reference, without the visuals' names */
  label: string
}

const integers = (value: unknown) =>
  (Array.isArray(value) ? value.filter((id) => Number.isInteger(id)) : []) as number[]

/** How soon a line is wanted, as it was said, else as the product has it; null: it has no such lead time. */
export const leadTimeIn = (form: Form, line: Pick<QuoteLineInput, 'delai' | 'leadTimeLabel'> | null) =>
  line?.leadTimeLabel ??
  form.leadTimes.find(({ id }) => id === (line?.delai ?? form.mainLeadTime))?.label ??
  null

/** The controls' state for a wire line: a product's default, or a line of a quote that is opened again. */
export function selectionOf(form: Form, line: WireLine): Selection {
  const variants = new Set(integers(line['variantes']))
  const valeurs = (line['valeurs'] ?? {}) as Record<string, string>
  const quantities =
    form.area === 'print'
      ? integers(line['quantites_multiples'])
      : [Number(line['quantite'] ?? form.quantity.steps[0] ?? 1)]
  const label = typeof line['label'] === 'string' ? line['label'] : ''
  const { reference, names } = labelledIn(label, quantities)
  const selection: Selection = {
    choices: {},
    unknown: {},
    values: {},
    quantities: quantities.map(String),
    names: [...names],
    verification: line['verification'] === true,
    label: reference,
  }
  for (const field of form.fields) {
    if (field.kind === 'number') {
      selection.values[field.key] = valeurs[field.key.slice('value:'.length)] ?? ''
    } else if (field.element) {
      const chosen = line[field.element]
      selection.choices[field.key] = typeof chosen === 'number' ? chosen : null
    } else {
      selection.choices[field.key] = field.choices.find(({ id }) => variants.has(id))?.id ?? null
    }
  }
  return selection
}

/**
 * What cannot be sent: what is wrong with it, by the control's key. `gone`: chosen once, no longer offered; `unknown`:
 * typed, and no name of a choice.
 */
export type LocalFault =
  'integer' | 'decimal' | 'required' | 'zero' | 'quantity' | 'below' | 'above' | 'gone' | 'unknown'

/** Whether a control holds something that is not among its choices: a line that was saved before they changed. */
function isGone(field: ChoiceField, selection: Selection): boolean {
  const chosen = selection.choices[field.key] ?? null
  return chosen !== null && !field.choices.some(({ id }) => id === chosen)
}

export function localFaults(form: Form, selection: Selection): Map<string, LocalFault> {
  const faults = new Map<string, LocalFault>()
  for (const field of form.fields) {
    if (field.kind === 'choice') {
      if (typeof selection.unknown[field.key] === 'string') faults.set(field.key, 'unknown')
      else if (isGone(field, selection)) faults.set(field.key, 'gone')
      continue
    }
    const text = selection.values[field.key]?.trim() ?? ''
    if (text === '') {
      if (field.required) faults.set(field.key, 'required')
    } else if (field.integer ? parseInteger(text) === null : parseDecimal(text) === null) {
      faults.set(field.key, field.integer ? 'integer' : 'decimal')
    } else if (field.required && Number(parseDecimal(text)) === 0) faults.set(field.key, 'zero')
  }
  selection.quantities.forEach((text, i) => {
    const quantity = parseInteger(text)
    const { offered, min, max } = form.quantity
    if (quantity === null) faults.set(`quantity:${i}`, 'quantity')
    else if (quantity < (offered ? 1 : min)) faults.set(`quantity:${i}`, 'below')
    else if (!offered && max !== null && quantity > max) faults.set(`quantity:${i}`, 'above')
  })
  return faults
}

/** The chosen variants in the order of the fields, each with the field that it was chosen in. */
function chosenVariants(form: Form, selection: Selection): { key: string; id: number }[] {
  return form.fields
    .filter((field) => field.kind === 'choice' && !field.element)
    .flatMap(({ key }) => {
      const id = selection.choices[key]
      return typeof id === 'number' ? [{ key, id }] : []
    })
}

/** The quantities as numbers; unreadable ones as 0, which {@link localFaults} reports. */
export const quantitiesOf = (selection: Selection): number[] =>
  selection.quantities.map((text) => parseInteger(text) ?? 0)

/** The wire line of what is chosen, without a lead time: the price answers all of them. */
export function lineOf(form: Form, selection: Selection): WireLine {
  const variantes = chosenVariants(form, selection).map(({ id }) => id)
  const quantities = quantitiesOf(selection)
  const text = labelOf({ reference: selection.label.trim(), names: selection.names }, quantities)
  const label = text === '' ? {} : { label: text }
  if (form.area === 'display') {
    const elements = form.fields.flatMap((field) =>
      field.kind === 'choice' && field.element ? [[field.element, selection.choices[field.key] ?? null]] : [],
    )
    return {
      ...label,
      famille: form.id,
      ...(Object.fromEntries(elements) as object),
      quantite: quantities[0] ?? 1,
      variantes,
      verification: selection.verification,
    }
  }
  const valeurs: Record<string, string> = {}
  for (const field of form.fields) {
    if (field.kind !== 'number') continue
    const value = parseDecimal(selection.values[field.key] ?? '')
    if (value !== null) valeurs[field.key.slice('value:'.length)] = value
  }
  return { ...label, produit: form.id, variantes, valeurs, quantites_multiples: quantities }
}

/** The same without what changes no price: its reference. */
export const pricedLineOf = (form: Form, selection: Selection): WireLine =>
  lineOf(form, { ...selection, label: '', names: [] })

/** The control that a JSON pointer of the service points at; null for what has no control of its own. */
export function controlOf(form: Form, selection: Selection, path: string): string | null {
  const [, field = '', index = ''] = path.replace(/^\/line(?=\/)/, '').split('/')
  const own = (...keys: string[]) =>
    keys.find((key) => form.fields.some((known) => known.key === key)) ?? null
  switch (field) {
    case 'variantes':
      return (index !== '' && chosenVariants(form, selection)[Number(index)]?.key) || null
    case 'valeurs':
      // A partner names the option, whichever way its value was sent.
      return own(valueKey(Number(index)), choiceKey(Number(index)))
    case 'quantites_multiples':
      return index in selection.quantities ? `quantity:${index}` : 'visuals'
    case 'quantite':
      return 'quantity:0'
    default:
      return own(field)
  }
}

/**
 * The control that a message is about where its pointer does not say: a partner refuses in words of its own, which name
 * the option.
 */
export function controlNamedIn(form: Form, message: string): string | null {
  const named = form.fields.filter(
    ({ label }) => label && message.toLowerCase().includes(label.toLowerCase()),
  )
  return named.length === 1 ? named[0]!.key : null
}

/** Whether a message begins with its control's name: a partner's own words may, and the name is said once. */
export const beginsWith = (label: string, message: string): boolean =>
  label !== '' && message.toLowerCase().startsWith(label.toLowerCase())

/** Free values that are left open: a partner that asks for one without saying so gives no price. */
export function openValues(form: Form, selection: Selection): string[] {
  return form.fields.flatMap(({ kind, key }) =>
    kind === 'number' && (selection.values[key] ?? '').trim() === '' ? [key] : [],
  )
}

/** The area in square metres that the price goes by, or null while a side is missing. */
export function surfaceOf(form: Form, selection: Selection): { area: number; minimum: number } | null {
  if (!form.surface) return null
  const { width, height, divisor, minimum } = form.surface
  const sides = [width, height].map((key) => parseDecimal(selection.values[key] ?? ''))
  // A side of nothing is a fault, and has no area.
  if (sides.some((side) => side === null || Number(side) <= 0)) return null
  return { area: (Number(sides[0]) * Number(sides[1])) / divisor ** 2, minimum }
}
