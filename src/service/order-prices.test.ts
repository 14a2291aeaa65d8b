/** What an order's customer would pay once its cost has moved, by hand: mark-up, then discount, then VAT. */
import { BY_KEY } from '../domain/people.ts'
import { expect, test } from 'vitest'
import { acceptedCosts, otherStatus } from '../store/fixtures/order-facts.ts'
import { ADDRESS, json, world } from '../testing/app.ts'

const CARDS = { produit: 10, quantites_multiples: [100], delai: 2 }
const TOTEM = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }
const REUNION = { ...ADDRESS, pays: 'France', code_postal: '97400' }

/** An order of each area at cost and no mark-up, and then a general mark-up of a fifth. */
async function shop() {
  const { service, partner, token } = await world()
  const client = partner(await token('A', { canOrder: true, discount: '10' }))
  const body = { adresse_livraison: REUNION, lignes: [CARDS, CARDS] }
  const made = json(await client.post('/0.2/print/panier/validate/', body))
  expect(made).toMatchObject({ id: 1, prix_fact_ht: 4300 })
  const display = { adresse_livraison: REUNION, lignes: [TOTEM] }
  expect(json(await client.post('/0.2/display/panier/validate/', display))).toMatchObject({ id: 2 })
  await service.settings.update({
    markUps: {
      general: { percent: '20', rounding: 'cent' },
      items: [{ area: 'display', item: 7, percent: '0', rounding: 'ninety' }],
    },
  })
  /** The partner asks another price, and a person accepted it. */
  const move = async (id: number, costs: number[], total?: number) =>
    await acceptedCosts(service.store, await service.orders.detail(id), costs, total)
  const today = async (id: number) => service.orderPrices.today(await service.orders.detail(id))
  return { service, move, today }
}

test('line by line at today’s mark-ups, with the discount and the VAT of the address', async () => {
  const { move, today } = await shop()
  expect(await today(1)).toBeNull()
  await move(1, [2000, 3001])
  // 24.00 + 36.01 (36.012); 10 % is 6.001; 8.5 % of 54.01 is 4.59
  expect(await today(1)).toEqual({
    lineCents: [2400, 3601],
    vatRate: '8.5',
    totals: {
      prix_ht: 6001,
      remise_grand_compte_ht: 600,
      prix_total_ht: 5401,
      prix_tva: 459,
      prix_final_ttc: 5860,
      vat: [{ rate: '8.5', base: 5401, tax: 459 }],
    },
  })
})

test('at the rate that its quote was ordered with, whatever its address', async () => {
  const { service, move } = await shop()
  await move(1, [2000, 3001])
  const order = await service.orders.detail(1)
  const vatRegime = { id: 'livres', name: 'Livres', rate: '5.5', mention: '', needsVatNumber: false }
  // 5.5 % of 54.01 is 2.97
  expect(await service.orderPrices.today({ ...order, vatRegime })).toMatchObject({
    totals: { prix_tva: 297, vat: [{ rate: '5.5', base: 5401, tax: 297 }] },
  })
})

test('at the rate that each line was ordered with, the rest at that of its order; it is kept so', async () => {
  const { service, move } = await shop()
  await move(1, [2000, 3001])
  const order = await service.orders.detail(1)
  const books = { id: 'livres', name: 'Livres', rate: '5.5', mention: '', needsVatNumber: false }
  const [first, second] = order.lines
  const lines = [first!, { ...second!, vatRegime: JSON.stringify(books) }]
  const prices = await service.orderPrices.today({ ...order, lines })
  // 10 % off 60.01 is 6.00, of which 24.00 bear 2.40; 8.5 % of 21.60 and 5.5 % of 32.41
  const vat = [
    { rate: '8.5', base: 2160, tax: 184 },
    { rate: '5.5', name: 'Livres', mention: '', base: 3241, tax: 178 },
  ]
  expect(prices).toMatchObject({ totals: { prix_total_ht: 5401, prix_tva: 362, vat }, vatRate: '8.5' })
  const note = {
    by: BY_KEY,
    at: '2026-03-02T09:00:00.000Z',
    action: 'order_repriced',
    facts: { order: 1 },
  } as const
  expect(await service.store.orders.reprice(order, prices!, note)).toBe(true)
  const kept = await service.orders.detail(1)
  expect(kept).toMatchObject({ tva: 362, vatRate: '8.5', vat })
  expect(service.orderPrices.vat(kept)).toEqual(vat)
})

test('a display order at its family’s own mark-up', async () => {
  const { move, today } = await shop()
  await move(2, [8001])
  expect(await today(2)).toMatchObject({ lineCents: [8090], totals: { prix_ht: 8090 } })
})

test('at the discount of today', async () => {
  const { service, move, today } = await shop()
  await move(1, [2000, 3000])
  const { id, name, canOrder } = service.customers.byId((await service.orders.detail(1)).customerId)!
  await service.customers.update(id, { name, canOrder, discount: '0', products: null, families: null })
  expect(await today(1)).toMatchObject({ totals: { prix_ht: 6000, remise_grand_compte_ht: 0 } })
})

test('a price that a person set, or a discount of it, stays; the other lines follow the mark-ups', async () => {
  const { service, desk } = await world()
  const line = { area: 'print', line: CARDS, delai: 2 }
  const lines = [
    { ...line, sale: { by: 'fixed', cents: 4000 } },
    { ...line, discount: '50' },
    { ...line, sale: { by: 'markup', percent: '100' } },
    line,
  ]
  const { id } = json(await desk.post('/api/quotes', { reference: 'A', address: REUNION, lines }))
  expect(json(await desk.post(`/api/quotes/${id}/order`, {}))).toMatchObject({ orders: [1] })
  const order = await service.orders.detail(1)
  expect(order.lines.map(({ cents }) => cents)).toEqual([4000, 1075, 4300, 2150])
  await acceptedCosts(service.store, order, [3000, 3000, 3000, 3000])
  const prices = await service.orderPrices.today(await service.orders.detail(1))
  expect(prices).toMatchObject({ lineCents: [4000, 1075, 4300, 3000], totals: { prix_ht: 12_375 } })
})

test('none where the cost of a line is not known, what he pays is that already, or the order was given up', async () => {
  const { service, move, today } = await shop()
  await move(1, [2000, 2000], 4100)
  expect(await today(1)).toBeNull()
  await move(1, [2000, 2100])
  expect(await today(1)).not.toBeNull()
  await service.settings.update({ markUps: { general: { percent: '0', rounding: 'cent' }, items: [] } })
  await move(1, [2150, 2150])
  expect(await today(1)).toBeNull()
  await move(1, [2000, 2100])
  await otherStatus(service.store, await service.orders.detail(1), 'annulee')
  expect(await today(1)).toBeNull()
})

test('is passed on once, to the last cent, and told; another order is left alone', async () => {
  const { service, move, today } = await shop()
  await move(1, [2000, 3001])
  const expected = (await today(1))!
  const other = await service.orders.detail(2)
  const told: unknown[] = []
  service.events.on('orders', (event) => told.push(event))
  const { last } = await service.store.events.bounds()
  await service.orderPrices.passOn(1, null, BY_KEY)
  const order = await service.orders.detail(1)
  expect(order).toMatchObject({
    ...{
      prix_ht: 6001,
      remise_ht: 600,
      total_ht: 5401,
      tva: 459,
      total_ttc: 5860,
      costHt: 5001,
      vatRate: '8.5',
    },
  })
  expect(order.lines.map(({ cents }) => cents)).toEqual(expected.lineCents)
  expect(told).toEqual([{ customerId: order.customerId, area: 'print', id: 1, status: order.status }])
  // The customer's own tools are told, and no one else.
  expect(await service.store.events.after(last, order.customerId, 10)).toMatchObject([{ type: 'order' }])
  expect(await service.store.events.after(last, order.customerId + 1, 10)).toEqual([])
  expect(await service.orders.detail(2)).toEqual(other)
  for (const [id, code] of [
    [1, 'price_unmoved'],
    [2, 'price_unmoved'],
    [99, 'not_found'],
  ] as const)
    await expect(service.orderPrices.passOn(id, null, BY_KEY)).rejects.toThrow(
      expect.objectContaining({ code }),
    )
  expect(told).toHaveLength(1)
})

test('two who pass it on at once change it once: the other is told that it is done', async () => {
  const { service, move } = await shop()
  await move(1, [2000, 3001])
  const done = await Promise.allSettled([1, 2].map(() => service.orderPrices.passOn(1, null, BY_KEY)))
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(done.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'price_unmoved' },
  })
  expect(await service.store.orders.repricings(1)).toHaveLength(1)
})
