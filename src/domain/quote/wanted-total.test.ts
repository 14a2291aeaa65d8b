/** A total that is named leads to the discount that makes it, also where lines are rounded by orders. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumOfTotals, totalsAt } from '../cart.ts'
import { spread } from '../spread.ts'
import { TOLD_TOTALS } from '../shared/told-totals.ts'
import { discountTo } from './wanted-total.ts'

/** What orders of such lines come to with an amount off all of them, spread as a quote spreads it. */
function totalsOf(orders: readonly (readonly number[])[], account: string, rate: string) {
  const lines = orders.flat()
  return (off: number) => {
    const shares = spread(off, lines)
    let at = 0
    return sumOfTotals(
      orders.map((order) =>
        totalsAt(
          order.map((cents) => cents - shares[at++]!),
          account,
          rate,
        ),
      ),
    )
  }
}

const shop = fc.record({
  orders: fc.array(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  }),
  account: fc.constantFrom('0', '2.5', '10', '33.3333'),
  rate: fc.constantFrom('20', '5.5', '0', '8.5'),
  wanted: fc.integer({ min: 0, max: 8000 }),
  of: fc.constantFrom('ht' as const, 'ttc' as const),
})

test('no other amount off comes nearer to the total that is wanted', () => {
  fc.assert(
    fc.property(shop, ({ orders, account, rate, wanted, of }) => {
      const most = orders.flat().reduce((sum, cents) => sum + cents, 0)
      const totals = totalsOf(orders, account, rate)
      const totalOf = (off: number) => totals(off)[TOLD_TOTALS[of]]
      const found = discountTo(wanted, most, totalOf)
      const away = (off: number) => Math.abs(totalOf(off) - wanted)
      const nearest = Math.min(...Array.from({ length: most + 1 }, (_, off) => away(off)))
      expect(away(found)).toBe(nearest)
    }),
    { numRuns: 100 },
  )
})

test('of one order without an account’s discount every total excluding tax is met to the cent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (lines, part) => {
        const most = lines.reduce((sum, cents) => sum + cents, 0)
        const wanted = Math.floor(most * part)
        const totals = totalsOf([lines], '0', '20')
        expect(discountTo(wanted, most, (off) => totals(off).prix_total_ht)).toBe(most - wanted)
      },
    ),
  )
})

test('a total that is more than the lines come to takes nothing off', () => {
  const totals = totalsOf([[1000, 2000]], '0', '20')
  expect(discountTo(5000, 3000, (off) => totals(off).prix_final_ttc)).toBe(0)
})

test('of two totals as near the lower one is taken', () => {
  // 20 % of 2 and 3 cents are 0 and 1: nothing comes to 3.
  const totals = totalsOf([[100]], '0', '20')
  expect(discountTo(3, 100, (off) => totals(off).prix_final_ttc)).toBe(98)
})
