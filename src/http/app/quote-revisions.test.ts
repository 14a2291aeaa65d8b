/** Revisions of what was sent, and the history of a quote. */
import { expect, test } from 'vitest'
import { json, world, type World } from '../../testing/app.ts'
import { create, DAY, dearer, FLYERS, move, print, put, QUOTE } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'

const revise = ({ desk }: World, id: number, body: Loose = {}) => desk.post(`/api/quotes/${id}/revise`, body)
const giveUp = ({ desk }: World, id: number) => desk.post(`/api/quotes/${id}/give-up`, {})
const revisions = async ({ desk }: World, id: number) => json(await desk.get(`/api/quotes/${id}/revisions`))
const events = async ({ desk }: World, id: number) => json(await desk.get(`/api/quotes/${id}/history`))

async function sent(made: World): Promise<Loose> {
  await create(made)
  return json(await move(made, 1, 'sent'))
}

test('a revision is a draft under the same number; what was sent is read as it was, and the new one takes its place', async () => {
  const made = await world()
  const first = await sent(made)
  await dearer(made)
  made.clock.advance(86_400_000)
  const draft = json(await revise(made, 1))
  expect(draft).toMatchObject({ state: 'draft', number: first.number, revision: 2, sentBy: null })
  expect(draft.lines[0].price.priceCents).toBe(first.lines[0].price.priceCents)
  await put(made, '/api/quotes/1', {
    ...QUOTE,
    version: draft.version,
    lines: [...QUOTE.lines, print(FLYERS)],
  })
  await made.desk.post('/api/quotes/1/reprice', { how: 'take' })
  const second = json(await move(made, 1, 'sent'))
  expect(second).toMatchObject({ state: 'sent', number: first.number, revision: 2 })
  const list = await revisions(made, 1)
  expect(list).toMatchObject([
    { revision: 1, lineCount: 1, totalCents: first.totals.prix_total_ht, current: false },
    { revision: 2, lineCount: 2, totalCents: second.totals.prix_total_ht, current: true },
  ])
  const before = json(await made.desk.get('/api/quotes/1/revisions/1'))
  for (const field of ['lines', 'totals', 'validUntil', 'catalogueVersion', 'address', 'state', 'number'])
    expect(before[field], field).toEqual(first[field])
  for (const none of ['3', '0', 'x'])
    expect((await made.desk.get(`/api/quotes/1/revisions/${none}`)).statusCode, none).toBe(404)
})

test('one that is given up leaves what was sent, decided and completed since', async () => {
  const made = await world()
  const first = await sent(made)
  await put(made, '/api/quotes/1/delivery', {
    address: { ...first.address, ville: 'Metz' },
    note: 'quai 3',
    version: first.version,
  })
  const refused = json(await move(made, 1, 'refused'))
  await revise(made, 1)
  expect((await made.desk.send({ method: 'DELETE', url: '/api/quotes/1' })).statusCode).toBe(409)
  const back = json(await giveUp(made, 1))
  expect(back).toMatchObject({ state: 'refused', revision: 1, note: 'quai 3', number: first.number })
  expect(back.address.ville).toBe('Metz')
  expect([back.lines, back.totals]).toEqual([refused.lines, refused.totals])
  expect(json(await made.desk.get('/api/quotes/1/revisions/1')).address).toEqual(first.address)
  expect((await giveUp(made, 1)).statusCode).toBe(409)
  expect(json(await revise(made, 1)).revision).toBe(2)
})

test('only what was sent or refused is revised, once; orders name the revision', async () => {
  const made = await world()
  await create(made)
  expect((await revise(made, 1)).statusCode).toBe(409)
  await move(made, 1, 'sent')
  expect((await revise(made, 1, { version: 99 })).statusCode).toBe(409)
  const both = await Promise.all([revise(made, 1), revise(made, 1)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  await move(made, 1, 'sent')
  await move(made, 1, 'accepted')
  expect((await revise(made, 1)).statusCode).toBe(409)
  const { orders } = json(await made.desk.post('/api/quotes/1/order', {}))
  expect(json(await made.desk.get(`/api/orders/${orders[0]}`))).toMatchObject({ quoteRevision: 2 })
  expect((await revise(made, 1)).statusCode).toBe(409)
})

test('one that has expired is revised: the revision is valid anew', async () => {
  const made = await world()
  const { validUntil } = await sent(made)
  made.clock.advance(400 * DAY)
  expect(json(await made.desk.get('/api/quotes/1'))).toMatchObject({ state: 'sent', expired: true })
  const draft = json(await revise(made, 1))
  expect(draft).toMatchObject({ state: 'draft', revision: 2, expired: false })
  expect(draft.validUntil > validUntil).toBe(true)
})

test('a revision that was refused is told as refused, also once a draft was made of it', async () => {
  const made = await world()
  await sent(made)
  const states = async () => (await revisions(made, 1)).map(({ state }: Loose) => state)
  expect(await states()).toEqual(['sent'])
  await move(made, 1, 'refused')
  expect(await states()).toEqual(['refused'])
  await revise(made, 1)
  expect(await states()).toEqual(['refused'])
  await move(made, 1, 'sent')
  expect(await states()).toEqual(['sent', 'sent'])
  await revise(made, 1)
  expect(await states()).toEqual(['sent', 'sent'])
})

test('a draft has no revision; what cannot be sent keeps none', async () => {
  const made = await world()
  await create(made, { ...QUOTE, lines: [] })
  await move(made, 1, 'sent')
  expect(await revisions(made, 1)).toEqual([])
  expect((await made.desk.get('/api/quotes/9/revisions')).statusCode).toBe(404)
  expect((await made.desk.get('/api/quotes/9/history')).statusCode).toBe(404)
})

test('the history says who did what, when and why', async () => {
  const made = await world()
  const { number } = await sent(made)
  await revise(made, 1)
  await move(made, 1, 'sent')
  await move(made, 1, 'accepted')
  expect(json(await move(made, 1, 'cancelled', { reason: ' Salon reporté ' })).state).toBe('cancelled')
  await create(made)
  const found = await events(made, 1)
  expect(found.map(({ message, reason, by }: Loose) => [message, reason, by])).toEqual([
    [`Devis ${number} rév. 2 annulé`, 'Salon reporté', 'key'],
    [`Devis ${number} rév. 2 accepté`, null, 'key'],
    [`Devis ${number} rév. 2 envoyé`, null, 'key'],
    [`${number} rév. 2 : révision commencée`, null, 'key'],
    [`Devis ${number} envoyé`, null, 'key'],
    ['Brouillon 1 créé', null, 'key'],
  ])
  for (const to of ['sent', 'accepted', 'refused', 'draft'])
    expect((await move(made, 1, to)).statusCode, to).toBe(409)
  expect((await made.desk.post('/api/quotes/1/order', {})).statusCode).toBe(409)
})

test('a draft is not cancelled, and a reason has a bound', async () => {
  const made = await world()
  await create(made)
  expect((await move(made, 1, 'cancelled')).statusCode).toBe(409)
  const long = await move(made, 1, 'refused', { reason: 'x'.repeat(501) })
  expect([long.statusCode, json(long).errors[0].path]).toEqual([400, '/reason'])
})
