import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Rational } from '../../testing/oracle.ts'
import {
  atScale,
  isDecimal,
  parseDecimal,
  percentOf,
  withTax,
  powerOfTen,
  roundHalfUp,
  toFraction,
} from './decimal.ts'

describe('what a decimal number is', () => {
  test.each(['0', '2150', '12.5', '-10', '-0.5', '007', '0.000001', '1'.repeat(40)])('%s is one', (text) => {
    expect(isDecimal(text)).toBe(true)
  })

  test.each([
    ...[
      '',
      ' ',
      '1 ',
      ' 1',
      '1\n',
      '+5',
      '.5',
      '5.',
      '1e3',
      '1E3',
      '0x10',
      '1,5',
      '1_000',
      '--1',
      '-',
      '1.2.3',
    ],
    ...['NaN', 'Infinity', '٣', '１', '1'.repeat(41), `0.${'1'.repeat(39)}`],
  ])('"%s" is none', (text) => {
    expect(isDecimal(text)).toBe(false)
    expect(() => parseDecimal(text)).toThrow(RangeError)
  })
})

describe('rounding half up', () => {
  test.each([
    // n, d, nearest
    [0, 1, 0],
    [1, 2, 1],
    [-1, 2, 0],
    [3, 2, 2],
    [-3, 2, -1],
    [5, 2, 3],
    [-5, 2, -2],
    [49, 100, 0],
    [51, 100, 1],
    [-49, 100, 0],
    [-51, 100, -1],
    [7, 3, 2],
    [8, 3, 3],
    [-7, 3, -2],
    [-8, 3, -3],
    [10, 10, 1],
    [-10, 10, -1],
  ])('%i / %i is %i', (n, d, nearest) => {
    expect(roundHalfUp(BigInt(n), BigInt(d))).toBe(BigInt(nearest))
  })

  test('an exact tie goes up, however large, and a hair below it goes down', () => {
    const huge = 10n ** 60n
    expect(roundHalfUp(2n * huge + 1n, 2n)).toBe(huge + 1n)
    expect(roundHalfUp((2n * huge + 1n) * huge - 1n, 2n * huge)).toBe(huge)
    expect(roundHalfUp(-(2n * huge + 1n), 2n)).toBe(-huge)
    expect(roundHalfUp(-(2n * huge + 1n) * huge - 1n, 2n * huge)).toBe(-huge - 1n)
  })

  test('every exact tie gives the greater neighbour', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (k, d) => {
          expect(roundHalfUp((2n * k + 1n) * d, 2n * d)).toBe(k + 1n)
        },
      ),
    )
  })

  test('agrees with the greatest integer not above x + 1/2', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (n, d) => {
          expect(roundHalfUp(n, d)).toBe(new Rational(n, d).halfUp())
        },
      ),
    )
  })
})

describe('percentages of cents', () => {
  test.each([
    // cents, percentage, cents
    [1000, '20', 200],
    [1, '50', 1],
    [3, '50', 2],
    [1, '49.999', 0],
    [10_050, '8.5', 854], // 854.25
    [10_100, '8.5', 859], // 858.5
    [200, '0.25', 1], // 0.5
    [199, '0.25', 0], // 0.4975
    [0, '20', 0],
    [12_345, '0', 0],
    [12_345, '100', 12_345],
    [9_007_199_254_740_991, '100', 9_007_199_254_740_991],
    [9_007_199_254_740_991, '50', 4_503_599_627_370_496],
  ])('%i × %s %% is %i', (cents, percentage, expected) => {
    expect(percentOf(cents, percentage)).toBe(expected)
  })

  test('binary floating point would be a cent away', () => {
    // 1.005 × 100 is 100.49999999999999 in binary.
    expect(percentOf(10_050, '1')).toBe(101)
    expect(percentOf(1_005, '10')).toBe(101)
    expect(percentOf(35, '10')).toBe(4)
  })
})

describe('scales', () => {
  test('a decimal keeps its digits at any wider scale', () => {
    expect(parseDecimal('-12.50')).toEqual({ digits: -1250n, scale: 2 })
    expect(parseDecimal('-0.5')).toEqual({ digits: -5n, scale: 1 })
    expect(atScale(parseDecimal('12.5'), 4)).toBe(125_000n)
    expect(toFraction('0.125')).toEqual({ n: 125n, d: 1000n })
  })

  test('powers of ten beyond the table are right', () => {
    expect(powerOfTen(63)).toBe(10n ** 63n)
    expect(powerOfTen(64)).toBe(10n ** 64n)
    expect(powerOfTen(200)).toBe(10n ** 200n)
  })

  test('a decimal is the fraction that its digits say', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.integer({ min: 1, max: 12 }),
        (digits, places) => {
          const sign = digits < 0n ? '-' : ''
          const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
          const { n, d } = toFraction(`${sign}${text.slice(0, -places)}.${text.slice(-places)}`)
          expect(n * 10n ** BigInt(places)).toBe(digits * d)
        },
      ),
    )
  })
})

test.each([
  [1000, '20', 1200],
  [12345, '20', 14814],
  [10, '8.5', 11],
  [100, '0', 100],
  // 2.125 % of 400.00 € is 8.50 €: exact, however many decimals the rate has
  [40_000, '2.125', 40_850],
])('%i cents with a tax of %s %% are %i', (cents, rate, expected) => {
  expect(withTax(cents, rate)).toBe(expected)
})
