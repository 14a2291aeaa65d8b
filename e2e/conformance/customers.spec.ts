import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle, paris } from './bundle.ts'
import { expectErrorForm, expectFaults } from './errors.ts'
import type { Answer } from './http.ts'
import { Program, until } from './program.ts'
import type { Server } from './program.ts'

/** Everything that a customer gets is his alone. */

const program = new Program()
let server: Server

beforeAll(async () => {
  await program.import(bundle)
  await program.token({ customer: 'Propriétaire', canOrder: true, discount: '10' })
  await program.token({ customer: 'Étranger', canOrder: true, products: '102,105', families: '202' })
  await program.token({ customer: 'Sans droit' })
  await program.token({ customer: 'Tout', products: 'all', families: 'all' })
  server = await program.serve()
})
afterAll(() => program.end())

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

const as = (customer: string, path: string, json?: unknown): Promise<Answer> =>
  server.ask(`/0.2/${path}`, { token: program.tokens[customer], ...(json === undefined ? {} : { json }) })

const cards = { produit: 101, quantites_multiples: [100] }
const flyer = { produit: 102, quantites_multiples: [100] }
const rollUp = { famille: 201, format: 11, support: 21, impression: 31, quantite: 1 }
const stand = { famille: 202, format: 15, support: 24, impression: 31, quantite: 1 }

describe('every endpoint with the wrong customer', () => {
  let print: Any
  let display: Any
  beforeAll(async () => {
    const bodies = { devis: 'SECRET-DEVIS', adresse_livraison: { ...paris, ville: 'SECRET-VILLE' } }
    print = (await as('Propriétaire', 'print/panier/validate/', { ...bodies, lignes: [cards] })).json()
    display = (await as('Propriétaire', 'display/panier/validate/', { ...bodies, lignes: [rollUp] })).json()
    expect(print.id).toBeGreaterThan(0)
    expect(display.id).toBeGreaterThan(0)
  })

  test('GET print/produit/: his products only', async () => {
    const list = (await as('Étranger', 'print/produit/')).json() as Any[]
    expect(list.map((each) => each.id)).toEqual([102, 105])
  })
  test('GET print/produit/<id>/: 400 for those that are not his, like one that does not exist', async () => {
    const unknown = await as('Étranger', 'print/produit/424242/')
    for (const id of [101, 103, 104, 106]) {
      const answer = await as('Étranger', `print/produit/${id}/`)
      expect(answer.status).toBe(400)
      expect(expectErrorForm(answer).map((fault) => fault.code)).toEqual(['product_unknown'])
      expect(answer.text.replaceAll(String(id), '#')).toBe(unknown.text.replaceAll('424242', '#'))
    }
    expect((await as('Étranger', 'print/produit/102/')).status).toBe(200)
  })
  test('POST print/prix/: product_unknown, and nothing about the product', async () => {
    const answer = await as('Étranger', 'print/prix/', { ...cards, variantes: [10012], delai: 1 })
    expect(answer.status).toBe(400)
    expect(expectErrorForm(answer).map(({ path, code }) => [path, code])).toContainEqual([
      '/produit',
      'product_unknown',
    ])
    expect(answer.text).not.toContain('Couché')
    expect(answer.text).not.toContain('Cartes')
  })
  test('POST print/panier/: product_unknown', async () =>
    void expectFaults(await as('Étranger', 'print/panier/', { lignes: [flyer, cards] }), 400, [
      ['/lignes/1/produit', 'product_unknown'],
    ]))
  test('POST print/panier/validate/: product_unknown, and no order', async () => {
    const body = { lignes: [flyer, cards], adresse_livraison: paris }
    expectFaults(await as('Étranger', 'print/panier/validate/', body), 400, [
      ['/lignes/1/produit', 'product_unknown'],
    ])
    expect((await as('Étranger', 'print/commande/')).json()).toEqual([])
  })
  test('GET print/commande/: none of another’s orders', async () => {
    for (const customer of ['Étranger', 'Sans droit'])
      expect((await as(customer, 'print/commande/')).json()).toEqual([])
    expect(((await as('Propriétaire', 'print/commande/')).json() as Any[]).map((each) => each.id)).toEqual([
      print.id,
    ])
  })
  test('GET print/commande/<id>/: 404, the same bytes as for an order that does not exist', async () => {
    const unknown = await as('Étranger', 'print/commande/424242/')
    for (const id of [print.id, display.id]) {
      const answer = await as('Étranger', `print/commande/${id}/`)
      expectFaults(answer, 404, [['', 'not_found']])
      expect(answer.text).toBe(unknown.text)
    }
  })
  test('GET display/famille/: his families only', async () =>
    expect(((await as('Étranger', 'display/famille/')).json() as Any[]).map((each) => each.id)).toEqual([
      202,
    ]))
  test.each([
    ['format', [11, 15]],
    ['support', [24]],
    ['impression', [31]],
    ['finition', [42]],
    ['decoupe', []],
  ] as const)('GET display/%s/: those of his families only', async (kind, ids) => {
    const list = (await as('Étranger', `display/${kind}/`)).json() as Any[]
    expect(list.map((each) => each.id)).toEqual(ids)
  })
  test('POST display/prix/: family_unknown', async () => {
    const answer = await as('Étranger', 'display/prix/', rollUp)
    expectFaults(answer, 400, [['/famille', 'family_unknown']])
    expect(answer.text).not.toContain('Kakémono')
    expect((await as('Étranger', 'display/prix/', stand)).status).toBe(200)
  })
  test('POST display/panier/: family_unknown', async () =>
    void expectFaults(await as('Étranger', 'display/panier/', { lignes: [stand, rollUp] }), 400, [
      ['/lignes/1/famille', 'family_unknown'],
    ]))
  test('POST display/panier/validate/: family_unknown, and no order', async () => {
    const body = { lignes: [rollUp], adresse_livraison: paris }
    expectFaults(await as('Étranger', 'display/panier/validate/', body), 400, [
      ['/lignes/0/famille', 'family_unknown'],
    ])
    expect((await as('Étranger', 'display/commande/')).json()).toEqual([])
  })
  test('GET display/commande/: none of another’s orders', async () => {
    for (const customer of ['Étranger', 'Sans droit'])
      expect((await as(customer, 'display/commande/')).json()).toEqual([])
    expect(((await as('Propriétaire', 'display/commande/')).json() as Any[]).map((each) => each.id)).toEqual([
      display.id,
    ])
  })
  test('GET display/commande/<id>/: 404', async () => {
    for (const id of [print.id, display.id])
      expectFaults(await as('Étranger', `display/commande/${id}/`), 404, [['', 'not_found']])
  })
  test('an ETag of one customer’s list does not answer another’s', async () => {
    const mine = await as('Propriétaire', 'print/produit/')
    const other = await server.ask('/0.2/print/produit/', {
      token: program.tokens['Étranger'],
      headers: { 'If-None-Match': mine.headers.etag ?? '"x"' },
    })
    expect(other.status).toBe(200)
    expect((other.json() as Any[]).map((each) => each.id)).toEqual([102, 105])
  })
  test('nothing of the owner’s order shows in any list of another', async () => {
    for (const customer of ['Étranger', 'Sans droit'])
      for (const path of ['print/commande/', 'display/commande/', 'print/produit/', 'display/famille/']) {
        const answer = await as(customer, path)
        expect(answer.text, `${customer} ${path}`).not.toContain('SECRET')
        expect(answer.headers['x-total-count'], `${customer} ${path}`).toBe(
          String((answer.json() as Any[]).length),
        )
      }
  })
  test('the application API is not for a partner token, and the key not for the partner API', async () => {
    const withToken = await server.ask('/api/status', { token: program.tokens['Propriétaire'] })
    expect(withToken.status).toBe(401)
    const bearer = await server.ask('/api/status', {
      headers: { Authorization: `Bearer ${program.tokens['Propriétaire']}` },
    })
    expect(bearer.status).toBe(401)
    const key = new URL(server.lines[1]!).searchParams.get('key')!
    expect((await server.ask('/api/status', { headers: { Authorization: `Bearer ${key}` } })).status).toBe(
      200,
    )
    for (const header of [`Bearer ${key}`, `Token ${key}`])
      expect((await server.ask('/0.2/print/commande/', { headers: { Authorization: header } })).status).toBe(
        401,
      )
  })
})

describe('discount and right to order', () => {
  test('each customer has his own discount', async () => {
    const body = { lignes: [cards] }
    const owner = (await as('Propriétaire', 'print/panier/', body)).json() as Any
    expect([owner.prix_ht, owner.remise_grand_compte_ht, owner.prix_total_ht]).toEqual([2150, 215, 1935])
    const other = (await as('Sans droit', 'print/panier/', body)).json() as Any
    expect([other.prix_ht, other.remise_grand_compte_ht, other.prix_total_ht]).toEqual([2150, 0, 2150])
  })
  test('prices themselves are before the discount', async () =>
    expect((await as('Propriétaire', 'print/prix/', cards)).json()).toStrictEqual(
      (await as('Sans droit', 'print/prix/', cards)).json(),
    ))
  test('print: an order is 403 without the right; the simulation is not', async () => {
    const body = { lignes: [cards], adresse_livraison: paris }
    expect((await as('Sans droit', 'print/panier/', body)).status).toBe(200)
    expectFaults(await as('Sans droit', 'print/panier/validate/', body), 403, [['', 'ordering_not_allowed']])
    expect((await as('Sans droit', 'print/commande/')).json()).toEqual([])
  })
  test('display: an order needs no right', async () => {
    const body = { lignes: [rollUp], adresse_livraison: paris }
    expect((await as('Sans droit', 'display/panier/validate/', body)).status).toBe(201)
  })
})

test('--products all and --families all: the customer sees everything', async () => {
  expect(((await as('Tout', 'print/produit/')).json() as Any[]).length).toBe(6)
  expect(((await as('Tout', 'display/famille/')).json() as Any[]).length).toBe(4)
})

describe('tokens while serving', () => {
  test('a token made while serving works, one revoked stops working, the others keep theirs', async () => {
    const fresh = await program.token({ customer: 'Nouveau', canOrder: true })
    await until(
      'the new token is accepted',
      () => server.ask('/0.2/print/produit/', { token: fresh }),
      (answer) => answer.status === 200,
    )
    const second = await program.token({ customer: 'Nouveau' })
    await until(
      'the second token of the customer is accepted',
      () => server.ask('/0.2/print/produit/', { token: second }),
      (answer) => answer.status === 200,
    )
    const tokens = (await program.done('token', 'list', '--json')).json() as Any[]
    const id = tokens.find((each) => each.customer === 'Nouveau').id
    await program.done('token', 'revoke', String(id))
    const refused = await until(
      'the revoked token is refused',
      () => server.ask('/0.2/print/produit/', { token: fresh }),
      (answer) => answer.status !== 200,
    )
    expectFaults(refused, 401, [['', 'token_invalid']])
    expect((await server.ask('/0.2/print/produit/', { token: second })).status).toBe(200)
    expect((await as('Propriétaire', 'print/produit/')).status).toBe(200)
  })
  test('a customer changed while serving: discount, products, families and the right to order', async () => {
    const token = await program.token({ customer: 'Changeant', products: '101', families: '201' })
    const look = (path: string, json?: unknown) =>
      server.ask(`/0.2/${path}`, { token, ...(json === undefined ? {} : { json }) })
    const ids = async (path: string) => {
      const answer = await look(path)
      return answer.status === 200 ? (answer.json() as Any[]).map((each) => each.id) : []
    }
    await until(
      'the token works',
      () => ids('print/produit/'),
      (seen) => seen.join() === '101',
    )
    const body = { lignes: [cards], adresse_livraison: paris }
    expectFaults(await look('print/panier/validate/', body), 403, [['', 'ordering_not_allowed']])
    await program.token({
      customer: 'Changeant',
      canOrder: true,
      discount: '50',
      products: '101,106',
      families: '201,202,203,204',
    })
    await until(
      'his products',
      () => ids('print/produit/'),
      (seen) => seen.join() === '101,106',
    )
    expect(await ids('display/famille/')).toEqual([201, 202, 203, 204])
    const order = await look('print/panier/validate/', body)
    expect(order.status, order.text).toBe(201)
    expect((order.json() as Any).remise_grand_compte_ht).toBe(1075)
  })
  test('tokens are listed without the tokens themselves, and only hashes are stored', async () => {
    const list = await program.done('token', 'list', '--json')
    const plain = await program.done('token', 'list')
    for (const token of Object.values(program.tokens)) {
      expect(list.stdout).not.toContain(token)
      expect(plain.stdout).not.toContain(token)
    }
    for (const customer of ['Propriétaire', 'Étranger', 'Sans droit'])
      expect(plain.stdout).toContain(customer)
    const { readdirSync, readFileSync, statSync } = await import('node:fs')
    const { join } = await import('node:path')
    const files = readdirSync(program.data, { recursive: true })
      .map((name) => join(program.data, String(name)))
      .filter((path) => statSync(path).isFile())
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const bytes = readFileSync(file)
      for (const token of Object.values(program.tokens)) expect(bytes.includes(token), file).toBe(false)
    }
  })
})

test('last use is recorded, at the latest when the service stops', async () => {
  await as('Propriétaire', 'print/produit/')
  await server.stop()
  const tokens = (await program.done('token', 'list', '--json')).json() as Any[]
  expect(tokens.find((each) => each.customer === 'Propriétaire').lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT/)
})
