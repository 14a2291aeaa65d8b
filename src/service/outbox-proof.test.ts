/** What the partner's list and its answers prove (docs/outbox.md), through the outbox as a whole. */
import { expect, it } from 'vitest'
import { dropped, outboxShop, settled } from '../testing/outbox.ts'

it('a list that lacks an order that is there proves nothing: a person is asked, and nothing is sent again', async () => {
  const { outbox, partner, place, phase } = outboxShop()
  outbox.start()
  const first = place('A')
  await settled(() => expect(phase(first)).toBe('sent'))
  let sent = 0
  partner.order = (_area, cart) => {
    sent++
    partner.commit(cart)
    return dropped()
  }
  // The list of an account that was moved, of yesterday, or of a partner that shows the first page alone.
  partner.orders = () => Promise.resolve([])
  const second = place('B')
  await settled(() => expect(phase(second)).toBe('attention'))
  expect(outbox.entry(second)?.lastError).toEqual({ code: 'outbox_list_lacks', params: { id: '700' } })
  expect(sent).toBe(1)
})

it('a list that shows the latest order and not this one proves that it is missing: it is sent again', async () => {
  const { outbox, partner, place, phase } = outboxShop()
  outbox.start()
  const first = place('A')
  await settled(() => expect(phase(first)).toBe('sent'))
  const { order } = partner
  partner.order = () => {
    partner.order = order
    return dropped()
  }
  const second = place('B')
  await settled(() => expect(phase(second)).toBe('sent'))
  expect(partner.orderBook).toHaveLength(2)
})

it('an answer with the number of another order is no proof: the list says which one it is', async () => {
  const { outbox, partner, place, phase } = outboxShop()
  outbox.start()
  const first = place('A')
  await settled(() => expect(phase(first)).toBe('sent'))
  partner.order = (_area, cart) => Promise.resolve({ ...partner.commit(cart), id: '700' })
  const second = place('B')
  await settled(() => expect(phase(second)).toBe('sent'))
  expect(outbox.entry(second)?.upstreamId).toBe('701')
  expect(partner.orderBook).toHaveLength(2)
})
