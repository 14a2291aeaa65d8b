import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyOfBundle, paris } from './bundle.ts'
import { Program, until } from './program.ts'
import type { Server } from './program.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

const program = new Program()
let server: Server
let token: string

const many = copyOfBundle()
for (let id = 1000; id < 1600; id++)
  many.produits.push({ ...many.produits[4], id, nom: `Étiquette n° ${id}` })

beforeAll(async () => {
  await program.import(many)
  token = await program.token({ customer: 'A', canOrder: true })
  server = await program.serve()
  const print = { lignes: [{ produit: 101, quantites_multiples: [100] }], adresse_livraison: paris }
  const display = {
    lignes: [{ famille: 201, format: 11, support: 21, quantite: 1 }],
    adresse_livraison: paris,
  }
  for (let index = 0; index < 7; index++)
    for (const [area, json] of [
      ['print', print],
      ['display', display],
    ] as const) {
      const answer = await server.ask(`/0.2/${area}/panier/validate/`, {
        token,
        json: { ...json, devis: `${area}-${index}` },
      })
      expect(answer.status, answer.text).toBe(201)
    }
})
afterAll(() => program.end())

const get = (path: string, headers: Record<string, string> = {}) => server.ask(path, { token, headers })

/** The targets of a Link header by their relation. */
function links(header: string | string[] | undefined): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, target, relation] of String(header ?? '').matchAll(/<([^>]*)>;\s*rel="?([a-z]+)"?/g))
    found[relation!] = new URL(target!, server.base).pathname + new URL(target!, server.base).search
  return found
}

const lists = [
  'print/produit/',
  'print/commande/',
  'display/famille/',
  'display/format/',
  'display/support/',
  'display/impression/',
  'display/finition/',
  'display/decoupe/',
  'display/commande/',
]
const catalogue = lists.filter((path) => !path.includes('commande'))

describe.each(lists)('%s', (list) => {
  const path = `/0.2/${list}`

  test('answers everything by default, with X-Total-Count', async () => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    const all = answer.json() as Any[]
    expect(answer.headers['x-total-count']).toBe(String(all.length))
    expect(new Set(all.map((each) => each.id)).size).toBe(all.length)
    if (list === 'print/produit/') expect(all.length).toBe(606)
    if (list.endsWith('commande/')) expect(all.length).toBe(7)
  })

  test('limit and offset cut it, and rel="next" and rel="prev" walk it whole, there and back', async () => {
    const all = (await get(path)).json() as Any[]
    const limit = list === 'print/produit/' ? 250 : 2
    const pages: Any[][] = []
    let next: string | undefined = `${path}?limit=${limit}`
    let last = next
    while (next !== undefined) {
      const answer = await get(next)
      expect(answer.status).toBe(200)
      expect(answer.headers['x-total-count']).toBe(String(all.length))
      pages.push(answer.json() as Any[])
      last = next
      next = links(answer.headers.link).next
      expect(pages.length).toBeLessThanOrEqual(Math.ceil(all.length / limit))
    }
    expect(pages.flat()).toStrictEqual(all)
    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit)
    const back: Any[][] = []
    let previous: string | undefined = last
    while (previous !== undefined) {
      const answer = await get(previous)
      back.unshift(answer.json() as Any[])
      previous = links(answer.headers.link).prev
      expect(back.length).toBeLessThanOrEqual(pages.length)
    }
    expect(back).toStrictEqual(pages)
  })

  test('limit 1 and 500, offset 0 and beyond the end', async () => {
    const all = (await get(path)).json() as Any[]
    expect((await get(`${path}?limit=1`)).json()).toStrictEqual(all.slice(0, 1))
    expect((await get(`${path}?limit=500`)).json()).toStrictEqual(all.slice(0, 500))
    expect((await get(`${path}?limit=1&offset=0`)).json()).toStrictEqual(all.slice(0, 1))
    expect((await get(`${path}?offset=1`)).json()).toStrictEqual(all.slice(1))
    const beyond = await get(`${path}?limit=10&offset=100000`)
    expect(beyond.status).toBe(200)
    expect(beyond.json()).toEqual([])
    expect(beyond.headers['x-total-count']).toBe(String(all.length))
    expect(links(beyond.headers.link).next).toBeUndefined()
  })
})

describe.each(catalogue)('%s: what has not changed', (list) => {
  const path = `/0.2/${list}`

  test('carries an ETag, and If-None-Match answers 304 without a body', async () => {
    const { etag } = (await get(path)).headers
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/)
    for (const value of [etag!, `"x", ${etag}`, `W/${etag!.replace(/^W\//, '')}`, '*']) {
      const answer = await get(path, { 'If-None-Match': value })
      expect(answer.status, value).toBe(304)
      expect(answer.bytes).toHaveLength(0)
      expect(answer.headers.etag).toBe(etag)
    }
    for (const value of ['"x"', '"x", "y"', `"${etag!.replaceAll('"', '')}x"`])
      expect((await get(path, { 'If-None-Match': value })).status, value).toBe(200)
  })

  test('gzip and brotli hold the same bytes, with Vary', async () => {
    const plain = await get(path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [accepted, encoding, read] of [
      ['gzip', 'gzip', gunzipSync],
      ['br', 'br', brotliDecompressSync],
      ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
      ['br;q=1, gzip;q=0', 'br', brotliDecompressSync],
    ] as const) {
      const answer = await get(path, { 'Accept-Encoding': accepted })
      expect(answer.status).toBe(200)
      expect(answer.headers.vary?.toLowerCase()).toContain('accept-encoding')
      // A body too small to gain anything may be sent as it is.
      const sent = answer.headers['content-encoding']
      if (plain.bytes.length > 4000) expect(sent, accepted).toBe(encoding)
      if (sent === undefined) expect(answer.text).toBe(plain.text)
      else expect(read(answer.bytes).toString('utf8')).toBe(plain.text)
    }
    for (const accepted of ['identity', 'gzip;q=0', 'deflate', 'gzip;q=0, br;q=0, *;q=0.5', '']) {
      const answer = await get(path, { 'Accept-Encoding': accepted })
      if (answer.status === 200 && answer.headers['content-encoding'] === undefined)
        expect(answer.text, accepted).toBe(plain.text)
      else expect(answer.headers['content-encoding'], accepted).toBe('deflate')
    }
  })

  test('a 304 also where gzip is accepted', async () => {
    const first = await get(path, { 'Accept-Encoding': 'gzip' })
    const again = await get(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': first.headers.etag! })
    expect(again.status).toBe(304)
  })
})

test('a strong ETag is of one sequence of bytes: another for gzip and brotli (RFC 9110, 8.8.3)', async () => {
  const tags = await Promise.all(
    ['identity', 'gzip', 'br'].map(
      async (encoding) => (await get('/0.2/print/produit/', { 'Accept-Encoding': encoding })).headers.etag!,
    ),
  )
  const strong = tags.filter((tag) => !tag.startsWith('W/'))
  expect(new Set(strong).size).toBe(strong.length)
})

test('an import gives a new ETag, and the old one no longer answers 304', async () => {
  const before = await get('/0.2/print/produit/')
  const families = await get('/0.2/display/famille/')
  const changed = structuredClone(many)
  changed.produits[1].nom = 'Dépliants recyclés'
  await program.import(changed)
  const after = await until(
    'the changed list',
    () => get('/0.2/print/produit/', { 'If-None-Match': before.headers.etag! }),
    (answer) => answer.status === 200,
  )
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect((after.json() as Any[])[1].nom).toBe('Dépliants recyclés')
  expect((await get('/0.2/display/famille/')).text).toBe(families.text)
  await program.import(many)
  await until(
    'the first list',
    () => get('/0.2/print/produit/'),
    (answer) => answer.text === before.text,
  )
})

test('another order shows in the list and in X-Total-Count at once', async () => {
  const count = async () => Number((await get('/0.2/print/commande/?limit=1')).headers['x-total-count'])
  const before = await count()
  const answer = await server.ask('/0.2/print/panier/validate/', {
    token,
    json: { lignes: [{ produit: 101, quantites_multiples: [100] }], adresse_livraison: paris },
  })
  expect(answer.status).toBe(201)
  expect(await count()).toBe(before + 1)
})
