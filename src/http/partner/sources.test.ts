/** Carts of several sources: own tariffs and partners in one order (docs/partner-api.md, "Sources"). */
import { describe, expect, test } from 'vitest'
import { ADDRESS, faultsOf, json } from '../../testing/app.ts'
import { severalSources } from '../../testing/sources.ts'

const CARDS = { produit: 10, quantites_multiples: [100] }
/** Family 8 of the own tariffs does not have it. */
const OWN_IN_5_DAYS = 3
const TOTEM = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }

async function shop(days: number | null = 5) {
  const made = await severalSources([1000, 2000], days)
  const client = made.partner(await made.token('Atelier', { canOrder: true }))
  const [one, two] = made.partners as [(typeof made.partners)[0], (typeof made.partners)[0]]
  const print = (base: number) => ({ produit: base + 1, quantites_multiples: [100] })
  const display = (base: number) => ({ famille: base + 1, format: base + 1, support: base + 1, quantite: 2 })
  return { ...made, client, one, two, print, display }
}

test('each source has its own block of ids, and every list shows base + id', async () => {
  const { client, one, two } = await shop()
  expect([one.base, two.base]).toEqual([10_000_000_000, 20_000_000_000])
  const products = json(await client.get('/0.2/print/produit/')) as { id: number; delais: number[] }[]
  expect(products.slice(-2)).toMatchObject([
    { id: one.base + 1, delais: [one.base + 9] },
    { id: two.base + 1, delais: [two.base + 9] },
  ])
  expect(json(await client.get('/0.2/display/format/'))).toContainEqual({ id: two.base + 1, nom: 'un' })
})

test('a mixed print cart is priced by each source, each partner asked once, and becomes one order', async () => {
  const { client, one, two, print, service, desk } = await shop()
  const cart = { devis: 'R1', adresse_livraison: ADDRESS, lignes: [print(one.base), CARDS, print(two.base)] }
  const simulated = json(await client.post('/0.2/print/panier/', cart))
  expect(simulated.prix_ht).toBe(1000 + 2150 + 2000)
  const order = json(await client.post('/0.2/print/panier/validate/', cart))
  expect(order).toMatchObject({ status: 'a_transmettre', prix_fact_ht: 5150 })
  expect(await service.outbox.ofOrder(order.id)).toMatchObject([
    { id: `${order.id}-1`, partner: 'Partenaire 1', acceptedCents: 1000 },
    { id: `${order.id}-2`, partner: 'Partenaire 2', acceptedCents: 2000 },
  ])
  const detail = json(await desk.get(`/api/orders/${order.id}`))
  expect(detail.lineSources).toEqual(['Partenaire 1', null, 'Partenaire 2'])
  expect(detail.transmissions).toHaveLength(2)
})

test('own lines alone are recorded, whatever partners are set; one partner alone has the order’s id', async () => {
  const { client, one, print, service } = await shop()
  const own = { adresse_livraison: ADDRESS, lignes: [CARDS] }
  expect(json(await client.post('/0.2/print/panier/validate/', own))).toMatchObject({ status: 'enregistree' })
  const theirs = { adresse_livraison: ADDRESS, lignes: [print(one.base), CARDS] }
  const { id } = json(await client.post('/0.2/print/panier/validate/', theirs))
  expect(await service.outbox.ofOrder(id)).toMatchObject([{ id, order: id, partner: 'Partenaire 1' }])
})

test('the lead time of a display cart is compared by days, and each source is told its own id', async () => {
  const { client, one, two, display, service } = await shop()
  const lignes = [display(one.base), display(two.base)]
  const cart = { adresse_livraison: ADDRESS, delai: two.base + 9, lignes }
  const order = json(await client.post('/0.2/display/panier/validate/', cart))
  expect(order).toMatchObject({ delai: two.base + 9, prix_fact_ht: 3000 })
  expect((await service.orders.detail(order.id)).lines.map(({ delai }) => delai)).toEqual([
    one.base + 9,
    two.base + 9,
  ])
  expect(one.partner.asked.at(-1)!.body).toMatchObject({ delai: one.base + 9 })
  // Own tariffs have no lead time of five days for the totem: no line is priced at it.
  const refused = await client.post('/0.2/display/panier/', {
    delai: one.base + 9,
    lignes: [...lignes, TOTEM],
  })
  expect([200, 400]).toContain(refused.statusCode)
  const unknown = await client.post('/0.2/display/panier/', { delai: 777, lignes })
  expect(faultsOf(unknown)).toEqual(['/delai lead_time_unavailable'])
})

describe('a lead time of a display cart that a partner has not shown yet', () => {
  const unshown = () => shop(null)

  test('is found by its prices and its cart, named as the shop’s own or as either partner’s', async () => {
    for (const name of ['own', 'one', 'two'] as const) {
      const { client, one, two, display } = await unshown()
      const delai = { own: OWN_IN_5_DAYS, one: one.base + 9, two: two.base + 9 }[name]
      const lignes = [display(one.base), display(two.base)]
      const cart = await client.post('/0.2/display/panier/', { delai, lignes })
      expect(json(cart)).toMatchObject({ delai, prix_ht: 3000 })
      expect(one.partner.asked.at(-1)!.body).toMatchObject({ delai: one.base + 9 })
      expect(two.partner.asked.at(-1)!.body).toMatchObject({ delai: two.base + 9 })
    }
  })

  test('and cannot, for it is away, is refused with what may be named', async () => {
    const { client, one, display } = await unshown()
    one.partner.online = false
    const post = (language: string) =>
      client.post(
        '/0.2/display/panier/',
        { delai: OWN_IN_5_DAYS, lignes: [display(one.base)] },
        { 'accept-language': language },
      )
    expect(json(await post('en')).errors).toMatchObject([
      {
        path: '/delai',
        code: 'lead_time_unavailable',
        message: `The partner has not shown yet which of its lead times is D+5 for “Bâche Partenaire 1”: name one of its own, among ${one.base + 9}.`,
      },
    ])
    expect(json(await post('fr')).errors[0].message).toContain(`parmi ${one.base + 9}.`)
  })

  test('and refuses every cart: it is asked once by all who ask at once, and not again soon', async () => {
    const { client, one, display } = await unshown()
    one.partner.refusesCarts = true
    const cart = { delai: OWN_IN_5_DAYS, lignes: [display(one.base)] }
    const answers = await Promise.all([1, 2, 3].map(() => client.post('/0.2/display/panier/', cart)))
    for (const answer of answers) expect(answer.statusCode).toBe(400)
    const carts = () => one.partner.asked.filter(({ what }) => what === 'panier').length
    expect(carts()).toBe(1)
    expect((await client.post('/0.2/display/panier/', cart)).statusCode).toBe(400)
    expect(carts()).toBe(1)
  })

  test('is refused at once where an own line cannot have it, and no partner is asked', async () => {
    const { client, one, display } = await unshown()
    const counter = { famille: 8, format: 11, support: 23, impression: 32, quantite: 10 }
    const lignes = [display(one.base), counter]
    const answer = await client.post('/0.2/display/panier/', { delai: OWN_IN_5_DAYS, lignes })
    expect(faultsOf(answer)).toEqual(['/delai lead_time_unavailable'])
    expect(one.partner.asked).toEqual([])
  })
})

test('a partner out of reach takes nothing from the others', async () => {
  const { client, one, two, print } = await shop()
  one.partner.online = false
  const answer = json(await client.post('/0.2/print/prix/', print(two.base)))
  expect(answer).toMatchObject({ 'J+5': { PrixHT: '2000' } })
  const mixed = await client.post('/0.2/print/panier/', { lignes: [print(one.base), print(two.base)] })
  expect(faultsOf(mixed)).toEqual(['/lignes/0 price_unavailable'])
})

test('a partner that is taken away takes its products along, and has its ids back when it is set again', async () => {
  const { client, one, two, print, service } = await shop()
  await service.partners.remove(one.name)
  await service.catalogue.reload()
  expect(faultsOf(await client.post('/0.2/print/prix/', print(one.base)))).toEqual([
    '/produit product_unknown',
  ])
  expect((await client.post('/0.2/print/prix/', print(two.base))).statusCode).toBe(200)
  const back = await service.partners.keep({ name: 'De retour', url: 'https://p1.example', token: 'x' })
  await service.catalogue.reload()
  expect(back.link.block?.base).toBe(one.base)
  expect(json(await client.get(`/0.2/print/produit/${one.base + 1}/`))).toMatchObject({ id: one.base + 1 })
})

test('a mark-up of a source raises its prices alone', async () => {
  const { client, one, two, print, service } = await shop()
  await service.changeSettings({
    markUps: {
      general: { percent: '0', rounding: 'cent' },
      sources: [{ source: one.id, percent: '50', rounding: 'cent' }],
      items: [],
    },
  })
  const price = async (base: number) => json(await client.post('/0.2/print/prix/', print(base)))['J+5'].PrixHT
  expect([await price(one.base), await price(two.base)]).toEqual(['1500', '2000'])
})

test('statuses: one sent and one waiting show what waits; a decision names the part', async () => {
  const { client, one, two, print, service, desk } = await shop()
  const cart = { adresse_livraison: ADDRESS, lignes: [print(one.base), print(two.base)] }
  const { id } = json(await client.post('/0.2/print/panier/validate/', cart))
  expect((await desk.post(`/api/outbox/${id}/resolve`, { cancel: true })).statusCode).toBe(404)
  const cancelled = json(await desk.post(`/api/outbox/${id}-2/resolve`, { cancel: true }))
  expect(cancelled).toMatchObject({ id: `${id}-2`, state: 'annulee' })
  expect((await service.orders.detail(id)).status).toBe('a_transmettre')
  await desk.post(`/api/outbox/${id}-1/resolve`, { cancel: true })
  expect((await service.orders.detail(id)).status).toBe('annulee')
})

test('a line that a partner refuses in its cart is refused in ours, in its words, at our place', async () => {
  const { client, one, two, print } = await shop()
  const lignes = [CARDS, print(two.base), { ...print(one.base), delai: one.base + 9 }, print(one.base)]
  one.partner.refused = [{ path: '/lignes/1/variantes', code: null, message: 'Pas cette variante.' }]
  const response = await client.post('/0.2/print/panier/', { lignes })
  expect(faultsOf(response)).toEqual(['/lignes/3/variantes value_invalid'])
  expect(response.json().errors[0].message).toContain('Pas cette variante.')
})

test('a part that is given up costs nothing more, and the customer pays without it once a person says so', async () => {
  const { client, one, two, print, desk } = await shop()
  const cart = { adresse_livraison: ADDRESS, lignes: [CARDS, print(one.base), print(two.base)] }
  const { id } = json(await client.post('/0.2/print/panier/validate/', cart))
  const order = async () => json(await desk.get(`/api/orders/${id}`))
  await desk.post(`/api/outbox/${id}-2/resolve`, { cancel: true })
  expect(await order()).toMatchObject({
    ...{
      costHtCents: 3150,
      lineCosts: [2150, 1000, 0],
      lineCents: [2150, 1000, 2000],
      todaysTotalCents: 3150,
    },
    order: { prix_fact_ht: 5150 },
  })
  await desk.post(`/api/orders/${id}/reprice`, { totalCents: 3150 })
  expect(await order()).toMatchObject({
    ...{ lineCents: [2150, 1000, 0], todaysTotalCents: null },
    order: { prix_fact_ht: 3150 },
  })
  // Its own lines are made whatever becomes of the partners'.
  await desk.post(`/api/outbox/${id}-1/resolve`, { cancel: true })
  expect(await order()).toMatchObject({ costHtCents: 2150, order: { status: 'enregistree' } })
})

test('what was chosen stays told with an order whose product has left', async () => {
  const { client, one, print, desk, service } = await shop()
  const cart = { adresse_livraison: ADDRESS, lignes: [{ ...CARDS, variantes: [402] }, print(one.base)] }
  const { id } = json(await client.post('/0.2/print/panier/validate/', cart))
  const summaries = async () => json(await desk.get(`/api/orders/${id}`)).lineSummaries
  const before = await summaries()
  expect(before[0].length).toBeGreaterThan(0)
  await service.catalogue.importBundle({ format: 'comptoir-bundle/1', delais: [{ id: 1, jours: 1 }] })
  expect(await summaries()).toEqual(before)
})
