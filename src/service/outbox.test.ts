import { expect, it, onTestFinished, vi, describe } from 'vitest'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { AnsweredOrder } from '../upstream/read.ts'
import { CENTS, dropped, outboxShop, SETTLE_MS, settled, Partner } from '../testing/outbox.ts'

it('does not look for anything while no partner is set', async () => {
  const { outbox, upstream, store } = await outboxShop()
  upstream.client = null
  const due = vi.spyOn(store.outbox, 'due')
  const nextDue = vi.spyOn(store.outbox, 'nextDue')
  outbox.start()
  await new Promise((done) => setTimeout(done, 100))
  expect(due.mock.calls.length + nextDue.mock.calls.length).toBeLessThan(3)
})

it('writes that it sends before it sends', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  const seen: unknown[] = []
  partner.order = async (_area, cart) => {
    seen.push(await phase(1))
    return partner.commit(cart)
  }
  outbox.start()
  const id = await place()
  await settled(async () => expect(await phase(id)).toBe('sent'))
  expect(seen).toEqual(['sending'])
})

describe('a store that cannot be written', () => {
  it('after the partner has the order: it is found there, and not sent again', async () => {
    const { outbox, partner, place, phase, store } = await outboxShop()
    const move = store.outbox.move.bind(store.outbox)
    let full = false
    vi.spyOn(store.outbox, 'move').mockImplementation(async (...change) =>
      full
        ? Promise.reject(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }))
        : await move(...change),
    )
    partner.order = (_area, cart) => {
      full = true
      setTimeout(() => (full = false), 100)
      return Promise.resolve(partner.commit(cart))
    }
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('sent'))
    expect(partner.orderBook).toHaveLength(1)
    expect(vi.mocked(store.outbox.move).mock.calls.length, 'it rests between tries').toBeLessThan(20)
  })

  it('before it is sent: it is not sent', async () => {
    const { outbox, partner, place, phase, store } = await outboxShop()
    vi.spyOn(store.outbox, 'move').mockRejectedValue(new Error('database or disk is full'))
    outbox.start()
    const id = await place()
    await new Promise((done) => setTimeout(done, 100))
    expect(partner.orderBook).toEqual([])
    expect(await phase(id)).toBe('ready')
  })

  it('that cannot be read either: the program goes on', async () => {
    const { outbox, place, phase, store } = await outboxShop()
    const due = vi.spyOn(store.outbox, 'due').mockImplementation(() => {
      throw new Error('disk I/O error')
    })
    outbox.start()
    const id = await place()
    await new Promise((done) => setTimeout(done, 60))
    due.mockRestore()
    await settled(async () => expect(await phase(id)).toBe('sent'))
  })
})

describe('in doubt', () => {
  it('offers only what a person may decide: neither to send again nor to give up', async () => {
    const { outbox, partner, place, phase } = await outboxShop()
    partner.order = dropped
    partner.orders = () => new Promise(() => undefined)
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('doubtful'))
    expect((await outbox.entry(id))?.decisions).toEqual(['identify'])
    await expect(outbox.cancel(id)).rejects.toThrow('not waiting')
  })

  it('settles from the end of the attempt, however long it took', async () => {
    const { outbox, partner, place, phase } = await outboxShop()
    let end = 0
    partner.order = async () => {
      await new Promise((done) => setTimeout(done, 2 * SETTLE_MS))
      end = performance.now()
      return dropped()
    }
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('doubtful'))
    partner.order = (_area, cart) => Promise.resolve(partner.commit(cart))
    const before = partner.readings.length
    await settled(async () => expect(await phase(id)).toBe('sent'))
    expect(partner.readings[before]! - end).toBeGreaterThanOrEqual(SETTLE_MS)
  })

  it('is not cut short by a clock that is set forward', async () => {
    const { outbox, partner, place, phase, setClock } = await outboxShop()
    let end = 0
    partner.order = () => {
      end = performance.now()
      return dropped()
    }
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('doubtful'))
    partner.order = (_area, cart) => Promise.resolve(partner.commit(cart))
    const before = partner.readings.length
    setClock(3_600_000)
    outbox.kick()
    await settled(async () => expect(await phase(id)).toBe('sent'))
    expect(partner.readings[before]! - end).toBeGreaterThanOrEqual(SETTLE_MS)
  })

  it('does not wait for a clock that is set back to come there again', async () => {
    const { outbox, partner, place, phase, setClock } = await outboxShop()
    partner.order = dropped
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('doubtful'))
    partner.order = (_area, cart) => Promise.resolve(partner.commit(cart))
    setClock(-86_400_000)
    outbox.kick()
    await settled(async () => expect(await phase(id)).toBe('sent'))
  })

  it.each([
    ['without references', null],
    ['with the reference cut short', 'Affiches pour la vitri'],
  ])('goes to a person where the list shows orders %s', async (_what, reference) => {
    const { outbox, partner, place, phase } = await outboxShop()
    partner.order = dropped
    partner.orderBook.push({ id: '1', status: null, reference, cents: null })
    outbox.start()
    const id = await place('Affiches pour la vitrine')
    await settled(async () => expect(await phase(id)).toBe('attention'))
    expect((await outbox.entry(id))?.state).toBe('a_verifier')
  })

  it('knows its reference in other blanks and capitals', async () => {
    const { outbox, partner, place, phase } = await outboxShop()
    partner.order = (_area, cart) => {
      const { devis } = cart as { devis: string }
      partner.orderBook.push({ id: '9', status: null, reference: `${devis.toUpperCase()} `, cents: null })
      return dropped()
    }
    outbox.start()
    const id = await place(' Affiche')
    await settled(async () => expect(await phase(id)).toBe('sent'))
    expect((await outbox.entry(id))?.upstreamId).toBe('9')
  })

  it('waits while the partner is silent, and asks a person where it answers and cannot tell', async () => {
    const { outbox, partner, place, phase } = await outboxShop()
    partner.order = dropped
    const { orders } = partner
    let silent = 0
    partner.orders = () => {
      silent++
      return dropped()
    }
    outbox.start()
    const id = await place()
    await settled(() => expect(silent).toBeGreaterThan(12))
    expect(await phase(id)).toBe('doubtful')
    partner.orders = () =>
      Promise.reject(
        new UpstreamError('failed', { code: 'partner_failed', params: { status: 500 } }, { status: 500 }),
      )
    await settled(async () => expect(await phase(id)).toBe('attention'))
    // The person says to send, and the list is still broken.
    partner.order = (_area, cart) => Promise.resolve(partner.commit(cart))
    await outbox.retry(id, null)
    await settled(async () => expect(await phase(id)).toBe('sent'))
    partner.orders = orders
  })

  it('is not believed absent from the list of another account', async () => {
    const { outbox, partner, place, phase, upstream } = await outboxShop()
    partner.order = dropped
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('doubtful'))
    const renewed = new Partner()
    renewed.account = 'other'
    upstream.client = renewed as unknown as UpstreamClient
    await settled(async () => expect(await phase(id)).toBe('attention'))
    expect((await outbox.entry(id))?.lastError?.code).toBe('outbox_other_account')
  })
})

it('waits while no partner is set', async () => {
  const { outbox, partner, place, phase, upstream } = await outboxShop()
  partner.simulate = dropped
  outbox.start()
  const id = await place()
  upstream.client = null
  await new Promise((done) => setTimeout(done, 60))
  expect(await phase(id)).toBe('ready')
  partner.simulate = new Partner().simulate
  upstream.client = partner as unknown as UpstreamClient
  outbox.kick()
  await settled(async () => expect(await phase(id)).toBe('sent'))
})

describe('a start', () => {
  it('looks for what was being sent, after it has settled from then on', async () => {
    const { outbox, partner, place, phase, make } = await outboxShop()
    const answer = Promise.withResolvers<AnsweredOrder>()
    onTestFinished(() =>
      answer.reject(
        new UpstreamError('interrupted', { code: 'partner_broken', params: { cause: 'ECONNRESET' } }),
      ),
    )
    partner.order = (_area, cart) => {
      partner.commit(cart)
      return answer.promise
    }
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('sending'))
    // As if it were killed: no answer comes, and another program starts on the store.
    const started = performance.now()
    const before = partner.readings.length
    ;(await make()).start()
    await settled(async () => expect(await phase(id)).toBe('sent'))
    expect(partner.orderBook).toHaveLength(1)
    expect(partner.readings[before]! - started).toBeGreaterThanOrEqual(SETTLE_MS)
  })

  it('reads the list before it sends what it finds waiting', async () => {
    const { partner, place, phase, make, store } = await outboxShop()
    const id = await place()
    // A machine set back to a snapshot: the order is there already.
    partner.orderBook.push({
      id: '5',
      status: null,
      reference: (await store.outbox.ofOrder(id))[0]!.devis,
      cents: null,
    })
    ;(await make()).start()
    await settled(async () => expect(await phase(id)).toBe('sent'))
    expect(partner.orderBook).toHaveLength(1)
    expect((await store.outbox.ofOrder(id))[0]).toMatchObject({ upstreamId: '5', attempts: 0 })
  })
})

describe('what is known of whether the partner has an order', () => {
  const unreadable = () =>
    Promise.reject(
      new UpstreamError('unreadable', { code: 'partner_no_total', params: { path: 'panier/', got: '{}' } }),
    )

  it('it does not, where its cart could never be read and nothing was sent', async () => {
    const { outbox, partner, place, phase } = await outboxShop()
    partner.simulate = unreadable
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('attention'))
    expect(await outbox.entry(id)).toMatchObject({
      attempts: 0,
      received: 'no',
      lastError: { code: 'partner_no_total' },
    })
  })

  it('it may, where it was sent and nothing proves what came of it', async () => {
    const { outbox, partner, place, phase } = await outboxShop()
    partner.order = dropped
    partner.orders = unreadable
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('attention'))
    expect(await outbox.entry(id)).toMatchObject({ attempts: 1, received: 'maybe' })
  })

  it('it does not, where its list was read whole since, and does not hold it', async () => {
    const { outbox, partner, place, phase } = await outboxShop()
    partner.order = dropped
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('doubtful'))
    expect((await outbox.entry(id))?.received).toBe('maybe')
    partner.simulate = unreadable
    await settled(async () => expect(await phase(id)).toBe('attention'))
    expect(await outbox.entry(id)).toMatchObject({ attempts: 1, received: 'no' })
  })

  it('it does, under a number that cannot be kept: a person names it, and nothing else can be decided', async () => {
    const { outbox, partner, place, phase } = await outboxShop()
    partner.order = (_area, cart) => Promise.resolve({ ...partner.commit(cart), id: null })
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('attention'))
    expect(await outbox.entry(id)).toMatchObject({
      received: 'yes',
      lastError: { code: 'outbox_id_unreadable' },
    })
    await expect(outbox.retry(id, null)).rejects.toThrow()
    await expect(outbox.cancel(id)).rejects.toThrow()
    expect(await outbox.identify(id, '9223372036854775809')).toMatchObject({
      upstreamId: '9223372036854775809',
    })
    expect(await phase(id)).toBe('sent')
    expect(partner.orderBook).toHaveLength(1)
  })
})

it('finds an order among 200,000 of the partner', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  partner.order = dropped
  for (let i = 0; i < 200_000; i++)
    partner.orderBook.push({ id: `${i}`, status: null, reference: `other-${i}`, cents: null })
  outbox.start()
  const id = await place()
  await settled(async () => expect(await phase(id)).toBe('doubtful'))
  partner.order = (_area, cart) => Promise.resolve(partner.commit(cart))
  await settled(async () => expect(await phase(id)).toBe('sent'))
  expect(partner.orderBook).toHaveLength(200_001)
})

it('asks a person about an order that it fails on by a defect, again and again', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  partner.simulate = () => Promise.reject(new RangeError('Maximum call stack size exceeded'))
  outbox.start()
  const id = await place()
  await settled(async () => expect(await phase(id)).toBe('attention'))
  expect(await outbox.entry(id)).toMatchObject({ received: 'no', lastError: { code: 'outbox_step_failed' } })
})

it('keeps what was accepted first, what the partner asked and what was accepted then', async () => {
  const { outbox, partner, place, phase, store } = await outboxShop()
  partner.asks = 15_000
  outbox.start()
  const id = await place()
  await settled(async () => expect(await phase(id)).toBe('attention'))
  expect((await outbox.entry(id))?.lastError).toEqual({
    code: 'outbox_price_moved',
    params: { asked: 15_000, accepted: CENTS },
  })
  await outbox.retry(id, 15_000)
  await settled(async () => expect(await phase(id)).toBe('sent'))
  // What the customer was promised stays.
  expect(await store.orders.byId(id)).toMatchObject({ costHt: 15_000, prix_ht: CENTS, total_ttc: 14_400 })
  expect(await outbox.acceptances(id)).toEqual([
    { part: 1, at: expect.any(String), beforeCents: CENTS, askedCents: 15_000, acceptedCents: 15_000 },
  ])
})

it('tells of an order when its status changes, once', async () => {
  const { outbox, partner, place, phase, events } = await outboxShop()
  const told: string[] = []
  events.on('orders', ({ status }) => told.push(status))
  partner.order = dropped
  outbox.start()
  const id = await place()
  await settled(async () => expect(await phase(id)).toBe('doubtful'))
  partner.order = (_area, cart) => Promise.resolve(partner.commit(cart))
  await settled(async () => expect(await phase(id)).toBe('sent'))
  expect(told).toEqual(['En cours'])
})

it('is moved by one at a time', async () => {
  const { outbox, place, store } = await outboxShop()
  const id = await place()
  const entry = (await store.outbox.ofOrder(id))[0]!
  await outbox.cancel(id)
  await expect(store.outbox.move(entry, entry.nextAt)).rejects.toThrow('no longer at version 1')
  await expect(outbox.retry(id, null)).rejects.toThrow()
})

it('is told when it is tried next: no sooner than its partner wants to be asked', async () => {
  const { outbox, place, link } = await outboxShop()
  const id = await place()
  const until = '2999-01-01T00:00:00.000Z'
  const paused = vi.spyOn(link, 'pausedUntil', 'get').mockReturnValue(until)
  expect((await outbox.entry(id))?.nextAttemptAt).toBe(until)
  expect((await outbox.retry(id, null)).nextAttemptAt).toBe(until)
  paused.mockReturnValue(null)
  expect((await outbox.entry(id))!.nextAttemptAt! < until).toBe(true)
})
