/** A line whose price two lead times share does not hide from the others of its cart which one it is. */
import { expect, test, vi } from 'vitest'
import { ADDRESS } from '../testing/app.ts'
import { partnerShop } from '../testing/partner-shop.ts'

test('the lead time of a cart is told by the first line whose price tells it, and the others have its name', async () => {
  const days = new Map([
    [10, 2],
    [11, 5],
  ])
  const { service, of, line } = await partnerShop({ days, cents: new Map(), main: 10 })
  const client = of.link.client!
  // Up to 100 copies two days cost no more than five.
  const priceOf = (copies: number, delai = 10) => copies * 10 + (copies > 100 && delai === 10 ? 500 : 0)
  type Line = { quantites_multiples: number[]; delai?: number }
  vi.spyOn(client, 'prices').mockImplementation((_area, asked) => {
    const [copies = 0] = (asked as unknown as Line).quantites_multiples
    return Promise.resolve(
      [...days].map(([id, n]) => ({ label: `J+${n}`, days: n, cents: priceOf(copies, id), message: '' })),
    )
  })
  const carts = vi.spyOn(client, 'simulate').mockImplementation((_area, cart) => {
    const lines = (cart as unknown as { lignes: Line[] }).lignes.map((each) =>
      priceOf(each.quantites_multiples[0]!, each.delai),
    )
    return Promise.resolve({ prix_ht: lines.reduce((sum, cents) => sum + cents, 0), lines } as never)
  })
  const lines = [50, 80, 200, 300, 400].map((copies) => ({
    checked: service.offers.check('print', { ...line, quantites_multiples: [copies] }),
    delai: 10,
  }))
  const prices = await service.prices.ofCart(lines, { devis: 'D', adresse_livraison: ADDRESS }, () => true)
  expect(prices.map((price) => price && 'cents' in price && price.cents)).toEqual([
    500, 800, 2500, 3500, 4500,
  ])
  const labels = prices.map((price) => price && 'leadTime' in price && price.leadTime.label)
  expect(labels).toEqual(['', '', 'J+2', 'J+2', 'J+2'])
  expect(carts).toHaveBeenCalledTimes(4)
})
