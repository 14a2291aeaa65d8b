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
  expect(latest).toMatchObject({
    ...{ action: 'order_readdressed', by: 'key' },
    message:
      'Adresse de la commande C000001 corrigée – Code postal\u00a0: 75001 → 30000\u00a0; Ville\u00a0: Paris → Nîmes',
  })
})

test('the same address is no change, and none is told', async () => {
  const { desk, id, change } = await ordered()
  const told = async () => json(await desk.get(`/api/orders/${id}/history`)) as unknown as Loose[]
  const before = await told()
  expect((await change(BEFORE, BEFORE)).statusCode).toBe(200)
  expect(await told()).toEqual(before)
})

test('what is missing or would change VAT is refused by its field, and what another changed is not written over', async () => {
  const { change } = await ordered()
  expect(faultsOf(await change({ ...BEFORE, ville: ' ' }))).toEqual(['/address/ville address_required'])
  expect(faultsOf(await change({ ...BEFORE, pays: 'Suisse' }))).toEqual(['/address order_vat_changed'])
  expect((await change({ ...BEFORE, nom: 'Martin' }, BEFORE)).statusCode).toBe(200)
  expect((await change({ ...BEFORE, nom: 'Petit' }, BEFORE)).statusCode).toBe(409)
})

test('of what is collected the place is the shop’s, and the customer stays the customer', async () => {
  const made = await severalSources()
  const { desk } = made
  const letterhead = json(await desk.get('/api/letterhead')) as { issuer: object }
  const issuer = { name: 'Imprimerie du Quai', address1: '1 quai', postalCode: '69002', town: 'Lyon' }
  const payload = { ...letterhead, issuer: { ...letterhead.issuer, ...issuer } }
  expect((await desk.send({ method: 'PUT', url: '/api/letterhead', payload })).statusCode).toBe(200)
  const { base } = made.partners[0]!
  const lines = [print({ produit: base + 1, quantites_multiples: [100] }, base + 9)]
  const order = async (nom: string) => {
    const quote = await create(made, { collected: true, address: { nom }, lines })
    const { orders } = json(await desk.post(`/api/quotes/${quote['id']}/order`, {})) as { orders: number[] }
    const url = `/api/orders/${orders[0]}/address`
    const read = json(await desk.get(`/api/orders/${orders[0]}`)).order.adresse_livraison as Loose
    const address = { ...read, adresse1: '2 quai' }
    expect((await desk.send({ method: 'PUT', url, payload: { address } })).statusCode).toBe(200)
    const [listed] = json(await desk.get('/api/orders')) as unknown as [Loose]
    const { transmissions } = json(await desk.get(`/api/orders/${orders[0]}`)) as { transmissions: Loose[] }
    return [read['societe'], listed['recipient'], transmissions[0]!['customer']]
  }
  expect(await order('Durand')).toEqual(['Imprimerie du Quai', 'Durand', 'Durand'])
  expect(await order('')).toEqual(['Imprimerie du Quai', '', ''])
})

test('what cannot be sent again keeps its address', async () => {
  const { service, partners, id, change } = await ordered()
  for (const { of } of partners) vi.spyOn(of.outbox, 'isUnderWay').mockReturnValue(true)
  expect((await change({ ...BEFORE, nom: 'Martin' })).statusCode).toBe(409)
  expect((await service.orders.detail(id)).recipient).toBe('Durand')
})
