/** What a customer sees, as it changes (partner-api.md 5). e2e/conformance/customers.spec.ts asks every endpoint. */
import { describe, expect, test } from 'vitest'
import { json, world } from '../../testing/app.ts'
import { shop, type Loose } from '../../testing/shop.ts'
import { PRINT, DISPLAY, CARDS } from '../../testing/carts.ts'

describe('what a customer sees', () => {
  test('is the same in a list and in its pages', async () => {
    const { partner, token } = await world()
    const { get } = partner(await token('B', { products: [30], families: [8] }))
    for (const [list, id] of [
      [`${PRINT}produit/`, 30],
      [`${DISPLAY}famille/`, 8],
      [`${DISPLAY}support/`, 23],
    ] as const)
      for (const url of [list, `${list}?limit=10`]) {
        const response = await get(url)
        expect(json(response).map((entry: Loose) => entry.id)).toEqual([id])
        expect(response.headers['x-total-count']).toBe('1')
      }
  })

  test('changes with the next request', async () => {
    const { partner, token, service } = await world()
    const b = partner(await token('B', { products: [30], families: [8] }))
    expect((await b.post(`${PRINT}prix/`, CARDS)).statusCode).toBe(400)
    await service.customers.ensure('B', { products: null, families: [] })
    expect(json(await b.get(`${PRINT}produit/`))).toHaveLength(4)
    expect((await b.post(`${PRINT}prix/`, CARDS)).statusCode).toBe(200)
    expect(json(await b.get(`${DISPLAY}famille/`))).toEqual([])
    expect(json(await b.get(`${DISPLAY}support/`))).toEqual([])
  })

  test('has nothing that has left the catalogue', async () => {
    const { partner, token, service } = await world()
    const { get } = partner(await token('C', { products: [10, 20], families: [7] }))
    const smaller = shop()
    smaller.produits = smaller.produits.filter(({ id }: Loose) => id !== 20)
    smaller.familles = smaller.familles.filter(({ id }: Loose) => id !== 7)
    smaller.tarifs.print = smaller.tarifs.print.filter(({ produit }: Loose) => produit !== 20)
    smaller.tarifs.display = smaller.tarifs.display.filter(({ famille }: Loose) => famille !== 7)
    await service.catalogue.importBundle(smaller)
    expect(json(await get(`${PRINT}produit/`))).toHaveLength(1)
    expect(json(await get(`${DISPLAY}famille/`))).toEqual([])
    expect((await get(`${PRINT}produit/20/`)).statusCode).toBe(400)
  })
})
