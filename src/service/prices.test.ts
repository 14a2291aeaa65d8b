/** Prices and carts beside a partner, where the shop sells higher than it buys: the mark-up is put on once, everywhere. */
import { offerOf } from '../domain/quote/facts.ts'
import { describe, expect, it } from 'vitest'
import { ADDRESS } from '../testing/app.ts'
import { partnerShop } from '../testing/partner-shop.ts'
import { Invalid } from './refusal.ts'

const TRUTH = {
  days: new Map([
    [10, 2],
    [11, 5],
  ]),
  cents: new Map([
    [2, 1000],
    [5, 800],
  ]),
  main: 10,
}

/** The print product at half as much again, everything else at a fifth more. */
async function shop() {
  const opened = await partnerShop(TRUTH)
  await opened.service.settings.update({
    markUps: {
      general: { percent: '20', rounding: 'cent' },
      items: [{ area: 'print', item: 1, percent: '50', rounding: 'cent' }],
    },
  })
  const { service, line, displayLine } = opened
  return {
    ...opened,
    print: service.offers.check('print', line),
    display: service.offers.check('display', displayLine),
    /** The cart's totals, or its faults. */
    async cart(area: 'print' | 'display', body: object) {
      try {
        return (await service.carts.price(area, body, opened.customer, 'simulate')).totals.prix_ht
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
        return [...error.faults].map(({ path, code }) => `${path} ${code}`)
      }
    },
  }
}

describe('what a partner asks is the cost', () => {
  it('of every lead time, by each item’s own mark-up', async () => {
    const { service, print, display } = await shop()
    expect(await service.prices.of(print)).toMatchObject([
      { leadTime: { days: 2 }, cents: 1500, costCents: 1000 },
      { leadTime: { days: 5 }, cents: 1200, costCents: 800 },
    ])
    expect(await service.prices.of(display)).toMatchObject([
      { cents: 1200, costCents: 1000 },
      { cents: 960, costCents: 800 },
    ])
  })

  it('and is raised once at the lead time that is chosen among prices that were raised', async () => {
    const { service, print } = await shop()
    const known = await service.prices.of(print)
    expect(await service.prices.at(print, 11, known)).toMatchObject({
      ...{ leadTime: { id: 11 }, cents: 1200, costCents: 800 },
    })
    expect(await service.prices.at(print, 11)).toMatchObject({ cents: 1200, costCents: 800 })
    expect(await service.prices.idOf(print, known, 'J+5')).toBe(11)
  })

  it('in carts that are asked for line by line, and in those asked for as a whole', async () => {
    const { line, displayLine, cart } = await shop()
    const print = { lignes: [{ ...line, delai: 11 }, line] }
    const display = { delai: 10, lignes: [displayLine] }
    // At first no label of an id is known: only then can a cart be asked for as a whole.
    for (let time = 0; time < 2; time++) {
      expect(await cart('print', print)).toBe(1200 + 1500)
      expect(await cart('display', display)).toBe(1200)
    }
  })

  it('is kept with an order beside what the customer pays; the partner is told of neither', async () => {
    const { service, line, customer } = await shop()
    const body = { adresse_livraison: ADDRESS, lignes: [{ ...line, delai: 10 }] }
    const { id } = await service.orders.validate('print', body, customer, null)
    expect(await service.orders.detail(id)).toMatchObject({
      ...{ prix_ht: 1500, costHt: 1000, lines: [{ cents: 1500, costCents: 1000 }] },
    })
  })

  it('of what it gave earlier: sold the same, with its cost and its day', async () => {
    const { service, of, partner, print } = await shop()
    await service.prices.of(print)
    await of.prices.kept()
    partner.online = false
    const [observed] = await service.prices.of(print)
    expect(offerOf(observed!)).toMatchObject({
      ...{ status: 'observed', priceCents: 1500, costCents: 1000 },
    })
    const [remembered] = await service.prices.ofAll([print])
    expect(remembered).toMatchObject([
      { cents: 1500, costCents: 1000 },
      { cents: 1200, costCents: 800 },
    ])
  })

  it('of what it gave too long ago: the words name what the customer would pay', async () => {
    const { service, of, partner, print } = await shop()
    await service.prices.of(print)
    await of.prices.kept()
    partner.online = false
    await service.settings.update({ observedMaxAgeDays: 0 })
    const [old] = await service.prices.of(print)
    expect(old).toMatchObject({
      ...{ cents: null, known: { cents: 1500 }, costCents: 1000, reason: { params: { cents: 1500 } } },
    })
  })
})

describe('a lead time that nobody knows, offline', () => {
  it('is one fault of a display cart, and a fault of each print line', async () => {
    const { service, of, partner, print, display, line, displayLine, cart } = await shop()
    await service.prices.of(print)
    await service.prices.of(display)
    await of.prices.kept()
    partner.online = false
    expect(await cart('display', { delai: 11, lignes: [displayLine, displayLine] })).toEqual([
      '/delai lead_time_unavailable',
    ])
    const late = { ...line, delai: 11 }
    expect(await cart('print', { lignes: [late, late] })).toEqual([
      '/lignes/0 price_unavailable',
      '/lignes/1 price_unavailable',
    ])
  })
})
