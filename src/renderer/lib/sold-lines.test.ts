import { expect, test } from 'vitest'
import type { QuoteLine, SaleInput } from '../api/types'
import { saleAmongAll, soldLine, soldProducts } from './sold-lines'

const line = (price: Partial<QuoteLine['price']>, more: Partial<QuoteLine> = {}) =>
  ({
    ...{ area: 'print', role: 'included', discount: null, line: {}, problem: null },
    price: { status: 'firm', priceCents: 1300, costCents: 1000, low: null, high: null, ...price },
    ...more,
  }) as QuoteLine

test.each<[what: string, sale: SaleInput | null, discount: string | null, cents: number | null]>([
  ['the catalogue’s price', null, null, 1300],
  ['a mark-up on its cost', { by: 'markup', percent: '40' }, null, 1400],
  ['a margin, with its discount', { by: 'margin', percent: '50' }, '10', 1800],
  ['a fixed price', { by: 'fixed', cents: 999 }, null, 999],
  ['frozen at what it is', { by: 'fixed' }, null, null],
  ['a mark-up that only others see', { by: 'markup', percent: null }, null, null],
])('a line is sold at %s', (_what, sale, discount, cents) => {
  expect(soldLine(line({}), sale, discount)?.cents ?? null).toBe(cents)
})

test('of products in the total alone, as exactly as they are known; unknown where one is', () => {
  const estimated = line({ status: 'estimated', low: 1200, high: 1400 })
  const all = [line({}), estimated, line({}, { role: 'option' }), line({}, { area: 'free' })]
  expect(soldProducts(all, null)).toEqual({ cents: 2600, width: 200, left: 0 })
  const broken = line({}, { problem: 'La variante « Mat » n’est pas disponible.' })
  expect(soldProducts([line({}), broken], null), 'what has no price is no part of it').toEqual({
    ...{ cents: 1300, width: null, left: 1 },
  })
  expect(soldProducts([broken], null)).toBeNull()
  expect(soldProducts([...all, line({ costCents: null })], { by: 'markup', percent: '10' })).toBeNull()
  expect(soldProducts([], null)).toBeNull()
})

test('all are frozen at what each is sold at; one without a price stays as it is sold', () => {
  const freeze: SaleInput = { by: 'fixed' }
  const [priced, broken] = [line({}, { amounts: { listCents: 1560 } as QuoteLine['amounts'] }), line({})]
  expect(saleAmongAll(priced, freeze)).toEqual({ by: 'fixed', cents: 1560 })
  expect(saleAmongAll({ ...broken, amounts: null }, freeze)).toBeUndefined()
  const markup: SaleInput = { by: 'markup', percent: '20' }
  expect(saleAmongAll({ ...broken, amounts: null }, markup)).toEqual(markup)
  expect(saleAmongAll({ ...broken, amounts: null }, null)).toBeNull()
})
