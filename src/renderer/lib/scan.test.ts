import { expect, test } from 'vitest'
import { numberIn, scans, type Numbered, type ScannedKey } from './scan.ts'

test.each<[string, Numbered | null]>([
  ['C000012', { kind: 'order', id: 12, number: 'C000012' }],
  ['c000012', { kind: 'order', id: 12, number: 'C000012' }],
  ['C1234567', { kind: 'order', id: 1234567, number: 'C1234567' }],
  ['D2026-K7-0012', { kind: 'quote', number: 'D2026-K7-0012' }],
  ['d2026-kx7q-0012', { kind: 'quote', number: 'D2026-KX7Q-0012' }],
  ['D000012', { kind: 'quote', number: 'D000012' }],
  ...['', 'C12', '12', 'carte', 'D2026-K7', 'X000012', 'C0000121234567890123', '3017620422003'].map(
    (text): [string, null] => [text, null],
  ),
])('%s is one of our numbers or none', (text, named) => {
  expect(numberIn(text)).toEqual(named)
})

const SHIFT: ScannedKey = { key: 'Shift', code: 'ShiftLeft', timeStamp: 0, repeat: false }
const codeOf = (char: string) => (char === '-' ? 'Minus' : /\d/.test(char) ? `Digit${char}` : `Key${char}`)
/** What AZERTY makes of the keys that a scanner presses. */
const AZERTY: Record<string, string> = {
  ...{ '0': 'à', '1': '&', '2': 'é', '6': '-', '7': 'è', '-': ')', A: 'Q', Q: 'A' },
}

/** What is found as a text is typed, a key every so many milliseconds, with Enter. */
function typed(text: string, every: number, keyOf = (char: string) => char) {
  const scanned = scans()
  let timeStamp = 1000
  for (const char of text) {
    expect(scanned({ ...SHIFT, timeStamp })).toBeNull()
    expect(scanned({ key: keyOf(char), code: codeOf(char), timeStamp, repeat: false })).toBeNull()
    timeStamp += every
  }
  return scanned({ key: 'Enter', code: 'Enter', timeStamp, repeat: false })
}

test('what is typed as fast as a scanner types is scanned, a person’s typing is not', () => {
  expect(typed('C000012', 12)).toMatchObject({ named: { number: 'C000012' } })
  expect(typed('D2026-K7-0012', 30)).toMatchObject({ named: { number: 'D2026-K7-0012' } })
  expect(typed('C000012', 120)).toBeNull()
})

test('a scanner that takes the keyboard to be American is understood on AZERTY', () => {
  const key = (char: string) => AZERTY[char] ?? char
  expect(typed('C000012', 12, key)).toMatchObject({ named: { number: 'C000012' } })
  expect(typed('D2026-Q7-0012', 12, key)).toMatchObject({ named: { number: 'D2026-Q7-0012' } })
})

test('another barcode is foreign; a few letters, or a key that is held, are a person’s', () => {
  expect(typed('3017620422003', 12)).toBe('foreign')
  expect(typed('3017620422003', 12, (char) => AZERTY[char] ?? char)).toBe('foreign')
  expect(typed('gq', 12)).toBeNull()
  const scanned = scans()
  for (let timeStamp = 0; timeStamp < 300; timeStamp += 30)
    scanned({ key: 'j', code: 'KeyJ', timeStamp, repeat: timeStamp > 0 })
  expect(scanned({ key: 'Enter', code: 'Enter', timeStamp: 300, repeat: false })).toBeNull()
})

test('what was typed long before is no part of it, and Enter alone is nothing', () => {
  const scanned = scans()
  scanned({ key: 'x', code: 'KeyX', timeStamp: 0, repeat: false })
  'C000001'
    .split('')
    .forEach((char, i) => scanned({ key: char, code: codeOf(char), timeStamp: 900 + i * 9, repeat: false }))
  expect(scanned({ key: 'Enter', code: 'Enter', timeStamp: 970, repeat: false })).toMatchObject({
    named: { id: 1 },
  })
  expect(scanned({ key: 'Enter', code: 'Enter', timeStamp: 975, repeat: false })).toBeNull()
})

/** The Enter after keys that come a number of milliseconds after the one before, each in a field that holds what was typed. */
function inField(text: string, gaps: readonly number[]) {
  const scanned = scans()
  let [timeStamp, held] = [1000, '']
  for (const [at, char] of [...text].entries()) {
    timeStamp += gaps[at] ?? 5
    expect(scanned({ key: char, code: codeOf(char), timeStamp, repeat: false, held })).toBeNull()
    held += char
  }
  return scanned({ key: 'Enter', code: 'Enter', timeStamp: timeStamp + 5, repeat: false })
}

test('a page that is busy over the first key holds a scan up, and it is one all the same', () => {
  expect(inField('C000003', [0, 300, 120])).toMatchObject({ named: { number: 'C000003' }, held: '' })
  expect(inField('C000003', [0, 300, 300, 300])).toBeNull()
})

test('a number after a word is the scan, and what was there before it is known', () => {
  const named = { number: 'C000003' }
  expect(inField('carte C000003', [])).toMatchObject({ named, held: 'carte ' })
  expect(inField('carteC000003', [])).toMatchObject({ named, held: 'carte' })
  expect(inField('CARTEC000003', [0, 0, 0, 0, 0, 400])).toMatchObject({ named, held: 'CARTE' })
  // The end of another number is none of ours.
  expect(inField('XYZC000003', [])).toBe('foreign')
  expect(inField('1C000003', [])).toBe('foreign')
})
