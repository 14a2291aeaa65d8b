/** Orders that the partner has, with something about them that a person should look into. */
import { describe, expect, it } from 'vitest'
import { CENTS, dropped, outboxShop, settled } from '../testing/outbox.ts'
import type { AnsweredOrder } from '../upstream/read.ts'

it('is found by the number that the partner has given it, whole', async () => {
  const { store, outbox, partner, place, phase } = await outboxShop()
  partner.orderBook.push({ id: '699', status: 'En cours', reference: 'SOMEONE-ELSE', cents: null })
  outbox.start()
  const [id] = [await place(), await place()]
  await settled(async () => expect(await phase(id + 1)).toBe('sent'))
  const filter = { area: null, status: null, quote: null, sourceId: null, companyId: null }
  const found = async (search: string) => {
    const listed = await store.orderList.summaries({ ...filter, search }, 10, 0)
    expect((await store.find.orders(search, 5)).map((each) => each.id)).toEqual(
      listed.entries.map((each) => each.id),
    )
    return listed.entries.map((each) => each.id)
  }
  const there = (await outbox.entry(id))!.upstreamId!
  expect(await found(there)).toEqual([id])
  expect(await found(` ${there} `)).toEqual([id])
  for (const none of [there.slice(0, 2), `${there}0`, '699']) expect(await found(none), none).toEqual([])
})

describe('made for another price than was agreed', () => {
  it('is told with both, waits for nobody, and is settled by who has seen it', async () => {
    const { outbox, partner, place, phase } = await outboxShop()
    partner.charges = 3 * CENTS
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('sent'))
    expect(await outbox.entries()).toMatchObject([
      {
        order: id,
        state: 'En cours',
        upstreamCents: 3 * CENTS,
        acceptedCents: CENTS,
        lastError: { code: 'outbox_charged_more', params: { charged: 3 * CENTS, accepted: CENTS } },
        decisions: ['identify'],
      },
    ])
    expect(await outbox.counts()).toEqual({ waiting: 0, attention: 0, unsent: 0, noted: 1 })
    // Its number is the partner's own word.
    await expect(outbox.identify(id, '999')).rejects.toThrow()
    expect((await outbox.entry(id))?.lastError?.code).toBe('outbox_charged_more')
    expect(await outbox.stranded()).toBe(0)
    await outbox.identify(id, (await outbox.entry(id))!.upstreamId!)
    expect(await outbox.entries()).toEqual([])
    expect((await outbox.counts()).noted).toBe(0)
    expect(await outbox.entry(id)).toMatchObject({ lastError: null, decisions: [], upstreamCents: 3 * CENTS })
  })

  it('and raised once more in the partner’s list: each higher amount is told once, with the one before', async () => {
    const { outbox, partner, place, phase, store } = await outboxShop()
    partner.charges = 2 * CENTS
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('sent'))
    await outbox.identify(id, '700')
    const shows = async (cents: number | null) => {
      const status = `Reçue ${cents}`
      partner.orderBook[0] = { ...partner.orderBook[0]!, cents, status }
      await settled(async () => expect((await store.outbox.ofOrder(id))[0]?.partnerStatus).toBe(status))
      return (await outbox.entry(id))?.lastError ?? null
    }
    const told = (charged: number, was: number) => ({
      ...{ code: 'outbox_charged_more', params: { charged, accepted: CENTS, was } },
    })
    expect(await shows(2 * CENTS)).toBeNull()
    expect(await shows(3 * CENTS)).toEqual(told(3 * CENTS, 2 * CENTS))
    // Before anybody has seen it.
    expect(await shows(4 * CENTS)).toEqual(told(4 * CENTS, 3 * CENTS))
    expect(await outbox.identify(id, '700')).toMatchObject({ lastError: null, upstreamCents: 4 * CENTS })
    for (const known of [4 * CENTS, null, CENTS, 4 * CENTS]) expect(await shows(known), `${known}`).toBeNull()
    expect(await shows(5 * CENTS)).toEqual(told(5 * CENTS, 4 * CENTS))
    const history = (await store.orderEvents.ofOrder(id)).flatMap(
      ({ reason }) => reason?.params?.['charged'] ?? [],
    )
    expect([...history].sort()).toEqual([2, 3, 4, 5].map((times) => times * CENTS))
  })

  it('and is what the order costs once a person accepts it, as it stood there', async () => {
    const { outbox, partner, place, phase, store } = await outboxShop()
    partner.charges = 2 * CENTS
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('sent'))
    await expect(outbox.accept(id, 3 * CENTS)).rejects.toMatchObject({ code: 'outbox_state' })
    expect(await outbox.accept(id, 2 * CENTS)).toMatchObject({
      ...{ state: 'En cours', lastError: null, acceptedCents: 2 * CENTS, decisions: [] },
    })
    const order = (await store.orders.byId(id))!
    expect([order.costHt, order.lines[0]!.costCents, order.prix_ht]).toEqual([2 * CENTS, 2 * CENTS, CENTS])
    expect(await store.orderEvents.acceptances(id)).toMatchObject([
      { beforeCents: CENTS, askedCents: 2 * CENTS, acceptedCents: 2 * CENTS },
    ])
    // It is held to what was accepted from then on.
    await expect(outbox.accept(id, 2 * CENTS)).rejects.toMatchObject({ code: 'outbox_state' })
  })

  it('which is shared over its lines, to the cent: the customer may be asked to pay it', async () => {
    const { outbox, partner, place, phase, store, today, stays } = await outboxShop()
    partner.charges = 12_500
    outbox.start()
    const id = await place('R', [8000, 3999, 1])
    await settled(async () => expect(await phase(id)).toBe('sent'))
    await outbox.accept(id, 12_500)
    const order = (await store.orders.byId(id))!
    // 8333.33, 4165.63, 1.04
    expect(order.lines.map(({ costCents }) => costCents)).toEqual([8333, 4166, 1])
    expect(await today(id)).toMatchObject({ lineCents: [8333, 4166, 1] })
    expect(await stays(id)).toBeNull()
  })

  it('of lines at an agreed price the customer’s stays, and that is told', async () => {
    const { outbox, partner, place, phase, today, stays } = await outboxShop()
    partner.charges = 12_500
    outbox.start()
    const [some, all] = [await place('R', [8000, 4000], [1, 0]), await place('S', [8000, 4000], [1, 1])]
    for (const id of [some, all]) {
      await settled(async () => expect(await phase(id)).toBe('sent'))
      expect(await stays(id)).toBeNull()
      await outbox.accept(id, 12_500)
      expect(await stays(id)).toBe('agreed')
    }
    expect(await today(some)).toMatchObject({ lineCents: [8000, 4167] })
    expect(await today(all)).toBeNull()
  })

  it('or first in its list: that is told, too, but not of what it has cancelled', async () => {
    const { outbox, partner, place, phase } = await outboxShop()
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('sent'))
    partner.orderBook[0] = { ...partner.orderBook[0]!, cents: 2 * CENTS }
    await settled(async () =>
      expect((await outbox.entry(id))?.lastError).toEqual({
        ...{ code: 'outbox_charged_more', params: { charged: 2 * CENTS, accepted: CENTS } },
      }),
    )
    partner.orderBook[0] = { ...partner.orderBook[0], status: 'Annulée', cents: 3 * CENTS }
    await settled(async () =>
      expect((await outbox.entry(id))?.lastError?.code).toBe('outbox_cancelled_there'),
    )
    expect((await outbox.entry(id))?.upstreamCents).toBe(2 * CENTS)
  })

  it.each([[CENTS], [CENTS - 100], [null]])('says nothing where the order comes to %s', async (charges) => {
    const { outbox, partner, place, phase } = await outboxShop()
    partner.charges = charges
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('sent'))
    expect(await outbox.entries()).toEqual([])
    expect(await outbox.entry(id)).toMatchObject({ lastError: null, decisions: [] })
  })
})

describe('whose number has another’s reference in the partner’s list', () => {
  /** An order that the partner answered with number 700, and what its list comes to show. */
  async function made(orders: (own: AnsweredOrder) => AnsweredOrder[]) {
    const shop = await outboxShop()
    const { outbox, partner, place, phase } = shop
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('sent'))
    const shows = (list: typeof orders) => (partner.orders = async () => list(partner.orderBook[0]!))
    const { status: before } = (await shop.store.orders.byId(id))!
    shows(orders)
    return { ...shop, id, before, shows }
  }
  const other = (own: AnsweredOrder) => ({ ...own, status: 'Annulée', reference: 'SOMEONE-ELSE' })

  it('keeps its status, and is told until it was seen', async () => {
    const { outbox, store, id, before, shows, partner } = await made((own) => [other(own)])
    await settled(async () => expect((await outbox.counts()).noted).toBe(1))
    expect(await outbox.entry(id)).toMatchObject({
      state: 'En cours',
      lastError: { code: 'outbox_other_reference', params: { id: '700', reference: 'SOMEONE-ELSE' } },
      decisions: ['identify'],
    })
    expect((await store.orders.byId(id))?.status).toBe(before)
    // Seen: that number is a person's word now, and its status is the order's.
    await outbox.identify(id, '700')
    expect((await outbox.counts()).noted).toBe(0)
    await settled(async () => expect((await outbox.entry(id))?.state).toBe('annulee_chez_partenaire'))
    shows((own) => [{ ...other(own), status: 'Expédiée' }])
    await settled(async () => expect((await outbox.entry(id))?.state).toBe('Expédiée'))
    expect(await outbox.entries()).toEqual([])
    expect(partner.orderBook).toHaveLength(1)
  })

  it('or which is there under another number alone: that is told, may be put right, and goes once its own is shown', async () => {
    const { outbox, id, shows } = await made((own) => [{ ...own, id: '701', status: 'Reçue' }])
    await settled(async () => expect((await outbox.counts()).noted).toBe(1))
    expect(await outbox.entry(id)).toMatchObject({
      ...{ lastError: { code: 'outbox_id_not_shown', params: { id: '700' } }, decisions: ['identify'] },
    })
    shows((own) => [own])
    await settled(async () => expect((await outbox.counts()).noted).toBe(0))
    shows((own) => [{ ...own, id: '701', status: 'Reçue' }])
    await settled(async () => expect((await outbox.counts()).noted).toBe(1))
    expect(await outbox.identify(id, '701')).toMatchObject({ upstreamId: '701', state: 'Reçue' })
    expect((await outbox.counts()).noted).toBe(0)
  })

  it('may be put right', async () => {
    const { outbox, id } = await made((own) => [other(own), { ...own, id: '701', status: 'Reçue' }])
    await settled(async () => expect((await outbox.counts()).noted).toBe(1))
    expect(await outbox.identify(id, '701')).toMatchObject({ upstreamId: '701', state: 'Reçue' })
    expect((await outbox.counts()).noted).toBe(0)
  })

  it.each([
    ['after', (own: AnsweredOrder) => [other(own), { ...own, status: 'Expédiée' }]],
    ['before', (own: AnsweredOrder) => [{ ...own, status: 'Expédiée' }, other(own)]],
  ])('and its own %s that: its own counts', async (_where, orders) => {
    const { outbox, id } = await made(orders)
    const states = new Set<string>()
    await settled(async () => {
      states.add((await outbox.entry(id))!.state)
      expect((await outbox.entry(id))?.state).toBe('Expédiée')
    })
    expect([...states]).toEqual(['En cours', 'Expédiée'])
    expect((await outbox.entry(id))?.lastError).toBeNull()
  })
})

describe('made twice by the partner', () => {
  const twice = { code: 'outbox_made_twice', params: { id: '700', second: '701' } }

  it('is taken under its first number, and told until it was seen', async () => {
    const { outbox, partner, place, phase } = await outboxShop()
    partner.order = (_area, cart) => {
      partner.commit(cart)
      partner.commit(cart)
      return dropped()
    }
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('sent'))
    expect(await outbox.entries()).toMatchObject([
      { upstreamId: '700', state: 'En cours', lastError: twice, decisions: ['identify'] },
    ])
    expect(await outbox.counts()).toEqual({ waiting: 0, attention: 0, unsent: 0, noted: 1 })
    await outbox.identify(id, '700')
    expect(await outbox.entries()).toEqual([])
    partner.orderBook[0] = { ...partner.orderBook[0]!, status: 'Expédiée' }
    await settled(async () => expect((await outbox.entry(id))?.state).toBe('Expédiée'))
    expect(await outbox.entries()).toEqual([])
    expect(partner.orderBook).toHaveLength(2)
  })

  it('after it had answered: told once its list shows that; the second may be the one', async () => {
    const { outbox, partner, place } = await outboxShop()
    partner.order = (_area, cart) => {
      partner.commit(cart)
      return Promise.resolve({ ...partner.commit(cart), id: '700' })
    }
    outbox.start()
    const id = await place()
    await settled(async () => expect((await outbox.entry(id))?.lastError).toEqual(twice))
    expect(await outbox.identify(id, '701')).toMatchObject({ upstreamId: '701', lastError: null })
  })

  it('and each for more than was agreed: both are told', async () => {
    const { outbox, partner, place, phase } = await outboxShop()
    partner.charges = 3 * CENTS
    partner.order = (_area, cart) => {
      partner.commit(cart)
      partner.commit(cart)
      return dropped()
    }
    outbox.start()
    const id = await place()
    await settled(async () => expect(await phase(id)).toBe('sent'))
    expect((await outbox.entry(id))?.lastError).toEqual({
      ...twice,
      params: { ...twice.params, charged: 3 * CENTS, accepted: CENTS },
    })
  })
})

describe('named by a person', () => {
  /** An order that a person must look into: the partner's list cannot tell. */
  async function unclear() {
    const shop = await outboxShop()
    shop.partner.order = dropped
    shop.partner.orderBook.push({ id: '700', status: 'Reçue', reference: null, cents: null })
    shop.outbox.start()
    const id = await shop.place()
    await settled(async () => expect(await shop.phase(id)).toBe('attention'))
    return { ...shop, id }
  }

  it('is taken with its status where the partner’s list shows it, and can be put right', async () => {
    const { outbox, partner, id } = await unclear()
    expect(await outbox.identify(id, '0700')).toMatchObject({
      state: 'Reçue',
      upstreamId: '700',
      lastError: null,
      decisions: ['identify'],
    })
    expect(await outbox.entries()).toEqual([])
    partner.orderBook.push({ id: '701', status: 'Expédiée', reference: null, cents: null })
    expect(await outbox.identify(id, '701')).toMatchObject({ state: 'Expédiée', upstreamId: '701' })
  })

  it('is told where the list does not show it, until a person says so again', async () => {
    const { outbox, id } = await unclear()
    expect(await outbox.identify(id, '999')).toMatchObject({
      state: 'transmise',
      upstreamId: '999',
      lastError: { code: 'outbox_id_not_shown', params: { id: '999' } },
      decisions: ['identify'],
    })
    expect(await outbox.entries()).toHaveLength(1)
    expect((await outbox.counts()).noted).toBe(1)
    expect(await outbox.identify(id, '999')).toMatchObject({ upstreamId: '999', lastError: null })
    expect(await outbox.entries()).toEqual([])
  })

  it('is told where it has another’s reference over there', async () => {
    const { outbox, partner, id } = await unclear()
    partner.orderBook.push({ id: '701', status: 'Reçue', reference: 'SOMEONE-ELSE', cents: null })
    expect(await outbox.identify(id, '701')).toMatchObject({
      lastError: { code: 'outbox_other_reference', params: { id: '701', reference: 'SOMEONE-ELSE' } },
    })
  })

  it('is told no longer once the list shows it', async () => {
    const { outbox, partner, id } = await unclear()
    await outbox.identify(id, '999')
    partner.orderBook.push({ id: '999', status: 'Expédiée', reference: null, cents: null })
    await settled(async () =>
      expect(await outbox.entry(id)).toMatchObject({ state: 'Expédiée', lastError: null }),
    )
    expect(await outbox.entries()).toEqual([])
  })

  it('is taken at once where the partner cannot be asked', async () => {
    const { outbox, upstream, id } = await unclear()
    upstream.client = null
    expect(await outbox.identify(id, '999')).toMatchObject({ upstreamId: '999', lastError: null })
  })
})

it('may be named while the partner’s list is still being read: nothing is sent when that ends', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  const reading = Promise.withResolvers<null>()
  let readings = 0
  partner.order = dropped
  partner.orders = async () => {
    readings += 1
    if (readings === 1) await reading.promise
    return []
  }
  outbox.start()
  const id = await place()
  await settled(() => expect(readings).toBe(1))
  partner.order = (_area, cart) => Promise.resolve(partner.commit(cart))
  expect((await outbox.entry(id))?.decisions).toEqual(['identify'])
  expect(await outbox.identify(id, '700')).toMatchObject({ upstreamId: '700', received: 'yes' })
  reading.resolve(null)
  // The step under way has ended once this resolves.
  await outbox.stop()
  expect(await phase(id)).toBe('sent')
  expect(partner.orderBook).toEqual([])
})
