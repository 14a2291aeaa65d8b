/** What moved of a line, and what is made of it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountsOf } from './amounts.ts'
import { PLAIN_LINE, type KeptLine, type Offer } from './facts.ts'
import type { Sale } from './lines.ts'
import { absorbed, movedTo } from './moved.ts'

const none = { label: 'J+2', days: 2, delai: 2, low: null, high: null, observedAt: null, reason: null }
const cents = fc.integer({ min: 0, max: 10_000_000 })
const percent = fc.integer({ min: 0, max: 9_900 }).map((n) => String(n / 100))
const priced: fc.Arbitrary<Offer> = fc
  .tuple(cents, cents, fc.constantFrom('firm', 'observed', 'estimated'))
  .map(([priceCents, costCents, status]) => {
    const interval = status === 'estimated' ? { low: priceCents, high: priceCents + 100 } : {}
    return { ...none, status, priceCents, costCents, ...interval } as Offer
  })
const unpriced: Offer = { ...none, status: 'unavailable', priceCents: null, costCents: null }
const sale: fc.Arbitrary<Sale | null> = fc.oneof(
  fc.constant(null),
  fc.record({ by: fc.constant('markup' as const), percent }),
  fc.record({ by: fc.constant('margin' as const), percent }),
  fc.record({ by: fc.constant('fixed' as const), cents }),
)
const lineAt = (price: Offer): KeptLine => ({
  ...PLAIN_LINE,
  ...{ id: 'a', area: 'print', line: { produit: 1 }, delai: 2, leadTimeLabel: 'J+2', name: 'Cartes' },
  ...{ parts: [], names: {}, problem: null, promised: null, price },
})
const pair = fc.record({ was: priced, is: priced, sale, discount: fc.option(percent) }).map(
  ({ was, is, ...standing }) =>
    [
      { ...lineAt(was), ...standing },
      { ...lineAt(is), ...standing },
    ] as const,
)
const netOf = (line: KeptLine) => amountsOf([line], null).lines[0]?.netCents

test('absorbed, the customer pays what he was told, the cost is today’s, and nothing is left to decide', () => {
  fc.assert(
    fc.property(pair, ([line, today]) => {
      const settled = absorbed(line, today)
      expect(netOf(settled)).toBe(netOf(line))
      if (settled !== line) expect(settled.price.costCents).toBe(today.price.costCents)
      expect(movedTo(settled, today)).toBeNull()
    }),
  )
})

test('an estimate that reads as it did has not moved: absorbed, it stays to the cent what the customer was told', () => {
  const estimate = (priceCents: number): Offer => ({
    ...none,
    status: 'estimated',
    priceCents,
    costCents: null,
    low: 0,
    high: 100,
  })
  const line = lineAt(estimate(5))
  expect(absorbed(line, lineAt(estimate(6)))).toBe(line)
})

test('taken, nothing is left to decide; a line whose price is the same has not moved', () => {
  fc.assert(
    fc.property(pair, ([line, today]) => {
      expect(movedTo(today, today)).toBeNull()
      expect(movedTo(line, line)).toBeNull()
    }),
  )
})

test('without a price of today there is nothing to absorb: the line stays, and is asked about again', () => {
  fc.assert(
    fc.property(pair, ([line, today]) => {
      const gone = { ...today, price: unpriced }
      expect(absorbed(line, gone)).toEqual(line)
      expect(movedTo(line, gone)).not.toBeNull()
    }),
  )
})

test('what no longer fits has not moved: its problem is what is told', () => {
  fc.assert(
    fc.property(pair, ([line, today]) => {
      const gone = { ...today, problem: [] }
      expect(movedTo(line, gone)).toBeNull()
      expect(absorbed(line, gone)).toBe(gone)
    }),
  )
})
