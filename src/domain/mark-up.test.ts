import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNeutral, markUpFaults, markUpOf, saleCents, type MarkUps, type Rounding } from './mark-up.ts'

describe('the sale price', () => {
  test.each<[cost: number, percent: string, rounding: Rounding, sale: number]>([
    [12_850, '0', 'cent', 12_850],
    [12_850, '20', 'cent', 15_420],
    [1000, '12.5', 'cent', 1125],
    // 10.05 × 1.005 = 10.10025; half a cent goes up: 1 × 1.5 = 1.5
    [1005, '0.5', 'cent', 1010],
    [1, '50', 'cent', 2],
    [12_850, '0', 'ten_cents', 12_850],
    [12_845, '0', 'ten_cents', 12_850],
    // never below the cost
    [12_844, '0', 'ten_cents', 12_850],
    [12_844, '10', 'ten_cents', 14_130],
    // rounded once: 102.46 × 1.1 = 112.706
    [10_246, '10', 'ten_cents', 11_270],
    [4, '0', 'ten_cents', 10],
    [4, '10', 'ten_cents', 10],
    [12_850, '20', 'ninety', 15_490],
    [15_490, '0', 'ninety', 15_490],
    [15_491, '0', 'ninety', 15_590],
    [1, '0', 'ninety', 90],
    [90, '0', 'ninety', 90],
    [91, '0', 'ninety', 190],
    [0, '50', 'ninety', 0],
  ])('%i cents + %s %%, %s: %i', (cost, percent, rounding, sale) => {
    expect(saleCents(cost, { percent, rounding })).toBe(sale)
  })

  test('too large is none', () => {
    expect(saleCents(Number.MAX_SAFE_INTEGER, { percent: '1', rounding: 'cent' })).toBeNull()
    expect(saleCents(Number.MAX_SAFE_INTEGER, { percent: '0', rounding: 'cent' })).toBe(
      Number.MAX_SAFE_INTEGER,
    )
  })

  const cents = fc.integer({ min: 1, max: 1e9 })
  const hundredths = fc.integer({ min: 0, max: 50_000 })
  const rounding = fc.constantFrom<Rounding>('cent', 'ten_cents', 'ninety')
  const percentOf = (n: number) => (n / 100).toFixed(2)

  test('never falls where the cost or the mark-up rises: an interval stays one', () => {
    fc.assert(
      fc.property(cents, cents, hundredths, hundredths, rounding, (a, b, p, q, to) => {
        const low = saleCents(Math.min(a, b), { percent: percentOf(Math.min(p, q)), rounding: to })!
        const high = saleCents(Math.max(a, b), { percent: percentOf(Math.max(p, q)), rounding: to })!
        expect(low).toBeLessThanOrEqual(high)
      }),
    )
  })

  test('lies as near to the exact amount as its rounding allows', () => {
    fc.assert(
      fc.property(cents, hundredths, rounding, (cost, percent, to) => {
        const exact = (cost * (10_000 + percent)) / 10_000
        const sale = saleCents(cost, { percent: percentOf(percent), rounding: to })!
        if (to === 'ninety') {
          expect(sale % 100).toBe(90)
          expect(sale).toBeGreaterThanOrEqual(exact - 0.001)
          expect(sale).toBeLessThan(Math.max(exact, 0) + 100)
        } else {
          const step = to === 'cent' ? 1 : 10
          expect(sale % step).toBe(0)
          expect(sale).toBeGreaterThanOrEqual(cost)
          expect(sale - exact).toBeGreaterThanOrEqual(-step / 2 - 0.001)
          expect(
            sale - Math.max(exact, sale === Math.ceil(cost / step) * step ? cost + step / 2 : 0),
          ).toBeLessThanOrEqual(step / 2 + 0.001)
        }
      }),
    )
  })
})

const markUps: MarkUps = {
  general: { percent: '20', rounding: 'cent' },
  items: [
    { area: 'print', item: 10, percent: '0', rounding: 'cent' },
    { area: 'display', item: 10, percent: '35', rounding: 'ninety' },
  ],
}

test('a source’s mark-up goes before the general one, and after an item’s own', () => {
  const withSource: MarkUps = { ...markUps, sources: [{ source: 3, percent: '50', rounding: 'cent' }] }
  expect(markUpOf(withSource, 'print', 11, 3).percent).toBe('50')
  expect(markUpOf(withSource, 'print', 11, 2).percent).toBe('20')
  expect(markUpOf(withSource, 'print', 10, 3).percent).toBe('0')
})

test('an item’s own mark-up goes before the general one, each in its area', () => {
  expect(markUpOf(markUps, 'print', 10, 2).percent).toBe('0')
  expect(markUpOf(markUps, 'display', 10, 2).percent).toBe('35')
  expect(markUpOf(markUps, 'print', 11, 2).percent).toBe('20')
})

test.each(['0', '0.0', '0.00'])('%s percent to the cent changes nothing', (percent) => {
  expect(isNeutral({ percent, rounding: 'cent' })).toBe(true)
  expect(isNeutral({ percent, rounding: 'ten_cents' })).toBe(false)
})

test('percentages that are none, and a second rule for an item, are named', () => {
  const [first] = markUps.items
  const wrong: MarkUps = {
    general: { percent: '12,5', rounding: 'cent' },
    items: [
      first!,
      first!,
      { ...first!, item: 11, percent: '-1' },
      { ...first!, item: 12, percent: '10001' },
    ],
  }
  expect(markUpFaults(wrong, '/markUps').map(({ path }) => path)).toEqual([
    '/markUps/general/percent',
    '/markUps/items/1/item',
    '/markUps/items/2/percent',
    '/markUps/items/3/percent',
  ])
  expect(markUpFaults(markUps, '/markUps')).toEqual([])
})
