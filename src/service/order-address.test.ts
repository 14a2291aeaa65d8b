/** Where an order goes is put right while it can still be sent. */
import { expect, test, vi } from 'vitest'
import { faultsOf, json } from '../testing/app.ts'
import { create, print } from '../testing/quotes.ts'
import type { Loose } from '../testing/shop.ts'
import { severalSources } from '../testing/sources.ts'

const BEFORE = { nom: 'Durand', adresse1: '1 rue Haute', code_postal: '75001', ville: 'Paris' }

/** An order of one line of each of two partners, of which nothing was sent. */
async function ordered() {
  const made = await severalSources()
  const lines = made.partners.map(({ base }) =>
    print({ produit: base + 1, quantites_multiples: [100] }, base + 9),
  )
  const quote = await create(made, { address: BEFORE, lines })
  const { orders } = json(await made.desk.post(`/api/quotes/${quote['id']}/order`, {})) as {
    orders: number[]
  }
  const id = orders[0]!
  const change = (address: Loose, before?: Loose) =>
    made.desk.send({ method: 'PUT', url: `/api/orders/${id}/address`, payload: { address, before } })
  return { ...made, id, change }
}

test('it is written, found by, told of, and sent', async () => {
  const { desk, id, change } = await ordered()
  const answer = await change({ ...BEFORE, ville: 'Nîmes', code_postal: '30000' }, BEFORE)
  expect(answer.statusCode).toBe(200)
  expect(json(answer).order.adresse_livraison.ville).toBe('Nîmes')
  expect(json(await desk.get('/api/orders?search=nimes'))).toHaveLength(1)
  expect(json(await desk.get('/api/orders?search=paris'))).toEqual([])
  const [latest] = json(await desk.get(`/api/orders/${id}/history`)) as unknown as Loose[]
  expect(latest).toMatchObject({ action: 'order_readdressed', by: 'key' })
})

test('what is missing or would change VAT is refused by its field, and what another changed is not written over', async () => {
  const { change } = await ordered()
  expect(faultsOf(await change({ ...BEFORE, ville: ' ' }))).toEqual(['/address/ville address_required'])
  expect(faultsOf(await change({ ...BEFORE, pays: 'Suisse' }))).toEqual(['/address order_vat_changed'])
  expect((await change({ ...BEFORE, nom: 'Martin' }, BEFORE)).statusCode).toBe(200)
  expect((await change({ ...BEFORE, nom: 'Petit' }, BEFORE)).statusCode).toBe(409)
})

test('what cannot be sent again keeps its address', async () => {
  const { service, partners, id, change } = await ordered()
  for (const { of } of partners) vi.spyOn(of.outbox, 'isUnderWay').mockReturnValue(true)
  expect((await change({ ...BEFORE, nom: 'Martin' })).statusCode).toBe(409)
  expect((await service.orders.detail(id)).recipient).toBe('Durand')
})
