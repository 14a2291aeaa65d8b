/** Orders that go from their partner's list without a word. */
import { expect, it, test } from 'vitest'
import { addDays, localDay } from '../domain/shared/calendar.ts'
import { mayBeDone, saysDone } from '../domain/shared/order-states.ts'
import type { OutboxView } from '../store/outbox.ts'
import { CENTS, outboxShop, settled } from '../testing/outbox.ts'
import { GoneOrders } from './outbox-gone.ts'

const HOUR_MS = 3_600_000

/** Two orders that the partner has, the older of which it calls so. */
async function two(older: string) {
  const shop = await outboxShop()
  const { outbox, partner, phase } = shop
  outbox.start()
  const ids = [await shop.place(), await shop.place()]
  for (const id of ids) await settled(async () => expect(await phase(id)).toBe('sent'))
  const first = partner.orderBook.findIndex(({ id }) => id === '700')
  partner.orderBook[first] = { ...partner.orderBook[first]!, status: older }
  const read = async (times: number) => {
    const until = partner.readings.length + times
    await settled(() => {
      outbox.kick()
      expect(partner.readings.length).toBeGreaterThan(until)
      return Promise.resolve()
    })
  }
  return { ...shop, ids, read }
}

it('is asked about once, is not sent again, and no more once it is shown again or was seen', async () => {
  const { outbox, partner, ids, read } = await two('Livrée')
  await read(2)
  const [, sent] = partner.orderBook
  partner.orderBook.pop()
  await settled(async () =>
    expect(await outbox.entry(ids[1]!)).toMatchObject({
      ...{ received: 'yes', decisions: ['identify'] },
      lastError: { code: 'outbox_gone_there', params: { id: sent!.id } },
    }),
  )
  expect(partner.orderBook).toHaveLength(1)
  partner.orderBook.push(sent!)
  await settled(async () => expect((await outbox.entry(ids[1]!))!.lastError).toBeNull())
  partner.orderBook.pop()
  await settled(async () => expect((await outbox.entry(ids[1]!))!.lastError).not.toBeNull())
  await outbox.identify(ids[1]!, sent!.id!)
  await read(5)
  expect((await outbox.entry(ids[1]!))!.lastError).toBeNull()
  expect(partner.orderBook).toHaveLength(1)
})

it('is asked about while all of the list is at work, an hour later, where its last line is promised much later', async () => {
  const shop = await outboxShop()
  const { outbox, partner, phase } = shop
  outbox.start()
  const placed = await shop.place('R', [CENTS, 0], [], [addDays(localDay(new Date()), 30)])
  await settled(async () => expect(await phase(placed)).toBe('sent'))
  const last = partner.readings.length
  partner.orderBook.pop()
  await settled(() => expect(partner.readings.length).toBeGreaterThan(last + 4))
  expect((await outbox.entry(placed))!.lastError).toBeNull()
  shop.setClock(HOUR_MS)
  await settled(async () =>
    expect((await outbox.entry(placed))!.lastError).toMatchObject({ code: 'outbox_gone_there' }),
  )
  expect(partner.orderBook).toHaveLength(0)
})

const client = { url: 'https://partner.example', account: 'account' }
const entryOf = (orderId: number, change: Partial<OutboxView> = {}) =>
  ({
    ...{
      id: orderId,
      orderId,
      phase: 'sent',
      lastError: null,
      upstreamId: `${orderId}`,
      devis: `R-${orderId}`,
    },
    ...{
      account: client.account,
      upstream: client.url,
      handedAt: null,
      partnerStatus: 'En cours',
      lastAttemptAt: '2026-03-02T08:00:00Z',
      promised: null,
      ...change,
    },
  }) as OutboxView
const listed = (entry: OutboxView, status: string) => ({
  ...{ id: entry.upstreamId, status, reference: entry.devis, cents: null },
})

test.each([
  ['nothing done is in the list: it may hold those alone that are at work', 'En cours', 1, {}],
  ['the done one is newer: the list may not reach back', 'Livrée', 3, {}],
  ['it may be done by now', 'Livrée', 1, { partnerStatus: 'Expédiée' }],
  ['its customer has it', 'Livrée', 1, { handedAt: '2026-03-02' }],
  ['it was sent to another address', 'Livrée', 1, { upstream: 'https://other.example' }],
  ['it was sent by another account', 'Livrée', 1, { account: 'other' }],
  ['a person named it', 'Livrée', 1, { account: 'person' }],
  ['it was cancelled there', 'Livrée', 1, { partnerStatus: 'Annulée' }],
] as const)('nothing is told where %s', (_why, status, other, change) => {
  const gone = new GoneOrders()
  const missing = entryOf(2, change)
  const shown = entryOf(other)
  const shownOf = (entry: OutboxView) => (entry === shown ? [listed(shown, status)] : [])
  for (let reading = 0; reading < 5; reading++)
    expect(gone.noted(client, [missing, shown], shownOf, 1, new Date()).size).toBe(0)
})

test('three readings in a row, and whole ones alone count', () => {
  const gone = new GoneOrders()
  const [done, missing] = [entryOf(1), entryOf(2)]
  const read = (isThere: boolean) =>
    gone.noted(
      client,
      [done, missing],
      (entry) => (entry === done || isThere ? [listed(entry, entry === done ? 'Livrée' : 'En cours')] : []),
      1,
      new Date('2026-03-02T09:00:00Z'),
    ).size
  expect([false, false, true, false, false, false].map(read)).toEqual([0, 0, 0, 0, 0, 1])
})

/** How often an order that went on Tuesday, 2026-03-03, is told in readings of every half hour. */
function toldOf(change: Partial<OutboxView>, others: readonly OutboxView[], length: number): number[] {
  const gone = new GoneOrders()
  const missing = entryOf(2, { promised: '2026-03-09', ...change })
  const shownOf = (entry: OutboxView) => (entry === missing ? [] : [listed(entry, 'En cours')])
  return [0, 30, 60].map((minutes) => {
    const now = new Date(Date.parse('2026-03-03T09:00:00Z') + minutes * 60_000)
    return gone.noted(client, [missing, ...others], shownOf, length, now).size
  })
}

test('long before its promised day it is not done: it is told after an hour, whatever is done in the list', () => {
  expect(toldOf({}, [entryOf(1)], 100)).toEqual([0, 0, 1])
  expect(toldOf({}, [entryOf(3)], 2)).toEqual([0, 0, 1])
  expect(toldOf({}, [], 0)).toEqual([0, 0, 1])
})

test.each([
  ['it was promised so soon that it may be on its way', { promised: '2026-03-05' }, 1, 1],
  ['no day was promised', { promised: null }, 1, 1],
  ['it may be done by its last word', { partnerStatus: 'Prête' }, 1, 1],
  ['later ones alone are shown, as many as a cut list may have', {}, 3, 10],
  ['later ones alone are shown, and it was sent long ago', { lastAttemptAt: '2026-01-20T08:00:00Z' }, 3, 1],
] as const)('nothing is told before where %s', (_why, change, other, length) => {
  expect(toldOf(change, [entryOf(other)], length)).toEqual([0, 0, 0])
})

test('words of a partner that say that nothing is left to do, or may', () => {
  for (const word of ['Livrée', 'EXPEDIEE', 'Delivered'])
    expect([saysDone(word), mayBeDone(word)]).toEqual([true, true])
  for (const word of ['À livrer', 'Prêt']) expect([saysDone(word), mayBeDone(word)]).toEqual([false, true])
  for (const word of ['En cours', 'En fabrication', 'BAT validé']) expect(mayBeDone(word)).toBe(false)
})
