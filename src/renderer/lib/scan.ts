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

/** So long at most between two keys of a scanner, also on a machine that is busy; between those of a person it is longer. */
const GAP_MS = 90

/** What of the press of a key tells what was scanned. */
export type ScannedKey = Pick<KeyboardEvent, 'key' | 'code' | 'timeStamp'>

/** What the key has where it lies, on the keyboard that scanners take every computer to have: theirs is set so as they come. */
function physical({ code }: ScannedKey): string {
  const [, char] = /^(?:Key|Digit|Numpad)([A-Z\d])$/.exec(code) ?? []
  return char ?? (code === 'Minus' || code === 'NumpadSubtract' ? '-' : '')
}

/** Follows the keys. @returns what was scanned, with the Enter that ends it; else null */
export function scans(): (key: ScannedKey) => Numbered | null {
  let keys: ScannedKey[] = []
  return (pressed) => {
    const last = keys.at(-1)
    if (last && pressed.timeStamp - last.timeStamp > GAP_MS) keys = []
    if (pressed.key === 'Enter') {
      const scanned = keys
      keys = []
      return numberIn(scanned.map(({ key }) => key).join('')) ?? numberIn(scanned.map(physical).join(''))
    }
    // The keys that another one is held with, Shift say, type nothing.
    if (pressed.key.length === 1) keys.push(pressed)
    return null
  }
}
