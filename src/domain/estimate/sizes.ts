import type { Hints, Space } from './types.ts'

/**
 * What the number in a name measures. Areas and page counts multiply the material that a job uses, grammage
 * multiplies its weight; other numbers ("4 couleurs", "3 mm") only order the variants.
 */
export type SizeKind = 'area' | 'pages' | 'weight' | 'other'

export interface Size {
  readonly kind: SizeKind
  readonly amount: number
}

/** Square metres of A0; each further A format halves it. */
const A0 = 0.999949

const number = String.raw`(\d+(?:[.,]\d+)?)`
const patterns = {
  rectangle: new RegExp(String.raw`${number}\s*(mm|cm|m)?\s*[x×*]\s*${number}\s*(mm|cm|m)?`, 'i'),
  aFormat: /(?:^|[^\p{L}\d])A\s?(\d{1,2})(?![\p{L}\d])/iu,
  dl: /(?:^|[^\p{L}])DL(?![\p{L}])/iu,
  pages: new RegExp(String.raw`${number}\s*(?:pages?|pp?\b|feuillets?|volets?)`, 'i'),
  weight: new RegExp(String.raw`${number}\s*g(?:r|rs|rammes?|sm|/m²|/m2)?(?![\p{L}])`, 'iu'),
  bothSides: /recto\s*[/-]?\s*verso|double[ -]face|deux faces|two[ -]sided|both sides/i,
  oneSide: /recto|simple[ -]face|one[ -]sided|single[ -]sided/i,
  any: new RegExp(number),
}

const decimal = (text: string): number => Number(text.replace(',', '.'))

function metres(amount: number, unit: string | undefined): number {
  if (unit === 'mm') return amount / 1000
  if (unit === 'm') return amount
  return amount / 100
}

/** The most telling number in a variant's name, if there is one. */
export function sizeOfName(name: string): Size | null {
  const rectangle = patterns.rectangle.exec(name)
  if (rectangle) {
    const unit = (rectangle[4] ?? rectangle[2])?.toLowerCase()
    const amount = metres(decimal(rectangle[1]!), unit) * metres(decimal(rectangle[3]!), unit)
    if (amount > 0) return { kind: 'area', amount }
  }
  const aFormat = patterns.aFormat.exec(name)
  if (aFormat) return { kind: 'area', amount: A0 / 2 ** Number(aFormat[1]) }
  if (patterns.dl.test(name)) return { kind: 'area', amount: 0.099 * 0.21 }
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

/**
 * Sizes of an option's variants, of one kind, where at least two variants differ by it: a single number among
 * names says nothing.
 */
export function sizesOfOption(
  option: Space['options'][number],
  hints: Hints,
): { kind: SizeKind; amounts: ReadonlyMap<number, number> } | null {
  const optionName = hints.options?.[option.key] ?? ''
  const byKind = new Map<SizeKind, Map<number, number>>()
  for (const variant of option.variants) {
    const name = hints.variants?.[variant]
    const size = name === undefined ? null : sizeOfName(name)
    if (!size) continue
    const kind = size.kind === 'other' && /pages/i.test(optionName) ? 'pages' : size.kind
    const amounts = byKind.get(kind) ?? new Map<number, number>()
    amounts.set(variant, size.amount)
    byKind.set(kind, amounts)
  }
  let best: { kind: SizeKind; amounts: ReadonlyMap<number, number> } | null = null
  for (const [kind, amounts] of byKind) {
    if (new Set(amounts.values()).size < 2) continue
    if (!best || amounts.size > best.amounts.size) best = { kind, amounts }
  }
  return best
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
