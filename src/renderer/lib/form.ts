/**
 * A product page or a display family as one form: the configurator's components know fields and choices, and only this
 * file knows how the two areas write them on the wire.
 */
import type { Area, FamilyDetail, ProductDetail, WireLine } from '../api/types'
import { parseDecimal, parseInteger, splitUnit } from './numbers'

export interface Choice {
  readonly id: number
  readonly name: string
  /** Working days that this choice needs at least. */
  readonly minDays?: number
}

/** One choice among named variants. */
export interface ChoiceField {
  readonly kind: 'choice'
  readonly key: string
  /** The option's own name, or null where the words are ours (`element`). */
  readonly label: string | null
  readonly element: ElementKind | null
  readonly choices: readonly Choice[]
  /** Whether none may be chosen. */
  readonly optional: boolean
}

/** A free number. */
export interface NumberField {
  readonly kind: 'number'
  readonly key: string
  readonly label: string
  readonly unit: string | null
  readonly integer: boolean
  readonly required: boolean
}

export type Field = ChoiceField | NumberField

const ELEMENTS = ['format', 'support', 'impression', 'finition', 'decoupe'] as const
export type ElementKind = (typeof ELEMENTS)[number]

export interface LeadTimeInfo {
  readonly id: number
  readonly days: number | null
  readonly label: string | null
}

export interface QuantityRule {
  /** The only quantities offered; null where any from `min` to `max` is. */
  readonly offered: readonly number[] | null
  readonly min: number
  readonly max: number | null
  /** Offered or usual quantities, ascending: what the matrix and the curve show. */
  readonly steps: readonly number[]
  readonly visualsMin: number
  readonly visualsMax: number
}

export interface Form {
  readonly area: Area
  readonly id: number
  readonly name: string
  readonly fields: readonly Field[]
  readonly quantity: QuantityRule
  readonly leadTimes: readonly LeadTimeInfo[]
  readonly mainLeadTime: number | null
  /** Keys of the two sides, where the price goes by the area. */
  readonly surface: {
    readonly width: string
    readonly height: string
    readonly divisor: number
    readonly minimum: number
  } | null
  /** Whether the line can ask for a check of the files. */
  readonly verification: boolean
  readonly defaultLine: WireLine
}

/** What is chosen, as it stands in the controls: numbers are still text. */
export interface Selection {
  choices: Record<string, number | null>
  values: Record<string, string>
  quantities: string[]
  verification: boolean
  label: string
}

const choiceKey = (option: number) => `option:${option}`
const valueKey = (option: number) => `value:${option}`

export function printForm({
  product,
  leadTimes,
  mainLeadTime,
  surface,
  quantitySteps,
  defaultLine,
}: ProductDetail): Form {
  const sides = surface ? [surface.width, surface.height] : []
  const { quantites } = product
  return {
    area: 'print',
    id: product.id,
    name: product.nom,
    fields: product.options.map((option): Field => {
      if (option.type === 'variante') {
        return {
          kind: 'choice',
          key: choiceKey(option.id),
          label: option.nom,
          element: null,
          choices: option.variantes.map(({ id, nom }) => ({ id, name: nom })),
          optional: false,
        }
      }
      return {
        kind: 'number',
        key: valueKey(option.id),
        ...splitUnit(option.nom),
        integer: option.type === 'integer',
        required: sides.includes(option.id),
      }
    }),
    quantity: {
      offered: quantites.range ? null : quantites.available.toSorted((a, b) => a - b),
      min: quantites.range ? quantites.min : 1,
      max: quantites.range ? (quantites.max ?? null) : null,
      steps: quantitySteps,
      visualsMin: product.nombre_visuels_min,
      visualsMax: product.nombre_visuels_max,
    },
    leadTimes,
    mainLeadTime,
    surface: surface
      ? {
          width: valueKey(surface.width),
          height: valueKey(surface.height),
          divisor: Number(surface.divisor),
          minimum: Number(surface.minimum),
        }
      : null,
    verification: false,
    defaultLine,
  }
}

export function displayForm({
  family,
  leadTimes,
  mainLeadTime,
  quantitySteps,
  defaultLine,
}: FamilyDetail): Form {
  const named = (entries: readonly { id: number; nom: string }[]) =>
    entries.map(({ id, nom }) => ({ id, name: nom }))
  const choices: Record<ElementKind, Choice[]> = {
    format: named(family.formats),
    support: family.supports.map(({ id, nom_complet, delai_min }) => ({
      id,
      name: nom_complet,
      minDays: delai_min,
    })),
    impression: named(family.impressions),
    finition: named(family.finitions),
    decoupe: named(family.decoupes),
  }
  const optional = (kind: ElementKind) =>
    kind === 'impression' ? family.sans_impression_possible : kind === 'finition' || kind === 'decoupe'
  return {
    area: 'display',
    id: family.id,
    name: family.nom_complet,
    fields: [
      ...ELEMENTS.filter((kind) => choices[kind].length > 0).map((kind): ChoiceField => ({
        kind: 'choice',
        key: kind,
        label: null,
        element: kind,
        choices: choices[kind],
        optional: optional(kind),
      })),
      ...family.options.map((option): ChoiceField => ({
        kind: 'choice',
        key: choiceKey(option.id),
        label: option.nom,
        element: null,
        choices: named(option.variantes),
        optional: false,
      })),
    ],
    quantity: { offered: null, min: 1, max: null, steps: quantitySteps, visualsMin: 1, visualsMax: 1 },
    leadTimes,
    mainLeadTime,
    surface: null,
    verification: true,
    defaultLine,
  }
}

const integers = (value: unknown) =>
  (Array.isArray(value) ? value.filter((id) => Number.isInteger(id)) : []) as number[]

/** The controls' state for a wire line: a product's default, or a line of a quote that is opened again. */
export function selectionOf(form: Form, line: WireLine): Selection {
  const variants = new Set(integers(line['variantes']))
  const valeurs = (line['valeurs'] ?? {}) as Record<string, string>
  const selection: Selection = {
    choices: {},
    values: {},
    quantities:
      form.area === 'print'
        ? integers(line['quantites_multiples']).map(String)
        : [String(line['quantite'] ?? form.quantity.steps[0] ?? 1)],
    verification: line['verification'] === true,
    label: typeof line['label'] === 'string' ? line['label'] : '',
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

/** A number that cannot be sent: what is wrong with it, by the control's key. */
export type LocalFault = 'integer' | 'decimal' | 'required' | 'quantity' | 'below' | 'above'

export function localFaults(form: Form, selection: Selection): Map<string, LocalFault> {
  const faults = new Map<string, LocalFault>()
  for (const field of form.fields) {
    if (field.kind !== 'number') continue
    const text = selection.values[field.key]?.trim() ?? ''
    if (text === '') {
      if (field.required) faults.set(field.key, 'required')
    } else if (field.integer ? parseInteger(text) === null : parseDecimal(text) === null) {
      faults.set(field.key, field.integer ? 'integer' : 'decimal')
    }
  }
  selection.quantities.forEach((text, i) => {
    const quantity = parseInteger(text)
    const { offered, min, max } = form.quantity
    if (quantity === null || quantity < 1) faults.set(`quantity:${i}`, 'quantity')
    else if (!offered && quantity < min) faults.set(`quantity:${i}`, 'below')
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
  const label = selection.label.trim() ? { label: selection.label.trim() } : {}
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

/** The control that a JSON pointer of the service points at; null for what has no control of its own. */
export function controlOf(form: Form, selection: Selection, path: string): string | null {
  const [, field = '', index = ''] = path.replace(/^\/line(?=\/)/, '').split('/')
  switch (field) {
    case 'variantes':
      return chosenVariants(form, selection)[Number(index)]?.key ?? null
    case 'valeurs':
      return valueKey(Number(index))
    case 'quantites_multiples':
      return index === '' ? 'visuals' : `quantity:${index}`
    case 'quantite':
      return 'quantity:0'
    case 'delai':
      return 'delai'
    default:
      return form.fields.some(({ key }) => key === field) ? field : null
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

/** The area in square metres that the price goes by, or null while a side is missing. */
export function surfaceOf(form: Form, selection: Selection): { area: number; minimum: number } | null {
  if (!form.surface) return null
  const { width, height, divisor, minimum } = form.surface
  const sides = [width, height].map((key) => parseDecimal(selection.values[key] ?? ''))
  if (sides.some((side) => side === null)) return null
  return { area: (Number(sides[0]) * Number(sides[1])) / divisor ** 2, minimum }
}
