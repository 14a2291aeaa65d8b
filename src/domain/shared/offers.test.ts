import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownStep, toKnown } from './known-price.ts'
import { cheapestOf, isGapKnown, leadTimeFor, widthOf, widthTogether } from './offers.ts'

const at = (priceCents: number | null, label = '') => ({ priceCents, label })
const estimate = (low: number, high: number) => ({ status: 'estimated', low, high })
const priced = (priceCents: number, low: number, high: number) => ({ ...estimate(low, high), priceCents })
const EXACT = { status: 'observed', low: 1, high: 5 }

test.each([
  [[], null],
  [[at(null)], null],
  [[at(300), at(null), at(200), at(250)], at(200)],
  [[at(200, 'J+1'), at(200, 'J+2')], at(200, 'J+1')],
  [[at(null), at(0)], at(0)],
])('of %j the cheapest is %j', (prices, expected) => {
  expect(cheapestOf(prices)).toEqual(expected)
})

test.each<[string | null, [days: number, cents: number | null][], number | null]>([
  [
    'J+4',
    [
      [2, 900],
      [4, 800],
      [8, 700],
    ],
    4,
  ],
  [
    'J+4',
    [
      [2, 900],
      [4, null],
      [7, 700],
    ],
    2,
  ],
  [
    'J+4',
    [
      [1, 900],
      [4, null],
      [5, 700],
    ],
    5,
  ],
  [
    null,
    [
      [2, 900],
      [4, 700],
      [8, 700],
    ],
    4,
  ],
  [
    '?',
    [
      [2, 900],
      [8, 700],
    ],
    8,
  ],
  ['J+4', [[2, null]], null],
])('where %s is wanted, of %j the lead time of %s days stands', (wanted, times, days) => {
  const prices = times.map(([days, priceCents]) => ({ days, priceCents }))
  expect(leadTimeFor(wanted, prices)?.days ?? null).toBe(days)
})

test.each([
  [[], null],
  [[EXACT], null],
  [[EXACT, estimate(900, 1100)], 200],
  [[estimate(900, 1100), estimate(400, 450)], 250],
])('%j together are known to %s cents', (prices, width) => {
  expect(widthTogether(prices)).toBe(width)
  if (prices.length === 1) expect(widthOf(prices[0]!)).toBe(width)
})

test('a tax of a fifth is seen beside an estimate, however wide its interval', () => {
  const factor = fc.double({ min: 1, max: 3, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 10_000_000 }), factor, factor, (cents, below, above) => {
      const step = knownStep(widthOf(estimate(Math.round(cents / below), Math.round(cents * above)))!)
      expect(toKnown(cents * 1.2, step)).toBeGreaterThan(toKnown(cents, step))
    }),
  )
})

test('a difference is one where it is no small part of both intervals', () => {
  const far = priced(28_500, 8_000, 90_000)
  expect(isGapKnown(far, priced(25_500, 8_000, 90_000)), 'either may be the less').toBe(false)
  expect(isGapKnown(priced(10_100, 10_000, 10_200), priced(10_000, 9_900, 10_100))).toBe(true)
  expect(isGapKnown(priced(10_099, 10_000, 10_200), priced(10_000, 9_900, 10_100))).toBe(false)
  expect(isGapKnown(priced(100, 0, 80), { ...EXACT, priceCents: 80 })).toBe(true)
  expect(isGapKnown({ ...EXACT, priceCents: 80 }, { ...EXACT, priceCents: 80 })).toBe(true)
})
