/** The words that a search compares: folded, in the singular, joined where people join them, numbers without units. */
import { fold } from '../../../domain/shared/fold.ts'

/** A format's two sides, the shorter first, in millimetres. */
export interface Sides {
  readonly short: number
  readonly long: number
}

/** A format in a text, and which of its words say it. */
export interface Size extends Sides {
  readonly at: number
  /** whether the text says no unit: then it may mean centimetres */
  readonly open: boolean
}

export interface Words {
  readonly words: readonly string[]
  readonly sizes: readonly Size[]
}

const MM: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000 }
const NUMBER = String.raw`\d+(?:[.,]\d+)?`
/** "85x54", "85 × 54 mm", "1 m x 2 m" */
const SIZE = new RegExp(
  String.raw`(?<![\d.,])(${NUMBER})\s*(mm|cm|m)?\s*[x×*]\s*(${NUMBER})(?:\s*(mm|cm|m)(?![\p{L}\p{N}]))?`,
  'gu',
)
const UNIT = /(?<=\d)\s*(?:g\/m²|g\/m2|m²|m2|µm|mm|cm|m|gr?)(?![\p{L}\p{N}])/gu

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

/** Letters, digits and the points of decimals, in words; "2plis" is two of them, "a5" is one. */
function plainWords(text: string): string[] {
  const apart = text.replace(UNIT, ' ').replace(/(\d)(?=[^\W\d_])/g, '$1 ')
  return [...apart.matchAll(/\d+(?:[.,]\d+)?|\p{L}[\p{L}\p{N}]*|\p{N}+/gu)].map(([word]) =>
    /^\d/.test(word) ? word.replace(',', '.') : word,
  )
}

/** A text's words in their order, as they stand: in full, with small ones. */
export function wordsAndSizes(text: string): Words {
  const plain = fold(joinedFormat(text))
  const words: string[] = []
  const sizes: Size[] = []
  let done = 0
  for (const found of plain.matchAll(SIZE)) {
    const [whole, a = '', ownUnit, b = '', unit = ownUnit] = found
    words.push(...plainWords(plain.slice(done, found.index)))
    const [first, second] = [decimal(a), decimal(b)]
    const factors = [MM[ownUnit ?? unit ?? 'mm']!, MM[unit ?? 'mm']!] as const
    sizes.push({
      at: words.length,
      open: unit === undefined,
      ...sidesOf(first * factors[0], second * factors[1]),
    })
    words.push(String(first), String(second))
    done = found.index + whole.length
  }
  words.push(...plainWords(plain.slice(done)))
  return { words, sizes }
}

/** A text without the formats in it; null where it has none, or nothing else. */
export function withoutSizes(text: string): string | null {
  const rest = fold(text).replaceAll(SIZE, ' ')
  return rest !== fold(text) && /\p{L}/u.test(rest) ? rest : null
}

const decimal = (text: string) => Number(text.replace(',', '.'))

export const sidesOf = (a: number, b: number): Sides => ({ short: Math.min(a, b), long: Math.max(a, b) })
export const rounded = (a: number, b: number) => sidesOf(Math.round(a * 10) / 10, Math.round(b * 10) / 10)
export const sizeKey = ({ short, long }: Sides) => `${short} ${long}`

/** Formats that differ by so little are taken for each other: the 85 × 54 and 85 × 55 of business cards. */
const TOLERANCE = { share: 0.02, mm: 2 }
export const isNear = (a: number, b: number) =>
  Math.abs(a - b) <= Math.min(TOLERANCE.mm, Math.max(1, b * TOLERANCE.share))

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
