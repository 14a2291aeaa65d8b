/** Orders that go from their partner's list without a word. */
import { expect, it, test } from 'vitest'
import { mayBeDone, saysDone } from '../domain/shared/order-states.ts'
import type { OutboxView } from '../store/outbox.ts'
import { outboxShop, settled } from '../testing/outbox.ts'
import { GoneOrders } from './outbox-gone.ts'

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
    expect(gone.noted(client, [missing, shown], shownOf, new Date()).size).toBe(0)
})

test('three readings in a row, and whole ones alone count', () => {
  const gone = new GoneOrders()
  const [done, missing] = [entryOf(1), entryOf(2)]
  const read = (isThere: boolean) =>
    gone.noted(
      client,
      [done, missing],
      (entry) => (entry === done || isThere ? [listed(entry, entry === done ? 'Livrée' : 'En cours')] : []),
      new Date('2026-03-02T09:00:00Z'),
    ).size
  expect([false, false, true, false, false, false].map(read)).toEqual([0, 0, 0, 0, 0, 1])
})

test('words of a partner that say that nothing is left to do, or may', () => {
  for (const word of ['Livrée', 'EXPEDIEE', 'Delivered'])
    expect([saysDone(word), mayBeDone(word)]).toEqual([true, true])
  for (const word of ['À livrer', 'Prêt']) expect([saysDone(word), mayBeDone(word)]).toEqual([false, true])
  for (const word of ['En cours', 'En fabrication', 'BAT validé']) expect(mayBeDone(word)).toBe(false)
})
