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
export type ScannedKey = Pick<KeyboardEvent, 'key' | 'code' | 'timeStamp' | 'repeat'>

/** What a scanner reads and is none of our numbers, a product's say: nobody types so much so fast. */
const FOREIGN = /^[A-Z\d-]{6,}$/i

/** What the key has where it lies, on the keyboard that scanners take every computer to have: theirs is set so as they come. */
function physical({ code }: ScannedKey): string {
  const [, char] = /^(?:Key|Digit|Numpad)([A-Z\d])$/.exec(code) ?? []
  return char ?? (code === 'Minus' || code === 'NumpadSubtract' ? '-' : '')
}

/** Follows the keys. @returns with the Enter that ends a scan what was scanned, `foreign` where that is none of our numbers; else null */
export function scans(): (key: ScannedKey) => Numbered | 'foreign' | null {
  let keys: ScannedKey[] = []
  return (pressed) => {
    const last = keys.at(-1)
    if (last && pressed.timeStamp - last.timeStamp > GAP_MS) keys = []
    if (pressed.key === 'Enter') {
      const scanned = keys
      keys = []
      const text = scanned.map(({ key }) => key).join('')
      const plain = scanned.map(physical).join('')
      // A key that is held is a person's.
      const pressedOnce = scanned.filter(({ repeat }) => !repeat)
      const isForeign = [({ key }: ScannedKey) => key, physical].some((read) =>
        FOREIGN.test(pressedOnce.map(read).join('')),
      )
      return numberIn(text) ?? numberIn(plain) ?? (isForeign ? 'foreign' : null)
    }
    // The keys that another one is held with, Shift say, type nothing.
    if (pressed.key.length === 1) keys.push(pressed)
    return null
  }
}
