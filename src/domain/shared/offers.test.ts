import { expect, test } from 'vitest'
import { cheapestOf, widthOf, widthTogether } from './offers.ts'

const at = (priceCents: number | null, label = '') => ({ priceCents, label })
const estimate = (low: number, high: number) => ({ status: 'estimated', low, high })
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

test.each([
  [[], null],
  [[EXACT], null],
  [[EXACT, estimate(900, 1100)], 200],
  [[estimate(900, 1100), estimate(400, 450)], 250],
])('%j together are known to %s cents', (prices, width) => {
  expect(widthTogether(prices)).toBe(width)
  if (prices.length === 1) expect(widthOf(prices[0]!)).toBe(width)
})
