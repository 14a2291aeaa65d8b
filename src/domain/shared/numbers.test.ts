import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEVICE_ALPHABET,
  draftIn,
  isDeviceCode,
  quoteNumber,
  quoteNumbersIn,
  writtenQuoteNumber,
  type Numbering,
} from './numbers.ts'

const device = fc
  .array(fc.constantFrom(...DEVICE_ALPHABET), { minLength: 2, maxLength: 4 })
  .map((chars) => chars.join(''))
const numbering = fc.record({ year: fc.integer({ min: 2000, max: 9999 }), device })

describe('numbers of quotes', () => {
  test.each([
    [{ year: 2026, device: 'K7' }, 12, 'D2026-K7-0012'],
    [{ year: 2026, device: 'K7RX' }, 12_345, 'D2026-K7RX-12345'],
  ] as [Numbering, number, string][])('%o, %i: %s', (of, sequence, number) => {
    expect(quoteNumber(of, sequence)).toBe(number)
  })

  test('of another year, device or sequence are others, and none is one of before', () => {
    const given = fc.tuple(numbering, fc.integer({ min: 1, max: 1_000_000 }))
    fc.assert(
      fc.property(given, given, ([a, i], [b, j]) => {
        const same = a.year === b.year && a.device === b.device && i === j
        expect(quoteNumber(a, i) === quoteNumber(b, j)).toBe(same)
        expect(quoteNumber(a, i)).not.toMatch(/^D\d+$/)
        expect(writtenQuoteNumber(` ${quoteNumber(a, i).toLowerCase()} `)).toBe(quoteNumber(a, i))
      }),
    )
  })

  test.each([
    ['D000012', 'D000012'],
    ['d12', 'D000012'],
    ['D1234567', 'D1234567'],
    ['d2026-k7-0012', 'D2026-K7-0012'],
  ])('%s is written %s', (text, number) => {
    expect(writtenQuoteNumber(text)).toBe(number)
  })

  test.each([
    ['12', 12],
    ['Brouillon 12', 12],
    ['draft 0012', 12],
    ['D000012', -1],
    ['12a', -1],
    ['', -1],
  ])('“%s” names the draft %i', (text, id) => {
    expect(draftIn(text)).toBe(id)
  })

  test.each([
    ['K7', true],
    ['ABCD', true],
    ['A', false],
    ['ABCDE', false],
    ['k7', false],
    ['K0', false],
    ['O7', false],
    ['K-', false],
  ])('%s is a code of a device: %s', (code, is) => {
    expect(isDeviceCode(code)).toBe(is)
  })
})

test.each([
  ['d2026-k7-0012', ['D2026-K7-0012']],
  ['D2026EVA90006', ['D2026EVA90006', 'D2026-EVA-90006', 'D2026-EVA9-0006']],
  ['d2026k70012', ['D2026K70012', 'D2026-K7-0012']],
  ['D12', ['D000012']],
  ['Durand', ['DURAND']],
])('%s may be the number %j', (text, numbers) => {
  expect(quoteNumbersIn(text)).toEqual(numbers)
})
