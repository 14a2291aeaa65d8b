import fc from 'fast-check'
import pino from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { leadTimeLabel } from '../domain/lead-times.ts'
import { ADDRESS } from '../testing/app.ts'
import { temporaryFolder } from '../testing/folder.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { Invalid } from './refusal.ts'
import { upstreamCart } from './outbox-cart.ts'
import { Service } from './service.ts'

/** What the partner knows and its catalogue hides: the days of each id, the price at each number of days. */
interface Truth {
  readonly days: ReadonlyMap<number, number>
  readonly cents: ReadonlyMap<number, number>
  readonly main: number
}

/** A partner in memory with one product and one family, and the service over a new store beside it. */
function shop({ days, cents, main }: Truth) {
  const folder = temporaryFolder()
  const service = new Service({ folder, log: pino({ level: 'silent' }) })
  onTestFinished(() => service.close())
  const ids = [...days.keys()]
  const print = { id: 1, nom: 'Carte', delais: ids, quantites: { range: true, min: 1 } }
  const element = (id: number) => ({ id, nom: `${id}` })
  const family = { id: 2, formats: [element(1)], supports: [element(1)], nom_complet: 'Bâche', nom: 'Bâche' }
  const full = { nombre_visuels_min: 1, nombre_visuels_max: 1, options: [] }
  const none = { impressions: [], finitions: [], decoupes: [], options: [] }
  service.catalogue.load({
    source: 'upstream',
    leadTimes: ids.map((id) => ({ id, days: null })),
    entities: {
      products: [{ id: 1, body: JSON.stringify({ ...print, ...full }) }],
      families: [{ id: 2, body: JSON.stringify({ ...family, ...none }) }],
      print_tariffs: [],
      display_tariffs: [],
    },
  })
  const partner = { online: true }
  const within = <T>(answer: () => T): Promise<T> =>
    partner.online
      ? Promise.resolve(answer())
      : Promise.reject(new UpstreamError('unreachable', { code: 'partner_timeout', params: { seconds: 1 } }))
  const priceOf = (id: number | undefined) => cents.get(days.get(id ?? main)!)!
  const client = {
    url: 'https://partner.example',
    prices: () =>
      within(() =>
        [...new Set(days.values())]
          .sort((a, b) => a - b)
          .map((n) => ({ label: leadTimeLabel(n), days: n, cents: cents.get(n)!, message: '' })),
      ),
    simulate: (area: string, cart: { delai?: number; lignes: { delai?: number }[] }) =>
      within(() => {
        const lines = cart.lignes.map((line) => priceOf(area === 'print' ? line.delai : cart.delai))
        return { prix_ht: lines.reduce((sum, line) => sum + line, 0), lines }
      }),
  }
  vi.spyOn(service.upstream, 'client', 'get').mockReturnValue(client as unknown as UpstreamClient)
  vi.spyOn(service.upstream, 'url', 'get').mockReturnValue(client.url)
  vi.spyOn(service.upstream, 'worthAsking', 'get').mockImplementation(() => partner.online)
  const customer = service.customers.byId(service.customers.ensure('Atelier', { canOrder: true }).id)!
  const line = { produit: 1, variantes: [], valeurs: {}, quantites_multiples: [100] }
  const displayLine = { famille: 2, format: 1, support: 1, quantite: 5 }
  return {
    service,
    partner,
    line,
    /** An order at a lead time, as it is stored and as it is sent; null where the cart is refused. */
    async order(area: 'print' | 'display', delai: number | undefined) {
      const body =
        area === 'print'
          ? { adresse_livraison: ADDRESS, lignes: [{ ...line, delai }] }
          : { adresse_livraison: ADDRESS, delai, lignes: [displayLine] }
      try {
        const stored = await service.orders.validate(area, body, customer, null)
        const sent = upstreamCart(stored, 'X') as { delai?: number; lignes: { delai?: number }[] }
        return {
          stored: stored.lines[0]!.delai,
          sent: area === 'print' ? sent.lignes[0]!.delai : sent.delai,
          cents: stored.prix_ht,
        }
      } catch (error) {
        if (error instanceof Invalid) return null
        throw error
      }
    },
    async quoted(area: 'print' | 'display', delai: number) {
      const input = { area, line: area === 'print' ? line : displayLine, delai }
      const quote = await service.quotes.create({ address: ADDRESS, lines: [input] }, 'fr')
      if (quote.lines[0]!.price.priceCents === null) return null
      const { orders } = await service.quotes.order(quote.id, {}, 'fr')
      return upstreamCart(service.orders.detail(orders[0]!), 'X') as {
        delai?: number
        lignes: { delai?: number }[]
      }
    },
  }
}

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
          const { order } = shop(truth)
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
        { numRuns: 60 },
      )
    },
  )

  it.each(['print', 'display'] as const)('is sent with the order of a quote of the %s area', async (area) => {
    await fc.assert(
      fc.asyncProperty(truths, asked, async (truth, wanted) => {
        const { quoted } = shop(truth)
        const ids = [...truth.days.keys()]
        for (const n of wanted) {
          const delai = ids[(n ?? 0) % ids.length]!
          const cart = await quoted(area, delai)
          if (cart) expect(area === 'print' ? cart.lignes[0]!.delai : cart.delai).toBe(delai)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('is there with the first order of all, whose cart shows what the id stands for', async () => {
    const days = new Map([
      [10, 2],
      [11, 5],
    ])
    const cents = new Map([
      [2, 170_365],
      [5, 145_317],
    ])
    const { order } = shop({ days, cents, main: 10 })
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
  const cart = (service: Service, line: object) =>
    Promise.resolve().then(() =>
      service.carts.price('print', { lignes: [line] }, service.customers.desk(), 'simulate'),
    )

  it('says that the main lead time is not known, and which can be named', async () => {
    const { service, partner, line } = shop({ days, cents, main: 10 })
    await cart(service, { ...line, delai: 11 })
    await service.upstreamPrices.kept()
    partner.online = false
    expect(await reasonOf(cart(service, line))).toEqual({
      code: 'main_lead_time_not_known',
      params: { offline: 1, delais: '11 (J+5)' },
    })
  })

  it('uses the main one where the partner has shown it', async () => {
    const { service, partner, line } = shop({ days, cents, main: 10 })
    await cart(service, line)
    await service.upstreamPrices.kept()
    partner.online = false
    expect(await cart(service, line)).toMatchObject({ totals: { prix_ht: 300 } })
  })

  it('uses the only one of a product that has no other', async () => {
    const { service, partner, line } = shop({ days: new Map([[10, 2]]), cents, main: 10 })
    await cart(service, { ...line, delai: 10 })
    await service.upstreamPrices.kept()
    partner.online = false
    expect(await cart(service, line)).toMatchObject({ totals: { prix_ht: 300 } })
  })

  it('says of one that was named and never shown that it is not known', async () => {
    const { service, partner, line } = shop({ days, cents, main: 10 })
    await service.prices.of(service.offers.check('print', line))
    await service.upstreamPrices.kept()
    partner.online = false
    expect(await reasonOf(cart(service, { ...line, delai: 11 }))).toEqual({
      code: 'lead_time_not_known',
      params: { delai: 11, offline: 1 },
    })
  })
})
