import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { BY_KEY } from '../domain/people.ts'
import { ADDRESS } from '../testing/app.ts'
import { waited } from '../testing/wait.ts'
import { partnerShop as shop, type Truth } from '../testing/partner-shop.ts'
import { Invalid } from './refusal.ts'
import type { Service } from './service.ts'

const truths = fc
  .record({
    days: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }),
    // Some share a price, so that a cart does not tell which lead time it is of.
    cents: fc.array(fc.integer({ min: 100, max: 104 }), { minLength: 5, maxLength: 5 }),
    main: fc.nat(),
  })
  .map(({ days, cents, main }): Truth => ({
    days: new Map(days.map((n, i) => [10 + i, n])),
    cents: new Map(cents.map((c, i) => [i + 1, c])),
    main: 10 + (main % days.length),
  }))

/** The lead times asked for, one after the other; undefined: none. */
const asked = fc.array(fc.option(fc.nat({ max: 4 }), { nil: undefined }), { minLength: 1, maxLength: 6 })

describe('the lead time that was asked for', () => {
  it.each(['print', 'display'] as const)(
    'is stored and sent with every %s order, or none is made',
    async (area) => {
      await fc.assert(
        fc.asyncProperty(truths, asked, async (truth, wanted) => {
          const { order } = await shop(truth)
          const ids = [...truth.days.keys()]
          for (const n of wanted) {
            const delai = n === undefined ? undefined : ids[n % ids.length]!
            const made = await order(area, delai)
            if (!made) continue
            if (delai !== undefined) expect(made).toMatchObject({ stored: delai, sent: delai })
            // What the partner will ask for what it is sent.
            expect(truth.cents.get(truth.days.get(made.sent ?? truth.main)!)).toBe(made.cents)
          }
        }),
        { numRuns: 30 },
      )
    },
  )

  it.each(['print', 'display'] as const)('is sent with the order of a quote of the %s area', async (area) => {
    await fc.assert(
      fc.asyncProperty(truths, asked, async (truth, wanted) => {
        const { quoted } = await shop(truth)
        const ids = [...truth.days.keys()]
        for (const n of wanted) {
          const delai = ids[(n ?? 0) % ids.length]!
          const cart = await quoted(area, delai)
          if (cart) expect(area === 'print' ? cart.lignes[0]!.delai : cart.delai).toBe(delai)
        }
      }),
      { numRuns: 15 },
    )
  })

  it('of a quote whose price several share is refused in words without ids, until the prices tell', async () => {
    const cents = new Map([
      [2, 1000],
      [5, 1000],
    ])
    const days = new Map([
      [3, 2],
      [9, 5],
    ])
    const { service, line, partner, order } = await shop({ days, cents, main: 3 })
    const input = { area: 'print' as const, line, delai: null, leadTimeLabel: 'J+2' }
    const quote = await service.quotes.create({ address: ADDRESS, lines: [input] }, BY_KEY)
    expect(quote.lines[0]!.price).toMatchObject({ status: 'firm', delai: null, priceCents: 1000 })
    const ordered = () => service.quoteDecisions.order(quote.id, {}, BY_KEY)
    const params = { label: 'J+2', item: 'Carte' }
    const refusal = (offline: number) => ({
      faults: [
        {
          path: '/lines/0',
          code: 'lead_time_unavailable',
          reason: { code: 'lead_time_id_untold', params: { ...params, offline } },
        },
      ],
    })
    await expect(ordered()).rejects.toMatchObject(refusal(0))
    partner.online = false
    await expect(ordered()).rejects.toMatchObject(refusal(1))
    partner.online = true
    expect(await order('print', 3), 'by the API, which names one of them').toMatchObject({
      stored: 3,
      cents: 1000,
    })
    cents.set(5, 1200)
    const { orders } = await ordered()
    expect((await service.orders.detail(orders[0]!)).lines).toMatchObject([{ delai: 3 }])
  })

  it.each(['print', 'display'] as const)(
    'is known out of reach of what a grid of the %s area has shown: by the partner’s carts, asked behind it',
    async (area) => {
      const days = new Map([
        [10, 2],
        [11, 5],
      ])
      const cents = new Map([
        [2, 1000],
        [5, 800],
      ])
      const { service, line: printLine, displayLine, partner } = await shop({ days, cents, main: 10 })
      const line = area === 'print' ? printLine : displayLine
      await service.offers.matrix(area, line, [[area === 'print' ? 100 : 5]])
      const learnt = () => [10, 11].map((id) => service.catalogue.snapshot.leadTimes.get(id)?.days)
      await waited(() => expect(learnt()).toEqual([2, 5]))
      partner.online = false
      const input = { area, line, delai: null, leadTimeLabel: 'J+5' }
      const quote = await service.quotes.create({ address: ADDRESS, lines: [input] }, BY_KEY)
      const { orders } = await service.quoteDecisions.order(quote.id, {}, BY_KEY)
      expect(orders).toHaveLength(1)
    },
  )

  it('is there with the first order of all, whose cart shows what the id stands for', async () => {
    const days = new Map([
      [10, 2],
      [11, 5],
    ])
    const cents = new Map([
      [2, 170_365],
      [5, 145_317],
    ])
    const { order } = await shop({ days, cents, main: 10 })
    expect(await order('print', 11)).toEqual({ stored: 11, sent: 11, cents: 145_317 })
  })
})

describe('offline, a cart without a lead time', () => {
  const days = new Map([
    [10, 2],
    [11, 5],
  ])
  const cents = new Map([
    [2, 300],
    [5, 200],
  ])
  const reasonOf = async (made: Promise<unknown>) => {
    const error: unknown = await made.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Invalid)
    return (error as Invalid).faults[0]!.reason
  }
  const cart = async (service: Service, line: object) =>
    service.carts.price('print', { lignes: [line] }, await service.customers.desk(), 'simulate')

  it('says that the main lead time is not known, and which can be named', async () => {
    const { service, of, partner, line } = await shop({ days, cents, main: 10 })
    await cart(service, { ...line, delai: 11 })
    await of.prices.kept()
    partner.online = false
    expect(await reasonOf(cart(service, line))).toEqual({
      code: 'main_lead_time_not_known',
      params: { offline: 1, delais: '11 (J+5)' },
    })
  })

  it('uses the main one where the partner has shown it', async () => {
    const { service, of, partner, line } = await shop({ days, cents, main: 10 })
    await cart(service, line)
    await of.prices.kept()
    partner.online = false
    expect(await cart(service, line)).toMatchObject({ totals: { prix_ht: 300 } })
  })

  it('uses the only one of a product that has no other', async () => {
    const { service, of, partner, line } = await shop({ days: new Map([[10, 2]]), cents, main: 10 })
    await cart(service, { ...line, delai: 10 })
    await of.prices.kept()
    partner.online = false
    expect(await cart(service, line)).toMatchObject({ totals: { prix_ht: 300 } })
  })

  it('says of one that was named and never shown that it is not known', async () => {
    const { service, of, partner, line } = await shop({ days, cents, main: 10 })
    await service.prices.of(service.offers.check('print', line))
    await of.prices.kept()
    partner.online = false
    expect(await reasonOf(cart(service, { ...line, delai: 11 }))).toEqual({
      code: 'lead_time_not_known',
      params: { delai: 11, offline: 1 },
    })
  })
})

it('what was answered at an address from before is no price of the one that is set by now', async () => {
  const { service, of, line } = await shop({ days: new Map([[10, 2]]), cents: new Map([[2, 300]]), main: 10 })
  const client = of.link.client!
  const answer = Promise.withResolvers<Awaited<ReturnType<typeof client.prices>>>()
  vi.spyOn(client, 'prices').mockReturnValue(answer.promise)
  const asked = service.prices.of(service.offers.check('print', line))
  vi.spyOn(of.link, 'client', 'get').mockReturnValue({ ...client } as typeof client)
  answer.resolve([{ label: 'J+2', days: 2, cents: 1, message: '' }])
  expect((await asked).filter((price) => price.cents === 1)).toEqual([])
  await of.prices.kept()
  expect(of.priceBook.points).toBe(0)
})

describe('a main lead time that the partner showed once, and no later answer holds', () => {
  const days = new Map([
    [10, 2],
    [11, 5],
  ])
  const cents = new Map([
    [2, 300],
    [5, 200],
  ])
  /** A partner that answered J+9 alone, once. */
  async function whimsical(area: 'print' | 'display') {
    const opened = await shop({ days, cents, main: 10 })
    const { service, of, line, displayLine } = opened
    const client = of.link.client!
    const truth = client.prices.bind(client)
    const checked = service.offers.check(area, area === 'print' ? line : displayLine)
    const whim = [{ label: 'J+9', days: 9, cents: 300, message: '' }]
    const asked = vi.spyOn(client, 'prices').mockResolvedValue(whim)
    await service.prices.at(checked, null)
    asked.mockImplementation(truth)
    const promised = async () => {
      const body =
        area === 'print'
          ? { lignes: [line, { ...line, delai: 11 }] }
          : { adresse_livraison: {}, lignes: [displayLine] }
      const cart = await service.carts.price(area, body, await service.customers.desk(), 'simulate')
      return cart.lines[0]!.leadTime.label
    }
    return { ...opened, asked, truth, whim, checked, promised }
  }

  it.each(['print', 'display'] as const)('is forgotten, and learnt anew: %s', async (area) => {
    const { service, checked, promised } = await whimsical(area)
    await service.prices.of(checked)
    expect(await promised()).toBe('J+2')
    expect(await promised()).toBe('J+2')
  })

  it('is not even believed where the answers to each id hold several', async () => {
    const { service, of, line } = await shop({ days, cents, main: 10 })
    const client = of.link.client!
    const whim = [{ label: 'J+9', days: 9, cents: 300, message: '' }]
    vi.spyOn(client, 'prices').mockResolvedValueOnce(whim)
    await service.prices.of(service.offers.check('print', line))
    const body = { lignes: [line] }
    const cart = await service.carts.price('print', body, await service.customers.desk(), 'simulate')
    expect(cart.lines[0]!.leadTime.label).toBe('J+2')
  })
})
