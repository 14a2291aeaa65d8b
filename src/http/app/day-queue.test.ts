/** The counter's day: what is new, due, late and to be collected, until it is handed over. */
import { expect, test } from 'vitest'
import { ADDRESS, json, world, type World } from '../../testing/app.ts'
import { create, DAY, move, print, CARDS } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'
import { severalSources } from '../../testing/sources.ts'

const WALK_IN = { collected: true, lines: [print(CARDS)] }
const DELIVERED = { address: ADDRESS, lines: [print(CARDS)] }
const ordered = async (made: World, quote: Loose) => {
  const { id } = (await create(made, quote)) as { id: number }
  return json(await made.desk.post(`/api/quotes/${id}/order`, {})).orders[0] as number
}
const day = async ({ desk }: World) => json(await desk.get('/api/day')) as { today: string; entries: Loose[] }
const told = async (made: World) => (await day(made)).entries.map(({ number, group }) => `${number} ${group}`)
const later = ({ clock }: World, days: number) => clock.advance(days * DAY)
const hand = ({ desk }: World, id: number, done: boolean) =>
  desk.send({ method: 'PUT', url: `/api/orders/${id}/handover`, payload: { done } })

test('an empty shop has an empty day', async () => {
  const made = await world()
  const { entries, today } = await day(made)
  expect(entries).toEqual([])
  expect(today).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('what is ordered and accepted today is there, told as the counter knows it', async () => {
  const made = await world()
  await ordered(made, { ...WALK_IN, lines: [...WALK_IN.lines, ...WALK_IN.lines] })
  const { id } = (await create(made, DELIVERED)) as { id: number }
  await move(made, id, 'accepted')
  const { entries } = await day(made)
  expect(entries).toHaveLength(2)
  expect(entries[0]).toMatchObject({ kind: 'quote', group: 'accepted', status: 'accepted', promised: null })
  expect(entries[1]).toMatchObject({
    ...{ kind: 'order', number: 'C000001', group: 'new', collected: true, recipient: '' },
    ...{ lineCount: 2, name: 'Cartes de visite' },
  })
  expect(entries[1]!['totalTtcCents']).toBeGreaterThan(0)
  expect(entries[1]!['promised']).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('a quote that is to be ordered names what was taken of it', async () => {
  const made = await world()
  const lines = [
    { area: 'heading', text: 'Papeterie' },
    print(CARDS),
    { ...print({ ...CARDS, quantites_multiples: [250] }), role: 'alternative' },
    { area: 'free', text: 'Création', quantity: 1, unitCents: 6000, costCents: 0 },
    { area: 'free', text: 'Pose', quantity: 1, unitCents: 6000, costCents: 0, role: 'option' },
  ]
  const { id } = (await create(made, { ...DELIVERED, lines })) as { id: number }
  await move(made, id, 'accepted')
  expect((await day(made)).entries).toMatchObject([{ name: 'Cartes de visite', lineCount: 2 }])
})

test('where there is more than the list holds, it says so', async () => {
  const made = await world()
  for (let i = 0; i < 3; i++) await ordered(made, WALK_IN)
  expect(await day(made)).toMatchObject({ whole: true })
  const { dayQueue } = made.service
  expect(await dayQueue.today(3)).toMatchObject({ whole: true, entries: { length: 3 } })
  expect(await dayQueue.today(2)).toMatchObject({ whole: false, entries: { length: 2 } })
})

test('a day goes on: due, then late, until it is handed over; what was delivered goes by itself', async () => {
  const made = await world()
  const collected = await ordered(made, WALK_IN)
  await ordered(made, DELIVERED)
  const promised = String((await day(made)).entries[0]!['promised'])
  later(made, 1)
  // What is delivered is the workshop's until its day.
  expect(await told(made)).toEqual(['C000001 collect'])
  while ((await day(made)).today < promised) later(made, 1)
  expect(await told(made)).toEqual(['C000001 due', 'C000002 due'])
  later(made, 1)
  expect(await told(made)).toEqual(['C000001 late', 'C000002 late'])
  later(made, 40)
  expect(await told(made)).toEqual(['C000001 late'])
  expect(json(await hand(made, collected, true))).toMatchObject({ collected: true, handedOver: { by: null } })
  expect(await told(made)).toEqual([])
})

test('handed over twice it is noted once, taken back it is there again, and its story says both', async () => {
  const made = await world()
  const id = await ordered(made, WALK_IN)
  const first = json(await hand(made, id, true))
  expect(json(await hand(made, id, true))).toEqual(first)
  expect(json(await made.desk.get(`/api/orders/${id}/handover`))).toEqual(first)
  expect(json(await hand(made, id, false))).toEqual({ collected: true, handedOver: null })
  expect(json(await hand(made, id, false))).toEqual({ collected: true, handedOver: null })
  expect(await told(made)).toEqual(['C000001 new'])
  const history = json(await made.desk.get(`/api/orders/${id}/history`)) as Loose[]
  const words = history.map(({ message }) => message)
  expect(words.filter((text) => String(text).includes('remise au client'))).toHaveLength(2)
})

test('what cannot be is refused in words', async () => {
  const made = await world()
  const id = await ordered(made, WALK_IN)
  expect((await hand(made, 99, true)).statusCode).toBe(404)
  expect((await made.desk.get('/api/orders/99/handover')).statusCode).toBe(404)
  for (const payload of [{}, { done: 'oui' }, { done: null }, []]) {
    const answer = await made.desk.send({ method: 'PUT', url: `/api/orders/${id}/handover`, payload })
    expect(answer.statusCode).toBe(400)
  }
  expect(json(await made.desk.get(`/api/orders/${id}/handover`)).handedOver).toBeNull()
})

test('windows are told of a handover', async () => {
  const made = await world()
  const id = await ordered(made, WALK_IN)
  let heard = 0
  made.service.events.on('orders', () => heard++)
  await hand(made, id, true)
  await hand(made, id, true)
  expect(heard).toBe(1)
})

test('lines of a part that was given up are no more to be made: neither counted, nor late', async () => {
  const made = await severalSources()
  const [{ base }] = made.partners as [(typeof made.partners)[number]]
  const theirs = print({ produit: base + 1, quantites_multiples: [100] }, base + 9)
  const id = await ordered(made, { address: ADDRESS, lines: [theirs, print(CARDS)] })
  const [both] = (await day(made)).entries
  expect(both).toMatchObject({ lineCount: 2, name: 'Carte Partenaire 1' })
  const { transmissions, promised } = json(await made.desk.get(`/api/orders/${id}`)) as {
    transmissions: { id: string }[]
    promised: string[]
  }
  const [next, last] = promised.toSorted()
  expect(both, 'the next day, and the last').toMatchObject({ promised: next, lastPromised: last })
  await made.desk.post(`/api/outbox/${transmissions[0]!.id}/resolve`, { cancel: true })
  expect((await day(made)).entries).toMatchObject([
    { lineCount: 1, name: 'Cartes de visite', promised: promised[1], lastPromised: promised[1] },
  ])
})

test('of what a partner has cancelled it is told that it is not handed over before that is decided', async () => {
  const made = await severalSources()
  const [{ base }] = made.partners as [(typeof made.partners)[number]]
  const theirs = print({ produit: base + 1, quantites_multiples: [100] }, base + 9)
  const id = await ordered(made, { address: ADDRESS, lines: [theirs, print(CARDS)] })
  expect((await day(made)).entries).toMatchObject([{ undecided: false }])
  const { store } = made.service
  const [part] = await store.outbox.ofOrder(id)
  const lastError = { code: 'outbox_cancelled_there' } as const
  await store.outbox.move(
    { ...part!, phase: 'sent', partnerStatus: 'annulee', lastError },
    new Date().toISOString(),
  )
  expect((await day(made)).entries).toMatchObject([{ undecided: true }])
  expect((await hand(made, id, true)).statusCode).toBe(409)
})

test('of what was never ordered of its partner, and waits for a decision, the same; given up the rest is handed over', async () => {
  const made = await severalSources()
  const [{ base }] = made.partners as [(typeof made.partners)[number]]
  const theirs = print({ produit: base + 1, quantites_multiples: [100] }, base + 9)
  const id = await ordered(made, { address: ADDRESS, lines: [theirs, print(CARDS)] })
  const { outbox } = made.service.store
  const moved = async (phase: 'attention' | 'refused', received: 'no' | 'maybe') => {
    const [part] = await outbox.ofOrder(id)
    await outbox.move({ ...part!, phase, received }, new Date().toISOString())
    return (await day(made)).entries
  }
  // What its partner may have made may be here.
  expect(await moved('attention', 'maybe')).toMatchObject([{ undecided: false }])
  for (const phase of ['refused', 'attention'] as const) {
    expect(await moved(phase, 'no')).toMatchObject([{ undecided: true }])
    const refused = await hand(made, id, true)
    expect([refused.statusCode, json(refused).detail]).toEqual([
      409,
      expect.stringContaining('jamais été commandée'),
    ])
  }
  expect((await made.desk.post(`/api/outbox/${id}/resolve`, { cancel: true })).statusCode).toBe(200)
  expect((await hand(made, id, true)).statusCode).toBe(200)
})
