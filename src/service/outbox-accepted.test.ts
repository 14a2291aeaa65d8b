/** A cost that a person accepted is the order's from then on, whether it leaves at once or waits. */
import { expect, it } from 'vitest'
import { CENTS, dropped, outboxShop, settled } from '../testing/outbox.ts'

async function accepted() {
  const shop = await outboxShop()
  const { outbox, partner, place, phase } = shop
  partner.asks = 15_000
  outbox.start()
  const id = await place()
  await settled(async () => expect(await phase(id)).toBe('attention'))
  // It was sold at what it cost.
  expect(await outbox.entry(id)).toMatchObject({ marginCents: CENTS - 15_000 })
  partner.simulate = dropped
  await outbox.retry(id, 15_000)
  return { ...shop, id }
}

it('while its partner is away', async () => {
  const { id, store, phase } = await accepted()
  expect(await phase(id)).toBe('ready')
  const order = await store.orders.byId(id)
  expect(order).toMatchObject({ costHt: 15_000, prix_ht: CENTS, lines: [{ costCents: 15_000 }] })
})

it('and goes with it where it is given up; nothing is told of what was asked', async () => {
  const { id, outbox, store } = await accepted()
  expect(await outbox.cancel(id)).toMatchObject({ state: 'annulee', lastError: null })
  // Nothing is left of the order: what it would have cost stays to be read.
  expect(await store.orders.byId(id)).toMatchObject({ status: 'annulee', costHt: 15_000 })
})
