/** What moved of a line, and what is made of it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownCents } from '../shared/known-price.ts'
import { widthOf } from '../shared/offers.ts'
import { amountsOf, soldOffer } from './amounts.ts'
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

/** What the customer was told that a line comes to; an estimate that has not moved is none but itself. */
function toldOf(line: KeptLine, settled: KeptLine) {
  const was = soldOffer(line.price, line.sale)
  const cents = shownCents(was.priceCents!, widthOf(was))
  return netOf(
    settled === line || was.status !== 'estimated' ? line : { ...line, sale: { by: 'fixed', cents } },
  )
}

test('absorbed, the customer pays what he was told, the cost is today’s, and nothing is left to decide', () => {
  fc.assert(
    fc.property(pair, ([line, today]) => {
      const settled = absorbed(line, today)
      expect(netOf(settled)).toBe(toldOf(line, settled))
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
    low: 400,
    high: 600,
  })
  const line = lineAt(estimate(500))
  expect(absorbed(line, lineAt(estimate(504)))).toBe(line)
})

test('of an estimate the customer was told about so much: that is what he pays', () => {
  const estimate: Offer = {
    ...none,
    status: 'estimated',
    priceCents: 28_512,
    costCents: 28_512,
    low: 20_000,
    high: 40_000,
  }
  const today = lineAt({ ...none, status: 'firm', priceCents: 24_760, costCents: 24_760 })
  expect(absorbed(lineAt(estimate), today).sale).toEqual({ by: 'fixed', cents: 29_000 })
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
