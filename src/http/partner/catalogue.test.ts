/** Lists and details of the catalogue over the shipped application (partner-api.md 4). */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { faultsOf, json, world } from '../../testing/app.ts'
import { shop } from '../../testing/shop.ts'

const PRINT = '/0.2/print/produit/'
const DISPLAY = '/0.2/display/'

describe('products', () => {
  test('the list has every product with exactly the documented fields and defaults', async () => {
    const { partner, token } = await world()
    const response = await partner(await token('A')).get(PRINT)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['x-total-count']).toBe('4')
    expect(response.headers['link']).toBeUndefined()
    const products = json(response)
    expect(products.map(({ id }: { id: number }) => id)).toEqual([10, 20, 30, 50])
    for (const product of products) {
      expect(Object.keys(product)).toEqual([
        ...['id', 'nom', 'nombre_visuels_min', 'nombre_visuels_max', 'delais', 'quantites', 'options'],
      ])
      for (const option of product.options)
        expect(Object.keys(option)).toEqual(['id', 'nom', 'type', 'variantes'])
    }
    expect(products[1]).toMatchObject({
      nombre_visuels_min: 1,
      nombre_visuels_max: 1,
      options: [{ variantes: [] }, { variantes: [] }, { variantes: [{ id: 461, nom: 'Tous les 50 cm' }] }],
    })
    expect(products[0].quantites).toEqual({ range: false, available: [100, 250, 500, 1000] })
    expect(products[2].quantites).toEqual({ range: true, min: 50 })
    expect(products[3].quantites).toEqual({ range: true, min: 1 })
  })

  test('one product; unknown is 400, not a number is 404', async () => {
    const { partner, token } = await world()
    const { get } = partner(await token('A'))
    expect(json(await get(`${PRINT}10/`))).toEqual(json(await get(PRINT))[0])
    for (const id of ['11', '-1', '0', '9007199254740993', '9'.repeat(20)]) {
      const unknown = await get(`${PRINT}${id}/`)
      expect(unknown.statusCode, id).toBe(400)
      expect(faultsOf(unknown)).toEqual([' product_unknown'])
      expect(json(unknown).detail).toContain(` ${id} `)
    }
    for (const id of ['abc', '1.5', '1e3', '+1', '--1', '%20', '1%2F0', 'x'.repeat(200)]) {
      const response = await get(`${PRINT}${id}/`)
      expect(response.statusCode, id).toBe(404)
      expect(faultsOf(response)).toEqual([' not_found'])
    }
  })

  test('an endless id is 404, too', async () => {
    const { partner, token } = await world()
    const response = await partner(await token('A')).get(`${PRINT}${'9'.repeat(300)}/`)
    expect(response.statusCode).toBe(404)
  })

  test('fields that the bundle has besides are not answered', async () => {
    const bundle = shop()
    Object.assign(bundle.produits[0], { prix_achat: '1', options: [] })
    bundle.tarifs.print.shift()
    const { partner, token } = await world({ bundle })
    const text = (await partner(await token('A')).get(PRINT)).body
    expect(text).not.toContain('prix_achat')
  })
})

describe('families and their elements', () => {
  test('families have exactly the documented fields and defaults', async () => {
    const { partner, token } = await world()
    const families = json(await partner(await token('A')).get(`${DISPLAY}famille/`))
    expect(families.map(({ id }: { id: number }) => id)).toEqual([7, 8, 9])
    for (const family of families) {
      expect(Object.keys(family)).toEqual([
        ...[
          'id',
          'nom_complet',
          'sans_impression_possible',
          'formats',
          'supports',
          'impressions',
          'finitions',
        ],
        ...['decoupes', 'options'],
      ])
    }
    expect(families[2]).toMatchObject({ impressions: [], finitions: [], decoupes: [], options: [] })
  })

  test.each([
    ['format', [11, 12]],
    ['support', [21, 22, 23, 24]],
    ['impression', [31, 32]],
    ['finition', [51]],
    ['decoupe', [61]],
  ])('%s/: the union over the families, one entry an id, in their own shape', async (kind, ids) => {
    const { partner, token } = await world()
    const { get } = partner(await token('A'))
    const elements = json(await get(`${DISPLAY}${kind}/`))
    expect(elements.map(({ id }: { id: number }) => id)).toEqual(ids)
    const fields = kind === 'support' ? ['id', 'nom_complet', 'delai_min'] : ['id', 'nom']
    for (const element of elements) expect(Object.keys(element)).toEqual(fields)
    const seen = partner(await token('B', { families: [8] }))
    expect(json(await seen.get(`${DISPLAY}${kind}/`)).length).toBeLessThan(ids.length)
  })

  test('the element of the first family names an id that several have', async () => {
    const { partner, token } = await world()
    const formats = json(await partner(await token('A')).get(`${DISPLAY}format/`))
    expect(formats[0]).toEqual({ id: 11, nom: '50 × 150' })
    const other = json(await partner(await token('B', { families: [8, 9] })).get(`${DISPLAY}format/`))
    expect(other).toEqual([{ id: 11, nom: 'Petit' }])
  })
})

describe('pages', () => {
  const lists = [
    PRINT,
    ...['famille', 'format', 'support', 'impression', 'finition', 'decoupe', 'commande'].map(
      (l) => `${DISPLAY}${l}/`,
    ),
    '/0.2/print/commande/',
  ]

  test.each([
    ['limit=2', [10, 20], '</0.2/print/produit/?limit=2&offset=2>; rel="next"'],
    [
      'limit=1&offset=1',
      [20],
      '</0.2/print/produit/?limit=1&offset=2>; rel="next", </0.2/print/produit/?limit=1&offset=0>; rel="prev"',
    ],
    ['limit=2&offset=2', [30, 50], '</0.2/print/produit/?limit=2&offset=0>; rel="prev"'],
    [
      'limit=2&offset=1',
      [20, 30],
      '</0.2/print/produit/?limit=2&offset=3>; rel="next", </0.2/print/produit/?limit=2&offset=0>; rel="prev"',
    ],
    ['limit=500', [10, 20, 30, 50], undefined],
    ['limit=4', [10, 20, 30, 50], undefined],
    ['offset=3', [50], undefined],
    ['offset=0', [10, 20, 30, 50], undefined],
    ['limit=2&offset=4', [], '</0.2/print/produit/?limit=2&offset=2>; rel="prev"'],
    // What comes before an offset past the end is the last page.
    ['limit=2&offset=9007199254740991', [], '</0.2/print/produit/?limit=2&offset=2>; rel="prev"'],
  ])('?%s', async (query, ids, link) => {
    const { partner, token } = await world()
    const response = await partner(await token('A')).get(`${PRINT}?${query}`)
    expect(response.statusCode).toBe(200)
    expect(json(response).map(({ id }: { id: number }) => id)).toEqual(ids)
    expect(response.headers['x-total-count']).toBe('4')
    expect(response.headers['link']).toBe(link)
  })

  test.each(lists)('%s takes no other values', async (url) => {
    const { partner, token } = await world()
    const { get } = partner(await token('A'))
    for (const query of [
      'limit=0',
      'limit=501',
      'limit=-1',
      'limit=1.5',
      'limit=abc',
      'limit=',
      'limit=1e2',
      'limit=1&limit=2',
      'offset=-1',
      'offset=x',
      'offset=',
      'offset=99999999999999999999',
    ]) {
      const response = await get(`${url}?${query}`)
      expect(response.statusCode, query).toBe(400)
      expect(faultsOf(response)).toEqual([' value_invalid'])
    }
    expect((await get(`${url}?limit=1&offset=0&other=x`)).statusCode).toBe(200)
  })

  test('the words name the parameter, in both languages', async () => {
    const { partner, token } = await world()
    const { get } = partner(await token('A'))
    expect(json(await get(`${PRINT}?limit=0`)).detail).toBe(
      'Le paramètre limit doit être un entier de 1 à 500.',
    )
    expect(json(await get(`${PRINT}?limit=0`, { 'accept-language': 'en' })).detail).toBe(
      'Parameter limit must be an integer from 1 to 500.',
    )
  })
})

describe('what is known need not be sent again', () => {
  test('the same list has the same tag; 304 where the caller has it', async () => {
    const { partner, token, service } = await world()
    const { get } = partner(await token('A'))
    const first = await get(PRINT)
    const etag = String(first.headers['etag'])
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get(PRINT, { 'if-none-match': known })
      expect(response.statusCode, known).toBe(304)
      expect(response.body).toBe('')
      expect(response.headers['etag']).toBe(etag)
    }
    expect((await get(PRINT, { 'if-none-match': '"other"' })).statusCode).toBe(200)

    const bundle = shop()
    bundle.produits[0].nom = 'Cartes'
    await service.catalogue.importBundle(bundle)
    const changed = await get(PRINT, { 'if-none-match': etag })
    expect(changed.statusCode).toBe(200)
    expect(json(changed)[0].nom).toBe('Cartes')
    expect(changed.headers['etag']).not.toBe(etag)
  })

  test('a page has a tag of its own', async () => {
    const { partner, token } = await world()
    const { get } = partner(await token('A'))
    const tags = new Set<unknown>()
    for (const query of ['', '?limit=2', '?limit=1', '?offset=2', '?limit=2&offset=2']) {
      const { etag } = (await get(PRINT + query)).headers
      tags.add(etag)
      const again = await get(PRINT + query, { 'if-none-match': String(etag) })
      expect(again.statusCode, query).toBe(304)
      expect(again.headers['x-total-count']).toBe('4')
    }
    expect(tags.size).toBe(5)
  })

  test('who sees less has another tag', async () => {
    const { partner, token } = await world()
    const all = await partner(await token('A')).get(PRINT)
    const some = await partner(await token('B', { products: [10] })).get(PRINT, {
      'if-none-match': String(all.headers['etag']),
    })
    expect(some.statusCode).toBe(200)
    expect(json(some)).toHaveLength(1)
  })
})

describe('compression', () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.0', undefined],
    ['deflate', undefined],
    ['identity', undefined],
    [undefined, undefined],
  ])('Accept-Encoding: %s gives %s, the same bytes inside', async (accepted, encoding) => {
    const { partner, token } = await world()
    const { get } = partner(await token('A'))
    const plain = (await get(PRINT)).body
    const response = await get(PRINT, accepted === undefined ? {} : { 'accept-encoding': accepted })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers['vary']).toContain('Accept-Encoding')
    const bytes = response.rawPayload
    const text =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
    expect(text.toString()).toBe(plain)
  })
})
