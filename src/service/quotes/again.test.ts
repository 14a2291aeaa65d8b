/** Any order is made again as a draft, at today's prices, which names what cannot be taken over. */
import { expect, test } from 'vitest'
import { json, world } from '../../testing/app.ts'
import { printCart, TOTEM } from '../../testing/carts.ts'
import { CARDS, create, dearer, print, QUOTE } from '../../testing/quotes.ts'
import { shop, type Loose } from '../../testing/shop.ts'

const again = async ({ desk }: Awaited<ReturnType<typeof world>>, id: number) => {
  const answer = await desk.post(`/api/orders/${id}/again`, {})
  expect(answer.statusCode).toBe(201)
  return json(answer) as unknown as { quote: Loose; left: string[] }
}

test('one that was made of a quote: lines, services, address and reference, at today’s prices', async () => {
  const made = await world()
  const service = { area: 'free', text: 'Création', quantity: 2, unitCents: 5000, costCents: 3000 }
  const quote = await create(made, { ...QUOTE, lines: [...QUOTE.lines, service] })
  const { orders } = json(await made.desk.post(`/api/quotes/${quote['id']}/order`, {})) as {
    orders: number[]
  }
  await dearer(made)
  const { quote: draft, left } = await again(made, orders[0]!)
  expect(left).toEqual([])
  expect(draft).toMatchObject({ state: 'draft', reference: 'REF', address: quote['address'] })
  expect(draft.lines[0]).toMatchObject(QUOTE.lines[0]!)
  expect(draft.lines[0].amounts.netCents).toBe(3000)
  expect(draft.lines[1]).toMatchObject({ text: 'Création', quantity: 2, unitCents: 5000, costCents: 3000 })
  expect(draft.internalNote).toContain('D’après la commande C000001')
  expect(draft.internalNote).toContain('Total HT alors')
})

test('one of a customer’s tool, whatever it lacks by now: the rest is taken, and what is not is named', async () => {
  const made = await world()
  const token = await made.token('Zoé', { canOrder: true })
  const { id } = json(await made.partner(token).post('/0.2/print/panier/validate/', printCart)) as {
    id: number
  }
  const { quote: draft, left } = await again(made, id)
  expect(left).toEqual([])
  expect(draft).toMatchObject({ customer: 'Zoé', obstacles: [] })
  const bundle = shop()
  bundle.produits = bundle.produits.filter((produit: Loose) => produit['id'] !== printCart.lignes[0]!.produit)
  bundle.tarifs.print = bundle.tarifs.print.filter(
    (tariff: Loose) => tariff['produit'] !== printCart.lignes[0]!.produit,
  )
  await made.service.catalogue.importBundle(bundle)
  const less = await again(made, id)
  expect(less.quote.lines).toHaveLength(draft.lines.length - 1)
  expect(less.left).toEqual([`Non repris : ${draft.lines[0].name} n’est plus au catalogue.`])
  expect(less.quote.internalNote).toContain(less.left[0])
})

test('a lead time that is offered no more: the line says what it was, and both are told by their labels', async () => {
  const made = await world()
  const quote = await create(made, { ...QUOTE, lines: [print(CARDS, 1)] })
  const { orders } = json(await made.desk.post(`/api/quotes/${quote['id']}/order`, {})) as {
    orders: number[]
  }
  const bundle = shop()
  const cards = bundle.tarifs.print.find((tariff: Loose) => tariff['produit'] === CARDS.produit) as Loose
  const product = bundle.produits.find((produit: Loose) => produit['id'] === CARDS.produit) as Loose
  product['delais'] = [3, 2]
  cards['delais'] = {}
  cards['exclusions'] = []
  await made.service.catalogue.importBundle(bundle)
  const { quote: draft, left } = await again(made, orders[0]!)
  const said = 'Le délai J+1 n’est pas proposé pour « Cartes de visite » : choisissez parmi J+2, J+5.'
  expect(draft.lines[0]).toMatchObject({ name: 'Cartes de visite', leadTimeLabel: 'J+1' })
  expect(draft.lines[0].problem.message ?? draft.lines[0].problem).toBe(said)
  expect(left).toEqual([`À revoir : Cartes de visite – ${said}`])
  const moved = json(await made.desk.get('/api/quotes/moved')) as Loose
  expect(JSON.stringify(moved)).toContain(said)
})

test('what was ordered of a quote is sold as it was there: mark-ups, fixed prices, discounts; a fixed price is noted', async () => {
  const made = await world()
  const service = { area: 'free', text: 'Création', quantity: 1, unitCents: 5000, discount: '20' }
  const lines = [
    { ...print(CARDS, 1), sale: { by: 'margin', percent: '35' }, discount: '5' },
    { ...print(CARDS, 1), sale: { by: 'fixed', cents: 1234 } },
    { ...print(CARDS, 1), role: 'option' },
    service,
  ]
  const quote = await create(made, { ...QUOTE, lines, discount: { percent: '10' } })
  const { orders } = json(await made.desk.post(`/api/quotes/${quote['id']}/order`, {})) as {
    orders: number[]
  }
  const { quote: draft, left } = await again(made, orders[0]!)
  expect(left).toEqual([])
  expect(draft['discount']).toEqual({ percent: '10' })
  expect(draft.lines).toHaveLength(3)
  expect(draft.lines[0]).toMatchObject({ sale: { by: 'margin', percent: '35' }, discount: '5' })
  expect(draft.lines[1]).toMatchObject({ sale: { by: 'fixed', cents: 1234 }, discount: null })
  expect(draft.lines[2]).toMatchObject({ text: 'Création', unitCents: 5000, discount: '20' })
  expect(draft['totals']).toEqual(quote['totals'])
  expect(draft.internalNote).toMatch(/Prix fixe repris : .*, 12,34\s€ HT\./)
})

test('of two orders each takes its own lines, and of an amount off the whole what these had of it', async () => {
  const made = await world()
  const margin = { by: 'margin', percent: '40' }
  const lines = [
    { area: 'display', line: TOTEM, delai: 1, sale: margin },
    print(CARDS, 1),
    { ...print(CARDS, 1), discount: '50' },
  ]
  const quote = await create(made, { ...QUOTE, lines, discount: { cents: 1000 } })
  const { orders } = json(await made.desk.post(`/api/quotes/${quote['id']}/order`, {})) as {
    orders: number[]
  }
  const drafts = await Promise.all(orders.map((id) => again(made, id)))
  const wholes = quote.lines.map(({ amounts }: Loose) => amounts.wholeCents)
  expect(
    drafts.map(({ quote: { lines: own } }) => own.map(({ sale, discount }: Loose) => [sale, discount])),
  ).toEqual([
    [[margin, null]],
    [
      [null, null],
      [null, '50'],
    ],
  ])
  expect(drafts.map(({ quote: { discount } }) => discount)).toEqual([
    { cents: wholes[0] },
    { cents: wholes[1] + wholes[2] },
  ])
})

test('there is none', async () => {
  const { desk } = await world()
  expect((await desk.post('/api/orders/9/again', {})).statusCode).toBe(404)
})
