/** Configurations side by side: what they have alike, and which of the same product costs least. */
import { fold } from '../../domain/shared/fold.ts'
import type { CatalogueEntry, PricedLeadTime } from '../api/types'
import type { Field, Form } from './form'
import { parseDecimal } from './numbers'
import { nearestQuantity } from './replacements'
import { FORMATS, wordsAndSizes, type Sides } from './search/words'
import { quantitiesOf, type Selection } from './selection'
import { boundsOf } from './what-if'

/** Names are the same whatever their case, accents and spaces. */
export const named = (name: string) => fold(name).replace(/\s+/g, ' ').trim()

export interface Chosen {
  readonly label: string
  readonly value: string
}

/**
 * What is chosen of each option, in words; options that were left open are left out.
 * @param labelOf in the reader's language
 * @param numberOf as the reader writes it
 */
export function chosenIn(
  form: Form,
  selection: Selection,
  labelOf: (field: Field) => string,
  numberOf: (decimal: string) => string = (decimal) => decimal,
): Chosen[] {
  return form.fields.flatMap((field): Chosen[] => {
    const label = labelOf(field)
    if (field.kind === 'number') {
      const written = (selection.values[field.key] ?? '').trim()
      const known = parseDecimal(written)
      const value = known === null ? written : numberOf(known)
      return value === '' ? [] : [{ label, value: field.unit ? `${value} ${field.unit}` : value }]
    }
    const choice = field.choices.find(({ id }) => id === selection.choices[field.key])
    return choice ? [{ label, value: choice.name }] : []
  })
}

export interface ComparedRow {
  readonly label: string
  /** by column; null: it has no such option, or left it open */
  readonly values: readonly (string | null)[]
  readonly differs: boolean
  /** by column: whether it is not what the first that is known has */
  readonly unlike: readonly boolean[]
}

/**
 * Options by name, in the order in which they first come; two of one name in a column are kept apart.
 * @param columns null: nothing is known of it, and nothing differs from it
 */
export function comparedRows(columns: readonly (readonly Chosen[] | null)[]): ComparedRow[] {
  const rows = new Map<string, { label: string; values: (string | null)[] }>()
  columns.forEach((chosen, column) => {
    const seen = new Map<string, number>()
    for (const { label, value } of chosen ?? []) {
      const nth = (seen.get(named(label)) ?? 0) + 1
      seen.set(named(label), nth)
      const key = `${named(label)}\n${nth}`
      const row = rows.get(key) ?? { label, values: columns.map(() => null) }
      row.values[column] = value
      rows.set(key, row)
    }
  })
  const first = columns.findIndex((chosen) => chosen !== null)
  return [...rows.values()].map(({ label, values }) => {
    const names = values.map((value) => (value === null ? null : named(value)))
    const unlike = names.map((name, column) => columns[column] !== null && name !== names[first])
    return { label, values, differs: unlike.includes(true), unlike }
  })
}

type Price = Pick<PricedLeadTime, 'label' | 'days' | 'status' | 'priceCents' | 'low' | 'high'>

/** Which of several costs least, wherever in its interval an estimate lies; null where that cannot be told, or of one alone. */
export function leastOf(prices: readonly (Price | null)[]): number | null {
  const known = prices.map((price) => (price ? boundsOf(price) : null))
  if (known.filter((bounds) => bounds !== null).length < 2) return null
  const at = known.findIndex(
    (own, i) => own !== null && known.every((other, j) => j === i || other === null || own[1] < other[0]),
  )
  return at < 0 ? null : at
}

/** What stands in a column at a lead time: so many copies in all of a product or family of a source. */
export interface Offered {
  readonly item: Pick<Form, 'area' | 'id' | 'source' | 'name'>
  readonly total: number
  readonly price: Price
}

/** The same item, or one of another source under the same name. */
const sameProduct = (a: Offered['item'], b: Offered['item']): boolean =>
  a.area === b.area && (a.id === b.id || (a.source !== b.source && named(a.name) === named(b.name)))

/** Of each column, whether it costs less than every other of the same product in the same quantity; false of one that has none. */
export const leastOfAlike = (columns: readonly (Offered | null)[]): boolean[] =>
  columns.map((own, c) => {
    if (own === null) return false
    const alike = columns.map((other) =>
      other?.total === own.total && sameProduct(own.item, other.item) ? other.price : null,
    )
    return leastOf(alike) === c
  })

/** The lead times of all columns, fastest first. */
export const daysOfAll = (columns: readonly (readonly Price[])[]): number[] =>
  [...new Set(columns.flatMap((prices) => prices.map(({ days }) => days)))].sort((a, b) => a - b)

/** Copies of all visuals. */
export const totalOf = (selection: Selection): number =>
  quantitiesOf(selection).reduce((sum, count) => sum + count, 0)

/**
 * The same configuration for so many copies in all, or as near as it is offered: every visual has as many. One that is
 * for so many already stays as it is.
 */
export function atQuantity(form: Form, selection: Selection, total: number): Selection {
  if (totalOf(selection) === total) return selection
  const visuals = Math.max(1, selection.quantities.length)
  const each = nearestQuantity(Math.max(1, Math.round(total / visuals)), form.quantity)
  return { ...selection, quantities: Array.from({ length: visuals }, () => String(each)) }
}

/** What names a product: formats, words without their plural, numbers. Articles and the like name nothing. */
const wordsOf = (name: string) =>
  new Set(
    (fold(name).match(/[a-z]+\d+|[a-z]{3,}|\d+(?:[.,]\d+)?/g) ?? []).map((word) => word.replace(/[sx]$/, '')),
  )
/** A word says more than a number. */
const weightOf = (words: Iterable<string>) =>
  [...words].reduce((sum, word) => sum + (/^\d/.test(word) ? 1 : 2), 0)

/** How much of their words and numbers two names share, 0 to 1. */
export function likeness(a: string, b: string): number {
  const [these, those] = [wordsOf(a), wordsOf(b)]
  const all = weightOf(these) + weightOf(those)
  return all === 0 ? 0 : (2 * weightOf([...these].filter((word) => those.has(word)))) / all
}

/** The formats that a text names: a name of one, or two sides, in whichever unit they may be meant. */
function formatsIn(text: string): Sides[] {
  const { words, sizes } = wordsAndSizes(text)
  return [
    ...words.flatMap((word) => FORMATS[word] ?? []),
    ...sizes.flatMap(({ short, long, open }) => [
      { short, long },
      ...(open ? [{ short: short * 10, long: long * 10 }] : []),
    ]),
  ]
}

/** Formats of one name differ by a millimetre or two from house to house. */
const SAME_SIDE = 0.03
const isSide = (a: number, b: number) => Math.abs(a - b) <= SAME_SIDE * Math.max(a, b)
const isFormat = (a: Sides, b: Sides) => isSide(a.short, b.short) && isSide(a.long, b.long)

/** The same format makes up for a word, another one for more: of what names none nothing is known. */
const FORMAT_SAME = 0.4
const FORMAT_OTHER = -0.5

/**
 * What other sources offer of the same kind, the likest first: by name, and by format where both say one. The likest of
 * each source is among them.
 * @param chosen what is chosen of its options: the format may stand there
 */
export function elsewhere(
  one: Pick<CatalogueEntry, 'area' | 'name' | 'source'>,
  entries: readonly CatalogueEntry[],
  most: number,
  chosen: readonly Chosen[] = [],
): CatalogueEntry[] {
  const named = formatsIn(one.name)
  const formats = named.length > 0 ? named : chosen.flatMap(({ value }) => formatsIn(value))
  const byFormat = (name: string) => {
    const theirs = formats.length === 0 ? [] : formatsIn(name)
    if (theirs.length === 0) return 0
    return theirs.some((each) => formats.some((own) => isFormat(own, each))) ? FORMAT_SAME : FORMAT_OTHER
  }
  const likest = entries
    .filter(({ area, source }) => area === one.area && source !== one.source)
    .map((entry) => ({ entry, like: likeness(one.name, entry.name) }))
    .filter(({ like }) => like > 0)
    .map(({ entry, like }) => ({ entry, like: like + byFormat(entry.name) }))
    .toSorted((a, b) => b.like - a.like)
    .map(({ entry }) => entry)
  const firsts = likest.filter((entry, i) => likest.findIndex(({ source }) => source === entry.source) === i)
  const others = likest.filter((entry) => !firsts.includes(entry))
  const taken = new Set([...firsts, ...others].slice(0, Math.max(most, firsts.length)))
  return likest.filter((entry) => taken.has(entry))
}
