/** What a partner asks for several lines together, line by line. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderLineRecord } from '../store/orders.ts'
import { costsOfLines } from './outbox-cart.ts'

const lines = (costs: readonly number[]) =>
  costs.map((costCents, id) => ({ id, costCents }) as OrderLineRecord)

test('comes to the total, to the cent, no line a cent from its part, and never less for one that costs more', () => {
  const cents = fc.integer({ min: 0, max: 100_000_000 })
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 12 }), cents, (costs, total) => {
      const shares = [...costsOfLines(lines(costs), total).values()]
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
      const sum = costs.reduce((all, cost) => all + cost, 0)
      for (const [i, share] of shares.entries()) {
        const exact = sum === 0 ? total / costs.length : (total * costs[i]!) / sum
        expect(Math.abs(share - exact)).toBeLessThan(1)
        for (const [k, other] of shares.entries())
          if (sum > 0 && costs[i]! > costs[k]!) expect(share).toBeGreaterThanOrEqual(other)
      }
    }),
  )
})

test('is what they cost where that is the total', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1 }), (costs) => {
      const total = costs.reduce((sum, cost) => sum + cost, 0)
      expect([...costsOfLines(lines(costs), total).values()]).toEqual(costs)
    }),
  )
})
