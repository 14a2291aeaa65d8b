/** Numbers that a barcode scanner types: it is a keyboard that is faster than any person, and ends with Enter. */
import { idIn, writtenQuoteNumber } from '../../domain/shared/numbers.ts'

/** What a text names that is one of our numbers as it stands on paper. */
export type Numbered =
  | { readonly kind: 'order'; readonly id: number; readonly number: string }
  | { readonly kind: 'quote'; readonly number: string }

const ORDER = /^C\d{6,15}$/i
const QUOTE = /^D(\d{6,15}|\d{4}-[A-Z\d]{2,4}-\d{4,12})$/i

/** The order or quote that a whole number names; null: it is none. */
export function numberIn(text: string): Numbered | null {
  const number = text.trim().toUpperCase()
  if (ORDER.test(number)) return { kind: 'order', id: idIn(number, 'C'), number }
  return QUOTE.test(number) ? { kind: 'quote', number: writtenQuoteNumber(number) } : null
}

/** One of them where other keys end with it. */
const AT_END = /(?:C\d{6,15}|D(?:\d{6,15}|\d{4}-[A-Z\d]{2,4}-\d{4,12}))$/i
/** What a text is before the number that it ends with. */
export const beforeNumber = (text: string): string => text.replace(AT_END, '')

/** So long at most from key to key of a scanner, also on a machine that is busy; between those of a person it is longer. */
const GAP_MS = 90

/** More keys than any number has, with a word before it. */
const MOST_KEYS = 60

/** What of the press of a key tells what was scanned. */
export interface ScannedKey extends Pick<KeyboardEvent, 'key' | 'code' | 'timeStamp' | 'repeat'> {
  /** what the field held before it; undefined: it was in none */
  readonly held?: string | undefined
  /** what had the focus */
  readonly target?: EventTarget | null
}

/** A number of ours, and what had the focus, and held, before its first key. */
export interface Scan {
  readonly named: Numbered
  readonly held: string | undefined
  readonly target: EventTarget | null | undefined
}

/** What a scanner reads and is none of our numbers, a product's say: nobody types so much so fast. */
const FOREIGN = /^[A-Z\d-]{6,}$/i

/** What the key has where it lies, on the keyboard that scanners take every computer to have: theirs is set so as they come. */
function physical({ code }: ScannedKey): string {
  const [, char] = /^(?:Key|Digit|Numpad)([A-Z\d])$/.exec(code) ?? []
  return char ?? (code === 'Minus' || code === 'NumpadSubtract' ? '-' : '')
}
const asTyped = ({ key }: ScannedKey) => key
const READINGS = [asTyped, physical]

const isGap = (before: ScannedKey | undefined, now: ScannedKey) =>
  before !== undefined && now.timeStamp - before.timeStamp > GAP_MS

/** Whether a number that begins with a key is no end of a longer one: after a pause, a space, or a word in the other case. */
function beginsAnew(before: ScannedKey | undefined, first: ScannedKey): boolean {
  if (!before || isGap(before, first) || !/[\p{L}\d-]/u.test(before.key)) return true
  const isSmall = ({ key }: ScannedKey) => key === key.toLowerCase()
  return /\p{L}/u.test(before.key) && isSmall(before) !== isSmall(first)
}

/** The number that the keys end with, where they came at a scanner's speed as a whole: a busy page holds up one or two. */
function numberAtEnd(keys: readonly ScannedKey[], enter: ScannedKey): Scan | null {
  for (const read of READINGS) {
    const [found] = AT_END.exec(keys.map((key) => read(key) || ' ').join('')) ?? []
    const named = numberIn(found ?? '')
    if (!named) continue
    const [before, first] = [keys.at(-found!.length - 1), keys.at(-found!.length)!]
    if (enter.timeStamp - first.timeStamp <= GAP_MS * found!.length && beginsAnew(before, first))
      return { named, held: first.held, target: first.target }
  }
  return null
}

/** Whether what was typed without a pause is what a scanner reads. */
function isForeign(keys: readonly ScannedKey[], enter: ScannedKey): boolean {
  const pause = keys.findLastIndex((key, at) => isGap(key, keys[at + 1] ?? enter))
  // A key that is held is a person's.
  const pressed = keys.slice(pause + 1).filter(({ repeat }) => !repeat)
  return READINGS.some((read) => FOREIGN.test(pressed.map(read).join('')))
}

/** Follows the keys. @returns with the Enter that ends a scan what was scanned, `foreign` where that is none of our numbers; else null */
export function scans(): (key: ScannedKey) => Scan | 'foreign' | null {
  let keys: ScannedKey[] = []
  return (pressed) => {
    // The keys that another one is held with, Shift say, type nothing.
    if (pressed.key !== 'Enter') {
      if (pressed.key.length === 1) keys = [...keys, pressed].slice(-MOST_KEYS)
      return null
    }
    const typed = keys
    keys = []
    return numberAtEnd(typed, pressed) ?? (isForeign(typed, pressed) ? 'foreign' : null)
  }
}
