/** Held against the symbols that the standard and well-known labels give, and read back by a reader of the test's own. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { code128, code128Bars, code128Values, isCode128, QUIET_MODULES } from './code128.ts'

test.each([
  // Wikipedia’s own example: its check is 88.
  ['Wikipedia', [104, 55, 73, 75, 73, 80, 69, 68, 73, 65, 88, 106]],
  ['A', [104, 33, 34, 106]],
  // Two digits a symbol: a text of digits begins in set C.
  ['0123456789', [105, 1, 23, 45, 67, 89, (105 + 1 + 46 + 135 + 268 + 445) % 103, 106]],
  ['C000012', [104, 35, 99, 0, 0, 12, (104 + 35 + 198 + 60) % 103, 106]],
])('%s is written with the symbols of the standard', (text, values) => {
  expect(code128Values(text)).toEqual(values)
})

test('an odd digit stands before the pairs at the end, and few digits within a text stay single', () => {
  expect(code128Values('D2026-K7-0012')).toHaveLength(1 + 9 + 1 + 2 + 2)
  expect(code128Values('A12345').slice(0, 5)).toEqual([104, 33, 17, 99, 23])
  expect(code128Values('12345').slice(0, 5)).toEqual([105, 12, 34, 100, 21])
})

test('the first bars of a code are those of start B', () => {
  expect(code128('A').slice(0, 6)).toEqual([2, 1, 1, 2, 1, 4])
  expect(code128('A').slice(-7)).toEqual([2, 3, 3, 1, 1, 1, 2])
})

test('a text that has a character without a symbol is refused', () => {
  for (const text of ['', 'é', 'a\nb', '\u007f']) {
    expect(isCode128(text)).toBe(false)
    expect(() => code128Values(text)).toThrow(RangeError)
  }
})

/** Reads values back as a scanner does: sets, check and stop. */
function read(values: readonly number[]): string {
  const [start, ...rest] = values
  const [check, stop] = rest.splice(-2)
  expect(stop).toBe(106)
  expect([start!, ...rest].reduce((sum, value, i) => sum + value * (i || 1), 0) % 103).toBe(check)
  let set = start === 105 ? 'C' : 'B'
  let text = ''
  for (const value of rest) {
    if (set === 'B' && value === 99) set = 'C'
    else if (set === 'C' && value === 100) set = 'B'
    else text += set === 'B' ? String.fromCharCode(value + 32) : String(value).padStart(2, '0')
  }
  return text
}

test('every text is read back as it was written, in bars of one to four modules, an even number of them black', () => {
  const texts = fc.oneof(
    fc.stringMatching(/^[ -~]{1,40}$/),
    fc.stringMatching(/^\d{1,20}$/),
    fc.stringMatching(/^([A-Z]|\d{1,7}){1,8}$/),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const values = code128Values(text)
      expect(read(values)).toBe(text)
      const widths = code128(text)
      expect(widths).toHaveLength(values.length * 6 + 1)
      // Of a symbol: 11 modules, the bars of it an even number.
      values.slice(0, -1).forEach((_value, i) => {
        const symbol = widths.slice(i * 6, i * 6 + 6)
        expect(symbol.reduce((sum, width) => sum + width)).toBe(11)
        expect((symbol[0]! + symbol[2]! + symbol[4]!) % 2).toBe(0)
        expect(Math.max(...symbol)).toBeLessThanOrEqual(4)
      })
    }),
  )
})

test('bars lie between the quiet zones, one behind the other', () => {
  const { bars, modules } = code128Bars('C000012')
  expect(bars[0]!.x).toBe(QUIET_MODULES)
  const last = bars.at(-1)!
  expect(last.x + last.width).toBe(modules - QUIET_MODULES)
  bars.slice(1).forEach(({ x }, i) => expect(x).toBeGreaterThan(bars[i]!.x + bars[i]!.width))
})
