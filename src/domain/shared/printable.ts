/**
 * Texts as documents print them: every character that comes out is one of the fonts'. For the service, which prints them,
 * and the screens, which say before what cannot be printed.
 */
import ranges from './printable.json' with { type: 'json' }

/** What stands for a character that no font here has. */
export const UNPRINTABLE = '□'

/** Turns, isolates and marks of direction: text that is set otherwise than it is stored says something else to who signs it. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const LINE_ENDS = /\r\n?|[\u2028\u2029\u0085]/gu
const CONTROLS = /(?!\n)\p{Cc}|[\p{Cs}\ufeff\u00ad]/gu
/** Longer ones are given places where a line may end: they would stand over the edge of the page. */
const LONG_WORD = /[^\s\u200b-]{25,}/gu
const PART = /.{24}(?=.)/gsu
/** What is copied out of a document, and fits on its line: an IBAN, an e-mail address. A place for an end would be copied, too. */
const COPIED = /^(?=.{1,36}$)(?:[A-Z]{2}\d{2}[A-Z\d]{10,30}|[a-z\d._+]+@[a-z\d.]+)$/u
const ended = (word: string) => (COPIED.test(word) ? word : word.replace(PART, '$&\u200b'))

const cleaned = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(LINE_ENDS, '\n')
    .replace(/\t/g, ' ')
    .replace(DIRECTIONS, '')
    .replace(CONTROLS, '')

function isKnown(char: string): boolean {
  const codePoint = char.codePointAt(0)!
  const range = ranges.find(([, last]) => codePoint <= last!)
  return char === '\n' || (range !== undefined && range[0]! <= codePoint)
}

/** Whether a text has a character that no document can print. */
export const isUnprintable = (text: string): boolean => !Array.from(cleaned(text)).every(isKnown)

/** The text as it is printed. */
export function printable(text: string): string {
  const known = Array.from(cleaned(text), (char) => (isKnown(char) ? char : UNPRINTABLE))
  return known.join('').replace(LONG_WORD, ended)
}

/** Every text of a value, however deep it stands, as it is printed. */
export function printed<T>(value: T): T {
  if (typeof value === 'string') return printable(value) as T
  if (Array.isArray(value)) return value.map((each: unknown) => printed(each)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, printed(each)])) as T
}
