/** What the lines of a quote cost today, also of one that was sent: its prices stay, its cost does not. */
import { expect, test } from 'vitest'
import { BY_KEY } from '../../domain/people.ts'
import { productShop } from '../../testing/product-shop.ts'

test('of a quote that was sent the comparison tells by how much more it costs, and moves nothing', async () => {
  const { service, partner, quote, ended, movedQuotes } = await productShop()
  const { id, version } = await quote(50, 75)
  await service.quoteDecisions.move(id, { state: 'sent', version }, BY_KEY)
  expect(await service.quotes.prices(id)).toMatchObject({ moved: false, costMovedCents: 0 })
  partner.cents = 1200
  movedQuotes.begin()
  await ended()
  expect(await service.quotes.prices(id)).toMatchObject({
    ...{ moved: false, costMovedCents: 400, lines: [null, null] },
  })
})
