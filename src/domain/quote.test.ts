import { describe, expect, test } from 'vitest'
import { orderNumber } from './order.ts'
import { isExpired, QUOTE_MOVES, QUOTE_STATES, quoteNumber, type QuoteState } from './quote.ts'

describe('moves of a quote', () => {
  test('an ordered or refused quote ends there: what follows is a duplicate', () => {
    expect(QUOTE_MOVES.ordered).toEqual([])
    expect(QUOTE_MOVES.refused).toEqual([])
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
  expect(quoteNumber(id)).toBe(quote)
  expect(orderNumber(id)).toBe(order)
})
