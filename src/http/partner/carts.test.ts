/** Prices and carts over HTTP (partner-api.md 2.3, 2.5, 2.6, 2.10; bundle.md, "Carts"). */
import { describe, expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world } from '../../testing/app.ts'
import { shop, type Loose } from '../../testing/shop.ts'
import { PRINT, DISPLAY, CARDS, TOTEM, printCart } from '../../testing/carts.ts'

const COUNTER = { famille: 8, format: 11, support: 23, impression: 32, quantite: 25 }

describe('prices', () => {
  test('every lead time, fastest first, also when one is sent', async () => {
    const { partner, token } = await world()
    const { post } = partner(await token('A'))
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
    const { post } = partner(await token('A'))
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
    const { post } = partner(await token('A'))
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
    const response = await partner(await token('A', { discount: '12.5' })).post(`${PRINT}panier/`, {
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
    const response = await partner(await token('A')).post(`${DISPLAY}panier/`, {
      delai,
      lignes: [TOTEM, COUNTER],
    })
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
    const cart = json(await partner(await token('A')).post(`${DISPLAY}panier/`, { lignes: [TOTEM, TOTEM] }))
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
    const response = await partner(await token('A')).post(`${area}panier/`, cart)
    expect(response.statusCode).toBe(400)
    expect(json(response).errors).toEqual([{ path, code: 'price_unavailable', message }])
  })

  test('a print product without a tariff is refused with the Message of its lead time', async () => {
    const { partner, token } = await world()
    const cart = { lignes: [{ produit: 50, quantites_multiples: [1] }] }
    const response = await partner(await token('A')).post(`${PRINT}panier/`, cart)
    expect(json(response).errors[0].message).toBe('Sur devis : aucun tarif pour ce produit.')
  })

  test('a line without a price and a faulty one are told of together', async () => {
    const { partner, token } = await world()
    const lignes = [
      { produit: 50, quantites_multiples: [1] },
      { produit: 99, quantites_multiples: [1] },
      CARDS,
    ]
    const response = await partner(await token('A')).post(`${PRINT}panier/`, { devis: 5, lignes })
    expect(faultsOf(response).sort()).toEqual([
      '/devis field_type',
      '/lignes/0 price_unavailable',
      '/lignes/1/produit product_unknown',
    ])
  })

  test('nothing is stored of a simulation', async () => {
    const { partner, token, service } = await world()
    const { post, get } = partner(await token('A', { canOrder: true }))
    await post(`${PRINT}panier/`, printCart, { 'idempotency-key': 'k' })
    expect(json(await get(`${PRINT}commande/`))).toEqual([])
    expect(service.store.sqlite.db.prepare('SELECT count(*) FROM idempotency_keys').pluck().get()).toBe(0)
  })

  test('sums that no number holds exactly are refused, even where a discount hides them', async () => {
    const { service, partner, token } = await world()
    const bundle = shop()
    bundle.tarifs.print[2].grille = [{ quantite: 50, prix: '9007199254740991' }]
    delete bundle.tarifs.print[2].delais
    await service.catalogue.importBundle(bundle)
    const line = { produit: 30, quantites_multiples: [50] }
    for (const discount of ['0', '99', '100']) {
      const response = await partner(await token('A', { discount })).post(`${PRINT}panier/`, {
        lignes: [line, line, line],
      })
      expect(response.statusCode, discount).toBe(400)
      expect(faultsOf(response)).toEqual(['/lignes price_unavailable'])
    }
  })
})
