/** Prices, carts and orders over HTTP (partner-api.md 2.3 to 2.10, 4, 5; contract.md; tariffs.md, "Cart totals"). */
import { describe, expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world, type Caller, type World } from '../../testing/app.ts'
import { shop, type Loose } from '../../testing/shop.ts'

const PRINT = '/0.2/print/'
const DISPLAY = '/0.2/display/'
const CARDS = {
  label: 'Ada',
  produit: 10,
  variantes: [402],
  valeurs: { 42: '3' },
  quantites_multiples: [100, 250],
}
const FLYERS = { produit: 30, quantites_multiples: [250], delai: 2 }
const TOTEM = { label: 'T', famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }
const COUNTER = { famille: 8, format: 11, support: 23, impression: 32, quantite: 25 }
const printCart = { devis: 'REF 1', adresse_livraison: ADDRESS, lignes: [CARDS, FLYERS] }
const displayCart = { devis: 'REF 2', adresse_livraison: ADDRESS, lignes: [TOTEM] }
const CARTS = [
  ['print', PRINT, printCart],
  ['display', DISPLAY, displayCart],
] as const

const HOUR = 3_600_000

describe('prices', () => {
  test('every lead time, fastest first, also when one is sent', async () => {
    const { partner, token } = await world()
    const { post } = partner(token('A'))
    const expected =
      '{"J+1":{"Message":"","PrixHT":"3045"},"J+2":{"Message":"","PrixHT":"2150"},"J+5":{"Message":"","PrixHT":"1935"}}'
    for (const delai of [undefined, null, 1, 2, 3]) {
      const response = await post(`${PRINT}prix/`, { produit: 10, quantites_multiples: [100], delai })
      expect(response.statusCode).toBe(200)
      expect(response.body).toBe(expected)
    }
  })

  test('a lead time without a price says why and leaves the others alone', async () => {
    const { partner, token } = await world()
    const { post } = partner(token('A'))
    const line = { produit: 10, variantes: [411], quantites_multiples: [100] }
    expect(json(await post(`${PRINT}prix/`, line))).toEqual({
      'J+1': { Message: 'Le pelliculage mat demande deux jours.', PrixHT: '' },
      'J+2': { Message: '', PrixHT: '2365' },
      'J+5': { Message: '', PrixHT: '2129' },
    })
    const none = await post(
      `${PRINT}prix/`,
      { produit: 50, quantites_multiples: [1] },
      { 'accept-language': 'en' },
    )
    expect(json(none)).toEqual({ 'J+2': { Message: 'On request: no tariff for this product.', PrixHT: '' } })
  })

  test('display: the lead times of the family; none without a tariff', async () => {
    const { partner, token } = await world()
    const { post } = partner(token('A'))
    expect(json(await post(`${DISPLAY}prix/`, { ...TOTEM, support: 22, delai: 1 }))).toEqual({
      'J+1': { Message: 'Le support « Alvéolaire » demande au moins 2 jours ouvrés.', PrixHT: '' },
      'J+2': { Message: '', PrixHT: '8505' },
      'J+5': { Message: '', PrixHT: '7088' },
    })
    const none = await post(`${DISPLAY}prix/`, { famille: 9, format: 11, support: 24, quantite: 1 })
    expect(none.statusCode).toBe(200)
    expect(none.body).toBe('{}')
  })
})

describe('carts', () => {
  test('print: totals, lines with their price and lead time, the address whole', async () => {
    const { partner, token } = await world()
    const response = await partner(token('A', { discount: '12.5' })).post(`${PRINT}panier/`, {
      ...printCart,
      adresse_livraison: { ville: 'Saint-Denis', code_postal: '97400' },
      inconnu: 1,
    })
    expect(response.statusCode).toBe(200)
    // cards at the main lead time J+2: (21.50 + 29.90 + 5 + 3 + 350 × 0.008 + 1 + 3 × 350 × 0.0005) × 1.05 = 66.91125
    // flyers at J+2: 1499.5 × 0.965 = 14.47
    expect(json(response)).toEqual({
      devis: 'REF 1',
      prix_ht: 8138,
      remise_grand_compte_ht: 1017, // 1017.25
      prix_total_ht: 7121,
      prix_tva: 605, // 8.5 %: 605.285
      prix_final_ttc: 7726,
      lignes: [
        {
          label: 'Ada',
          produit: 10,
          variantes: [402],
          valeurs: { 42: '3' },
          quantites_multiples: [100, 250],
          delai: 2,
          prix_ht: 6691,
        },
        {
          label: '',
          produit: 30,
          variantes: [],
          valeurs: {},
          quantites_multiples: [250],
          delai: 2,
          prix_ht: 1447,
        },
      ],
      adresse_livraison: {
        ...Object.fromEntries(Object.keys(ADDRESS).map((field) => [field, ''])),
        ville: 'Saint-Denis',
        code_postal: '97400',
      },
    })
    expect(Object.keys(json(response))).toEqual([
      ...[
        'devis',
        'prix_ht',
        'remise_grand_compte_ht',
        'prix_total_ht',
        'prix_tva',
        'prix_final_ttc',
        'lignes',
      ],
      'adresse_livraison',
    ])
  })

  test.each([
    [2, [8190, 25_000], 2],
    // the main lead times: 3 of the totem, 2 of the counter
    [undefined, [6825, 25_000], null],
    [null, [6825, 25_000], null],
  ])('display at lead time %s', async (delai, prices, answered) => {
    const { partner, token } = await world()
    const response = await partner(token('A')).post(`${DISPLAY}panier/`, { delai, lignes: [TOTEM, COUNTER] })
    const cart = json(response)
    expect(Object.keys(cart)).toEqual([
      ...[
        'devis',
        'delai',
        'prix_ht',
        'remise_grand_compte_ht',
        'prix_total_ht',
        'prix_tva',
        'prix_final_ttc',
      ],
      ...['lignes', 'adresse_livraison'],
    ])
    expect(cart.delai).toBe(answered)
    expect(cart.lignes.map((line: Loose) => line.prix_ht)).toEqual(prices)
    expect(cart.lignes[0]).toEqual({
      ...TOTEM,
      finition: null,
      decoupe: null,
      variantes: [],
      verification: false,
      prix_ht: prices[0],
    })
    expect(cart.prix_ht).toBe(prices[0]! + prices[1]!)
  })

  test('display: the main lead time that all lines share is the cart’s', async () => {
    const { partner, token } = await world()
    const cart = json(await partner(token('A')).post(`${DISPLAY}panier/`, { lignes: [TOTEM, TOTEM] }))
    expect(cart.delai).toBe(3)
  })

  test.each([
    [
      'print',
      PRINT,
      { lignes: [CARDS, { produit: 10, variantes: [411], quantites_multiples: [100], delai: 1 }] },
      '/lignes/1',
      'Le pelliculage mat demande deux jours.',
    ],
    [
      'print without a point',
      PRINT,
      { lignes: [{ produit: 10, quantites_multiples: [1000] }] },
      '/lignes/0',
      'Aucun prix pour la quantité 1000.',
    ],
    [
      'display',
      DISPLAY,
      { delai: 1, lignes: [TOTEM, { ...TOTEM, support: 22 }] },
      '/lignes/1',
      'Le support « Alvéolaire » demande au moins 2 jours ouvrés.',
    ],
    [
      'display without a tariff',
      DISPLAY,
      { lignes: [{ famille: 9, format: 11, support: 24, quantite: 1 }] },
      '/lignes/0',
      'Sur devis : aucun tarif pour ce produit.',
    ],
  ])('a line without a price is refused with the reason: %s', async (_what, area, cart, path, message) => {
    const { partner, token } = await world()
    const response = await partner(token('A')).post(`${area}panier/`, cart)
    expect(response.statusCode).toBe(400)
    expect(json(response).errors).toEqual([{ path, code: 'price_unavailable', message }])
  })

  test('a print product without a tariff is refused with the Message of its lead time', async () => {
    const { partner, token } = await world()
    const cart = { lignes: [{ produit: 50, quantites_multiples: [1] }] }
    const response = await partner(token('A')).post(`${PRINT}panier/`, cart)
    expect(json(response).errors[0].message).toBe('Sur devis : aucun tarif pour ce produit.')
  })

  test('a line without a price and a faulty one are told of together', async () => {
    const { partner, token } = await world()
    const lignes = [
      { produit: 50, quantites_multiples: [1] },
      { produit: 99, quantites_multiples: [1] },
      CARDS,
    ]
    const response = await partner(token('A')).post(`${PRINT}panier/`, { devis: 5, lignes })
    expect(faultsOf(response).sort()).toEqual([
      '/devis field_type',
      '/lignes/0 price_unavailable',
      '/lignes/1/produit product_unknown',
    ])
  })

  test('nothing is stored of a simulation', async () => {
    const { partner, token, service } = await world()
    const { post, get } = partner(token('A', { canOrder: true }))
    await post(`${PRINT}panier/`, printCart, { 'idempotency-key': 'k' })
    expect(json(await get(`${PRINT}commande/`))).toEqual([])
    expect(service.store.db.prepare('SELECT count(*) FROM idempotency_keys').pluck().get()).toBe(0)
  })

  test('sums that no number holds exactly are refused, even where a discount hides them', async () => {
    const { service, partner, token } = await world()
    const bundle = shop()
    bundle.tarifs.print[2].grille = [{ quantite: 50, prix: '9007199254740991' }]
    delete bundle.tarifs.print[2].delais
    service.catalogue.importBundle(bundle)
    const line = { produit: 30, quantites_multiples: [50] }
    for (const discount of ['0', '99', '100']) {
      const response = await partner(token('A', { discount })).post(`${PRINT}panier/`, {
        lignes: [line, line, line],
      })
      expect(response.statusCode, discount).toBe(400)
      expect(faultsOf(response)).toEqual(['/lignes price_unavailable'])
    }
  })
})

describe('orders', () => {
  test('print: 201 with exactly the documented fields, and the same from then on', async () => {
    const { partner, token } = await world()
    const { post, get } = partner(token('A', { canOrder: true, discount: '10' }))
    const response = await post(`${PRINT}panier/validate/`, printCart)
    expect(response.statusCode).toBe(201)
    const order = json(response)
    expect(order).toEqual({
      id: 1,
      status: 'enregistree',
      number: 'C000001',
      reference_client: 'REF 1',
      adresse_livraison: ADDRESS,
      prix_fact_ht: 8138,
      remise_grand_compte_ht: 814,
      prix_fact_total_ht: 7324,
      prix_fact_total_tva: 1465,
      prix_fact_total_ttc: 8789,
      amount_due: 8789,
      lignes: [
        {
          id: 1,
          label: 'Ada',
          produit: 10,
          variantes: [402],
          valeurs: { 42: '3' },
          quantites_multiples: [100, 250],
        },
        { id: 2, label: '', produit: 30, variantes: [], valeurs: {}, quantites_multiples: [250] },
      ],
    })
    expect((await get(`${PRINT}commande/1/`)).body).toBe(response.body)
    expect((await get(`${PRINT}commande/`)).body).toBe(`[${response.body}]`)
  })

  test('display: the same shape, with display lines and the lead time', async () => {
    const { partner, token } = await world()
    // The right to order is asked for by the print area alone.
    const { post, get } = partner(token('A', { canOrder: false }))
    const response = await post(`${DISPLAY}panier/validate/`, { ...displayCart, delai: 2 })
    expect(response.statusCode).toBe(201)
    const order = json(response)
    expect(Object.keys(order)).toEqual([
      ...['id', 'status', 'number', 'reference_client', 'delai', 'adresse_livraison', 'prix_fact_ht'],
      ...[
        'remise_grand_compte_ht',
        'prix_fact_total_ht',
        'prix_fact_total_tva',
        'prix_fact_total_ttc',
        'amount_due',
      ],
      'lignes',
    ])
    expect(order).toMatchObject({ delai: 2, prix_fact_ht: 8190, reference_client: 'REF 2' })
    expect(order.lignes).toEqual([
      { id: 1, ...TOTEM, finition: null, decoupe: null, variantes: [], verification: false },
    ])
    expect((await get(`${DISPLAY}commande/${order.id}/`)).body).toBe(response.body)
  })

  test('ids are unique over both areas, each area lists its own, newest first', async () => {
    const { partner, token } = await world()
    const { post, get } = partner(token('A', { canOrder: true }))
    for (let i = 0; i < 3; i++) {
      await post(`${PRINT}panier/validate/`, printCart)
      await post(`${DISPLAY}panier/validate/`, displayCart)
    }
    const ids = async (url: string) => json(await get(url)).map(({ id }: Loose) => id)
    expect(await ids(`${PRINT}commande/`)).toEqual([5, 3, 1])
    expect(await ids(`${DISPLAY}commande/`)).toEqual([6, 4, 2])
    expect(await ids(`${PRINT}commande/?limit=2`)).toEqual([5, 3])
    expect(await ids(`${PRINT}commande/?limit=2&offset=1`)).toEqual([3, 1])
    expect(await ids(`${PRINT}commande/?offset=2`)).toEqual([1])
    expect(await ids(`${PRINT}commande/?offset=3`)).toEqual([])
    const page = await get(`${DISPLAY}commande/?limit=1&offset=1`)
    expect(page.headers['x-total-count']).toBe('3')
    expect(page.headers['link']).toBe(
      '</0.2/display/commande/?limit=1&offset=2>; rel="next", </0.2/display/commande/?limit=1&offset=0>; rel="prev"',
    )
    expect((await get(`${PRINT}commande/2/`)).statusCode).toBe(404)
    expect((await get(`${DISPLAY}commande/1/`)).statusCode).toBe(404)
    for (const id of ['99', 'abc', '1.0', '-1', '']) {
      expect((await get(`${PRINT}commande/${id}/`)).statusCode, id).toBe(404)
    }
  })

  test('a list of more than one page of the store is whole', async () => {
    const { partner, token } = await world()
    const { post, get } = partner(token('A', { canOrder: true }))
    const cart = { ...printCart, lignes: [FLYERS] }
    const count = 501
    await Promise.all(Array.from({ length: count }, () => post(`${PRINT}panier/validate/`, cart)))
    const all = await get(`${PRINT}commande/`)
    expect(all.headers['x-total-count']).toBe(String(count))
    expect(json(all).map(({ id }: Loose) => id)).toEqual(Array.from({ length: count }, (_, i) => count - i))
  })

  test('the right to order', async () => {
    const { partner, token, service } = await world()
    const { post } = partner(token('A'))
    const refused = async (area: string, cart: unknown) => {
      const response = await post(`${area}panier/validate/`, cart)
      expect(response.statusCode).toBe(403)
      expect(faultsOf(response)).toEqual([' ordering_not_allowed'])
    }
    await refused(PRINT, printCart)
    expect((await post(`${PRINT}panier/`, printCart)).statusCode).toBe(200)
    expect((await post(`${DISPLAY}panier/validate/`, displayCart)).statusCode).toBe(201)
    service.settings.update({ displayOrderingNeedsRight: true })
    await refused(DISPLAY, displayCart)
    service.customers.ensure('A', { canOrder: true })
    expect((await post(`${PRINT}panier/validate/`, printCart)).statusCode).toBe(201)
    expect((await post(`${DISPLAY}panier/validate/`, displayCart)).statusCode).toBe(201)
  })

  test.each(CARTS)('%s: faults of the cart and of the address, and no order', async (_area, area, cart) => {
    const { partner, token } = await world()
    const { post, get } = partner(token('A', { canOrder: true }))
    const response = await post(`${area}panier/validate/`, {
      ...cart,
      adresse_livraison: { ville: 'Lyon' },
      devis: 1,
    })
    expect(response.statusCode).toBe(400)
    expect(faultsOf(response).sort()).toEqual(
      [
        '/devis field_type',
        '/adresse_livraison/nom address_required',
        '/adresse_livraison/adresse1 address_required',
        '/adresse_livraison/code_postal address_required',
      ].sort(),
    )
    expect(json(await get(`${area}commande/`))).toEqual([])
    expect((await get(`${area}commande/`)).headers['x-total-count']).toBe('0')
  })

  test('an order stays as it was when the catalogue changes', async () => {
    const { partner, token, service } = await world()
    const { post, get } = partner(token('A', { canOrder: true }))
    const before = await post(`${PRINT}panier/validate/`, printCart)
    service.catalogue.importBundle({ format: 'comptoir-bundle/1', delais: [] })
    expect((await get(`${PRINT}commande/1/`)).body).toBe(before.body)
    expect(json(await get(`${PRINT}produit/`))).toEqual([])
  })

  test('text of every kind comes back as it was sent', async () => {
    const { partner, token } = await world()
    const { post, get } = partner(token('A', { canOrder: true }))
    const text = 'é "quoted" \\ \u2028 \u0000 😀 </script> ’; DROP TABLE orders; --'
    const address = { ...ADDRESS, nom: text, instructions: text }
    const cart = { devis: text, adresse_livraison: address, lignes: [{ ...CARDS, label: text }] }
    const order = json(await post(`${PRINT}panier/validate/`, cart))
    expect(order).toMatchObject({ reference_client: text, adresse_livraison: address })
    expect(json(await get(`${PRINT}commande/1/`))).toEqual(order)
  })
})

describe('Idempotency-Key', () => {
  const orders = async ({ get }: Caller, area: string) => json(await get(`${area}commande/`)).length

  test.each(CARTS)('%s: the same key and body give the same 201 and one order', async (_area, area, cart) => {
    const { partner, token, clock } = await world()
    const client = partner(token('A', { canOrder: true }))
    const first = await client.post(`${area}panier/validate/`, cart, { 'idempotency-key': 'k1' })
    clock.advance(24 * HOUR - 1)
    const again = await client.post(`${area}panier/validate/`, cart, { 'idempotency-key': 'k1' })
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.body).toBe(first.body)
    expect(await orders(client, area)).toBe(1)
    expect(json(await client.post(`${area}panier/validate/`, cart, { 'idempotency-key': 'k2' })).id).toBe(2)
    expect(json(await client.post(`${area}panier/validate/`, cart)).id).toBe(3)
    expect(json(await client.post(`${area}panier/validate/`, cart, { 'idempotency-key': '' })).id).toBe(4)
  })

  test('after 24 hours it is another order', async () => {
    const { partner, token, clock } = await world()
    const client = partner(token('A', { canOrder: true }))
    const order = async (cart: unknown) =>
      json(await client.post(`${PRINT}panier/validate/`, cart, { 'idempotency-key': 'k' })).id
    expect(await order(printCart)).toBe(1)
    clock.advance(24 * HOUR)
    expect(await order({ ...printCart, devis: 'another' })).toBe(2)
    expect(await order({ ...printCart, devis: 'another' })).toBe(2)
  })

  test('with another body it is 409, and nothing is ordered', async () => {
    const { partner, token } = await world()
    const client = partner(token('A', { canOrder: true }))
    const send = (area: string, cart: unknown) =>
      client.post(`${area}panier/validate/`, cart, { 'idempotency-key': 'k' })
    await send(PRINT, printCart)
    for (const [area, cart] of [
      [PRINT, { ...printCart, devis: 'REF 2' }],
      [PRINT, { ...printCart, lignes: [CARDS] }],
      [PRINT, {}],
      [PRINT, null],
      [DISPLAY, displayCart],
    ] as const) {
      const response = await send(area, cart)
      expect(response.statusCode).toBe(409)
      expect(faultsOf(response)).toEqual([' idempotency_conflict'])
    }
    expect(await orders(client, PRINT)).toBe(1)
    expect(await orders(client, DISPLAY)).toBe(0)
  })

  test('white space and the order of keys make no other body', async () => {
    const { partner, token } = await world()
    const client = partner(token('A', { canOrder: true }))
    const send = (text: string) => client.post(`${PRINT}panier/validate/`, text, { 'idempotency-key': 'k' })
    const turned = Object.fromEntries(Object.entries(printCart).reverse())
    expect(json(await send(JSON.stringify(printCart))).id).toBe(1)
    expect(json(await send(JSON.stringify(printCart, null, 2))).id).toBe(1)
    expect(json(await send(JSON.stringify(turned))).id).toBe(1)
    expect((await send(JSON.stringify({ ...printCart, lignes: [FLYERS, CARDS] }))).statusCode).toBe(409)
  })

  test('is a customer’s own, whichever of his tokens', async () => {
    const { partner, token } = await world()
    const order = async (client: Caller) =>
      json(await client.post(`${PRINT}panier/validate/`, printCart, { 'idempotency-key': 'k' })).id
    const rights = { canOrder: true }
    expect(await order(partner(token('A', rights)))).toBe(1)
    expect(await order(partner(token('A', rights)))).toBe(1)
    expect(await order(partner(token('B', rights)))).toBe(2)
  })

  test('a refused request uses no key up', async () => {
    const { partner, token } = await world()
    const client = partner(token('A', { canOrder: true }))
    const send = (cart: unknown) => client.post(`${PRINT}panier/validate/`, cart, { 'idempotency-key': 'k' })
    expect((await send({ ...printCart, adresse_livraison: {} })).statusCode).toBe(400)
    expect((await send(printCart)).statusCode).toBe(201)
  })

  test('is answered from what was ordered, even where it could not be ordered now', async () => {
    const { partner, token, service } = await world()
    const client = partner(token('A', { canOrder: true }))
    const send = () => client.post(`${PRINT}panier/validate/`, printCart, { 'idempotency-key': 'k' })
    const first = await send()
    service.catalogue.importBundle({ format: 'comptoir-bundle/1', delais: [] })
    expect((await send()).body).toBe(first.body)
  })

  test('too long a key is refused', async () => {
    const { partner, token } = await world()
    const client = partner(token('A', { canOrder: true }))
    const send = (length: number) =>
      client.post(`${PRINT}panier/validate/`, printCart, { 'idempotency-key': 'k'.repeat(length) })
    expect((await send(255)).statusCode).toBe(201)
    expect((await send(256)).statusCode).toBe(400)
  })

  test('many requests at once with one key make one order; other bodies among them 409', async () => {
    const { partner, token, service } = await world()
    const client = partner(token('A', { canOrder: true }))
    const told: number[] = []
    service.events.on('orders', ({ id }) => told.push(id))
    const send = (devis: string, key: string) =>
      client.post(`${PRINT}panier/validate/`, { ...printCart, devis }, { 'idempotency-key': key })
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, i) => send(i % 4 === 3 ? 'other' : 'same', i % 2 === 0 ? 'k1' : 'k2')),
    )
    const of = (status: number) => responses.filter(({ statusCode }) => statusCode === status)
    expect(of(201).length + of(409).length).toBe(40)
    // k1 saw one body alone; k2 saw both, and whichever came first has won.
    const ids = new Set(of(201).map((response) => json(response).id))
    expect(ids.size).toBe(2)
    expect(of(201).length).toBe(30)
    expect(await orders(client, PRINT)).toBe(2)
    expect(service.orders.count('print', service.customers.byId(1)!)).toBe(2)
    expect([...told].sort(), 'each is told of once').toEqual([...ids].sort())
  })
})

describe('a customer gets nothing of another', () => {
  async function two(): Promise<World & { a: Caller; b: Caller }> {
    const made = await world()
    const a = made.partner(made.token('A', { canOrder: true, products: [10], families: [7] }))
    const b = made.partner(made.token('B', { canOrder: true, products: [30], families: [8] }))
    await a.post(`${PRINT}panier/validate/`, { ...printCart, lignes: [CARDS] })
    await a.post(`${DISPLAY}panier/validate/`, displayCart)
    return { ...made, a, b }
  }

  test('every endpoint with the wrong customer', async () => {
    const { a, b } = await two()
    const ids = async (caller: Caller, url: string) => json(await caller.get(url)).map(({ id }: Loose) => id)
    expect(await ids(a, `${PRINT}produit/`)).toEqual([10])
    expect(await ids(b, `${PRINT}produit/`)).toEqual([30])
    expect(await ids(b, `${PRINT}produit/?limit=10`)).toEqual([30])
    expect((await b.get(`${PRINT}produit/`)).headers['x-total-count']).toBe('1')
    expect(faultsOf(await b.get(`${PRINT}produit/10/`))).toEqual([' product_unknown'])
    expect((await b.get(`${PRINT}produit/10/`)).statusCode).toBe(400)
    expect(faultsOf(await b.post(`${PRINT}prix/`, CARDS))).toEqual(['/produit product_unknown'])
    for (const path of ['panier/', 'panier/validate/']) {
      const lignes = [FLYERS, CARDS]
      const response = await b.post(`${PRINT}${path}`, { ...printCart, lignes })
      expect(faultsOf(response)).toEqual(['/lignes/1/produit product_unknown'])
    }

    expect(await ids(a, `${DISPLAY}famille/`)).toEqual([7])
    expect(await ids(b, `${DISPLAY}famille/`)).toEqual([8])
    expect(await ids(b, `${DISPLAY}famille/?limit=10`)).toEqual([8])
    expect(await ids(b, `${DISPLAY}format/`)).toEqual([11])
    expect(await ids(b, `${DISPLAY}support/`)).toEqual([23])
    expect(await ids(b, `${DISPLAY}support/?limit=10`)).toEqual([23])
    expect(await ids(b, `${DISPLAY}impression/`)).toEqual([32])
    expect(await ids(b, `${DISPLAY}finition/`)).toEqual([])
    expect(await ids(b, `${DISPLAY}decoupe/`)).toEqual([])
    expect(faultsOf(await b.post(`${DISPLAY}prix/`, TOTEM))).toEqual(['/famille family_unknown'])
    for (const path of ['panier/', 'panier/validate/']) {
      const response = await b.post(`${DISPLAY}${path}`, displayCart)
      expect(faultsOf(response)).toEqual(['/lignes/0/famille family_unknown'])
    }

    for (const area of [PRINT, DISPLAY]) {
      expect(await ids(a, `${area}commande/`)).toHaveLength(1)
      expect(await ids(b, `${area}commande/`)).toEqual([])
      expect((await b.get(`${area}commande/?limit=5`)).headers['x-total-count']).toBe('0')
    }
    expect((await a.get(`${PRINT}commande/1/`)).statusCode).toBe(200)
    expect((await a.get(`${DISPLAY}commande/2/`)).statusCode).toBe(200)
    for (const url of [`${PRINT}commande/1/`, `${DISPLAY}commande/2/`]) {
      const response = await b.get(url)
      expect(response.statusCode).toBe(404)
      expect(response.body).toBe((await b.get(url.replace(/\d\/$/, '999/'))).body)
    }
  })

  test('what a customer may see changes with the next request', async () => {
    const { b, service } = await two()
    service.customers.ensure('B', { products: null, families: [] })
    expect(json(await b.get(`${PRINT}produit/`))).toHaveLength(4)
    expect((await b.post(`${PRINT}prix/`, CARDS)).statusCode).toBe(200)
    expect(json(await b.get(`${DISPLAY}famille/`))).toEqual([])
    expect(json(await b.get(`${DISPLAY}support/`))).toEqual([])
  })

  test('ids that have left the catalogue are seen by no one', async () => {
    const { partner, token, service } = await world()
    const { get } = partner(token('C', { products: [10, 20], families: [7] }))
    const smaller = shop()
    smaller.produits = smaller.produits.filter(({ id }: Loose) => id !== 20)
    smaller.familles = smaller.familles.filter(({ id }: Loose) => id !== 7)
    smaller.tarifs.print = smaller.tarifs.print.filter(({ produit }: Loose) => produit !== 20)
    smaller.tarifs.display = smaller.tarifs.display.filter(({ famille }: Loose) => famille !== 7)
    service.catalogue.importBundle(smaller)
    expect(json(await get(`${PRINT}produit/`))).toHaveLength(1)
    expect(json(await get(`${DISPLAY}famille/`))).toEqual([])
    expect((await get(`${PRINT}produit/20/`)).statusCode).toBe(400)
  })
})
