import type { Schedule } from './lead-times.ts'
import type { Lecture } from './shapes.ts'

/** Not possible under so many working days, from a quantity on. {delai} and {quantite} in the message are filled in. */
export interface TooFast {
  under: number
  from?: number
  message: string
}

export function tooFast(under: number, message: string, from?: number): TooFast {
  return from === undefined ? { under, message } : { under, message, from }
}

/** A name alone costs nothing more; else name, surcharge ('300 0.8/u 5%'), and what is too fast for it. */
export type Choice = string | readonly [nom: string, prix: string, ...limits: TooFast[]]

export interface OptionRow {
  nom: string
  type: 'variante' | 'integer' | 'decimal'
  choices: readonly Choice[]
  /** Of a free value: the surcharge per unit of it and per copy. */
  prix: string
  /** Of a free value: the side of the printed surface that it gives. */
  side?: 'largeur' | 'hauteur'
}

/** A choice among variants. The first is the default: the most common one, and never a dead end. */
export function choice(nom: string, ...choices: readonly Choice[]): OptionRow {
  return { nom, type: 'variante', choices, prix: '' }
}

export function count(nom: string, prix = ''): OptionRow {
  return { nom, type: 'integer', choices: [], prix }
}

/** The two sides of a printed surface, in whole millimetres or in centimetres with decimals. */
export function sides(unit: 'mm' | 'cm'): OptionRow[] {
  const type = unit === 'mm' ? 'integer' : 'decimal'
  return [
    { nom: `Largeur (${unit})`, type, choices: [], prix: '', side: 'largeur' },
    { nom: `Hauteur (${unit})`, type, choices: [], prix: '', side: 'hauteur' },
  ]
}

/**
 * One print product and its price list. Option and variant ids come from their place in the row: new ones go
 * last, so that ids which quotes already hold keep their meaning.
 */
export interface PrintRow {
  id: number
  nom: string
  /** Fixed quantities as a list, or a free range. */
  quantites: string | { min: number; max: number }
  /** 'exacte' for fixed quantities unless said otherwise. */
  lecture?: Lecture
  /** Known prices; missing where the product is priced on request. */
  grille?: string
  leadTimes: Schedule
  visuals?: { min?: number; max: number; extra: string }
  surface?: { unit: 'mm' | 'cm'; minimum_m2: string }
  options: readonly OptionRow[]
  limits?: readonly TooFast[]
}

export interface DisplayRow {
  id: number
  nom: string
  leadTimes: Schedule
  lecture: Lecture
  /** Format name -> known prices. */
  formats: Readonly<Record<string, string>>
  supports: readonly Choice[]
  impressions: readonly Choice[]
  finitions?: readonly Choice[]
  decoupes?: readonly Choice[]
  options?: readonly OptionRow[]
  /** The surcharge when nothing is printed; missing where something must be. */
  blank?: string
  verification: string
}
