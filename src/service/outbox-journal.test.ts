import { expect, test } from 'vitest'
import { outboxShop } from '../testing/outbox.ts'

test('what a person decides of a transmission is in the journal, what the outbox does by itself is not', async () => {
  const { partner, outbox, store, place } = await outboxShop()
  partner.asks += 100
  const order = await place()
  outbox.start()
  await expect.poll(async () => (await outbox.entry(order))?.state).toBe('a_verifier')
  const told = async () => {
    const { entries } = await store.journal.list({ person: null }, 10, 0)
    return entries.map(({ by, action, facts }) => [by, action, facts])
  }
  expect(await told()).toEqual([])
  await outbox.retry(order, partner.asks)
  expect(await told()).toEqual([
    ['key', 'outbox_retried', { order, partner: expect.any(String), cents: partner.asks }],
  ])
})
