import { expect, test } from 'vitest'
import type { MovedPrice, QuoteLine } from '../api/types'
import { heardSince, movedLines } from './moved-lines'

const PRICE = { label: 'J+2', days: 2, delai: 2, costCents: null, low: null, high: null, observedAt: null }

const line = {
  name: 'Flyers',
  price: { ...PRICE, status: 'estimated', priceCents: 15000, low: 14000, high: 16000, message: '' },
  sale: null,
  discount: null,
  amounts: { listCents: 15000, discountCents: 0, wholeCents: 0, netCents: 15000, uncertainty: 2000 },
} as unknown as QuoteLine

const today = (price: Partial<MovedPrice>): MovedPrice => ({
  ...PRICE,
  ...{ status: 'firm', priceCents: null, netCents: null, message: '' },
  ...price,
})

test('a price that is none any more says why at once; one that there is says nothing', () => {
  const message = 'La variante 348 n’est pas disponible.'
  const [none] = movedLines([line], [today({ status: 'unavailable', message })], ['Flyers'])
  expect(none).toMatchObject({ before: 15000, after: null, why: message, canAbsorb: false })
  const [other] = movedLines([line], [today({ priceCents: 16000, netCents: 16000 })], ['Flyers'])
  expect(other).toMatchObject({ after: 16000, why: '' })
})

test('a difference that would be shown as nothing is not told', () => {
  const moved = (cents: number, more: Partial<MovedPrice> = {}) =>
    movedLines([line], [today({ priceCents: cents, netCents: cents, ...more })], ['Flyers'])[0]!.difference
  const estimated = { status: 'estimated' as const, low: 14100, high: 16100 }
  expect(moved(15030, estimated)).toBeNull()
  expect(moved(15040)).toBeNull()
  expect(moved(16200, estimated)).toEqual({ cents: 1200, width: 4000 })
  expect(moved(14000)).toEqual({ cents: -1000, width: 2000 })
})

test('absorbed, an estimate is held against the cost at what the customer was told, to the cent', () => {
  const told = (netCents: number, costCents: number, wholeCents = 0) => {
    const amounts = {
      listCents: netCents,
      discountCents: 0,
      wholeCents,
      netCents: netCents - wholeCents,
      uncertainty: 2000,
    }
    const estimated = { ...line, amounts } as unknown as QuoteLine
    const [moved] = movedLines(
      [estimated],
      [today({ priceCents: 65000, netCents: 65000, costCents })],
      ['Flyers'],
    )
    return [moved!.absorbedCents, moved!.underCost]
  }
  expect(told(60_650, 60_878)).toEqual([61_000, false])
  expect(told(61_400, 61_100)).toEqual([61_000, true])
  expect(told(60_650, 60_878, 500)).toEqual([61_000, true])
})

test('absorbed, a price is held against the cost at what the customer’s own discount leaves of it', () => {
  const under = (costCents: number) =>
    movedLines([line], [today({ priceCents: 16000, netCents: 16000, costCents })], ['Flyers'], {
      prix_ht: 30000,
      remise_grand_compte_ht: 7500,
    })[0]!.underCost
  expect(under(11250)).toBe(false)
  expect(under(11251)).toBe(true)
})

test('of a report it is told when prices came in after its partners had been asked for it', () => {
  const report = (endedAt: string | null, ...observed: (string | null)[]) =>
    ({
      looking: { endedAt },
      quotes: observed.map((observedAt) => ({ lines: [{ after: { observedAt } }, { after: null }] })),
    }) as unknown as Parameters<typeof heardSince>[0]
  const [before, asked, since] = [
    '2026-11-28T12:00:00.000Z',
    '2026-11-28T12:07:00.000Z',
    '2026-11-28T12:13:00.000Z',
  ]
  expect(heardSince(report(asked, since, before))).toBe(since)
  expect(heardSince(report(asked, before, null))).toBeNull()
  expect(heardSince(report(null, since))).toBeNull()
})
