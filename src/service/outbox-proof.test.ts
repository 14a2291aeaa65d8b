/** What the partner's list and its answers prove (docs/outbox.md), through the outbox as a whole. */
import { describe, expect, it } from 'vitest'
import { dropped, outboxShop, settled } from '../testing/outbox.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { AnsweredOrder } from '../upstream/read.ts'

it('a list that lacks an order that is there proves nothing: a person is asked, and nothing is sent again', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  const first = await place('A')
  await settled(async () => expect(await phase(first)).toBe('sent'))
  let sent = 0
  partner.order = (_area, cart) => {
    sent++
    partner.commit(cart)
    return dropped()
  }
  // The list of an account that was moved, of yesterday, or of a partner that shows the first page alone.
  partner.orders = () => Promise.resolve([])
  const second = await place('B')
  await settled(async () => expect(await phase(second)).toBe('attention'))
  expect((await outbox.entry(second))?.lastError).toEqual({
    code: 'outbox_list_lacks',
    params: { id: '700' },
  })
  expect(sent).toBe(1)
})

it('a list that shows the latest order’s number under another’s reference is not ours: a person is asked', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  const first = await place('A')
  await settled(async () => expect(await phase(first)).toBe('sent'))
  const { order } = partner
  let sent = 0
  partner.order = (area, cart) => {
    sent += 1
    return order(area, cart).then(dropped)
  }
  const [known] = partner.orderBook
  partner.orders = async () => [{ ...known!, reference: 'another-shop-1' }]
  const second = await place('B')
  await settled(async () => expect(await phase(second)).toBe('attention'))
  expect(await outbox.entry(second)).toMatchObject({
    received: 'maybe',
    lastError: { code: 'outbox_list_lacks' },
  })
  expect(sent).toBe(1)
})

it.each(['sent on without an answer', 'waiting at a start'])(
  'a list that lags is read again: an order %s bothers no one',
  async (how) => {
    const { outbox, make, partner, place, phase } = await outboxShop()
    outbox.start()
    const first = await place('A')
    await settled(async () => expect(await phase(first)).toBe('sent'))
    const { order, orders } = partner
    partner.order = (area, cart) => {
      partner.order = order
      return order(area, cart).then(dropped)
    }
    const waiting = how === 'waiting at a start'
    if (waiting) {
      await outbox.stop()
      partner.order = order
    }
    let lagging = 3
    partner.orders = async () => (lagging-- > 0 ? [] : await orders())
    const second = await place('B')
    const seen = new Set<string>()
    if (waiting) (await make()).start()
    await settled(async () => {
      seen.add((await phase(second))!)
      expect(await phase(second)).toBe('sent')
    })
    expect([...seen]).not.toContain('attention')
    expect(lagging).toBeLessThan(0)
    expect(partner.orderBook).toHaveLength(2)
  },
)

it('a list that lags behind orders that go on being sent bothers no one: what it lacked before it comes to show', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  const first = await place('A')
  await settled(async () => expect(await phase(first)).toBe('sent'))
  const { order, orders } = partner
  partner.order = () => {
    partner.order = order
    return dropped()
  }
  let readings = 0
  // With each reading one more is there that it does not show yet.
  partner.orders = async () => {
    const shown = await orders()
    readings += 1
    if (readings > 8) return shown
    const next = await place(`N${readings}`)
    await settled(async () => expect(await phase(next)).toBe('sent'))
    return shown.slice(0, -1)
  }
  const doubtful = await place('B')
  const seen = new Set<string>()
  await settled(async () => {
    seen.add((await phase(doubtful))!)
    expect(await phase(doubtful)).toBe('sent')
  })
  expect([...seen]).not.toContain('attention')
  expect(partner.orderBook.filter(({ reference }) => reference?.startsWith('B'))).toHaveLength(1)
})

it('a list that shows the latest order and not this one proves that it is missing: it is sent again', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  const first = await place('A')
  await settled(async () => expect(await phase(first)).toBe('sent'))
  const { order } = partner
  partner.order = () => {
    partner.order = order
    return dropped()
  }
  const second = await place('B')
  await settled(async () => expect(await phase(second)).toBe('sent'))
  expect(partner.orderBook).toHaveLength(2)
})

it('an answer with the number of another order is no proof: the list says which one it is', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  const first = await place('A')
  await settled(async () => expect(await phase(first)).toBe('sent'))
  partner.order = (_area, cart) => Promise.resolve({ ...partner.commit(cart), id: '700' })
  const second = await place('B')
  await settled(async () => expect(await phase(second)).toBe('sent'))
  expect((await outbox.entry(second))?.upstreamId).toBe('701')
  expect(partner.orderBook).toHaveLength(2)
})

describe('a list that shows an order under a number that another order has: a person is asked, nothing is sent', () => {
  /** An order in doubt whose partner shows it under the number of an order before it. */
  async function shared(orders: (known: AnsweredOrder, devis: string) => AnsweredOrder[]) {
    const shop = await outboxShop()
    const { outbox, partner, place, phase } = shop
    outbox.start()
    const first = await place('A')
    await settled(async () => expect(await phase(first)).toBe('sent'))
    const [known] = partner.orderBook
    let sent = 0
    partner.order = (_area, cart) => {
      sent += 1
      partner.orders = async () => orders(known!, (cart as { devis: string }).devis)
      return Promise.resolve({ ...known!, reference: null })
    }
    const second = await place('B')
    await settled(async () => expect(['sent', 'attention']).toContain(await phase(second)))
    return { ...shop, first, second, sent: () => sent }
  }

  it.each([
    ['beside it', (known: AnsweredOrder, reference: string) => [known, { ...known, reference }]],
    ['before it', (known: AnsweredOrder, reference: string) => [{ ...known, reference }, known]],
    ['in its place', (known: AnsweredOrder, reference: string) => [{ ...known, reference }]],
  ])('%s', async (_where, orders) => {
    const { outbox, first, second, sent } = await shared(orders)
    expect(await outbox.entry(second)).toMatchObject({
      state: 'a_verifier',
      received: 'maybe',
      upstreamId: null,
      lastError: { code: 'outbox_number_shared', params: { id: '700' } },
    })
    expect(await outbox.entry(first)).toMatchObject({ upstreamId: '700' })
    expect(sent()).toBe(1)
  })

  it('and another shop’s order has it', async () => {
    const { outbox, second } = await shared((known, reference) => [
      known,
      { ...known, id: '701', reference: 'another-shop-1' },
      { ...known, id: '701', reference },
    ])
    expect(await outbox.entry(second)).toMatchObject({
      ...{ lastError: { code: 'outbox_number_shared', params: { id: '701' } }, received: 'maybe' },
    })
  })

  it('is taken as sent under a number of its own beside that', async () => {
    const { outbox, second } = await shared((known, reference) => [
      known,
      { ...known, reference },
      { ...known, id: '701', reference },
    ])
    expect(await outbox.entry(second)).toMatchObject({ upstreamId: '701', received: 'yes' })
  })

  it('is taken as sent where the list was read while it grew, and shows one entry twice', async () => {
    const { outbox, second } = await shared((known, reference) => [
      known,
      { ...known, id: '701', reference },
      { ...known, id: '701', reference },
    ])
    expect(await outbox.entry(second)).toMatchObject({ upstreamId: '701', received: 'yes', lastError: null })
  })
})

it('a list that shows a new order under the reference of another of ours may mean this one: a person is asked', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  const first = await place('A')
  await settled(async () => expect(await phase(first)).toBe('sent'))
  const [known] = partner.orderBook
  let sent = 0
  partner.order = () => {
    sent += 1
    partner.orders = () => Promise.resolve([known!, { ...known!, id: '701' }])
    return dropped()
  }
  const second = await place('B')
  await settled(async () => expect(await phase(second)).toBe('attention'))
  expect(await outbox.entry(second)).toMatchObject({
    lastError: { code: 'outbox_reference_of_another', params: { id: '701', order: 'C000001' } },
    received: 'maybe',
  })
  expect(sent).toBe(1)
})

it('neither the list nor the store can be read: it is tried again, and the program goes on', async () => {
  const { outbox, partner, place, phase, store } = await outboxShop()
  const orders = partner.orders
  let asked = 0
  // No spy: it would take the failure for heard.
  Object.assign(store.outbox, { latestThere: () => Promise.reject(new Error('disk I/O error')) })
  partner.order = (_area, cart) => {
    partner.commit(cart)
    partner.orders = () => {
      asked += 1
      return Promise.reject(
        new UpstreamError('unreachable', { code: 'partner_unreachable', params: { cause: 'X' } }),
      )
    }
    return dropped()
  }
  outbox.start()
  const id = await place()
  await settled(() => expect(asked).toBeGreaterThan(1))
  expect(await phase(id)).toBe('doubtful')
  partner.orders = orders
  await settled(async () => expect(await phase(id)).toBe('sent'))
})

it('an answer with another reference is no proof: where the list does not show ours, a person is asked', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  partner.order = () => Promise.resolve({ id: '1', status: 'recue', reference: 'SOMEONE-ELSE', cents: null })
  const id = await place('A')
  await settled(async () => expect(await phase(id)).toBe('attention'))
  expect(await outbox.entry(id)).toMatchObject({
    lastError: { code: 'outbox_other_reference', params: { id: '1', reference: 'SOMEONE-ELSE' } },
    attempts: 1,
  })
})

it('an answer with the beginning of the reference is the order: some partners keep no more', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  partner.order = (_area, cart) => {
    const order = partner.commit(cart)
    return Promise.resolve({ ...order, reference: order.reference!.slice(0, 5) })
  }
  const id = await place('ABCDEFGH')
  await settled(async () => expect(await phase(id)).toBe('sent'))
})

it('an order that no list ever shows is not sent for ever', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  let sent = 0
  partner.order = () => {
    sent++
    return dropped()
  }
  const id = await place('A')
  await settled(async () => expect(await phase(id)).toBe('attention'))
  expect((await outbox.entry(id))?.lastError).toEqual({ code: 'outbox_sent_in_vain', params: { count: 5 } })
  expect(sent).toBe(5)
})

it('a very long reference is sent cut, and the suffix is whole', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  const id = await place(`${'x'.repeat(999)}🖨🖨`)
  await settled(async () => expect(await phase(id)).toBe('sent'))
  const { reference } = partner.orderBook[0]!
  expect(reference).toMatch(/^x{999}\ufffd-[0-9a-f]{10}$/)
})

it('a list that was read before another order was sent proves as much without it', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  const { order, orders } = partner
  partner.order = () => dropped()
  // While the list of the order in doubt is on its way, another order is sent and known to be there.
  let other = 0
  partner.orders = async () => {
    const before = await orders()
    partner.order = order
    if (other === 0) {
      other = await place('B')
      await settled(async () => expect(await phase(other)).toBe('sent'))
    }
    return before
  }
  const doubtful = await place('A')
  await settled(async () => expect(await phase(doubtful)).toBe('sent'))
  expect(partner.orderBook).toHaveLength(2)
})

it('while an order is on its way the partner may have it; proof that it was not sent takes that back', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  const seen: unknown[] = []
  const { order } = partner
  partner.order = async () => {
    seen.push((await outbox.entry(id))?.received)
    const { simulate } = partner
    partner.simulate = async () => {
      seen.push((await outbox.entry(id))?.received)
      return simulate()
    }
    partner.order = async (area, cart) => {
      seen.push((await outbox.entry(id))?.received)
      return order(area, cart)
    }
    return Promise.reject(new UpstreamError('throttled', { code: 'partner_throttled', params: {} }))
  }
  const id = await place('A')
  await settled(async () => expect(await phase(id)).toBe('sent'))
  expect(seen).toEqual(['maybe', 'no', 'maybe'])
})

describe('an order that a start finds waiting: the store may be a copy', () => {
  async function restarted(orders: (all: AnsweredOrder[]) => AnsweredOrder[]) {
    const { outbox, make, partner, place, phase } = await outboxShop()
    outbox.start()
    const first = await place('A')
    await settled(async () => expect(await phase(first)).toBe('sent'))
    await outbox.stop()
    const second = await place('B')
    const all = partner.orderBook
    partner.orders = () => Promise.resolve(orders(all))
    const next = await make()
    next.start()
    return { next, partner, phase, second }
  }

  it('is sent where the list shows the latest order, and not this one', async () => {
    const { partner, phase, second } = await restarted((all) => all)
    await settled(async () => expect(await phase(second)).toBe('sent'))
    expect(partner.orderBook).toHaveLength(2)
  })

  it('is not sent on the word of a list that lacks what is there; a person may say so', async () => {
    const { next, partner, phase, second } = await restarted(() => [])
    await settled(async () => expect(await phase(second)).toBe('attention'))
    expect(await next.entry(second)).toMatchObject({
      ...{ lastError: { code: 'outbox_list_lacks', params: { id: '700' } }, received: 'maybe' },
    })
    expect(partner.orderBook).toHaveLength(1)
    // A number that is another order's already is not this one's.
    for (const taken of ['700', '0700'])
      await expect(next.identify(second, taken)).rejects.toMatchObject({ name: 'Invalid' })
    await next.retry(second, null)
    await settled(async () => expect(await phase(second)).toBe('sent'))
    expect(partner.orderBook).toHaveLength(2)
  })
})

it('a number that a person names wrongly stands in no other order’s way', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  outbox.start()
  const { order } = partner
  partner.order = () => Promise.resolve({ id: '1', status: null, reference: 'SOMEONE-ELSE', cents: null })
  const first = await place('A')
  await settled(async () => expect(await phase(first)).toBe('attention'))
  await outbox.identify(first, '999999')
  partner.order = () => {
    partner.order = order
    return dropped()
  }
  const second = await place('B')
  await settled(async () => expect(await phase(second)).toBe('sent'))
})
