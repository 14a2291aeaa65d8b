/** The same order twice (partner-api.md 4): `Idempotency-Key`. */
import { describe, expect, test } from 'vitest'
import { faultsOf, json, world, type Caller } from '../../testing/app.ts'
import { PRINT, DISPLAY, CARDS, FLYERS, printCart, displayCart, CARTS } from '../../testing/carts.ts'

const HOUR = 3_600_000

describe('Idempotency-Key', () => {
  const orders = async ({ get }: Caller, area: string) => json(await get(`${area}commande/`)).length

  test.each(CARTS)('%s: the same key and body give the same 201 and one order', async (_area, area, cart) => {
    const { partner, token, clock } = await world()
    const client = partner(await token('A', { canOrder: true }))
    const first = await client.post(`${area}panier/validate/`, cart, { 'idempotency-key': 'k1' })
    clock.advance(24 * HOUR - 1)
    const again = await client.post(`${area}panier/validate/`, cart, { 'idempotency-key': 'k1' })
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.body).toBe(first.body)
    expect(await orders(client, area)).toBe(1)
    expect(json(await client.post(`${area}panier/validate/`, cart, { 'idempotency-key': 'k2' })).id).toBe(2)
    expect(json(await client.post(`${area}panier/validate/`, cart)).id).toBe(3)
  })

  test('after 24 hours it is another order', async () => {
    const { partner, token, clock } = await world()
    const client = partner(await token('A', { canOrder: true }))
    const order = async (cart: unknown) =>
      json(await client.post(`${PRINT}panier/validate/`, cart, { 'idempotency-key': 'k' })).id
    expect(await order(printCart)).toBe(1)
    clock.advance(24 * HOUR)
    expect(await order({ ...printCart, devis: 'another' })).toBe(2)
    expect(await order({ ...printCart, devis: 'another' })).toBe(2)
  })

  test('with another body it is 409, and nothing is ordered', async () => {
    const { partner, token } = await world()
    const client = partner(await token('A', { canOrder: true }))
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
    const client = partner(await token('A', { canOrder: true }))
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
    expect(await order(partner(await token('A', rights)))).toBe(1)
    expect(await order(partner(await token('A', rights)))).toBe(1)
    expect(await order(partner(await token('B', rights)))).toBe(2)
  })

  test('a refused request uses no key up', async () => {
    const { partner, token } = await world()
    const client = partner(await token('A', { canOrder: true }))
    const send = (cart: unknown) => client.post(`${PRINT}panier/validate/`, cart, { 'idempotency-key': 'k' })
    expect((await send({ ...printCart, adresse_livraison: {} })).statusCode).toBe(400)
    expect((await send(printCart)).statusCode).toBe(201)
  })

  test('is answered from what was ordered, even where it could not be ordered now', async () => {
    const { partner, token, service } = await world()
    const client = partner(await token('A', { canOrder: true }))
    const send = () => client.post(`${PRINT}panier/validate/`, printCart, { 'idempotency-key': 'k' })
    const first = await send()
    await service.catalogue.importBundle({ format: 'comptoir-bundle/1', delais: [] })
    expect((await send()).body).toBe(first.body)
  })

  test('too long a key is refused', async () => {
    const { partner, token } = await world()
    const client = partner(await token('A', { canOrder: true }))
    const send = (length: number) =>
      client.post(`${PRINT}panier/validate/`, printCart, { 'idempotency-key': 'k'.repeat(length) })
    expect((await send(255)).statusCode).toBe(201)
    expect((await send(256)).statusCode).toBe(400)
  })

  test.each(['', ' ', '\u00a0'])('an empty one (%j) is no key, and orders nothing', async (key) => {
    const { partner, token } = await world()
    const client = partner(await token('A', { canOrder: true }))
    const answer = await client.post(`${PRINT}panier/validate/`, printCart, { 'idempotency-key': key })
    expect([answer.statusCode, faultsOf(answer)]).toEqual([400, [' value_invalid']])
    expect(json(answer).detail).toContain('Idempotency-Key')
    expect(await orders(client, PRINT)).toBe(0)
  })

  test('many requests at once with one key make one order; other bodies among them 409', async () => {
    const { partner, token, service } = await world()
    const client = partner(await token('A', { canOrder: true }))
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
    expect(await service.orders.count('print', service.customers.byId(1)!)).toBe(2)
    expect([...told].sort(), 'each is told of once').toEqual([...ids].sort())
  })
})
