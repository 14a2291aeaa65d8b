/** Texts as they can be printed: every character that comes out is one of the fonts'. */

/** What stands for a character that no font here has. */
export const UNPRINTABLE = '□'

/** Turns, isolates and marks of direction: text that is set otherwise than it is stored says something else to who signs it. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const LINE_ENDS = /\r\n?|[\u2028\u2029\u0085]/gu
const CONTROLS = /(?!\n)\p{Cc}|[\p{Cs}\ufeff\u00ad]/gu
/** Longer ones are given places where a line may end: they would stand over the edge of the page. */
const LONGEST_WORD = /[^\s\u200b-]{24}(?=[^\s\u200b-])/gu

/**
 * The text as it is printed.
 * @param has whether a font of the document has a character, by its code point
 */
export function printable(text: string, has: (codePoint: number) => boolean): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(LINE_ENDS, '\n')
    .replace(/\t/g, ' ')
    .replace(DIRECTIONS, '')
    .replace(CONTROLS, '')
  const known = Array.from(clean, (char) => (char === '\n' || has(char.codePointAt(0)!) ? char : UNPRINTABLE))
  return known.join('').replace(LONGEST_WORD, '$&\u200b')
}

/** Every text of a value, however deep it stands, as it is printed. */
export function printed<T>(value: T, has: (codePoint: number) => boolean): T {
  if (typeof value === 'string') return printable(value, has) as T
  if (Array.isArray(value)) return value.map((each: unknown) => printed(each, has)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, printed(each, has)])) as T
}
