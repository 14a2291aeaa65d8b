/** What is wrong with a bundle as a text, which the parsed value no longer shows. */
import type { BundleFault } from './bundle.ts'
import { pointer, toldPath } from './faults.ts'
import type { Locale } from './messages.ts'

const MOST_FAULTS = 1_000

interface Container {
  /** keys met so far; null in an array */
  readonly keys: Set<string> | null
  key: string
  index: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Keys that an object has twice, of which a parser keeps the last without a word (a tariff's price, say).
 *
 * @param text JSON that was parsed already: only its structure is read
 */
export function bundleTextFaults(text: string, locale: Locale): BundleFault[] {
  const faults: BundleFault[] = []
  const open: Container[] = []
  let container: Container | undefined
  let expectsKey = false
  const path = () => toldPath(open.reduce((at, { keys, key, index }) => pointer(at, keys ? key : index), ''))

  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at)
        if (expectsKey && container?.keys) {
          const raw = text.slice(at + 1, end)
          container.key = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
          if (container.keys.has(container.key)) {
            const message = locale === 'fr' ? 'cette clé figure deux fois' : 'this key occurs twice'
            faults.push({ path: path(), code: 'duplicate_key', message })
            if (faults.length === MOST_FAULTS) return faults
          }
          container.keys.add(container.key)
          expectsKey = false
        }
        at = end
        break
      }
      case 0x7b: // {
      case 0x5b: // [
        expectsKey = text.charCodeAt(at) === 0x7b
        container = { keys: expectsKey ? new Set() : null, key: '', index: 0 }
        open.push(container)
        break
      case 0x7d: // }
      case 0x5d: // ]
        open.pop()
        container = open.at(-1)
        expectsKey = false
        break
      case 0x2c: // ,
        if (container?.keys) expectsKey = true
        else if (container) container.index++
        break
    }
  }
  return faults
}

/** The index of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
}

/** A sign, or a value that is no string: strings are read by {@link stringEnd}. */
const TOKEN = /([[\]{},:])|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const ESCAPE_CUT = /\\(?:u[0-9a-fA-F]{0,3})?$/y
const SPACE = /[ \t\n\r]*/y

export type JsonPlace = 'empty' | 'cut' | { readonly line: number; readonly column: number }

/**
 * Where a text that is no JSON ends to be it, as people count, from 1; `cut`: more is missing. (The engine's own message
 * names no place, or an excerpt.)
 */
export function jsonPlace(text: string): JsonPlace {
  if (text.trim() === '') return 'empty'
  const at = jsonBreaksAt(text)
  if (at >= text.length) return 'cut'
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

/** Where a text ends to be JSON. @returns the index of the first character that cannot be, the text's length where more is missing */
export function jsonBreaksAt(text: string): number {
  const closing: ('}' | ']')[] = []
  let expects: 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'more' = 'value'
  for (let at = 0; ;) {
    SPACE.lastIndex = at
    SPACE.exec(text)
    const start = SPACE.lastIndex
    const isString = text.charCodeAt(start) === QUOTE
    let sign: string | undefined
    if (isString) {
      const end = stringEnd(text, start)
      if (end === 'cut') return text.length
      if (end === 'broken') return start
      at = end
    } else {
      TOKEN.lastIndex = start
      const token = TOKEN.exec(text)
      if (!token) return start
      at = TOKEN.lastIndex
      sign = token[1]
    }
    const begins = sign === '{' || sign === '['
    const ends = sign !== undefined && sign === closing.at(-1)
    if (expects.startsWith('value') && (begins || sign === undefined)) {
      if (begins) closing.push(sign === '{' ? '}' : ']')
      expects = begins ? (sign === '{' ? 'key or }' : 'value or ]') : 'more'
    } else if (expects.startsWith('key') && isString) expects = ':'
    else if (expects === ':' && sign === ':') expects = 'value'
    else if (ends && (expects === 'more' || expects === `value or ]` || expects === 'key or }')) {
      closing.pop()
      expects = 'more'
    } else if (expects === 'more' && sign === ',' && closing.length > 0) {
      expects = closing.at(-1) === '}' ? 'key' : 'value'
    } else return start
  }
}

/**
 * Where the string ends that begins at `start`, read in one pass: what is told of a text without its last quote takes time by
 * its length, and no more. @returns the index behind it; `cut`: more of it is missing
 */
function stringEnd(text: string, start: number): number | 'cut' | 'broken' {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < 0x20) return 'broken'
    if (code !== BACKSLASH) continue
    ESCAPE.lastIndex = ESCAPE_CUT.lastIndex = at
    if (!ESCAPE.test(text)) return ESCAPE_CUT.test(text) ? 'cut' : 'broken'
    at = ESCAPE.lastIndex - 1
  }
  return 'cut'
}
