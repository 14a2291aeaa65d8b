import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownRange, knownStep, toKnown } from './known-price.ts'

describe('a price is shown as exactly as it is known', () => {
  test.each([
    [123_456, 0, 123_456, 'exact: to the cent'],
    [123_456, 5, 123_456, '5 c wide'],
    [1_234, 30, 1_230, '30 c wide: tenths of a euro'],
    [12_345, 300, 12_300, '3 € wide: euros'],
    [123_456, 15_000, 123_000, '150 € wide: tens of euros'],
    [1_234_567, 200_000, 1_200_000, '2000 € wide: thousands of euros'],
  ])('%i in an interval %i wide is %i: %s', (cents, width, shown) => {
    expect(toKnown(cents, knownStep(width))).toBe(shown)
  })

  test('an interval still holds what it held, and is no wider than three times as wide', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(1_000_000), (from, width) => {
        const { low, high } = knownRange(from, from + width)
        expect(low).toBeLessThanOrEqual(from)
        expect(high).toBeGreaterThanOrEqual(from + width)
        expect(high - low).toBeLessThanOrEqual(width * 3)
        // What is more than nothing is not shown as nothing.
        expect(low).toBeGreaterThanOrEqual(from / 2)
      }),
    )
  })
})
