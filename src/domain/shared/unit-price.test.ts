import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eachOf, unitDigits, unitDigitsBeside } from './unit-price.ts'

describe('the price of a piece', () => {
  test.each([
    [4630, 1000, null, 0.0463],
    [4301, 1000, null, 0.04301],
    [128_537, 100, 15_000, 12.9],
    [4630, 1000, 500, 0.046],
    [1, 1_000_000_000, null, 1e-11],
  ])('%d cents for %d, known to %s, is %d €', (cents, quantity, width, each) => {
    expect(eachOf(cents, quantity, width)).toBeCloseTo(each, 12)
  })

  test('that lies half-way between two that can be shown is the decimal number itself', () => {
    expect(eachOf(5050, 2000, null)).toBe(0.02525)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (half) => {
        expect(eachOf(2 * half + 1, 200, null)).toBe(Number(`${(2 * half + 1) * 5}e-5`))
      }),
    )
  })

  test.each([
    [[0.043, 0.0463], 4],
    [[1.2, 12.85], 2],
    [[12.5, 0.2], 4],
    [[0.0004, 0.05], 6],
    [[0, 2.5], 2],
    [[], 2],
  ])('%j have %d digits each', (each, digits) => {
    expect(unitDigits(each)).toBe(digits)
  })

  test.each([
    [12_989, 2, 4],
    [12_990, 2, 2],
    [10_000, 3, 4],
    [4630, 1000, 4],
    [0, 5, 2],
  ])('of a run of %d cents for %d has %d digits beside it', (cents, quantity, digits) => {
    expect(unitDigitsBeside(eachOf(cents, quantity, null), quantity, cents)).toBe(digits)
  })
})
