/** What the dashboard tells of quotes, orders and transmissions. */
import { expect, test } from 'vitest'
import { json, world, type World } from '../../testing/app.ts'
import { add } from '../../testing/people.ts'
import { CARDS, create, DAY, move, print, QUOTE } from '../../testing/quotes.ts'
import { signedIn } from '../../testing/signed-in.ts'

const read = async ({ desk }: World) => json(await desk.get('/api/dashboard'))
const ids = ({ entries }: { entries: { id: number }[] }) => entries.map(({ id }) => id)

async function sent(made: World, reference = 'REF'): Promise<number> {
  const { id } = await create(made, { ...QUOTE, reference })
  expect((await move(made, id, 'sent')).statusCode).toBe(200)
  return id
}

test('an empty store has twelve months and nothing in them', async () => {
  const found = await read(await world())
  expect(found.months).toHaveLength(12)
  expect(found.months[0]).toMatchObject({ month: '2025-04', sent: 0, won: 0, turnoverCents: 0 })
  expect(found.months.at(-1).month).toBe('2026-03')
  for (const list of ['followUp', 'expiring', 'expired', 'toOrder', 'attention'])
    expect(found[list], list).toEqual({ total: 0, entries: [] })
  expect(found.lost).toMatchObject({ all: { quotes: 0, cents: 0 }, reasons: [] })
})

test('quotes wait by what became of them: the oldest first, until their validity is over', async () => {
  const made = await world()
  const first = await sent(made, 'Ancien')
  made.clock.advance(5 * DAY)
  const second = await sent(made, 'Récent')
  await create(made)
  let found = await read(made)
  // Nobody is asked again on the day after.
  expect(found.followUp).toMatchObject({
    total: 1,
    entries: [{ id: first, days: 5, reference: 'Ancien', recipient: 'Ada Martin' }],
  })
  expect(found.followUp.entries[0].totalCents).toBeGreaterThan(0)
  expect(found.expiring.total).toBe(0)
  // Valid for 30 days.
  made.clock.advance(20 * DAY)
  found = await read(made)
  expect([ids(found.followUp), ids(found.expiring)]).toEqual([[second], [first]])
  made.clock.advance(8 * DAY)
  found = await read(made)
  expect([ids(found.followUp), ids(found.expiring), ids(found.expired)]).toEqual([[], [second], [first]])
  await move(made, second, 'accepted')
  made.clock.advance(3 * DAY)
  found = await read(made)
  expect(found.followUp.total).toBe(0)
  expect(found.toOrder).toMatchObject({ total: 1, entries: [{ id: second, days: 3 }] })
  await made.desk.post(`/api/quotes/${second}/order`, { expired: true })
  expect((await read(made)).toOrder.total).toBe(0)
})

test('of each list the first are told, and how many there are', async () => {
  const made = await world()
  for (let i = 0; i < 8; i++) await sent(made)
  made.clock.advance(3 * DAY)
  const { followUp } = await read(made)
  expect([followUp.total, ids(followUp)]).toEqual([8, [1, 2, 3, 4, 5, 6]])
})

test('a month has what was first sent in it, what came of that, and what was ordered in it', async () => {
  const made = await world()
  const early = await sent(made)
  await sent(made)
  made.clock.advance(31 * DAY)
  // Sent again, it still is of the month before.
  await made.desk.post(`/api/quotes/${early}/revise`, {})
  await move(made, early, 'sent')
  await sent(made)
  await move(made, early, 'accepted')
  const { orders } = json(await made.desk.post(`/api/quotes/${early}/order`, {}))
  const order = json(await made.desk.get(`/api/orders/${orders[0]}`))
  const { months } = await read(made)
  expect(months.slice(-2)).toEqual([
    { month: '2026-03', sent: 2, won: 1, turnoverCents: 0, marginCents: 0, marginOfCents: 0 },
    {
      ...{ month: '2026-04', sent: 1, won: 0 },
      turnoverCents: order.order.prix_fact_total_ht,
      marginCents: order.order.prix_fact_total_ht - order.costHtCents,
      marginOfCents: order.order.prix_fact_total_ht,
    },
  ])
})

test('turnover has the services that were sold with an order; what costs nobody knows how much leaves no margin', async () => {
  const made = await world()
  const service = (text: string, unitCents: number, costCents?: number) => ({
    ...{ area: 'free', text, quantity: 1, unitCents },
    ...(costCents !== undefined && { costCents }),
  })
  const lines = [print(CARDS), service('Création', 10_000, 4000), service('Livraison', 5000)]
  const { id, amounts, totals } = await create(made, { ...QUOTE, lines })
  expect((await made.desk.post(`/api/quotes/${id}/order`, {})).statusCode).toBe(201)
  const { months } = await read(made)
  expect(months.at(-1)).toMatchObject({
    turnoverCents: totals.prix_total_ht,
    marginCents: amounts.profitCents,
    marginOfCents: totals.prix_total_ht - 5000,
  })
})

test('a sale that was never a quote sent, and is taken back, is no lost quote; one that was sent is', async () => {
  const made = await world()
  const takenBack = async (id: number) => {
    const { orders } = json(await made.desk.post(`/api/quotes/${id}/order`, {}))
    const cancelled = await made.desk.post(`/api/orders/${orders[0]}/cancel`, { reason: 'Erreur de caisse' })
    expect(cancelled.statusCode, cancelled.body).toBeLessThan(300)
  }
  await takenBack((await create(made)).id as number)
  expect((await read(made)).lost.all.quotes).toBe(0)
  await takenBack(await sent(made))
  expect((await read(made)).lost).toMatchObject({
    all: { quotes: 1 },
    reasons: [{ reason: 'Erreur de caisse' }],
  })
})

test('why quotes were lost, with what they came to; one that is taken up again is lost no more', async () => {
  const made = await world()
  const lost = async (state: string, reason?: string) => {
    const id = await sent(made)
    await move(made, id, state, { reason })
    return id
  }
  const again = await lost('refused', 'Prix')
  await lost('refused', 'Délai trop long')
  await lost('cancelled', 'délai trop long.')
  await lost('refused')
  const { totals } = json(await made.desk.get('/api/quotes/1'))
  const each = totals.prix_total_ht
  expect((await read(made)).lost).toEqual({
    all: { quotes: 4, cents: 4 * each },
    reasons: [
      { reason: expect.stringMatching(/^délai trop long\.?$/i), quotes: 2, cents: 2 * each },
      { reason: 'Prix', quotes: 1, cents: each },
    ],
    others: { quotes: 0, cents: 0 },
    unsaid: { quotes: 1, cents: each },
  })
  await made.desk.post(`/api/quotes/${again}/revise`, {})
  expect((await read(made)).lost.reasons).toHaveLength(1)
  made.clock.advance(400 * DAY)
  expect((await read(made)).lost.all.quotes).toBe(0)
})

test('who may not see costs is told the turnover, and no margin', async () => {
  const made = await world()
  await add(made.service, 'Ada', 'administrateur')
  await add(made.service, 'Zoé', 'vendeur')
  const zoe = await signedIn(made, 'Zoé')
  const { id } = json(await zoe.post('/api/quotes', QUOTE))
  expect((await zoe.post(`/api/quotes/${id}/order`, {})).statusCode).toBe(201)
  const { months } = json(await zoe.get('/api/dashboard'))
  expect(months.at(-1).turnoverCents).toBeGreaterThan(0)
  for (const month of months) expect([month.marginCents, month.marginOfCents]).toEqual([null, null])
})
