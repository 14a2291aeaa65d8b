/** What a partner's cart says of an order's lines: the book learns it, and what it shows to be old is marked. */
import { describe, expect, it, vi } from 'vitest'
import { json } from '../testing/app.ts'
import { create, print } from '../testing/quotes.ts'
import type { Loose } from '../testing/shop.ts'
import { settled } from '../testing/outbox.ts'
import { severalSources } from '../testing/sources.ts'
import { OWN } from '../store/claims.ts'
import type { AnsweredCart } from '../upstream/read.ts'

const ADDRESS = { nom: 'Durand', adresse1: '1 rue Haute', code_postal: '75001', ville: 'Paris' }

/** A quote of two lines of a partner at 10 € each, 100 and 200 copies; 500 were asked for, too. */
async function quoted() {
  const made = await severalSources([1000])
  const [{ partner, base, of }] = made.partners as [(typeof made.partners)[number]]
  const line = (quantity: number) => ({ produit: base + 1, quantites_multiples: [quantity] })
  const check = (quantity: number) => made.service.offers.check('print', line(quantity))
  for (const quantity of [100, 200, 500]) await made.service.prices.of(check(quantity))
  await of.prices.kept()
  const quote = await create(made, {
    address: ADDRESS,
    lines: [print(line(100), base + 9), print(line(200), base + 9)],
  })
  made.clock.advance(60_000)
  const says = (cart: Partial<AnsweredCart> & Pick<AnsweredCart, 'prix_ht'>) =>
    vi.spyOn(of.link.client!, 'simulate').mockResolvedValue({ lines: [], netCents: null, ...cart })
  /** what the book has of each quantity: cents, and whether it is of before a move */
  const known = async () => {
    partner.online = false
    const told: [number | null, boolean][] = []
    for (const quantity of [100, 200, 500]) {
      const price = (await of.priceBook.observed(check(quantity))).get('J+5')!
      told.push([price.cents, price.beforeMove])
    }
    partner.online = true
    return told
  }
  const order = (): Promise<Loose> =>
    made.desk.get(`/api/quotes/${quote['id']}/order`).then((answer) => json(answer) as Loose)
  return { ...made, partner, of, base, quote, says, known, rehearse: order, line }
}

const FRESH = [1000, false]
const OLD = [1000, true]

describe('read in a rehearsal', () => {
  it('a line’s own price is the partner’s price of it, and what it gave before is of before a move', async () => {
    const { says, known, rehearse } = await quoted()
    expect(await known()).toEqual([FRESH, FRESH, FRESH])
    says({ prix_ht: 2200, lines: [1200, 1000] })
    expect((await rehearse()).parts).toMatchObject([{ state: 'moved' }])
    expect(await known()).toEqual([[1200, false], FRESH, OLD])
  })

  it('a cart that agrees confirms them', async () => {
    const { says, known, rehearse, of, clock, base, service } = await quoted()
    says({ prix_ht: 2000, lines: [1000, 1000] })
    await rehearse()
    expect(await known()).toEqual([FRESH, FRESH, FRESH])
    const checked = service.offers.check('print', { produit: base + 1, quantites_multiples: [100] })
    expect((await of.priceBook.observed(checked)).get('J+5')?.at).toBe(clock.now().toISOString())
  })

  it('another total that no line explains remembers no price, and marks what was known', async () => {
    const { says, known, rehearse, of, base, desk, partner, line } = await quoted()
    says({ prix_ht: 2150, lines: [null, null] })
    await rehearse()
    expect(await known()).toEqual([OLD, OLD, OLD])
    partner.online = false
    const asked = { area: 'print', line: line(500), quantities: [[500]] }
    const { rows } = json(await desk.post('/api/price-matrix', asked)) as { rows: [Loose] }
    expect(rows[0]['leadTimes'], 'the grid says so').toMatchObject([{ priceCents: 1000, beforeMove: true }])
    const floors = await of.priceBook.floors(0, { version: 1, isOffered: () => true })
    expect(floors.get(`print ${base + 1}`)?.lowest, 'and the list').toMatchObject({ cents: 1000, aged: true })
  })

  it('what is known from before a move can be sent, and is ordered by nobody until the partner answers', async () => {
    const { says, rehearse, partner, base, desk, line, service } = await quoted()
    says({ prix_ht: 2150, lines: [null, null] })
    await rehearse()
    partner.online = false
    const quote = await create({ desk } as never, { address: ADDRESS, lines: [print(line(500), base + 9)] })
    const order = () => desk.post(`/api/quotes/${quote['id']}/order`, { version: quote['version'] })
    for (const refused of [await desk.get(`/api/quotes/${quote['id']}/order`), await order()]) {
      expect(refused.statusCode).toBe(400)
      expect(json(refused)).toMatchObject({
        errors: [
          {
            path: '/lines/0',
            code: 'price_unavailable',
            message: expect.stringMatching(/avant un changement de prix/) as string,
          },
        ],
      })
    }
    const cart = { lignes: [{ ...line(500), delai: base + 9 }] }
    const priced = service.carts.price('print', cart, await service.customers.desk(), 'simulate')
    expect((await priced).totals.prix_ht, 'the partner API serves it as any price that was seen').toBe(1000)
    partner.online = true
    expect((await order()).statusCode).toBe(201)
  })

  it('what was asked anew since is not marked by what the cart says again', async () => {
    const { says, known, rehearse, partner, of, service, line } = await quoted()
    says({ prix_ht: 2150, lines: [null, null] })
    await rehearse()
    Object.assign(partner, { cents: 1075 })
    for (const quantity of [100, 200, 500])
      await service.prices.of(service.offers.check('print', line(quantity)))
    await of.prices.kept()
    await rehearse()
    expect(await known()).toEqual([
      [1075, false],
      [1075, false],
      [1075, false],
    ])
  })
})

it('read as an order is sent: it waits for a person, and the desk sells at the old price no more', async () => {
  const { says, known, desk, quote, of, partner, line, base, service } = await quoted()
  const ordered = json(await desk.post(`/api/quotes/${quote['id']}/order`, { version: quote['version'] }))
  says({ prix_ht: 2200, lines: [1200, 1000] })
  of.outbox.start(OWN)
  const [id] = ordered.orders as [number]
  await settled(async () =>
    expect(await service.store.outbox.ofOrder(id)).toMatchObject([
      { lastError: { code: 'outbox_price_moved' } },
    ]),
  )
  await of.outbox.stop()
  expect(await known()).toEqual([[1200, false], FRESH, OLD])
  partner.online = false
  const next = await create({ desk } as never, { lines: [print(line(100), base + 9)] })
  expect((next['lines'] as [Loose])[0]['price']).toMatchObject({ costCents: 1200 })
})
