/** Cost and sale (partner-api.md 2.3): what the source asks stays inside, what the customer pays is everywhere. */
import { expect, test } from 'vitest'
import { acceptedCosts } from '../../store/fixtures/order-facts.ts'
import { ADDRESS, json, world, faultsOf } from '../../testing/app.ts'

const CARDS = { produit: 10, quantites_multiples: [100] }
const TOTEM = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }
const MARK_UPS = {
  general: { percent: '20', rounding: 'cent' },
  items: [{ area: 'print', item: 10, percent: '12.5', rounding: 'ninety' }],
}

async function shop(markUps: unknown = MARK_UPS) {
  const opened = await world()
  const set = (next: unknown) =>
    opened.desk.send({
      method: 'PUT',
      url: '/api/settings',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ markUps: next }),
    })
  expect((await set(markUps)).statusCode).toBe(200)
  return {
    ...opened,
    set,
    client: opened.partner(await opened.token('A', { canOrder: true, discount: '10' })),
  }
}

test('the partner API shows what the customer pays, of both areas', async () => {
  const { client } = await shop()
  // 30.45, 21.50 and 19.35 by the tariff, + 12.5 %, up to ,90
  expect(json(await client.post('/0.2/print/prix/', CARDS))).toMatchObject({
    'J+1': { PrixHT: '3490' },
    'J+2': { PrixHT: '2490' },
    'J+5': { PrixHT: '2190' },
  })
  const before = await (
    await shop({ ...MARK_UPS, general: { percent: '0', rounding: 'cent' }, items: [] })
  ).client
  const costs = json(await before.post('/0.2/display/prix/', TOTEM)) as Record<string, { PrixHT: string }>
  const sales = json(await client.post('/0.2/display/prix/', TOTEM)) as Record<string, { PrixHT: string }>
  for (const [label, { PrixHT }] of Object.entries(costs).filter(([, price]) => price.PrixHT !== '')) {
    expect(Number(sales[label]!.PrixHT), label).toBe(Math.round(Number(PrixHT) * 1.2))
  }
})

test('carts, their totals and orders are of sale prices; the cost is kept, and shown to nobody outside', async () => {
  const { client, desk, service } = await shop()
  const cart = { lignes: [{ ...CARDS, delai: 2 }], adresse_livraison: ADDRESS }
  const simulated = json(await client.post('/0.2/print/panier/', cart))
  expect(simulated).toMatchObject({ prix_ht: 2490, remise_grand_compte_ht: 249, prix_total_ht: 2241 })
  const response = await client.post('/0.2/print/panier/validate/', cart)
  expect(json(response)).toMatchObject({ prix_fact_ht: 2490, prix_fact_total_ht: 2241 })
  expect(response.body).not.toContain('2150')
  expect(await service.store.orders.byId(1)).toMatchObject({ costHt: 2150, prix_ht: 2490 })
  expect(json(await desk.get('/api/orders/1'))).toMatchObject({
    ...{ lineCents: [2490], lineCosts: [2150], costHtCents: 2150 },
    todaysTotalCents: null,
  })
})

test('the screens see both', async () => {
  const { desk } = await shop()
  const { leadTimes } = json(await desk.post('/api/prices', { area: 'print', line: CARDS }))
  expect(leadTimes.map((price: { costCents: number; priceCents: number }) => price)).toMatchObject([
    { label: 'J+1', costCents: 3045, priceCents: 3490 },
    { label: 'J+2', costCents: 2150, priceCents: 2490 },
    { label: 'J+5', costCents: 1935, priceCents: 2190 },
  ])
  const rows = json(
    await desk.post('/api/price-matrix', { area: 'print', line: CARDS, quantities: [[100], [250]] }),
  ).rows as { leadTimes: { priceCents: number }[] }[]
  expect(rows[0]!.leadTimes[1]!.priceCents).toBe(2490)
  const { entries } = json(await desk.get('/api/catalogue'))
  expect(
    entries.find(({ id, area }: { id: number; area: string }) => id === 10 && area === 'print'),
  ).toMatchObject({
    fromCents: 2190,
  })
})

test('a draft is at the mark-ups of its day; others move it, and its order keeps both amounts', async () => {
  const { desk, set, service } = await shop()
  const quote = json(
    await desk.post('/api/quotes', {
      lines: [{ area: 'print', line: CARDS, delai: 2 }],
      address: ADDRESS,
    }),
  )
  expect(quote.lines[0].price).toMatchObject({ priceCents: 2490, costCents: 2150 })
  await set({ ...MARK_UPS, items: [] })
  expect(json(await desk.get(`/api/quotes/${quote.id}/prices`))).toMatchObject({
    moved: true,
    lines: [{ priceCents: 2580, costCents: 2150 }],
  })
  // What was shown is another by now: nobody meant to take it.
  const take = (seen: (number | null)[]) =>
    desk.post(`/api/quotes/${quote.id}/reprice`, { how: 'take', line: 0, seen })
  for (const seen of [[2570], [null], []]) expect(faultsOf(await take(seen))).toEqual([' amount_changed'])
  expect(json(await desk.get(`/api/quotes/${quote.id}`)).lines[0].price.priceCents).toBe(2490)
  const repriced = json(await take([2580]))
  expect(repriced.lines[0].price.priceCents).toBe(2580)
  const ordered = await desk.post(`/api/quotes/${quote.id}/order`, { version: repriced.version })
  expect(ordered.statusCode).toBe(201)
  expect(await service.store.orders.byId(1)).toMatchObject({ prix_ht: 2580, costHt: 2150 })
})

test('another cost leaves the customer’s price; it is passed on by a choice of its own, once', async () => {
  const { desk, client, service } = await shop()
  await client.post('/0.2/print/panier/validate/', {
    lignes: [{ ...CARDS, delai: 2 }],
    adresse_livraison: ADDRESS,
  })
  const order = async () => json(await desk.get('/api/orders/1'))
  expect(await order()).toMatchObject({ lineCents: [2490], todaysTotalCents: null })
  await acceptedCosts(service.store, await service.orders.detail(1), [3000])
  expect(await order()).toMatchObject({ lineCents: [2490], lineCosts: [3000], todaysTotalCents: 3051 })
  // What was shown is another by now: nobody meant to have that paid.
  expect((await desk.post('/api/orders/1/reprice', { totalCents: 3000 })).statusCode).toBe(409)
  expect(await order()).toMatchObject({ lineCents: [2490], repricings: [] })
  const { last } = await service.store.events.bounds()
  expect((await desk.post('/api/orders/1/reprice', { totalCents: 3051 })).statusCode).toBe(200)
  expect(await order()).toMatchObject({
    ...{ lineCents: [3390], lineCosts: [3000], todaysTotalCents: null },
    repricings: [{ beforeCents: 2241, afterCents: 3051 }],
  })
  expect((await service.store.events.after(last, 1, 10)).map(({ type }) => type)).toEqual(['order'])
  expect((await desk.post('/api/orders/1/reprice', {})).statusCode).toBe(409)
})

test('other mark-ups of today change no order whose cost has not moved', async () => {
  const { desk, client, set } = await shop()
  await client.post('/0.2/print/panier/validate/', {
    lignes: [{ ...CARDS, delai: 2 }],
    adresse_livraison: ADDRESS,
  })
  await set({ ...MARK_UPS, items: [] })
  expect(json(await desk.get('/api/orders/1'))).toMatchObject({ lineCents: [2490], todaysTotalCents: null })
  expect((await desk.post('/api/orders/1/reprice', {})).statusCode).toBe(409)
})

test('tools and screens are told that prices may have changed, of mark-ups alone', async () => {
  const { set, service, desk } = await shop()
  const { last } = await service.store.events.bounds()
  const told: unknown[] = []
  service.events.on('catalogue', (event) => told.push(event))
  await set({ ...MARK_UPS, items: [] })
  await set({ ...MARK_UPS, items: [] })
  await desk.send({
    method: 'PUT',
    url: '/api/settings',
    headers: { 'content-type': 'application/json' },
    payload: '{"quoteValidityDays":10}',
  })
  expect(told).toHaveLength(1)
  expect((await service.store.events.after(last, 1, 10)).map(({ type }) => type)).toEqual(['catalogue'])
})

test('mark-ups that cannot be are named by their place, and nothing is changed', async () => {
  const { set, service } = await shop()
  const response = await set({
    general: { percent: '12,5', rounding: 'cent' },
    items: [...MARK_UPS.items, ...MARK_UPS.items],
  })
  expect(response.statusCode).toBe(400)
  expect(json(response).errors.map(({ path }: { path: string }) => path)).toEqual([
    '/markUps/general/percent',
    '/markUps/items/1/item',
  ])
  expect(service.settings.current.markUps).toEqual(MARK_UPS)
})

test('a mark-up of a source that does not exist is refused by its place', async () => {
  const { desk } = await shop()
  const neutral = { percent: '0', rounding: 'cent' }
  const sources = [
    { source: 1, ...neutral },
    { source: 99, ...neutral },
  ]
  const response = await desk.send({
    method: 'PUT',
    url: '/api/settings',
    payload: { markUps: { general: neutral, sources, items: [] } },
  })
  expect(response.statusCode).toBe(400)
  expect(faultsOf(response)).toEqual(['/markUps/sources/1/source value_invalid'])
})
