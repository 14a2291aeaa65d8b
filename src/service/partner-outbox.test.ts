/** What a person may decide, and how much is begun, while steps towards a partner are under way. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { UpstreamClient } from '../upstream/client.ts'
import { CENTS, dropped, outboxShop, Partner, settled } from '../testing/outbox.ts'

/** A partner that answers a simulated cart once it is told to. */
async function waitingShop() {
  const shop = await outboxShop()
  const asked: (() => void)[] = []
  shop.partner.simulate = () =>
    new Promise((done) => asked.push(() => done({ prix_ht: CENTS, lines: [CENTS] })))
  // A stop waits for the steps under way.
  onTestFinished(() => asked.forEach((answer) => answer()))
  return { ...shop, asked }
}

it('an order is given up while it is just being tried: nothing is sent of it, and the next one goes', async () => {
  const { outbox, partner, place, phase, asked, store } = await waitingShop()
  outbox.start()
  const id = await place()
  await settled(() => expect(asked).toHaveLength(1))
  // What a step decides in a moment nobody else does; that it is not to be sent, a person may.
  expect((await outbox.entry(id))?.decisions).toEqual(['cancel'])
  await expect(outbox.retry(id, null)).rejects.toThrow('not waiting')
  expect(await outbox.cancel(id)).toMatchObject({ state: 'annulee', received: 'no', attempts: 0 })
  asked[0]!()
  const next = await place()
  await settled(() => expect(asked).toHaveLength(2))
  asked[1]!()
  await settled(async () => expect(await phase(next)).toBe('sent'))
  expect(await phase(id)).toBe('cancelled')
  expect(partner.orderBook).toHaveLength(1)
  expect(partner.orderBook[0]!.reference).toBe((await store.outbox.ofOrder(next))[0]!.devis)
  expect(await store.orders.byId(id)).toMatchObject({ status: 'annulee' })
})

describe('an order that was stopped because its partner had another address by then', () => {
  async function stopped(shop: Awaited<ReturnType<typeof outboxShop>>) {
    const { outbox, upstream, partner, place, phase } = shop
    outbox.start()
    const id = await place()
    const other = Object.assign(new Partner(), { url: 'https://other.example' })
    await settled(async () => expect((await outbox.entry(id))?.lastError?.code).toBe('partner_broken'))
    upstream.client = other as unknown as UpstreamClient
    await settled(async () => expect(await phase(id)).toBe('attention'))
    expect(other.orderBook).toEqual([])
    Object.assign(partner, { simulate: new Partner().simulate })
    upstream.client = partner as unknown as UpstreamClient
    return id
  }

  it('goes on by itself once its own address is set again, where it was never sent', async () => {
    const shop = await outboxShop()
    shop.partner.simulate = dropped
    const id = await stopped(shop)
    await shop.setAgain()
    await settled(async () => expect(await shop.phase(id)).toBe('sent'))
    expect(shop.partner.orderBook).toHaveLength(1)
  })

  it('waits for a person, where it was sent before: he has to say so', async () => {
    const shop = await outboxShop()
    shop.partner.order = dropped
    const id = await stopped(shop)
    await shop.setAgain()
    expect(await shop.outbox.entry(id)).toMatchObject({
      ...{ state: 'a_verifier', received: 'maybe', lastError: { code: 'outbox_partner_back' } },
    })
    expect(await shop.phase(id)).toBe('attention')
  })

  it('goes on after a start, too', async () => {
    const shop = await outboxShop()
    shop.partner.simulate = dropped
    const id = await stopped(shop)
    await shop.outbox.stop()
    const next = await shop.make()
    next.start()
    await settled(async () => expect(await shop.phase(id)).toBe('sent'))
    expect(shop.partner.orderBook).toHaveLength(1)
  })
})

it('as many orders go to a partner at once as its own limit says, whatever the settings say', async () => {
  const { outbox, place, phase, asked, limit } = await waitingShop()
  await limit({ concurrency: 2 })
  const orders = await Promise.all([place(), place(), place(), place(), place()])
  outbox.start()
  await settled(() => expect(asked.length).toBeGreaterThan(1))
  for (const at of orders.keys()) {
    await settled(() => expect(asked.length).toBeGreaterThan(at))
    // No more are begun than have ended.
    expect(asked.length).toBeLessThanOrEqual(at + 2)
    asked[at]!()
  }
  for (const id of orders) await settled(async () => expect(await phase(id)).toBe('sent'))
})

it('what has become of its orders is asked at once where a person wants to know, long before it is time', async () => {
  const { outbox, partner, place, phase, store } = await outboxShop(undefined, 60_000)
  outbox.start()
  const id = await place()
  await settled(async () => expect(await phase(id)).toBe('sent'))
  Object.assign(partner.orderBook[0]!, { status: 'En production' })
  outbox.lookAtOrders()
  await settled(async () => expect((await store.outbox.ofOrder(id))[0]?.partnerStatus).toBe('En production'))
})

it('is asked once however often a person wants to know meanwhile, and says nothing of what is gone there', async () => {
  const { outbox, partner, place, phase, store } = await outboxShop(undefined, 60_000)
  outbox.start()
  const ids = [await place(), await place()]
  for (const id of ids) await settled(async () => expect(await phase(id)).toBe('sent'))
  const list = [{ ...partner.orderBook[0]!, status: 'Livrée' }]
  const [there, gone] = ids as [number, number]
  let asked = 0
  let answer = () => {}
  partner.orders = () => {
    asked += 1
    return new Promise((resolve) => (answer = () => resolve(list)))
  }
  outbox.lookAtOrders()
  await settled(() => expect(asked).toBe(1))
  for (let again = 0; again < 5; again++) outbox.lookAtOrders()
  answer()
  await settled(async () => expect((await store.outbox.ofOrder(there))[0]?.partnerStatus).toBe('Livrée'))
  expect(asked).toBe(1)
  for (let reading = 2; reading < 7; reading++) {
    await settled(() => {
      outbox.lookAtOrders()
      expect(asked).toBe(reading)
    })
    answer()
  }
  await outbox.stop()
  expect((await store.outbox.ofOrder(gone))[0]?.lastError).toBeNull()
})
