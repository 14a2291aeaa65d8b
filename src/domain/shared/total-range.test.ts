import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalRange } from './total-range.ts'

const line = (
  status: string,
  low: number,
  cents: number,
  high: number,
  net = cents,
  role: 'included' | 'option' = 'included',
) => ({
  ...{ area: 'print' as const, role, price: { status, priceCents: cents, low, high } },
  amounts: { netCents: net },
})
const totals = (ht: number, rate = 0.2) => ({
  prix_final_ttc: Math.round(ht * (1 + rate)),
  vat: [{ rate: String(rate * 100) }],
})

test('estimates as low and as high as they may be, with what is exact, discounts and tax', () => {
  const lines = [line('estimated', 11_000, 17_000, 40_000), line('firm', 7_000, 7_000, 7_000)]
  expect(totalRange(lines, totals(24_000))).toEqual({ low: 21_600, high: 56_400 })
  const halved = [line('estimated', 11_000, 17_000, 40_000, 8_500)]
  expect(totalRange(halved, totals(8_500))).toEqual({ low: 6_600, high: 24_000 })
  const aside = [line('firm', 1, 1, 1), line('estimated', 1, 2, 3, 2, 'option')]
  expect(totalRange(aside, totals(1))).toBeNull()
  expect(totalRange([{ ...halved[0]!, sale: { by: 'fixed' } }], totals(8_500))).toBeNull()
  // A mark-up of a fifth.
  expect(totalRange([line('estimated', 1_000, 2_000, 3_000, 2_400)], totals(2_400, 0))).toEqual({
    low: 1_200,
    high: 3_600,
  })
  expect(totalRange([{ ...halved[0]!, amounts: null }], totals(8_500))).toBeNull()
})

test('each line is taxed at its own rate', () => {
  const books = { ...line('estimated', 1_000, 2_000, 4_000), vat: { rate: '5.5' } }
  const lines = [books, line('firm', 1_000, 1_000, 1_000)]
  const sums = { prix_final_ttc: 2_110 + 1_200, vat: [{ rate: '20' }, { rate: '5.5', name: 'Livres' }] }
  expect(totalRange(lines, sums)).toEqual({ low: 1_055 + 1_200, high: 4_220 + 1_200 })
})

test('it holds the total', () => {
  const estimate = fc
    .tuple(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6))
    .map((all) => all.sort((a, b) => a - b))
    .map(([low, cents, high]) => line('estimated', low!, cents! + 1, high! + 2))
  fc.assert(
    fc.property(fc.array(estimate, { minLength: 1, maxLength: 5 }), (lines) => {
      const sums = totals(lines.reduce((sum, { amounts }) => sum + amounts.netCents, 0))
      const found = totalRange(lines, sums)!
      expect(found.low).toBeLessThanOrEqual(sums.prix_final_ttc)
      expect(found.high).toBeGreaterThanOrEqual(sums.prix_final_ttc)
    }),
  )
})
