/**
 * A product page or a display family as one form: the configurator's components know fields and choices, and only this
 * file knows how the two areas write them on the wire.
 */
import { ELEMENTS, isElementNeeded, type ElementKind } from '../../domain/shared/display-elements.ts'
import type { Area, FamilyDetail, ProductDetail, WireLine } from '../api/types'
import { splitUnit } from './numbers'

export interface Choice {
  readonly id: number
  readonly name: string
  /** Working days that this choice needs at least. */
  readonly minDays?: number
}

/** What a list of choices shows: a choice, or none. */
export interface ChoiceEntry {
  readonly id: number | null
  readonly name: string
  readonly minDays?: number
  /** Why it cannot be chosen beside what else is chosen, in words. */
  readonly blocked?: string | undefined
  /** What it rules out, in a word or two. */
  readonly note?: string | undefined
}

/** One choice among named variants. */
export interface ChoiceField {
  readonly kind: 'choice'
  readonly key: string
  /** The option's own name, or null where the words are ours (`element`). */
  readonly label: string | null
  /** The option's name as the catalogue has it; an element's kind. */
  readonly name: string
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
  /** The option's name as the catalogue has it, with its unit. */
  readonly name: string
  readonly unit: string | null
  readonly integer: boolean
  readonly required: boolean
}

export type Field = ChoiceField | NumberField

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
  /** Where it comes from. */
  readonly source: number
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
  /** What its tariff excludes. */
  readonly limits: ProductDetail['limits']
  /** Whether the line can ask for a check of the files. */
  readonly verification: boolean
  readonly defaultLine: WireLine
}

/** Key of the control of a choice. */
export const choiceKey = (option: number) => `option:${option}`
/** Key of the control of a free value. */
export const valueKey = (option: number) => `value:${option}`

/** The form without choices that are not to be had any more, by the keys of their controls. */
export const withoutChoices = (form: Form, gone: ReadonlyMap<string, number>): Form => ({
  ...form,
  fields: form.fields.map((field) =>
    field.kind === 'choice' && gone.has(field.key)
      ? { ...field, choices: field.choices.filter(({ id }) => id !== gone.get(field.key)) }
      : field,
  ),
})

/** The choice that stands next to another one of a control, and is to be had; undefined where there is none. */
export function nextOffered(
  { fields }: Form,
  key: string,
  id: number,
  isOffered: (id: number) => boolean,
): number | undefined {
  const field = fields.find((one) => one.key === key)
  const ids = field?.kind === 'choice' ? field.choices.map((choice) => choice.id) : []
  const at = ids.indexOf(id)
  return [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0)).reverse()].find(isOffered)
}

export function printForm({
  product,
  source,
  leadTimes,
  mainLeadTime,
  surface,
  limits,
  quantitySteps,
  defaultLine,
}: ProductDetail): Form {
  const sides = surface ? [surface.width, surface.height] : []
  const { quantites } = product
  return {
    area: 'print',
    id: product.id,
    source,
    name: product.nom,
    fields: product.options.map((option): Field => {
      if (option.type === 'variante') {
        return {
          kind: 'choice',
          key: choiceKey(option.id),
          label: option.nom,
          name: option.nom,
          element: null,
          choices: option.variantes.map(({ id, nom }) => ({ id, name: nom })),
          optional: false,
        }
      }
      return {
        kind: 'number',
        key: valueKey(option.id),
        ...splitUnit(option.nom),
        name: option.nom,
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
    limits,
    verification: false,
    defaultLine,
  }
}

export function displayForm({
  family,
  source,
  leadTimes,
  mainLeadTime,
  limits,
  quantitySteps,
  defaultLine,
}: FamilyDetail): Form {
  const named = (entries: readonly { id: number; nom: string }[]) =>
    entries.map(({ id, nom }) => ({ id, name: nom }))
  /** What every lead time is long enough for needs none of its own. */
  const earliest = Math.min(...leadTimes.map(({ days }) => days ?? 0), Infinity)
  const choices: Record<ElementKind, Choice[]> = {
    format: named(family.formats),
    support: family.supports.map(({ id, nom_complet, delai_min }) => ({
      id,
      name: nom_complet,
      minDays: Number.isFinite(earliest) && delai_min <= earliest ? 0 : delai_min,
    })),
    impression: named(family.impressions),
    finition: named(family.finitions),
    decoupe: named(family.decoupes),
  }
  return {
    area: 'display',
    id: family.id,
    source,
    name: family.nom_complet,
    fields: [
      ...ELEMENTS.filter((kind) => choices[kind].length > 0).map((kind): ChoiceField => ({
        kind: 'choice',
        key: kind,
        label: null,
        name: kind,
        element: kind,
        choices: choices[kind],
        optional: !isElementNeeded(kind, family),
      })),
      ...family.options.map((option): ChoiceField => ({
        kind: 'choice',
        key: choiceKey(option.id),
        label: option.nom,
        name: option.nom,
        element: null,
        choices: named(option.variantes),
        optional: false,
      })),
    ],
    quantity: { offered: null, min: 1, max: null, steps: quantitySteps, visualsMin: 1, visualsMax: 1 },
    leadTimes,
    mainLeadTime,
    surface: null,
    limits,
    verification: true,
    defaultLine,
  }
}
