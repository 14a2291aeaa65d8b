/** An order of the shop's own is cancelled with its reason: out of what is due, of the day and of the figures. */
import { expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world, type World } from '../../testing/app.ts'
import { TOTEM } from '../../testing/carts.ts'
import { euros } from '../../domain/euros.ts'
import { orderNumber } from '../../domain/order.ts'
import { add } from '../../testing/people.ts'
import { CARDS, create, move, print } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'
import { signedIn } from '../../testing/signed-in.ts'
import { severalSources } from '../../testing/sources.ts'

const FREE = { area: 'free', text: 'Maquette', quantity: 1, unitCents: 4000 }
async function ordered(made: World, more: Loose = {}): Promise<number> {
  const { id } = await create(made, { address: ADDRESS, lines: [print(CARDS)], ...more })
  return json(await made.desk.post(`/api/quotes/${id}/order`, {})).orders[0] as number
}
const cancel = ({ desk }: Pick<World, 'desk'>, id: number, reason = 'Le client a changé d’avis') =>
  desk.post(`/api/orders/${id}/cancel`, { reason })
const turnover = async ({ desk }: World) =>
  json(await desk.get('/api/dashboard')).months.at(-1).turnoverCents as number

test('nothing is due of it, its story says why, and the figures and the day are without it', async () => {
  const made = await world()
  const kept = await ordered(made)
  const before = await turnover(made)
  const id = await ordered(made, { lines: [print(CARDS), FREE] })
  expect(await turnover(made)).toBeGreaterThan(before)
  expect(json(await made.desk.get(`/api/orders/${id}`))).toMatchObject({
    cancelBar: null,
    collected: false,
  })

  const answer = await cancel(made, id, '  Commandée deux fois ')
  expect(answer.statusCode).toBe(200)
  expect(json(answer)).toMatchObject({ cancelBar: 'cancelled', order: { status: 'annulee', amount_due: 0 } })
  expect(await turnover(made)).toBe(before)
  const day = json(await made.desk.get('/api/day')) as { entries: { id: number }[] }
  expect(day.entries.map((entry) => entry.id)).toEqual([kept])
  const [latest] = json(await made.desk.get(`/api/orders/${id}/history`)) as unknown as Loose[]
  expect(latest).toMatchObject({ action: 'order_cancelled', by: 'key' })
  expect(latest!['message']).toBe('Commande C000002 annulée : Commandée deux fois')
  expect(json(await made.desk.get('/api/orders?status=annulee'))).toHaveLength(1)
})

test('the customer’s tool sees it, and is told', async () => {
  const made = await world()
  const caller = made.partner(await made.token('Atelier', { canOrder: true }))
  const body = { adresse_livraison: ADDRESS, lignes: [CARDS] }
  const { id } = json(await caller.post('/0.2/print/panier/validate/', body))
  const told: unknown[] = []
  made.service.events.on('orders', (order) => void told.push(order))
  expect((await cancel(made, id)).statusCode).toBe(200)
  expect(json(await caller.get(`/0.2/print/commande/${id}/`))).toMatchObject({
    status: 'annulee',
    amount_due: 0,
  })
  expect(told).toMatchObject([{ id, status: 'annulee' }])
})

test('twice, handed over, without a reason, unknown: refused in words, and nothing is changed', async () => {
  const made = await world()
  const id = await ordered(made, { collected: true })
  const hand = (done: boolean) =>
    made.desk.send({ method: 'PUT', url: `/api/orders/${id}/handover`, payload: { done } })
  expect(faultsOf(await cancel(made, id, ' \u200b'))).toEqual(['/reason field_required'])
  expect(faultsOf(await cancel(made, id, 'x'.repeat(5000)))).toEqual(['/reason value_invalid'])
  expect((await cancel(made, 99)).statusCode).toBe(404)
  await hand(true)
  expect(json(await cancel(made, id)).detail).toContain('elle est remise au client')
  expect(json(await made.desk.get(`/api/orders/${id}`))).toMatchObject({ cancelBar: 'handed' })
  await hand(false)
  const both = await Promise.all([cancel(made, id), cancel(made, id)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(json(await cancel(made, id)).detail).toContain('déjà annulée')
  // Nor is it handed over any more, and who tries hears of it.
  const handed = await hand(true)
  expect([handed.statusCode, json(handed).detail]).toEqual([409, expect.stringContaining('a été annulée')])
})

test('with its last order a quote is cancelled, too, and is no more won; until then it stays ordered', async () => {
  const made = await world()
  const display = { area: 'display', line: TOTEM, delai: null }
  const quote = await create(made, { address: ADDRESS, lines: [print(CARDS), display, FREE] })
  const url = `/api/quotes/${quote['id']}`
  await move(made, Number(quote['id']), 'sent')
  const { orders } = json(await made.desk.post(`${url}/order`, {})) as { orders: number[] }
  expect(orders).toHaveLength(2)
  const won = async () => json(await made.desk.get('/api/dashboard')).months.at(-1).won as number
  expect(await won()).toBe(1)

  const [first, second] = orders as [number, number]
  expect(json(await made.desk.get(`/api/orders/${first}`))).toMatchObject({ servicesHeir: second })
  const kept = await made.desk.post(`/api/orders/${first}/cancel`, {
    reason: 'Cartes abandonnées',
    keepServices: true,
  })
  expect(json(kept)).toMatchObject({ services: null, servicesWith: second, order: { status: 'annulee' } })
  expect(json(await made.desk.get(`/api/orders/${second}`))).toMatchObject({
    servicesHeir: null,
    services: { lines: [{ text: 'Maquette', netCents: 4000 }] },
  })
  // What went from the one to the other is in the history of both.
  const storyOf = async (order: number) =>
    (json(await made.desk.get(`/api/orders/${order}/history`)) as unknown as { message: string }[]).map(
      ({ message }) => message,
    )
  const names = [first, second].map((order) => orderNumber(order))
  expect((await storyOf(first))[0]).toBe(
    `Prestations de la commande ${names[0]} (${euros(4000, 'fr')} HT) passées à la commande ${names[1]}`,
  )
  expect((await storyOf(second))[0]).toBe(
    `Commande ${names[1]} : prestations reprises de la commande ${names[0]}, annulée (${euros(4000, 'fr')} HT)`,
  )
  expect(json(await made.desk.get(url))).toMatchObject({ state: 'ordered', orders, cancelledOrders: [first] })
  expect(await won()).toBe(1)

  const told: unknown[] = []
  made.service.events.on('quotes', (quote) => void told.push(quote))
  expect((await cancel(made, second, 'Salon annulé')).statusCode).toBe(200)
  const now = json(await made.desk.get(url))
  expect(now).toMatchObject({ state: 'cancelled', cancelledOrders: orders })
  expect(told).toEqual([{ id: quote['id'], version: now.version }])
  const [latest] = json(await made.desk.get(`${url}/history`)) as unknown as Loose[]
  expect(latest).toMatchObject({ action: 'quote_cancelled', reason: 'Salon annulé', by: 'key' })
  expect(await won()).toBe(0)
})

test('what a partner has, or is still to have, is not cancelled behind its back', async () => {
  const made = await severalSources()
  const lines = [
    print(CARDS),
    ...made.partners.map(({ base }) => print({ produit: base + 1, quantites_multiples: [100] }, base + 9)),
  ]
  const quote = await create(made, { address: ADDRESS, lines })
  const [id] = json(await made.desk.post(`/api/quotes/${quote['id']}/order`, {})).orders as number[]
  const waiting = await cancel(made, id!)
  expect([waiting.statusCode, json(waiting).detail]).toEqual([
    409,
    expect.stringContaining('attend d’être transmise'),
  ])
  const { transmissions } = json(await made.desk.get(`/api/orders/${id}`)) as {
    transmissions: { id: string }[]
  }
  for (const { id: part } of transmissions)
    await made.desk.post(`/api/outbox/${part}/resolve`, { cancel: true })
  // The own line alone is left.
  expect(json(await made.desk.get(`/api/orders/${id}`))).toMatchObject({
    cancelBar: null,
    order: { status: 'enregistree' },
  })
  expect((await cancel(made, id!)).statusCode).toBe(200)
  expect(json(await made.desk.get(`/api/orders/${id}`))).toMatchObject({
    order: { status: 'annulee', amount_due: 0 },
  })
})

test('where its last part for a partner is given up, open windows hear that the quote is cancelled with it', async () => {
  const made = await severalSources()
  const lines = made.partners.map(({ base }) =>
    print({ produit: base + 1, quantites_multiples: [100] }, base + 9),
  )
  const quote = await create(made, { address: ADDRESS, lines })
  const [id] = json(await made.desk.post(`/api/quotes/${quote['id']}/order`, {})).orders as number[]
  const { transmissions } = json(await made.desk.get(`/api/orders/${id}`)) as {
    transmissions: { id: string }[]
  }
  expect(transmissions.length).toBeGreaterThan(1)
  const told: unknown[] = []
  made.service.events.on('quotes', (each) => void told.push(each))
  for (const { id: part } of transmissions) {
    expect(told).toEqual([])
    await made.desk.post(`/api/outbox/${part}/resolve`, { cancel: true })
  }
  const now = json(await made.desk.get(`/api/quotes/${quote['id']}`))
  expect(now).toMatchObject({ state: 'cancelled', cancelledOrders: [id] })
  expect(told).toEqual([{ id: quote['id'], version: now.version }])
})

/** An order of partners' lines alone with a service, and its parts for them. */
async function ofPartners(more: Loose[] = []) {
  const made = await severalSources()
  const lines = made.partners.map(({ base }) =>
    print({ produit: base + 1, quantites_multiples: [100] }, base + 9),
  )
  const quote = await create(made, { address: ADDRESS, lines: [...lines, FREE, ...more] })
  const { orders } = json(await made.desk.post(`/api/quotes/${quote['id']}/order`, {})) as {
    orders: [number, number]
  }
  const order = async (id: number) => json(await made.desk.get(`/api/orders/${id}`))
  const { transmissions } = (await order(orders[0])) as unknown as { transmissions: Loose[] }
  const [first, last] = transmissions.map(({ id }) => String(id)) as [string, string]
  const giveUp = (part: string, how: Loose = {}) =>
    made.desk.post(`/api/outbox/${part}/resolve`, { cancel: true, ...how })
  return { made, url: `/api/quotes/${quote['id']}`, orders, order, first, last, giveUp }
}

test('an order ends with the last of its parts as one that is cancelled: with its reason, its services stay due elsewhere', async () => {
  const display = { area: 'display', line: TOTEM, delai: null }
  const { made, url, orders, order, first, last, giveUp } = await ofPartners([display])
  const [id, other] = orders
  const ending = async () =>
    ((await order(id)) as unknown as { transmissions: Loose[] }).transmissions.map(
      ({ endsOrder }) => endsOrder,
    )
  // Of two parts that wait neither is all that is left.
  expect(await ending()).toEqual([false, false])
  expect((await giveUp(first, { reason: 'Trop cher', keepServices: true })).statusCode).toBe(200)
  expect(await order(id)).toMatchObject({ services: { lines: [{ text: 'Maquette' }] }, servicesHeir: other })
  expect(await ending()).toEqual([false, true])

  expect(faultsOf(await giveUp(last, { reason: 'x'.repeat(5000) }))).toEqual(['/reason value_invalid'])
  expect((await giveUp(last, { reason: ' Prix monté ', keepServices: true })).statusCode).toBe(200)
  expect(await order(id)).toMatchObject({
    order: { status: 'annulee' },
    services: null,
    servicesWith: other,
  })
  expect(await order(other)).toMatchObject({ services: { lines: [{ text: 'Maquette', netCents: 4000 }] } })
  const story = json(await made.desk.get(`/api/orders/${id}/history`)) as unknown as Loose[]
  expect(story.slice(0, 3).map(({ action }) => action)).toEqual([
    'order_services_left',
    'order_cancelled',
    'outbox_cancelled',
  ])
  expect(story[1]!['message']).toBe(`Commande ${orderNumber(id)} annulée : Prix monté`)
  expect(json(await made.desk.get(url))).toMatchObject({ state: 'ordered', cancelledOrders: [id] })
})

test('the quote is cancelled with its only order for the same reason; who gives none is asked for none', async () => {
  const { made, url, orders, order, first, last, giveUp } = await ofPartners()
  await giveUp(first)
  await giveUp(last, { reason: 'Partenaire fermé', keepServices: true })
  expect(await order(orders[0])).toMatchObject({ order: { status: 'annulee' }, servicesWith: null })
  const [latest] = json(await made.desk.get(`${url}/history`)) as unknown as Loose[]
  expect(latest).toMatchObject({ action: 'quote_cancelled', reason: 'Partenaire fermé' })

  const unsaid = await ofPartners()
  for (const part of [unsaid.first, unsaid.last]) await unsaid.giveUp(part)
  const { desk } = unsaid.made
  const [end] = json(await desk.get(`/api/orders/${unsaid.orders[0]}/history`)) as unknown as Loose[]
  expect(end!['message']).toBe(`Commande ${orderNumber(unsaid.orders[0])} annulée`)
})

test('it takes the right to decide', async () => {
  const made = await world()
  const id = await ordered(made)
  await add(made.service, 'Ada')
  await add(made.service, 'Chef', 'responsable')
  expect((await cancel({ desk: await signedIn(made, 'Ada') }, id)).statusCode).toBe(403)
  expect((await cancel({ desk: await signedIn(made, 'Chef') }, id)).statusCode).toBe(200)
})
