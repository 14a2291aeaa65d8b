/** Widths and heights that are typed: in which unit, within which bounds, and whether one is likely. */
import type { Form, NumberField } from './form'
import { parseDecimal } from './numbers'
import type { Selection } from './selection'

export const LENGTH_UNITS = ['mm', 'cm', 'm'] as const
export type LengthUnit = (typeof LENGTH_UNITS)[number]

/** Powers of ten of a millimetre. */
const POWER: Record<LengthUnit, number> = { mm: 0, cm: 1, m: 3 }

export interface Sides {
  readonly width: NumberField
  readonly height: NumberField
  /** that the line carries them in */
  readonly unit: LengthUnit
}

const asUnit = (text: string | null): LengthUnit | null =>
  LENGTH_UNITS.find((unit) => unit === text?.toLowerCase()) ?? null
/** By how many of them make a metre. */
const BY_DIVISOR: Readonly<Record<number, LengthUnit>> = { 1000: 'mm', 100: 'cm', 1: 'm' }

/** The two sides that a form asks for: those that the price goes by, else two that are called so; null: none. */
export function sidesOf(form: Form): Sides | null {
  const numbers = form.fields.filter((field) => field.kind === 'number')
  const find = (key: string | undefined, name: RegExp) =>
    numbers.find((field) =>
      key === undefined ? name.test(field.label) && asUnit(field.unit) : field.key === key,
    )
  const width = find(form.surface?.width, /^(largeur|width)$/i)
  const height = find(form.surface?.height, /^(hauteur|longueur|height|length)$/i)
  if (!width || !height || width === height) return null
  const unit = form.surface ? BY_DIVISOR[form.surface.divisor] : asUnit(width.unit)
  return unit && (form.surface || asUnit(height.unit) === unit) ? { width, height, unit } : null
}

/** A decimal text times a power of ten, exactly. */
function shifted(text: string, by: number): string {
  const [whole = '', part = ''] = text.split('.')
  const zeros = '0'.repeat(Math.abs(by))
  const [left, right] =
    by >= 0
      ? [whole + (part + zeros).slice(0, by), (part + zeros).slice(by)]
      : [(zeros + whole).slice(0, by), (zeros + whole).slice(by) + part]
  const [before, after] = [left.replace(/^0+(?=\d)/, '') || '0', right.replace(/0+$/, '')]
  return after ? `${before}.${after}` : before
}

/** A length in another unit, exactly; what is no number stays as it was typed. */
export function converted(text: string, from: LengthUnit, to: LengthUnit): string {
  const number = parseDecimal(text)
  return number === null || from === to ? text : shifted(number, POWER[from] - POWER[to])
}

const WITH_UNIT = /^(.*[\d.,])\s*(mm|cm|m)\.?$/iu

/** Metres and centimetres as they are spoken: "3m50". */
const SPOKEN = /^(\d+)\s*m\s*(\d\d)(?:\s*cm\.?)?$/iu

/**
 * A number that is typed with its unit, "2,5 m", "250 CM" or "2m50", whatever spaces are between; null where it has none.
 */
export function typedLength(text: string): { readonly number: string; readonly unit: LengthUnit } | null {
  const [, metres, centimetres] = SPOKEN.exec(text.trim()) ?? []
  if (metres !== undefined) return { number: `${metres}.${centimetres}`, unit: 'm' }
  const [, figures = '', unit = ''] = WITH_UNIT.exec(text.trim()) ?? []
  const number = parseDecimal(figures)
  return number === null ? null : { number, unit: unit.toLowerCase() as LengthUnit }
}

/** In millimetres; null of what is no number. */
export function millimetres(text: string, unit: LengthUnit): number | null {
  const number = parseDecimal(text)
  return number === null ? null : Number(shifted(number, POWER[unit]))
}

export interface Size {
  /** mm */
  readonly width: number
  readonly height: number
}

/** What is typed of the two sides; null while one is missing. */
export function sizeOf({ width, height, unit }: Sides, { values }: Selection): Size | null {
  const [w, h] = [width, height].map(({ key }) => millimetres(values[key] ?? '', unit))
  return w == null || h == null || w <= 0 || h <= 0 ? null : { width: w, height: h }
}

/** Sides within these, mm, and no asking: from a sticker to a banner over a façade. */
export const USUAL = { min: 10, max: 50_000 } as const
/** m²; and how many times longer than high. */
const USUAL_AREA = 500
const USUAL_RATIO = 60

/** What is unlikely of a size: asked about, never refused. */
export type Doubt = 'large' | 'small' | 'long'

export function doubtOf({ width, height }: Size): Doubt | null {
  const [short, long] = width < height ? [width, height] : [height, width]
  if (long > USUAL.max || (width * height) / 1e6 > USUAL_AREA) return 'large'
  if (short < USUAL.min) return 'small'
  return long / short > USUAL_RATIO ? 'long' : null
}

/** The unit in which the same figures would be a likely size: what was most likely meant. */
export function meantUnit({ width, height }: Size, typed: LengthUnit): LengthUnit | null {
  const doubt = doubtOf({ width, height })
  if (doubt === null) return null
  const others = LENGTH_UNITS.filter((unit) => unit !== typed)
  // Too large: the next smaller unit first; too small: the next larger one.
  const ordered = doubt === 'small' ? others : others.toReversed()
  return (
    ordered.find((unit) => {
      const factor = 10 ** (POWER[unit] - POWER[typed])
      const larger = factor > 1
      return (
        larger === (doubt === 'small') && doubtOf({ width: width * factor, height: height * factor }) === null
      )
    }) ?? null
  )
}
