import { expect, test, vi } from 'vitest'
import { BY_KEY } from '../../domain/people.ts'
import { ADDRESS, world } from '../../testing/app.ts'
import { partnerShop } from '../../testing/partner-shop.ts'

const TRUTH = { days: new Map([[1, 3]]), cents: new Map([[3, 4000]]), main: 3 }

/** A quote of one product at several quantities, of each of which the partner was asked, or nothing was ever said. */
async function quoted(quantities: readonly number[], { asked }: { readonly asked: boolean }) {
  const shop = await partnerShop(TRUTH)
  const { service, line } = shop
  shop.partner.online = asked
  const lines = quantities.map((quantity) => ({
    ...{ area: 'print' as const, delai: null },
    line: { ...line, quantites_multiples: [quantity] },
  }))
  await service.quotes.create({ address: ADDRESS, lines }, BY_KEY)
  shop.partner.online = false
  return { ...shop, estimate: vi.spyOn(shop.of.priceBook, 'estimate') }
}

test('what a partner said needs no estimate: no model is fitted for it', async () => {
  const { service, estimate } = await quoted([100, 200, 300], { asked: true })
  expect((await service.readiness.of(BY_KEY)).prices).toMatchObject({ ready: 3, missing: 0 })
  expect(estimate).not.toHaveBeenCalled()
})

test('what nobody said is estimated once for all lines of a product', async () => {
  const { service, estimate } = await quoted([100, 200, 300], { asked: false })
  const found = { label: 'J+3', cents: 4000, low: 3900, high: 4100, outside: false }
  estimate.mockImplementation((_, lines) =>
    Promise.resolve(
      lines.map((__, i) => ({
        estimates: new Map(i === 1 ? [] : [['J+3', found]]),
        lacking: [],
        refused: new Map(),
      })),
    ),
  )
  expect((await service.readiness.of(BY_KEY)).prices).toMatchObject({ estimated: 2, missing: 1 })
  expect(estimate.mock.calls.map(([, lines]) => lines.length)).toEqual([3])
})

test('hundreds of configurations are looked at in slices: who else asks is answered between', async () => {
  const here = await world({ store: null })
  const line = (quantity: number) => ({
    ...{ area: 'print' as const, delai: null },
    line: { produit: 203, quantites_multiples: [quantity] },
  })
  for (let quote = 0; quote < 60; quote++) {
    const lines = Array.from({ length: 5 }, (_, i) => line(1_000 + 5 * quote + i))
    await here.service.quotes.create({ address: ADDRESS, lines }, BY_KEY)
  }
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const { prices, openQuotes } = await here.service.readiness.of(BY_KEY)
  isOver = true
  expect(openQuotes).toBe(60)
  expect(Object.values(prices).reduce((sum, count) => sum + count, 0)).toBe(300)
  expect(turns).toBeGreaterThan(30)
})
