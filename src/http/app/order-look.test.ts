/** Who wants to know how an order stands has its partners asked at once. */
import { expect, test, vi } from 'vitest'
import { ADDRESS, json } from '../../testing/app.ts'
import { create, print } from '../../testing/quotes.ts'
import { severalSources } from '../../testing/sources.ts'

test('the partners of an order are asked, and no others', async () => {
  const shop = await severalSources()
  const { desk, service } = shop
  const [{ base, name }] = shop.partners as [(typeof shop.partners)[number]]
  const lines = [print({ produit: base + 1, quantites_multiples: [100] }, base + 9)]
  const quote = await create(shop, { address: ADDRESS, lines })
  const [id] = json(await desk.post(`/api/quotes/${quote['id']}/order`, {})).orders as [number]
  const asked: string[] = []
  for (const { link, outbox } of service.partners.all())
    vi.spyOn(outbox, 'lookAtOrders').mockImplementation(() => void asked.push(link.source.name))
  const answer = await desk.post(`/api/orders/${id}/look`, {})
  expect(answer.statusCode).toBe(200)
  expect(json(answer)['order']).toMatchObject({ id })
  expect(asked).toEqual([name])
  expect((await desk.post('/api/orders/999/look', {})).statusCode).toBe(404)
})
