/** Orders over HTTP: their answer, their lists, who may order (partner-api.md 2.7, 4, 5). */
import { describe, expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world } from '../../testing/app.ts'
import type { Loose } from '../../testing/shop.ts'
import { PRINT, DISPLAY, CARDS, FLYERS, TOTEM, printCart, displayCart, CARTS } from '../../testing/carts.ts'

describe('orders', () => {
  test('print: 201 with exactly the documented fields, and the same from then on', async () => {
    const { partner, token } = await world()
    const { post, get } = partner(await token('A', { canOrder: true, discount: '10' }))
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
    const { post, get } = partner(await token('A', { canOrder: false }))
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
    const { post, get } = partner(await token('A', { canOrder: true }))
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
    const { post, get } = partner(await token('A', { canOrder: true }))
    const cart = { ...printCart, lignes: [FLYERS] }
    const count = 501
    await Promise.all(Array.from({ length: count }, () => post(`${PRINT}panier/validate/`, cart)))
    const all = await get(`${PRINT}commande/`)
    expect(all.headers['x-total-count']).toBe(String(count))
    expect(json(all).map(({ id }: Loose) => id)).toEqual(Array.from({ length: count }, (_, i) => count - i))
  })

  test('the right to order', async () => {
    const { partner, token, service } = await world()
    const { post } = partner(await token('A'))
    const refused = async (area: string, cart: unknown) => {
      const response = await post(`${area}panier/validate/`, cart)
      expect(response.statusCode).toBe(403)
      expect(faultsOf(response)).toEqual([' ordering_not_allowed'])
    }
    await refused(PRINT, printCart)
    expect((await post(`${PRINT}panier/`, printCart)).statusCode).toBe(200)
    expect((await post(`${DISPLAY}panier/validate/`, displayCart)).statusCode).toBe(201)
    await service.settings.update({ displayOrderingNeedsRight: true })
    await refused(DISPLAY, displayCart)
    await service.customers.ensure('A', { canOrder: true })
    expect((await post(`${PRINT}panier/validate/`, printCart)).statusCode).toBe(201)
    expect((await post(`${DISPLAY}panier/validate/`, displayCart)).statusCode).toBe(201)
  })

  test.each(CARTS)('%s: faults of the cart and of the address, and no order', async (_area, area, cart) => {
    const { partner, token } = await world()
    const { post, get } = partner(await token('A', { canOrder: true }))
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
    const { post, get } = partner(await token('A', { canOrder: true }))
    const before = await post(`${PRINT}panier/validate/`, printCart)
    await service.catalogue.importBundle({ format: 'comptoir-bundle/1', delais: [] })
    expect((await get(`${PRINT}commande/1/`)).body).toBe(before.body)
    expect(json(await get(`${PRINT}produit/`))).toEqual([])
  })

  test('text of every kind comes back as it was sent', async () => {
    const { partner, token, desk } = await world()
    const { post, get } = partner(await token('A', { canOrder: true }))
    const text =
      'é "quoted" \\ \u2028 \u0000 \u{F0000} \u{F0000}\u{F0001} 😀 </script> ’; DROP TABLE orders; --'
    const address = { ...ADDRESS, nom: text, instructions: text }
    const cart = { devis: text, adresse_livraison: address, lignes: [{ ...CARDS, label: text }] }
    const order = json(await post(`${PRINT}panier/validate/`, cart))
    expect(order).toMatchObject({ reference_client: text, adresse_livraison: address })
    expect(json(await get(`${PRINT}commande/1/`))).toEqual(order)
    expect(json(await get(`${PRINT}commande/`))).toEqual([order])
    expect((await desk.get('/api/orders/1')).statusCode).toBe(200)
  })
})
