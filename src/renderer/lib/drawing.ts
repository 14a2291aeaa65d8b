/**
 * What the thing that is configured looks like, in millimetres: by the sides that are typed, else by the formats, folds and
 * pages that names tell. What no name tells is not drawn.
 */
import { fold } from '../../domain/shared/fold.ts'
import type { ChoiceField, Form } from './form'
import type { Selection } from './selection'
import { sidesOf, sizeOf, type LengthUnit, type Size } from './sizes'

export interface Drawing extends Size {
  readonly kind: 'flat' | 'round' | 'folded' | 'booklet' | 'box'
  /** Panels beside each other when it is open; 1 of what is not folded, or where nobody tells how many. */
  readonly panels: number
  /** Whether the panels stand one above the other: it is folded along its longer side, which lies. */
  readonly stacked: boolean
  /** Folds across those between the panels. */
  readonly crossed: number
  /** Whether {@link width} and {@link height} are those of what is folded; null of what is, where no name tells. */
  readonly closed: boolean | null
  /** Of a booklet; null where no name tells. */
  readonly pages: number | null
  /** mm, of a box */
  readonly depth: number | null
  /** that its names, or its sides, are given in */
  readonly unit: LengthUnit
}

/** Half a width and a height: an A5 is an A4 cut once. */
const A_SERIES = [
  [841, 1189],
  [594, 841],
  [420, 594],
  [297, 420],
  [210, 297],
  [148, 210],
  [105, 148],
  [74, 105],
] as const
const NUMBER = String.raw`(\d+(?:[.,]\d+)?)(?:\s*(mm|cm|m))?`
const TIMES = String.raw`\s*[×x*]\s*`
const SIZE = new RegExp(`(?<![\\d.,])${NUMBER}${TIMES}${NUMBER}(?:${TIMES}${NUMBER})?(?!\\p{L})`, 'giu')
const ROUND = new RegExp(`[Øø]\\s*${NUMBER}`, 'u')
const MILLIMETRES = { mm: 1, cm: 10, m: 1000 } as const

interface Named extends Size {
  readonly depth: number | null
  readonly round: boolean
  readonly unit: LengthUnit
}

/** Two or three measures, of which one at least has its unit. */
function measured([, a, unitA, b, unitB, c, unitC]: RegExpMatchArray): Named | null {
  const unitOf = (text: string | undefined) => text?.toLowerCase() as LengthUnit | undefined
  const unit = unitOf(unitC ?? unitB ?? unitA)
  if (unit === undefined) return null
  const mm = (text: string, own: string | undefined) =>
    Number(text.replace(',', '.')) * MILLIMETRES[unitOf(own) ?? unit]
  const [width, second] = [mm(a!, unitA), mm(b!, unitB)]
  // Of a box the last is its height.
  const [height, depth] = c === undefined ? [second, null] : [mm(c, unitC), second]
  return width > 0 && second > 0 && height > 0 ? { width, height, depth, round: false, unit } : null
}

/** The size that a name tells: "85 × 54 mm", "A5", "DL", "Ø 5 cm"; null: none. */
export function sizeIn(name: string): Named | null {
  for (const found of name.matchAll(SIZE)) {
    const size = measured(found)
    if (size) return size
  }
  const round = ROUND.exec(name)
  if (round?.[2]) {
    const across = Number(round[1]!.replace(',', '.')) * MILLIMETRES[round[2] as LengthUnit]
    return across > 0
      ? { width: across, height: across, depth: null, round: true, unit: round[2] as LengthUnit }
      : null
  }
  const series = /(?<![\p{L}\d])A([0-7])(?![\p{L}\d])/u.exec(name)?.[1]
  if (series !== undefined) {
    const [width, height] = A_SERIES[Number(series)]!
    return { width, height, depth: null, round: false, unit: 'mm' }
  }
  return /(?<!\p{L})DL(?!\p{L})/u.test(name)
    ? { width: 100, height: 210, depth: null, round: false, unit: 'mm' }
    : null
}

interface Chosen {
  readonly label: string
  readonly name: string
}

function chosenIn(form: Form, selection: Selection): Chosen[] {
  return form.fields.flatMap((field) => {
    if (field.kind !== 'choice') return []
    const choice = (field as ChoiceField).choices.find(({ id }) => id === selection.choices[field.key])
    return choice ? [{ label: fold(field.element ?? field.label ?? ''), name: choice.name }] : []
  })
}

const FORMAT = /format|forme|dimension|taille|size|shape/
const NO_FOLD = /^(sans|no|non|aucun)\b/

/** Panels side by side of what is folded: "2 plis (3 volets)", "Pli roulé"; 1: not folded, or nobody tells. */
export function panelsIn(names: readonly string[]): number {
  const told = names.map(fold).filter((name) => !NO_FOLD.test(name))
  for (const name of told) {
    const panels = /(\d+)\s*(?:volets|panels)/.exec(name)?.[1]
    if (panels) return Math.min(Number(panels), 12)
    const folds = /(\d+)\s*(?:plis?|folds?)\b(?!\s*crois)/.exec(name)?.[1]
    if (folds) return Math.min(Number(folds) + 1, 12)
  }
  return told.some((name) => /^pli (sur|central)|^half-?fold/.test(name)) ? 2 : 1
}

/** Folds across the others: "Accordéon et 1 pli croisé". */
export function crossedIn(names: readonly string[]): number {
  const told = names.map((name) => /(\d+)\s*(?:plis?\s+croise|cross(?:ed)?[ -]fold)/.exec(fold(name))?.[1])
  return Math.min(Number(told.find((count) => count !== undefined) ?? 0), 6)
}

/** Whether a format is that of what is folded, by the word that comes first; null: none tells. */
function closedIn(text: string): boolean | null {
  const word = /\b(?:(ouverte?s?|open)|fermee?s?|closed)\b/.exec(fold(text))
  return word && word[1] === undefined
}

/** Whether the fold lies along the longer side; null: no name tells. */
function foldedAlongLonger(names: readonly string[]): boolean | null {
  const told = names.map(
    (name) => /\b(?:sur le|on the|along the) (grand|long|petit|short)/.exec(fold(name))?.[1],
  )
  const side = told.find((word) => word !== undefined)
  return side === undefined ? null : side === 'grand' || side === 'long'
}

const BOUND =
  /brochure|livret|livre|magazine|agraf|dos carre|booklet|wire-o|spirale|cahier|carnet|these|rapport/

/** How many pages names tell of; null: none of them. */
function pagesIn(chosen: readonly Chosen[]): number | null {
  for (const { label, name } of chosen) {
    const pages = /pages/.test(label) && /^(\d{1,4})\s*pages?\b/i.exec(name)?.[1]
    if (pages) return Number(pages)
  }
  return null
}

export function drawingOf(form: Form, selection: Selection): Drawing | null {
  const plain = { panels: 1, stacked: false, crossed: 0, closed: false, pages: null, depth: null }
  const sides = sidesOf(form)
  if (sides) {
    const size = sizeOf(sides, selection)
    return size && { kind: 'flat', ...plain, ...size, unit: sides.unit }
  }
  const chosen = chosenIn(form, selection)
  const formats = chosen.filter(({ label }) => FORMAT.test(label))
  const [found] = [...formats, { label: '', name: form.name }].flatMap((place) => {
    const size = sizeIn(place.name)
    return size ? [{ ...place, size }] : []
  })
  if (!found) return null

  const { depth, round, unit } = found.size
  const { width, height } = turned(found.size, form, chosen)
  if (round) return { kind: 'round', ...plain, width, height, unit }
  if (depth !== null)
    return { kind: 'box', ...plain, width: found.size.width, height: found.size.height, depth, unit }
  const pages = pagesIn(chosen)
  if (pages !== null && BOUND.test(fold(form.name)))
    return { kind: 'booklet', ...plain, width, height, pages, closed: true, unit }
  const folding = chosen.filter(({ label }) =>
    /\b(?:plis?|pliage|volets?|folds?|folding|panels?)\b/.test(label),
  )
  const words = [...formats, ...folding].map(({ name }) => name).concat(form.name)
  const [panels, crossed] = [panelsIn(words), crossedIn(words)]
  const own = closedIn(`${found.label} ${found.name}`)
  if (panels === 1 && crossed === 0 && own === null) return { kind: 'flat', ...plain, width, height, unit }
  const closed = own ?? closedIn(form.name)
  const folded = { kind: 'folded', ...plain, panels, crossed, closed, unit } as const
  if (closed !== false) {
    const along = foldedAlongLonger(folding.map(({ name }) => name))
    return { ...folded, width, height, stacked: along !== null && along === width > height }
  }
  // Panels stand side by side along the longer side of an open sheet.
  return { ...folded, width: Math.max(width, height), height: Math.min(width, height) }
}

const ENVELOPE = /^(?:enveloppe|envelope)/
const POCKET = /pochette|petit cote|pocket|short (?:side|edge)/

/** As the orientation says that is chosen: a format's name has its shorter side first, or either. An envelope lies, a pocket stands. */
function turned({ width, height }: Size, form: Form, chosen: readonly Chosen[]): Size {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const orientation = chosen.find(({ label }) => /orientation/.test(label))
  if (/paysage|landscape/i.test(orientation?.name ?? '')) return { width: long, height: short }
  if (/portrait/i.test(orientation?.name ?? '')) return { width: short, height: long }
  if (!ENVELOPE.test(fold(form.name))) return { width, height }
  const stands = chosen.some(({ name }) => POCKET.test(fold(name)))
  return stands ? { width: short, height: long } : { width: long, height: short }
}

/** What is laid flat: a folded one's panels beside each other. */
export function flatOf({ width, height, panels, stacked, closed }: Drawing): Size {
  if (closed !== true) return { width, height }
  return stacked ? { width, height: height * panels } : { width: width * panels, height }
}

const ROUND_LENGTHS = [1, 2, 5]

/** The longest round length, mm, that is no longer than a third of what is drawn: the bar of the scale. */
export function scaleBar(longest: number): number {
  let best = 1
  for (let decade = 1; decade <= 1e7; decade *= 10)
    for (const step of ROUND_LENGTHS) if (step * decade <= longest / 3) best = step * decade
  return best
}
