/** What an order's history tells of its way to the partner. */
import { expect, it } from 'vitest'
import { UpstreamError } from '../upstream/errors.ts'
import { CENTS, dropped, outboxShop, settled } from '../testing/outbox.ts'
import { eventOf, storyOf } from './order-story.ts'

const refused = () =>
  Promise.reject(
    new UpstreamError(
      'refused',
      { code: 'partner_refused', params: { status: 400, words: 'Non.' } },
      { status: 400 },
    ),
  )

/** A shop with its outbox running, and the story of its order in short. */
async function shop() {
  const made = await outboxShop()
  const story = async (id: number) =>
    (await storyOf(made.store, { id, createdAt: '2026-01-01T00:00:00.000Z' })).map((step) => {
      if (step.what === 'placed') return 'placed'
      if (step.what === 'noted') return step.entry.action
      const { phase, partnerStatus, reason } = step.event
      return [phase, partnerStatus, reason?.code].filter(Boolean).join(' ')
    })
  return { ...made, story }
}

it('tells once of a partner that cannot be reached, however often it is tried, and that it has it', async () => {
  const { outbox, partner, place, phase, story } = await shop()
  let tries = 0
  const { simulate } = partner
  partner.simulate = () => {
    if (++tries > 3) return simulate()
    return Promise.reject(
      new UpstreamError('unreachable', { code: 'partner_timeout', params: { seconds: 1 } }),
    )
  }
  outbox.start()
  const id = await place()
  await settled(async () => expect(await phase(id)).toBe('sent'))
  expect(tries).toBeGreaterThan(3)
  expect(await story(id)).toEqual(['sent En cours', 'ready partner_timeout', 'placed'])
})

it('tells of doubt, and that the list held it', async () => {
  const { outbox, partner, place, phase, story } = await shop()
  partner.order = (_area, cart) => {
    partner.commit(cart)
    return dropped()
  }
  outbox.start()
  const id = await place()
  await settled(async () => expect(await phase(id)).toBe('sent'))
  expect(await story(id)).toEqual(['sent En cours', 'doubtful partner_broken', 'placed'])
})

it('tells of a refusal, who sent it again, another price, and what was accepted', async () => {
  const { outbox, partner, place, phase, story } = await shop()
  const { order } = partner
  partner.order = refused
  outbox.start()
  const id = await place()
  await settled(async () => expect(await phase(id)).toBe('refused'))
  partner.order = order
  partner.asks = CENTS + 100
  await outbox.retry(id, null)
  await settled(async () => expect(await phase(id)).toBe('attention'))
  await outbox.retry(id, CENTS + 100)
  await settled(async () => expect(await phase(id)).toBe('sent'))
  expect(await story(id)).toEqual([
    ...['sent En cours', 'outbox_retried', 'attention outbox_price_moved', 'outbox_retried'],
    ...['refused partner_refused', 'placed'],
  ])
})

it('tells that a person named the order at the partner, and of its status there only once that changes', async () => {
  const { outbox, partner, place, phase, story } = await shop()
  partner.order = refused
  outbox.start()
  const id = await place()
  await settled(async () => expect(await phase(id)).toBe('refused'))
  await outbox.identify(id, '815')
  const told = await story(id)
  expect(told.slice().sort()).toEqual([
    'outbox_identified',
    'placed',
    'refused partner_refused',
    'sent outbox_id_not_shown',
  ])
})

it('tells where two states of the partner’s that take turns began, and their last turn; a day later again', async () => {
  const { store, place, story } = await shop()
  const id = await place()
  const turned = async (partnerStatus: string, at: string) => {
    const [before] = await store.outbox.ofOrder(id)
    const after = { ...before!, partnerStatus }
    await store.outbox.move(after, at, { event: eventOf(before!, after, at) })
  }
  for (let minute = 10; minute < 60; minute++)
    await turned(minute % 2 === 0 ? 'En cours' : 'En attente', `2026-03-02T10:${minute}:00.000Z`)
  const turns = ['ready En attente', 'ready En cours', 'ready En attente', 'ready En cours']
  expect(await story(id)).toEqual([...turns, 'placed'])
  const told = await store.orderEvents.ofOrder(id)
  expect(told.map(({ at }) => at.slice(11, 16))).toEqual(['10:10', '10:57', '10:58', '10:59'])
  await turned('En cours', '2026-03-04T10:00:00.000Z')
  expect(await story(id)).toEqual(['ready En cours', ...turns, 'placed'])
  await turned('Livrée', '2026-03-04T10:01:00.000Z')
  expect((await story(id))[0]).toBe('ready Livrée')
})
