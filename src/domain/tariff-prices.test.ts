/** What stands in the place of a price where our own tariffs have none. */
import { expect, test } from 'vitest'
import { snapshotOf } from '../testing/catalogue.ts'
import { shop } from '../testing/shop.ts'
import { AREAS } from './areas.ts'
import { SEES_ALL } from './catalogue.ts'
import { FaultList } from './faults.ts'
import type { Area } from './order.ts'

function checked(area: Area, body: object) {
  const bundle = shop()
  bundle.produits[3].delais = [3, 1, 2]
  return AREAS[area].checkRequest(body, snapshotOf(bundle), SEES_ALL, new FaultList())!
}
const CUSTOM = checked('print', { produit: 50, quantites_multiples: [1] })
const CUSTOM_DISPLAY = checked('display', { famille: 9, format: 11, support: 24, quantite: 1 })
const CARDS = checked('print', { produit: 10, quantites_multiples: [100] })
const TOTEM = checked('display', { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 })
const NO_TARIFF = { code: 'no_tariff' }

test('a product without a tariff: every lead time, fastest first, with the reason', () => {
  expect(AREAS.print.tariffPrices(CUSTOM)).toEqual(
    [
      { id: 1, days: 1, label: 'J+1' },
      { id: 2, days: 2, label: 'J+2' },
      { id: 3, days: 5, label: 'J+5' },
    ].map((leadTime) => ({ leadTime, cents: null, reason: NO_TARIFF })),
  )
  expect(AREAS.print.tariffPriceAt(CUSTOM, 2)).toEqual(NO_TARIFF)
})

test('a family without a tariff: no lead time at all', () => {
  expect(AREAS.display.tariffPrices(CUSTOM_DISPLAY)).toEqual([])
  expect(AREAS.display.tariffPriceAt(CUSTOM_DISPLAY, null)).toEqual(NO_TARIFF)
})

test.each([
  ['print', CARDS, null, { leadTime: { label: 'J+2' }, cents: 2150 }],
  ['print', CARDS, 1, { leadTime: { label: 'J+1' }, cents: 3045 }],
  ['print', CARDS, 9, { code: 'no_lead_time' }],
  ['display', TOTEM, null, { leadTime: { label: 'J+5' }, cents: 6825 }],
  ['display', TOTEM, 2, { leadTime: { label: 'J+2' }, cents: 8190 }],
  ['display', TOTEM, 9, { code: 'no_lead_time' }],
] as const)('%s at one lead time: that one, else the main one', (area, line, delai, expected) => {
  expect(AREAS[area].tariffPriceAt(line, delai)).toMatchObject(expected)
})
