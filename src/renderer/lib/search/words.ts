/** The words that a search compares: folded, in the singular, joined where people join them, numbers without units. */
import { fold } from '../../../domain/shared/fold.ts'

/** A format's two sides, the shorter first, in millimetres; of a box the first two that are said, and the third. */
export interface Sides {
  readonly short: number
  readonly long: number
  readonly third?: number
}

/** A format in a text, and which of its words say it. */
export interface Size extends Sides {
  readonly at: number
  /** whether the text says no unit: then it may mean centimetres */
  readonly open: boolean
  /** whether the longer side is said first */
  readonly wide: boolean
}

/** A number with its unit, "135 g": which of the words it is, and how it is told whichever way it is written. */
export interface Measure {
  readonly at: number
  readonly key: string
  /** whether it is one of metres: such a side is typed in as a rule, and in no name */
  readonly long: boolean
}

export interface Words {
  readonly words: readonly string[]
  readonly sizes: readonly Size[]
  readonly measures: readonly Measure[]
}

const MM: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000 }
const NUMBER = String.raw`\d+(?:[.,]\d+)?`
const SIDE = String.raw`\s*[x×*]\s*(${NUMBER})(?:\s*(mm|cm|m)(?![\p{L}\p{N}]))?`
/** "85x54", "85 × 54 mm", "1 m x 2 m", "15 × 10 × 5 cm" */
const SIZE = new RegExp(String.raw`(?<![\d.,])(${NUMBER})(?:\s*(mm|cm|m))?${SIDE}(?:${SIDE})?`, 'gu')
const UNIT = String.raw`g\/m[²2]|gsm|grammes?|grs?|g|m[²2]|[µμ]m?|microns?|micrometres?|mm|cm|metres?|m`
/** "16 p.", which are pages. */
const PAGES = /(?<=\d)\s*pp?\.?(?![\p{L}\p{N}])/gu
const WORD = new RegExp(
  String.raw`(?<number>${NUMBER})(?:\s*(?<unit>${UNIT})(?![\p{L}\p{N}]))?|\p{L}[\p{L}\p{N}]*|\p{N}+`,
  'gu',
)
/** A side alone: "3 m". */
const LENGTH = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])${NUMBER}\s*(?:mm|cm|metres?|m)(?![\p{L}\p{N}])`,
  'gu',
)
const BOTH_SIDES = /(?<![\p{L}\p{N}])r(?:\s*[/-])?\s*v(?![\p{L}\p{N}])/gu

/** Says little of a product: it is found with or without. */
const SMALL = new Set(
  'de du des la le les un une et ou en au aux pour sur par avec dans the of for and with in on to'.split(' '),
)
export const isSmall = (word: string): boolean => SMALL.has(word)

/** Words with their plural's ending taken off, as both sides of a comparison have it done. */
export function singular(word: string): string {
  if (word.length < 4 || /\d|ss$/.test(word)) return word
  if (word.endsWith('xes')) return word.slice(0, -2)
  return /[sx]$/.test(word) ? word.slice(0, -1) : word
}

/** "a 5" is "A5", and no "à". */
const joinedFormat = (text: string) => text.replace(/(?<![\p{L}\p{N}])([a-cA-C])\s+(?=\d)/gu, '$1')

/** How a number with a unit is told, lengths as millimetres; null: the unit says nothing. */
function measureOf(number: number, unit: string): Omit<Measure, 'at'> | null {
  if (/^[µμ]|^micro/.test(unit)) return { key: `${number}µ`, long: false }
  if (unit.startsWith('g')) return { key: `${number}g`, long: false }
  if (/^m[²2]/.test(unit)) return null
  const length = MM[unit] ?? MM['m']!
  return { key: `${Math.round(number * length * 100) / 100}mm`, long: length === MM['m'] }
}

/** A number and what it counts, "3 volets", as one: which of the words it begins at. */
export interface Count {
  readonly at: number
  readonly key: string
}

/** What numbers count among words in the singular, but for the sides of sizes and what is measured. */
export function countsIn(
  words: readonly string[],
  sizes: readonly (Sides & { readonly at: number })[],
  measures: readonly Measure[],
): Count[] {
  const others = new Set([...sizes.flatMap(placesOf), ...measures.map(({ at }) => at)])
  return words.flatMap((word, at) => {
    const next = words[at + 1]
    const counts = next !== undefined && /^\d+$/.test(word) && /^\p{L}/u.test(next) && !isSmall(next)
    return counts && !others.has(at) ? [{ at, key: word + next }] : []
  })
}

/** Letters, digits and the points of decimals, in words; "2plis" is two of them, "a5" is one. */
function plainWords(text: string): Omit<Words, 'sizes'> {
  const apart = text.replace(PAGES, ' pages').replace(/(\d)(?=[^\W\d_])/g, '$1 ')
  const words: string[] = []
  const measures: Measure[] = []
  for (const { 0: word, groups } of apart.matchAll(WORD)) {
    const { number, unit } = groups!
    const measure = number && unit ? measureOf(decimal(number), unit) : null
    if (measure) measures.push({ at: words.length, ...measure })
    words.push(number?.replace(',', '.') ?? word)
  }
  return { words, measures }
}

/** A text's words in their order, as they stand: in full, with small ones. */
export function wordsAndSizes(text: string): Words {
  const plain = fold(joinedFormat(text)).replace(BOTH_SIDES, 'recto verso')
  const words: string[] = []
  const sizes: Size[] = []
  const measures: Measure[] = []
  const take = (part: string) => {
    const found = plainWords(part)
    measures.push(...found.measures.map(({ at, ...measure }) => ({ at: words.length + at, ...measure })))
    words.push(...found.words)
  }
  let done = 0
  for (const found of plain.matchAll(SIZE)) {
    const [whole, a = '', firstUnit, b = '', secondUnit, c, thirdUnit] = found
    take(plain.slice(done, found.index))
    // What one side says of its unit is said of those that say none.
    const last = thirdUnit ?? secondUnit ?? firstUnit
    const mm = (side: string, unit = last) => decimal(side) * MM[unit ?? 'mm']!
    sizes.push({
      at: words.length,
      open: last === undefined,
      wide: mm(a, firstUnit) > mm(b, secondUnit),
      ...sidesOf(mm(a, firstUnit), mm(b, secondUnit), c === undefined ? undefined : mm(c, thirdUnit)),
    })
    words.push(...[a, b, c].flatMap((side) => (side === undefined ? [] : String(decimal(side)))))
    done = found.index + whole.length
  }
  take(plain.slice(done))
  return { words, sizes, measures }
}

/** A text without the formats and sides in it; null where it has none, or nothing else. */
export function withoutSizes(text: string): string | null {
  const rest = fold(text).replaceAll(SIZE, ' ').replaceAll(LENGTH, ' ')
  return rest !== fold(text) && /\p{L}/u.test(rest) ? rest : null
}

const decimal = (text: string) => Number(text.replace(',', '.'))

const sidesOf = (a: number, b: number, third?: number): Sides => ({
  short: Math.min(a, b),
  long: Math.max(a, b),
  ...(third !== undefined && { third }),
})
const tenths = (side: number) => Math.round(side * 10) / 10
const rounded = ({ short, long, third }: Sides, by = 1) =>
  sidesOf(tenths(short * by), tenths(long * by), third === undefined ? undefined : tenths(third * by))
/** What a size of a text may be: without a unit, centimetres as well as millimetres. */
export const sizesOf = (size: Size): Sides[] =>
  size.open ? [rounded(size), rounded(size, MM['cm'])] : [rounded(size)]
/** How many of its words a size is. */
export const wordsOfSize = ({ third }: Sides) => (third === undefined ? 2 : 3)
/** Which words a size is said by. */
export const placesOf = (size: Sides & { readonly at: number }): number[] =>
  Array.from({ length: wordsOfSize(size) }, (_, i) => size.at + i)
export const sizeKey = ({ short, long, third }: Sides) => `${short} ${long} ${third ?? ''}`

/** Formats that differ by so little are taken for each other: the 85 × 54 and 85 × 55 of business cards. */
const TOLERANCE = { share: 0.02, mm: 2 }
const isNearSide = (a: number, b: number) =>
  Math.abs(a - b) <= Math.min(TOLERANCE.mm, Math.max(1, b * TOLERANCE.share))
const inOrder = ({ short, long, third }: Sides) =>
  third === undefined ? [short, long] : [short, long, third].sort((a, b) => a - b)
/** Whether two sizes are the same but for that, boxes whichever side is said first. */
export function isNear(sides: Sides, said: Sides): boolean {
  const [own, others] = [inOrder(sides), inOrder(said)]
  return own.length === others.length && own.every((side, i) => isNearSide(side, others[i]!))
}

/** What is said in whole centimetres, "10 × 15", is said of what is so nearly: the 10,5 × 14,8 of an A6. */
const ABOUT = { share: 0.06, mm: 5 }
const isWhole = (side: number) => side % 10 === 0
const isAboutSide = (a: number, said: number) => Math.abs(a - said) <= Math.min(ABOUT.mm, said * ABOUT.share)
export function isAbout(sides: Sides, said: Sides): boolean {
  const [own, others] = [inOrder(sides), inOrder(said)]
  return (
    own.length === others.length && others.every((side, i) => isWhole(side) && isAboutSide(own[i]!, side))
  )
}

/** Names of formats as printers use them, in millimetres. */
export const FORMATS: Readonly<Record<string, Sides>> = {
  a0: sidesOf(841, 1189),
  a1: sidesOf(594, 841),
  a2: sidesOf(420, 594),
  a3: sidesOf(297, 420),
  a4: sidesOf(210, 297),
  a5: sidesOf(148, 210),
  a6: sidesOf(105, 148),
  a7: sidesOf(74, 105),
  a8: sidesOf(52, 74),
  b1: sidesOf(707, 1000),
  b2: sidesOf(500, 707),
  c4: sidesOf(229, 324),
  c5: sidesOf(162, 229),
  c6: sidesOf(114, 162),
  dl: sidesOf(100, 210),
}
