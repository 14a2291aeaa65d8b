/** What a person may decide, and how much is begun, while steps towards a partner are under way. */
import { expect, it, onTestFinished } from 'vitest'
import { CENTS, outboxShop, settled } from '../testing/outbox.ts'

/** A partner that answers a simulated cart once it is told to. */
function waitingShop() {
  const shop = outboxShop()
  const asked: (() => void)[] = []
  shop.partner.simulate = () =>
    new Promise((done) => asked.push(() => done({ prix_ht: CENTS, lines: [CENTS] })))
  // A stop waits for the steps under way.
  onTestFinished(() => asked.forEach((answer) => answer()))
  return { ...shop, asked }
}

it('an order is given up while it is just being tried: nothing is sent of it, and the next one goes', async () => {
  const { outbox, partner, place, phase, asked, store } = waitingShop()
  outbox.start()
  const id = place()
  await settled(() => expect(asked).toHaveLength(1))
  // What a step decides in a moment nobody else does; that it is not to be sent, a person may.
  expect(outbox.entry(id)?.decisions).toEqual(['cancel'])
  expect(() => outbox.retry(id, null)).toThrow('does not wait')
  expect(outbox.cancel(id)).toMatchObject({ state: 'annulee', received: 'no', attempts: 0 })
  asked[0]!()
  const next = place()
  await settled(() => expect(asked).toHaveLength(2))
  asked[1]!()
  await settled(() => expect(phase(next)).toBe('sent'))
  expect(phase(id)).toBe('cancelled')
  expect(partner.orderBook).toHaveLength(1)
  expect(partner.orderBook[0]!.reference).toBe(store.outbox.ofOrder(next)[0]!.devis)
  expect(store.orders.byId(id)).toMatchObject({ status: 'annulee' })
})

it('as many orders go to a partner at once as its own limit says, whatever the settings say', async () => {
  const { outbox, place, phase, asked, limit } = waitingShop()
  limit({ concurrency: 2 })
  const orders = [place(), place(), place(), place(), place()]
  outbox.start()
  await settled(() => expect(asked.length).toBeGreaterThan(1))
  for (const at of orders.keys()) {
    await settled(() => expect(asked.length).toBeGreaterThan(at))
    // No more are begun than have ended.
    expect(asked.length).toBeLessThanOrEqual(at + 2)
    asked[at]!()
  }
  for (const id of orders) await settled(() => expect(phase(id)).toBe('sent'))
})
