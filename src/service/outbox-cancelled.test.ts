/** Orders that the partner has cancelled: what becomes of them here, and where it takes that back. */
import { describe, expect, it } from 'vitest'
import { outboxShop, settled } from '../testing/outbox.ts'
import { UpstreamError } from '../upstream/errors.ts'

describe('that the partner has cancelled', () => {
  /** An order that the partner has, and what its list comes to call it. */
  async function made(place?: (shop: Awaited<ReturnType<typeof outboxShop>>) => Promise<number>) {
    const shop = await outboxShop()
    const { outbox, partner, phase, store } = shop
    outbox.start()
    const id = await (place ?? (() => shop.place()))(shop)
    await settled(async () => expect(await phase(id)).toBe('sent'))
    const calls = (status: string) => (partner.orderBook[0] = { ...partner.orderBook[0]!, status })
    const statusOf = async () => (await store.orders.byId(id))?.status
    return { ...shop, id, calls, statusOf }
  }

  it.each(['annulee', 'Annulée', 'CANCELLED'])(
    '(%s) waits for a person, and is given up by one alone',
    async (word) => {
      const { outbox, store, id, calls, statusOf, phase } = await made()
      calls(word)
      await settled(async () => expect((await outbox.counts()).noted).toBe(1))
      const told = word === 'annulee' ? 'Annulée' : word
      expect(await outbox.entries()).toMatchObject([
        {
          ...{ order: id, state: 'annulee_chez_partenaire', received: 'yes', endsOrder: true },
          lastError: { code: 'outbox_cancelled_there', params: { word: told } },
          decisions: ['identify', 'cancel'],
        },
      ])
      expect((await store.dashboard.transmissions(5)).total).toBe(1)
      expect(await statusOf()).toBe('a_verifier')
      // Its number is not in question.
      await expect(outbox.identify(id, '999')).rejects.toThrow()
      expect(await outbox.cancel(id)).toMatchObject({ state: 'annulee', lastError: null, decisions: [] })
      expect(await statusOf()).toBe('annulee')
      expect(await phase(id)).toBe('cancelled')
      expect(await outbox.counts()).toEqual({ waiting: 0, attention: 0, unsent: 0, noted: 0 })
      expect((await store.journal.ofOrder(id)).map(({ action }) => action)).toContain('order_cancelled')
    },
  )

  it('and takes up again right before it is given up is not: its list is read once more', async () => {
    const { outbox, id, calls, phase } = await made()
    calls('annulee')
    await settled(async () => expect((await outbox.counts()).noted).toBe(1))
    outbox.stop()
    calls('En fabrication')
    await expect(outbox.cancel(id)).rejects.toMatchObject({ code: 'outbox_state' })
    expect(await phase(id)).toBe('sent')
    expect((await outbox.counts()).noted).toBe(0)
  })

  it('is given up, too, where the list cannot be read once more, and the journal says so', async () => {
    const { outbox, partner, store, id, calls } = await made()
    calls('annulee')
    await settled(async () => expect((await outbox.counts()).noted).toBe(1))
    partner.orders = () =>
      Promise.reject(new UpstreamError('unreachable', { code: 'partner_timeout', params: { seconds: 1 } }))
    expect(await outbox.cancel(id)).toMatchObject({ state: 'annulee' })
    const given = (await store.journal.ofOrder(id)).find(({ action }) => action === 'outbox_cancelled')
    expect(given!.facts).toMatchObject({ unread: 1 })
  })

  it('or has refused once it had it waits in the same way', async () => {
    const { outbox, id, calls, statusOf } = await made()
    calls('Fichiers refusés')
    await settled(async () => expect(await statusOf()).toBe('Fichiers refusés'))
    calls('refusee')
    await settled(async () => expect((await outbox.counts()).noted).toBe(1))
    expect(await outbox.entries()).toMatchObject([
      {
        state: 'refusee_chez_partenaire',
        lastError: { code: 'outbox_cancelled_there', params: { word: 'Refusée' } },
        decisions: ['identify', 'cancel'],
      },
    ])
    expect(await statusOf()).toBe('a_verifier')
    expect(await outbox.cancel(id)).toMatchObject({ state: 'annulee' })
  })

  it('may be kept: nobody is told again, and it may be given up later', async () => {
    const { outbox, store, id, calls, statusOf } = await made()
    calls('annulee')
    await settled(async () => expect((await outbox.counts()).noted).toBe(1))
    expect(await outbox.identify(id, '700')).toMatchObject({
      ...{ state: 'annulee_chez_partenaire', lastError: null, decisions: ['cancel'] },
    })
    expect(await statusOf()).toBe('enregistree')
    expect((await store.journal.ofOrder(id)).map(({ action }) => action)).toContain('outbox_kept')
    // Another word for the same is no news.
    calls('Annulée par le client')
    await settled(async () =>
      expect((await store.outbox.ofOrder(id))[0]?.partnerStatus).toBe('Annulée par le client'),
    )
    expect((await outbox.counts()).noted).toBe(0)
    expect(await outbox.cancel(id)).toMatchObject({ state: 'annulee' })
    expect(await statusOf()).toBe('annulee')
  })

  it('waits no more where the partner takes that back', async () => {
    const { outbox, id, calls, statusOf } = await made()
    calls('annulee')
    await settled(async () => expect((await outbox.counts()).noted).toBe(1))
    calls('En cours')
    await settled(async () => expect((await outbox.counts()).noted).toBe(0))
    expect(await outbox.entry(id)).toMatchObject({ state: 'En cours', lastError: null, decisions: [] })
    expect(await statusOf()).toBe('En cours')
  })

  it.each(['given up', 'kept'])(
    'and takes up again once it was %s here: a person looks, the order stays as it was decided',
    async (decided) => {
      const { outbox, store, id, calls, statusOf } = await made()
      calls('annulee')
      await settled(async () => expect((await outbox.counts()).noted).toBe(1))
      await (decided === 'kept' ? outbox.identify(id, '700') : outbox.cancel(id))
      const status = await statusOf()
      expect((await outbox.counts()).noted).toBe(0)
      calls('En production')
      await settled(async () => expect((await outbox.counts()).noted).toBe(1))
      const is = decided === 'kept' ? 'kept' : 'given_up'
      expect(await outbox.entries()).toMatchObject([
        {
          lastError: { code: 'outbox_resumed_there', params: { word: 'En production', is } },
          decisions: ['identify'],
        },
      ])
      expect((await store.dashboard.transmissions(5)).total).toBe(1)
      expect(await statusOf()).toBe(status)
      calls('Livrée')
      await settled(async () =>
        expect((await outbox.entries())[0]?.lastError?.params).toEqual({ word: 'Livrée', is }),
      )
      await expect(outbox.identify(id, '999')).rejects.toThrow()
      expect(await outbox.identify(id, '700')).toMatchObject({ lastError: null, decisions: [] })
      expect((await outbox.counts()).noted).toBe(0)
      // Seen: what it says next is no news, that it cancels and resumes again is.
      calls('Facturée')
      await settled(async () => expect((await store.outbox.ofOrder(id))[0]?.partnerStatus).toBe('Facturée'))
      expect((await outbox.counts()).noted).toBe(0)
      if (decided === 'given up') expect(await statusOf()).toBe('annulee')
    },
  )

  it('and takes up again after it was given up, and cancels again: nobody is asked any more', async () => {
    const { outbox, id, calls, statusOf } = await made()
    calls('annulee')
    await settled(async () => expect((await outbox.counts()).noted).toBe(1))
    await outbox.cancel(id)
    calls('En production')
    await settled(async () => expect((await outbox.counts()).noted).toBe(1))
    calls('annulee')
    await settled(async () => expect((await outbox.counts()).noted).toBe(0))
    expect(await statusOf()).toBe('annulee')
  })

  it.each(['beside', 'in the place of'])(
    'and takes up again under a new number, %s the one before, once it was given up: that is told until it was seen',
    async (where) => {
      const { outbox, partner, id, calls, statusOf } = await made()
      calls('annulee')
      await settled(async () => expect((await outbox.counts()).noted).toBe(1))
      await outbox.cancel(id)
      const again = { ...partner.orderBook[0]!, id: '701', status: 'En production' }
      if (where === 'beside') partner.orderBook.push(again)
      else partner.orderBook[0] = again
      await settled(async () => expect((await outbox.counts()).noted).toBe(1))
      const params = { word: 'En production', is: 'given_up', id: '701' }
      expect(await outbox.entries()).toMatchObject([
        { lastError: { code: 'outbox_resumed_there', params }, decisions: ['identify'] },
      ])
      await outbox.identify(id, '700')
      // Read once more since: what was seen is no news.
      const readings = partner.readings.length
      await settled(() => expect(partner.readings.length).toBeGreaterThan(readings + 2))
      expect((await outbox.counts()).noted).toBe(0)
      expect(await statusOf()).toBe('annulee')
    },
  )

  it('and takes up again under a new number before that is decided: a person may say that this is the order', async () => {
    const { outbox, partner, id, calls, statusOf } = await made()
    calls('annulee')
    await settled(async () => expect((await outbox.counts()).noted).toBe(1))
    partner.orderBook.push({ ...partner.orderBook[0]!, id: '701', status: 'En production' })
    await settled(async () =>
      expect((await outbox.entry(id))?.lastError).toEqual({
        code: 'outbox_made_twice',
        params: { id: '700', second: '701', cancelled: 'Annulée' },
      }),
    )
    expect((await outbox.entry(id))?.decisions).toEqual(['identify', 'cancel'])
    expect(await outbox.identify(id, '701')).toMatchObject({ state: 'En production', lastError: null })
    expect(await statusOf()).toBe('En production')
  })

  it('is told so from the first answer on', async () => {
    const { outbox, statusOf } = await made(({ partner, place }) => {
      partner.order = (_area, cart) => {
        const order = { ...partner.commit(cart), status: 'annulee' }
        partner.orderBook[0] = order
        return Promise.resolve(order)
      }
      return place()
    })
    expect((await outbox.counts()).noted).toBe(1)
    expect(await statusOf()).toBe('a_verifier')
  })
})
