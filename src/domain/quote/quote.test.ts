import { describe, expect, test } from 'vitest'
import { orderNumber } from '../order.ts'
import { earlierQuoteNumber } from '../shared/numbers.ts'
import {
  canRevise,
  QUOTE_MOVES,
  QUOTE_STATES,
  uncertaintyOf,
  type PricedLeadTime,
  type QuoteState,
} from './quote.ts'
import { isExpired } from '../shared/quote-states.ts'
import { hasMoved } from './moved.ts'

describe('moves of a quote', () => {
  test('are these and no others', () => {
    expect(QUOTE_MOVES).toEqual({
      draft: ['sent', 'accepted', 'refused', 'ordered'],
      sent: ['accepted', 'refused', 'cancelled', 'ordered'],
      accepted: ['ordered', 'refused', 'cancelled'],
      refused: [],
      cancelled: [],
      ordered: [],
    })
  })

  test('an ordered, refused or cancelled quote ends there: what follows is a revision or a duplicate', () => {
    expect(QUOTE_MOVES.ordered).toEqual([])
    expect(QUOTE_MOVES.refused).toEqual([])
    expect(QUOTE_MOVES.cancelled).toEqual([])
    expect(QUOTE_STATES.filter(canRevise)).toEqual(['sent', 'refused'])
  })

  test('no state moves to itself, and every open one can be ordered and refused', () => {
    for (const state of QUOTE_STATES) expect(QUOTE_MOVES[state]).not.toContain(state)
    for (const state of ['draft', 'sent', 'accepted'] as const) {
      expect(QUOTE_MOVES[state]).toContain('ordered')
      expect(QUOTE_MOVES[state]).toContain('refused')
    }
  })

  test('what was sent or accepted is never a draft again', () => {
    expect(QUOTE_MOVES.sent).not.toContain('draft')
    expect(QUOTE_MOVES.accepted).not.toContain('draft')
    expect(QUOTE_MOVES.accepted).not.toContain('sent')
  })
})

const price = (fields: Partial<PricedLeadTime>) =>
  ({ status: 'firm', priceCents: 1000, low: null, high: null, ...fields }) as PricedLeadTime
const estimate = (low: number, high: number) => price({ status: 'estimated', low, high })

describe('a price', () => {
  test.each<[what: string, before: PricedLeadTime, after: PricedLeadTime, moved: boolean]>([
    ['the same', price({}), price({}), false],
    ['a cent more', price({}), price({ priceCents: 1001 }), true],
    ['none any more', price({}), price({ priceCents: null, status: 'unavailable' }), true],
    ['remembered, not asked', price({}), price({ status: 'observed' }), false],
    ['an estimate in its place', price({}), estimate(900, 1100), true],
    ['a price in the place of an estimate', estimate(900, 1100), price({}), true],
    ['another interval', estimate(900, 1100), estimate(950, 1050), false],
    [
      'an estimate that reads the same',
      estimate(900, 1100),
      { ...estimate(901, 1101), priceCents: 1004 },
      false,
    ],
    [
      'an estimate that reads otherwise',
      estimate(900, 1100),
      { ...estimate(950, 1150), priceCents: 1050 },
      true,
    ],
  ])('has moved: %s', (_what, before, after, moved) => {
    expect(hasMoved(before, after)).toBe(moved)
  })

  test.each<[what: string, prices: PricedLeadTime[], width: number | null]>([
    ['no line', [], null],
    ['exact ones', [price({}), price({ status: 'observed', low: 1, high: 5 })], null],
    ['an estimate among them', [price({}), estimate(900, 1100)], 200],
    ['estimates together', [estimate(900, 1100), estimate(400, 450)], 250],
  ])('is known to so many cents: %s', (_what, prices, width) => {
    expect(uncertaintyOf(prices.map((each) => ({ price: each })))).toBe(width)
  })
})

describe('expiry', () => {
  test.each<[QuoteState, string, string, boolean]>([
    ['draft', '2026-03-31', '2026-03-31', false],
    ['draft', '2026-03-31', '2026-04-01', true],
    ['sent', '2026-03-31', '2026-03-30', false],
    ['sent', '2026-12-31', '2027-01-01', true],
    ['accepted', '2020-01-01', '2026-01-01', false],
    ['refused', '2020-01-01', '2026-01-01', false],
    ['ordered', '2020-01-01', '2026-01-01', false],
  ])('a %s quote valid until %s has on %s expired: %s', (state, until, today, expired) => {
    expect(isExpired(state, until, today)).toBe(expired)
  })
})

test.each([
  [1, 'D000001', 'C000001'],
  [999_999, 'D999999', 'C999999'],
  [1_000_000, 'D1000000', 'C1000000'],
])('numbers of id %i', (id, quote, order) => {
  expect(earlierQuoteNumber(id)).toBe(quote)
  expect(orderNumber(id)).toBe(order)
})
