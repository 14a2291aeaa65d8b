/** What the lines of a quote are, what they are sold at and what they come to; and what of them is ordered. */
import { describe, expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world, type World } from '../../testing/app.ts'
import { CARDS, create, dearer, FLYERS, move, print, put } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'

/** What 100 cards cost and are sold at: the shop has no mark-up. */
const CARD = 2150
const TOTEM = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }
const totem = { area: 'display', line: TOTEM, delai: 1 }
const cards = (more: Loose = {}) => ({ ...print(CARDS), ...more })
const design = (more: Loose = {}) => ({
  ...{ area: 'free', text: 'Création graphique\ndeux propositions', quantity: 1.5, unitCents: 6000 },
  ...more,
})
const heading = (text: string) => ({ area: 'heading', text })
const quoteOf = (...lines: Loose[]) => ({ reference: 'REF', address: ADDRESS, lines })
const nets = ({ lines }: Loose) => lines.map(({ amounts }: Loose) => amounts?.netCents ?? null)

async function markUp({ desk }: World, percent: string): Promise<void> {
  const markUps = { general: { percent, rounding: 'cent' }, items: [] }
  await desk.send({ method: 'PUT', url: '/api/settings', payload: { markUps } })
}

describe('what lines are', () => {
  test('a thousand at most', async () => {
    const made = await world()
    const of = (count: number) => quoteOf(...Array.from({ length: count }, () => heading('Studio')))
    expect((await create(made, of(1000))).lines).toHaveLength(1000)
    const refused = await made.desk.post('/api/quotes', of(1001))
    expect(faultsOf(refused)).toEqual(['/lines value_invalid'])
    expect(json(refused).detail).toMatch(/1\s000 lignes au plus/)
  })

  test('products, services in words and headings, with the subtotal of each group', async () => {
    const made = await world()
    const lines = [cards(), heading('Studio'), design({ costCents: 2000 }), heading('Pose'), totem]
    const quote = await create(made, quoteOf(...lines))
    expect(nets(quote)).toEqual([CARD, null, 9000, null, 11_238])
    expect(quote.lines.map(({ subtotalCents }: Loose) => subtotalCents)).toEqual([
      ...[null, 9000, null, 11_238, null],
    ])
    expect(quote.lines[2]).toMatchObject({
      ...{ area: 'free', name: 'Création graphique', text: 'Création graphique\ndeux propositions' },
      ...{ quantity: 1.5, unitCents: 6000, costCents: 2000, problem: null, source: null },
      amounts: { listCents: 9000, costCents: 3000, profitCents: 6000, margin: '66.7', underCost: false },
    })
    expect(quote.totals).toMatchObject({ prix_ht: CARD + 9000 + 11_238 })
    expect(quote.amounts).toMatchObject({ netCents: 22_388, costCents: CARD + 3000 + 11_238 })
    // Read again, saved again: the same.
    const again = await put(made, `/api/quotes/${quote.id}`, { ...quoteOf(...lines), version: 1 })
    expect(json(again).lines).toEqual(quote.lines)
    const copy = json(await made.desk.post(`/api/quotes/${quote.id}/duplicate`, {}))
    expect(copy.lines).toEqual(quote.lines)
    expect(json(await made.desk.get('/api/quotes'))[0]).toMatchObject({ lineCount: 3 })
  })

  test('options and alternatives are priced, and in no total; an alternative says what it stands for', async () => {
    const made = await world()
    const more = { ...print({ ...CARDS, quantites_multiples: [250] }), role: 'alternative' }
    const lines = [cards(), more, { ...print(FLYERS), role: 'option' }, design({ role: 'option' })]
    const quote = await create(made, quoteOf(...lines))
    expect(quote.lines.map(({ alternativeTo }: Loose) => alternativeTo)).toEqual([null, 0, null, null])
    expect(nets(quote).every((net: number) => net > 0)).toBe(true)
    expect(quote.totals.prix_ht).toBe(CARD)
    expect(quote.obstacles).toEqual([])
  })

  test('an alternative is kept right behind its line, one to none as an option; copies and revisions have them so', async () => {
    const made = await world()
    const more = { ...print({ ...CARDS, quantites_multiples: [250] }), role: 'alternative' }
    const quote = await create(made, quoteOf(more, cards(), design({ role: 'option' }), more))
    const told = ({ lines }: Loose) => lines.map(({ role, alternativeTo }: Loose) => [role, alternativeTo])
    const kept = [
      ['option', null],
      ['included', null],
      ['alternative', 1],
      ['option', null],
    ]
    expect(told(quote)).toEqual(kept)
    expect(quote.totals.prix_ht).toBe(CARD)
    expect(told(json(await made.desk.post(`/api/quotes/${quote.id}/duplicate`, {})))).toEqual(kept)
    await move(made, quote.id, 'sent')
    expect(told(json(await made.desk.post(`/api/quotes/${quote.id}/revise`, {})))).toEqual(kept)
  })

  test.each<[what: string, line: Loose, fault: string]>([
    ['no text', design({ text: ' ' }), '/lines/0/text field_required'],
    ['too long a text', design({ text: 'x'.repeat(10_001) }), '/lines/0/text value_invalid'],
    ['a text that is none', design({ text: 3 }), '/lines/0/text field_type'],
    ['none of it', design({ quantity: 0 }), '/lines/0/quantity value_invalid'],
    ['a thousandth of it', design({ quantity: 0.001 }), '/lines/0/quantity value_invalid'],
    ['a negative price', design({ unitCents: -1 }), '/lines/0/unitCents value_invalid'],
    ['an amount beyond all', design({ unitCents: 1e11, quantity: 10 }), '/lines/0/unitCents value_invalid'],
    ['a negative cost', design({ costCents: -1 }), '/lines/0/costCents value_invalid'],
    ['more than all off', cards({ discount: '100.1' }), '/lines/0/discount value_invalid'],
    ['a discount that is none', cards({ discount: 'a' }), '/lines/0/discount value_invalid'],
    [
      'all as margin',
      cards({ sale: { by: 'margin', percent: '100' } }),
      '/lines/0/sale/percent value_invalid',
    ],
    ['a mark-down', cards({ sale: { by: 'markup', percent: '-1' } }), '/lines/0/sale/percent value_invalid'],
    ['no fixed price', cards({ sale: { by: 'fixed' } }), '/lines/0/sale/cents field_required'],
    ['a heading without words', heading(''), '/lines/0/text field_required'],
    ['a role that is none', cards({ role: 'x' }), '/lines/0/role field_type'],
    ['an area that is none', { area: 'x', line: {}, delai: null }, '/lines/0/area field_type'],
  ])('%s is refused at its place', async (_what, line, fault) => {
    const { desk } = await world()
    const response = await desk.post('/api/quotes', quoteOf(line))
    expect([response.statusCode, faultsOf(response)]).toEqual([400, [fault]])
  })

  test('a discount of the whole that says nothing, or less than nothing, is refused', async () => {
    const { desk } = await world()
    const faults = async (discount: Loose) =>
      faultsOf(await desk.post('/api/quotes', { ...quoteOf(cards()), discount }))
    expect(await faults({})).toEqual(['/discount value_invalid'])
    expect(await faults({ cents: -1 })).toEqual(['/discount/cents value_invalid'])
    expect(await faults({ percent: '101' })).toEqual(['/discount/percent value_invalid'])
    const said = async (discount: Loose) =>
      json(await desk.post('/api/quotes', { ...quoteOf(cards()), discount })).errors[0].message
    expect(await said({})).toContain('percent ou cents')
    expect(await said({ percent: '33.33333' }), 'where the decimals are the fault').toContain('4 décimales')
  })

  test('a mark-up or margin of which nothing says how much is refused; a margin is never all', async () => {
    const { desk } = await world()
    const faults = async (sale: Loose) => faultsOf(await desk.post('/api/quotes', quoteOf(cards({ sale }))))
    for (const by of ['markup', 'margin'])
      expect(await faults({ by })).toEqual(['/lines/0/sale/percent field_required'])
    expect(await faults({ by: 'margin', percent: '100' })).toEqual(['/lines/0/sale/percent value_invalid'])
  })

  test.each([{ toString: 'x' }, [{ toString: 'x' }], null])(
    'a product that is none, %j, is a problem of its line, and of nothing else',
    async (produit) => {
      const made = await world()
      const lines = [cards(), { area: 'print', line: { produit, quantites_multiples: [500] }, delai: 9 }]
      const quote = await create(made, quoteOf(...lines))
      expect(quote.lines.map(({ problem }: Loose) => problem === null)).toEqual([true, false])
      for (const url of [`/api/quotes/${quote.id}`, `/api/quotes/${quote.id}/prices`, '/api/readiness'])
        expect((await made.desk.get(url)).statusCode, url).toBe(200)
    },
  )
})

describe('what lines are sold at', () => {
  test('a mark-up or margin of the cost, a fixed price, discounts of a line and of all', async () => {
    const made = await world()
    await markUp(made, '10')
    const sales = [
      { by: 'markup', percent: '50' },
      { by: 'margin', percent: '50' },
      { by: 'fixed', cents: 1000 },
    ]
    const lines = [cards(), ...sales.map((sale) => cards({ sale })), cards({ discount: '10' })]
    const quote = await create(made, { ...quoteOf(...lines), discount: { percent: '5' } })
    const lists = [2365, 3225, 4300, 1000, 2365]
    expect(quote.lines.map(({ amounts }: Loose) => amounts.listCents)).toEqual(lists)
    expect(quote.lines.map(({ price }: Loose) => price.priceCents)).toEqual(lists.map(() => 2365))
    expect(quote.lines.map(({ amounts }: Loose) => amounts.underCost)).toEqual([
      ...[false, false, false, true, true],
    ])
    const sum = 2365 + 3225 + 4300 + 1000 + 2128
    const off = Math.round(sum * 0.05)
    expect(quote.amounts).toMatchObject({ discountCents: 237, wholeCents: off, netCents: sum - off })
    expect(nets(quote).reduce((all: number, net: number) => all + net, 0)).toBe(sum - off)
    expect(quote.totals.prix_ht).toBe(sum - off)
    expect(quote.amounts.profitCents).toBe(sum - off - 5 * CARD)
  })

  test('the customer’s own discount comes after it, and out of the profit', async () => {
    const made = await world()
    const { id: customerId } = await made.service.customers.ensure('Grand', { discount: '10' })
    const quote = await create(made, { ...quoteOf(cards()), customerId, discount: { cents: 150 } })
    expect(quote.totals).toMatchObject({ prix_ht: 2000, remise_grand_compte_ht: 200, prix_total_ht: 1800 })
    expect(quote.amounts).toMatchObject({ netCents: 2000, profitCents: 1800 - CARD, margin: '-19.4' })
    expect(quote.lines[0].amounts).toMatchObject({
      netCents: 2000,
      profitCents: 1800 - CARD,
      underCost: true,
    })
  })

  test('changing what a line is sold at, or whether it counts, moves no price that it holds', async () => {
    const made = await world()
    const quote = await create(made, quoteOf(cards(), cards()))
    await dearer(made)
    const sale = { by: 'markup', percent: '100' }
    const changed = json(
      await put(made, `/api/quotes/${quote.id}`, {
        ...{ ...quoteOf(cards({ sale }), cards({ role: 'option', discount: '50' })), version: 1 },
      }),
    )
    expect(changed.lines.map(({ price }: Loose) => price)).toEqual(
      quote.lines.map(({ price }: Loose) => price),
    )
    expect(nets(changed)).toEqual([2 * CARD, CARD / 2])
    const prices = json(await made.desk.get(`/api/quotes/${quote.id}/prices`))
    expect(prices.moved).toBe(true)
    expect(prices.lines[0].priceCents).toBe(2 * prices.lines[0].costCents)
    const repriced = json(await made.desk.post(`/api/quotes/${quote.id}/reprice`, { how: 'take' }))
    expect(repriced.lines[0]).toMatchObject({ sale, amounts: { listCents: prices.lines[0].priceCents } })
    expect(repriced.lines[1]).toMatchObject({ role: 'option', discount: '50' })
  })

  test('a fixed price stays where its cost moves, which is said before it is sent', async () => {
    const made = await world()
    const quote = await create(made, quoteOf(cards({ sale: { by: 'fixed', cents: 5000 } })))
    await dearer(made)
    expect((await move(made, quote.id, 'sent')).statusCode).toBe(409)
    const repriced = json(await made.desk.post(`/api/quotes/${quote.id}/reprice`, { how: 'take' }))
    expect(repriced.lines[0].amounts).toMatchObject({
      netCents: 5000,
      costCents: repriced.lines[0].price.costCents,
    })
    expect(repriced.lines[0].price.costCents).toBeGreaterThan(CARD)
    expect((await move(made, quote.id, 'sent')).statusCode).toBe(200)
  })
})

test('a draft that is priced to be looked at keeps the prices that saving it would keep, whatever moved', async () => {
  const made = await world()
  const quote = await create(made, quoteOf(cards()))
  await dearer(made)
  const { version: _version, ...edited } = quoteOf(cards({ discount: '5' })) as Loose
  const priced = async (body: Loose) => json(await made.desk.post('/api/quotes/price', body)).lines[0].amounts
  expect(await priced({ ...edited, quoteId: quote.id })).toMatchObject({ listCents: CARD })
  expect((await priced(edited)).listCents).toBeGreaterThan(CARD)
  const saved = await put(made, `/api/quotes/${quote.id}`, { ...edited, version: quote.version })
  expect(json(saved).lines[0].amounts).toMatchObject({ listCents: CARD })
})

describe('a service whose cost nobody said', () => {
  const unknown = { costCents: null, profitCents: null, margin: null }

  test('has none, and is left out of the gain of the quote, which says so; a cost of nothing is one', async () => {
    const made = await world()
    const { id: customerId } = await made.service.customers.ensure('Grand', { discount: '10' })
    const lines = [cards(), design(), design({ text: 'Pose', quantity: 1, costCents: 0 })]
    const quote = await create(made, { ...quoteOf(...lines), customerId })
    expect(quote.lines[1]).toMatchObject({ costCents: null, amounts: { ...unknown, underCost: null } })
    expect(quote.lines[2]).toMatchObject({ costCents: 0, amounts: { costCents: 0, profitCents: 5400 } })
    expect(quote.totals).toMatchObject({ prix_ht: CARD + 9000 + 6000, prix_total_ht: 15_435 })
    // What the customer's discount leaves of the other two.
    expect(quote.amounts).toMatchObject({ netCents: 17_150, costCents: CARD, unknownCosts: 1 })
    expect(quote.amounts.profitCents).toBe(15_435 - 8100 - CARD)
    const copy = json(await made.desk.post(`/api/quotes/${quote.id}/duplicate`, {}))
    expect(copy.amounts).toEqual(quote.amounts)
    const said = [lines[0]!, design({ costCents: 100 }), lines[2]!]
    const saved = await put(made, `/api/quotes/${quote.id}`, { ...quoteOf(...said), customerId, version: 1 })
    expect(json(saved).amounts).toMatchObject({ costCents: CARD + 150, unknownCosts: 0 })
  })

  test('outside of the total leaves the gain as it is; alone it leaves none that is known', async () => {
    const made = await world()
    const beside = await create(made, quoteOf(cards(), design({ role: 'option' })))
    expect(beside.amounts).toMatchObject({ costCents: CARD, profitCents: 0, unknownCosts: 0 })
    const alone = await create(made, quoteOf(design()))
    expect(alone.amounts).toMatchObject({ netCents: 9000, ...unknown, unknownCosts: 1 })
  })
})

describe('what is ordered', () => {
  test('the included products at their net price and true cost, with the services beside: the quote’s totals', async () => {
    const made = await world()
    const { id: customerId } = await made.service.customers.ensure('Grand', { discount: '7.5' })
    const lines = [
      heading('Impression'),
      cards({ sale: { by: 'fixed', cents: 3333 } }),
      { ...print(FLYERS), role: 'option' },
      totem,
      design({ costCents: 1000, discount: '10' }),
      design({ text: 'Livraison', quantity: 1, unitCents: 1999 }),
    ]
    const quote = await create(made, { ...quoteOf(...lines), customerId, discount: { cents: 777 } })
    expect((await move(made, quote.id, 'sent')).statusCode).toBe(200)
    const ordered = await made.desk.post(`/api/quotes/${quote.id}/order`, {})
    expect(ordered.statusCode).toBe(201)
    const { orders } = json(ordered)
    expect(orders).toHaveLength(2)
    const details = []
    for (const id of orders) details.push(json(await made.desk.get(`/api/orders/${id}`)))
    const [first, second] = details
    expect(details.map(({ lineCents }) => lineCents)).toEqual([[nets(quote)[1]], [nets(quote)[3]]])
    expect(first.lineCosts).toEqual([CARD])
    expect(second.services).toBeNull()
    expect(first.services.lines).toMatchObject([
      {
        text: 'Création graphique\ndeux propositions',
        quantity: 1.5,
        netCents: nets(quote)[4],
        costCents: 1500,
      },
      { text: 'Livraison', netCents: nets(quote)[5], costCents: null },
    ])
    const { prix_total_ht, prix_tva, prix_final_ttc } = quote.totals
    expect(first.grandTotals.prix_final_ttc + second.order.prix_fact_total_ttc).toBe(prix_final_ttc)
    expect(first.grandTotals.prix_total_ht + second.order.prix_fact_total_ht).toBe(prix_total_ht)
    expect(first.grandTotals.prix_tva + second.order.prix_fact_total_tva).toBe(prix_tva)
    const listed = json(await made.desk.get(`/api/orders?quote=${quote.id}`))
    const sum = (key: string) => listed.reduce((cents: number, order: Loose) => cents + order[key], 0)
    expect([sum('grandTotalHtCents'), sum('grandTotalTtcCents')]).toEqual([prix_total_ht, prix_final_ttc])
    const { prix_fact_total_ht, prix_fact_total_ttc } = second.order
    expect([listed[0].grandTotalHtCents, listed[0].grandTotalTtcCents]).toEqual([
      prix_fact_total_ht,
      prix_fact_total_ttc,
    ])
    // Nothing of them is in the partner API.
    expect(JSON.stringify(first.order)).not.toContain('Livraison')
  })

  test('an order says which of its lines discounts of its quote are off', async () => {
    const made = await world()
    const orders = async (discount: Loose | null) => {
      const lines = [cards({ discount: '10' }), print(FLYERS)]
      const { id } = await create(made, { ...quoteOf(...lines), discount })
      const ordered = json(await made.desk.post(`/api/quotes/${id}/order`, {}))
      return json(await made.desk.get(`/api/orders/${ordered.orders[0]}`)).lineReduced
    }
    expect(await orders(null)).toEqual([true, false])
    expect(await orders({ percent: '5' })).toEqual([true, true])
  })

  test('a quote of services alone can be sent, not ordered', async () => {
    const made = await world()
    const quote = await create(made, quoteOf(design()))
    expect(quote.obstacles).toMatchObject([{ path: '/lines', code: 'product_line_required', stops: 'order' }])
    expect((await move(made, quote.id, 'sent')).statusCode).toBe(200)
    const refused = await made.desk.post(`/api/quotes/${quote.id}/order`, {})
    expect([refused.statusCode, faultsOf(refused)]).toEqual([400, ['/lines product_line_required']])
  })

  test('an option that no longer fits stops the sending alone', async () => {
    const made = await world()
    const broken = { ...print({ ...CARDS, quantites_multiples: [101] }), role: 'option' }
    const quote = await create(made, quoteOf(cards(), broken))
    expect(quote.totals).not.toBeNull()
    expect(quote.obstacles).toMatchObject([{ path: '/lines/1', stops: 'send' }])
    expect((await made.desk.post(`/api/quotes/${quote.id}/order`, {})).statusCode).toBe(201)
  })
})
