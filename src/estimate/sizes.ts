import type { Hints, Space } from './types.ts'

/**
 * What the number in a name measures. Areas and page counts multiply the material that a job uses, grammage
 * multiplies its weight; other numbers ("4 couleurs", "3 mm") only order the variants.
 */
export type SizeKind = 'area' | 'pages' | 'weight' | 'other'

export interface Size {
  readonly kind: SizeKind
  readonly amount: number
  /** of an area, in metres */
  readonly sides?: readonly [number, number]
}

/** Square metres of A0; each further A format halves it. */
const A0 = 0.999949

const number = String.raw`(\d+(?:[.,]\d+)?)`
const patterns = {
  rectangle: new RegExp(String.raw`${number}(?:\s*(mm|cm|m))?\s*[x×*]\s*${number}(?:\s*(mm|cm|m))?`, 'i'),
  square: new RegExp(String.raw`(?:carrée?|square)\D{0,12}?${number}\s*(mm|cm|m)?(?![\p{L}])`, 'iu'),
  aFormat: /(?:^|[^\p{L}\d])A\s?(\d{1,2})(?![\p{L}\d])/iu,
  dl: /(?:^|[^\p{L}])DL(?![\p{L}])/iu,
  pages: new RegExp(String.raw`${number}\s*(?:pages?|pp?\b|feuillets?|volets?)`, 'i'),
  weight: new RegExp(String.raw`${number}\s*g(?:r|rs|rammes?|sm|/m²|/m2)?(?![\p{L}])`, 'iu'),
  bothSides: /recto(?:\s*[/-])?\s*verso|double[ -]face|deux faces|two[ -]sided|both sides/i,
  oneSide: /recto|simple[ -]face|one[ -]sided|single[ -]sided/i,
  any: new RegExp(number),
}

const decimal = (text: string): number => Number(text.replace(',', '.'))

function metres(amount: number, unit: string | undefined): number {
  if (unit === 'mm') return amount / 1000
  if (unit === 'm') return amount
  return amount / 100
}

function aFormatSize(halvings: number): Size {
  const amount = A0 / 2 ** halvings
  const short = Math.sqrt(amount / Math.SQRT2)
  return { kind: 'area', amount, sides: [short, short * Math.SQRT2] }
}

/** The most telling number in a variant's name, if there is one. */
export function sizeOfName(name: string): Size | null {
  const rectangle = patterns.rectangle.exec(name)
  if (rectangle) {
    const unit = (rectangle[4] ?? rectangle[2])?.toLowerCase()
    const sides = [metres(decimal(rectangle[1]!), unit), metres(decimal(rectangle[3]!), unit)] as const
    if (sides[0] * sides[1] > 0) return { kind: 'area', amount: sides[0] * sides[1], sides }
  }
  const square = patterns.square.exec(name)
  if (square) {
    const side = metres(decimal(square[1]!), square[2]?.toLowerCase())
    if (side > 0) return { kind: 'area', amount: side * side, sides: [side, side] }
  }
  const aFormat = patterns.aFormat.exec(name)
  if (aFormat) return aFormatSize(Number(aFormat[1]))
  if (patterns.dl.test(name)) return { kind: 'area', amount: 0.099 * 0.21, sides: [0.099, 0.21] }
  const pages = patterns.pages.exec(name)
  if (pages && decimal(pages[1]!) > 0) return { kind: 'pages', amount: decimal(pages[1]!) }
  const weight = patterns.weight.exec(name)
  if (weight && decimal(weight[1]!) > 0) return { kind: 'weight', amount: decimal(weight[1]!) }
  if (patterns.bothSides.test(name)) return { kind: 'other', amount: 2 }
  if (patterns.oneSide.test(name)) return { kind: 'other', amount: 1 }
  const any = patterns.any.exec(name)
  if (any && decimal(any[1]!) > 0) return { kind: 'other', amount: decimal(any[1]!) }
  return null
}

export interface OptionSizes {
  readonly kind: SizeKind
  readonly sizes: ReadonlyMap<number, Size>
}

/**
 * Sizes of an option's variants, of one kind, where at least two variants differ by it: a single number among
 * names says nothing.
 */
export function sizesOfOption(option: Space['options'][number], hints: Hints): OptionSizes | null {
  const optionName = hints.options?.[option.key] ?? ''
  const byKind = new Map<SizeKind, Map<number, Size>>()
  for (const variant of option.variants) {
    const name = hints.variants?.[variant]
    const size = name === undefined ? null : sizeOfName(name)
    if (!size) continue
    const kind = size.kind === 'other' && /pages/i.test(optionName) ? 'pages' : size.kind
    const sizes = byKind.get(kind) ?? new Map<number, Size>()
    sizes.set(variant, size)
    byKind.set(kind, sizes)
  }
  let best: OptionSizes | null = null
  for (const [kind, sizes] of byKind) {
    if (new Set([...sizes.values()].map(({ amount }) => amount)).size < 2) continue
    if (!best || sizes.size > best.sizes.size) best = { kind, sizes }
  }
  return best
}

/** Places of the free values that are lengths: by their names, else the first two. */
export function lengthsOf({ values }: Space, hints: Hints): number[] {
  const named = values.flatMap(({ key }, i) =>
    kindOfValue(hints.options?.[key] ?? '') === 'length' ? [i] : [],
  )
  return named.length === 0 && values.length >= 2 ? [0, 1] : named
}

/** Metres in the unit that a free length is entered in. */
export function unitOfValue(name: string, type: 'integer' | 'decimal'): number {
  if (/\bmm\b|millim/i.test(name)) return 0.001
  if (/\bcm\b|centim/i.test(name)) return 0.01
  if (/\bm\b|mètres?\b|metres?\b/i.test(name)) return 1
  return type === 'integer' ? 0.001 : 0.01
}

/** Press sheets that small and large work is printed on, in metres. */
const pressSheets: readonly (readonly [number, number])[] = [
  [0.32, 0.45],
  [0.52, 0.74],
  [0.72, 1.02],
]
const bleed = 0.004
export const pressSheetCount = pressSheets.length

/** Copies of a format that fit on each press sheet, at least one. */
export function copiesPerSheet([width, height]: readonly [number, number]): number[] {
  const w = width + bleed
  const h = height + bleed
  return pressSheets.map(([a, b]) =>
    Math.max(1, Math.floor(a / w) * Math.floor(b / h), Math.floor(a / h) * Math.floor(b / w)),
  )
}

/** What a free value measures, from its name. */
export type ValueKind = 'length' | 'pages' | 'other'

export function kindOfValue(name: string): ValueKind {
  if (/page|feuillet|volet/i.test(name)) return 'pages'
  if (
    /largeur|hauteur|longueur|profondeur|width|height|length|format|dimension|\b[lh]\b|\bmm\b|\bcm\b/i.test(
      name,
    )
  ) {
    return 'length'
  }
  return 'other'
}
