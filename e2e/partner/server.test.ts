import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCatalogue } from './catalogue.ts'
import type { RunningPartner } from './client.ts'
import { startPartner } from './client.ts'
import { defaultLine } from './configurations.ts'
import type { FaultKind } from './faults.ts'
import { createFaults, faultKinds } from './faults.ts'
import { pricePrint } from './lines.ts'
import { readOrders } from './orders.ts'
import type { Commande, Famille, Prix, Produit } from './wire.ts'

const size = { seed: 3, products: 16, families: 4 }
const catalogue = buildCatalogue(size)
const product = [...catalogue.products.values()][0]!
const line = defaultLine(product)
const family = [...catalogue.families.values()].find(({ page }) => page.supports.length > 0)!.page
const displayLine = {
  famille: family.id,
  format: family.formats[0]!.id,
  support: family.supports[0]!.id,
  impression: family.impressions[0]!.id,
  quantite: 5,
  variantes: [],
  verification: false,
}
const adresse_livraison = {
  nom: 'Martin',
  adresse1: '3 rue des Lices',
  code_postal: '35000',
  ville: 'Rennes',
}
const cart = (devis: string) => ({ devis, adresse_livraison, lignes: [line] })

const paths = {
  products: '/0.2/print/produit/',
  prices: '/0.2/print/prix/',
  cart: '/0.2/print/panier/',
  validate: '/0.2/print/panier/validate/',
  orders: '/0.2/print/commande/',
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partner-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the partner API', () => {
  let partner: RunningPartner
  const state = () => join(folder, 'api.jsonl')
  beforeAll(async () => {
    partner = await startPartner({ ...size, state: state(), discount: 5 })
  })
  afterAll(() => partner.stop())

  const get = async <T>(path: string): Promise<T> => (await partner.send('GET', path)).json() as Promise<T>
  const post = async (path: string, body: unknown): Promise<[number, unknown]> => {
    const response = await partner.send('POST', path, body)
    return [response.status, await response.json()]
  }

  it('wants its token', async () => {
    for (const headers of [{}, { authorization: 'Token faux' }]) {
      const response = await fetch(`${partner.url}${paths.products}`, { headers })
      expect(response.status).toBe(401)
    }
  })

  it('lists the products and families of its seed, and each product alone', async () => {
    const pages = await get<Produit[]>(paths.products)
    expect(pages).toEqual([...catalogue.products.values()].map(({ page }) => page))
    expect(await get(`${paths.products}${product.page.id}/`)).toEqual(product.page)
    expect((await partner.send('GET', `${paths.products}1/`)).status).toBe(400)
    expect(await get<Famille[]>('/0.2/display/famille/')).toHaveLength(4)
    for (const kind of ['format', 'support', 'impression', 'finition', 'decoupe']) {
      const elements = await get<{ id: number }[]>(`/0.2/display/${kind}/`)
      expect(new Set(elements.map(({ id }) => id)).size).toBe(elements.length)
    }
    expect((await partner.send('GET', '/0.2/print/autre/')).status).toBe(404)
  })

  it('prices a line at all its lead times, the fastest first', async () => {
    const [status, prices] = await post(paths.prices, { ...line, delai: product.page.delais[0] })
    expect(status).toBe(200)
    const expected = [...pricePrint(catalogue, line).prices].map(([id, price]) => [
      `J+${catalogue.leadTimes.get(id)}`,
      'cents' in price ? { Message: '', PrixHT: `${price.cents}` } : { Message: price.message, PrixHT: '' },
    ])
    expect(Object.entries(prices as Prix)).toEqual(expected)
  })

  it('refuses in its own words', async () => {
    const choices = product.page.options.find(({ variantes }) => variantes.length > 1)!.variantes
    const twice = [choices[0]!.id, choices[1]!.id]
    const quantity = { quantites_multiples: ['Une quantité doit être strictement positive.'] }
    expect(await post(paths.prices, { ...line, quantites_multiples: [0] })).toEqual([400, quantity])
    expect(await post(paths.prices, { ...line, produit: 1 })).toMatchObject([
      400,
      { detail: expect.any(String) },
    ])
    for (const [field, wrong] of Object.entries({
      variantes: twice,
      valeurs: { 1: '2' },
      quantites_multiples: [],
      delai: 0,
    })) {
      const [status, body] = await post(paths.prices, { ...line, [field]: wrong })
      expect([field, status, Object.keys(body as object)]).toEqual([field, 400, [field]])
    }
    const [status, body] = await post(paths.cart, {
      ...cart('x'),
      lignes: [line, { ...line, variantes: [1] }],
    })
    expect([status, body]).toMatchObject([400, { lignes: [{}, { variantes: [expect.any(String)] }] }])
    expect(await post(paths.validate, { ...cart('x'), adresse_livraison: {} })).toMatchObject([
      400,
      { adresse_livraison: { ville: [expect.any(String)] } },
    ])
  })

  it('simulates a cart, turns it into an order that keeps the reference, and follows its status', async () => {
    const [status, simulated] = await post(paths.cart, cart('Q-1'))
    expect(status).toBe(200)
    const { prices, main } = pricePrint(catalogue, line)
    const price = prices.get(main) as { cents: number }
    const remise = Math.round(price.cents * 0.05)
    expect(simulated).toMatchObject({
      devis: 'Q-1',
      prix_ht: price.cents,
      remise_grand_compte_ht: remise,
      prix_total_ht: price.cents - remise,
      lignes: [{ produit: line.produit, prix_ht: price.cents }],
    })
    expect(await partner.orders()).toEqual([])

    const [created, order] = (await post(paths.validate, cart('Q-1'))) as [number, Commande]
    expect(created).toBe(201)
    expect(order).toMatchObject({ reference_client: 'Q-1', prix_fact_ht: price.cents })
    expect(order.lignes[0]).not.toHaveProperty('prix_ht')
    await partner.status(order.id, 'En production')
    expect(await get(`${paths.orders}${order.id}/`)).toEqual({ ...order, status: 'En production' })
    expect(await get(paths.orders)).toHaveLength(1)
    expect((await partner.send('GET', `${paths.orders}1/`)).status).toBe(404)
  })

  it('orders displays at the lead time of the cart', async () => {
    const [, prices] = await post('/0.2/display/prix/', displayLine)
    const offered = Object.entries(prices as Prix).filter(([, { PrixHT }]) => PrixHT !== '')
    const [label, { PrixHT }] = offered.at(-1)!
    const delai = [...catalogue.leadTimes].find(([, days]) => label === `J+${days}`)![0]
    const body = { devis: 'D-1', delai, adresse_livraison, lignes: [displayLine] }
    expect(await post('/0.2/display/panier/', body)).toMatchObject([200, { prix_ht: Number(PrixHT), delai }])
    const [status, order] = (await post('/0.2/display/panier/validate/', body)) as [number, Commande]
    expect([status, order.reference_client, order.delai]).toEqual([201, 'D-1', delai])
    expect(await get(`/0.2/display/commande/${order.id}/`)).toEqual(order)
    expect(await get('/0.2/display/commande/')).toEqual([order])
    expect(await get<Commande[]>(paths.orders)).not.toContainEqual(order)
  })

  it('keeps its orders over a restart', async () => {
    const before = await partner.orders()
    expect(readOrders(state())).toEqual(before)
    await partner.stop()
    partner = await startPartner({ ...size, state: state() })
    expect(await partner.orders()).toEqual(before)
    const [, order] = (await post(paths.validate, cart('Q-2'))) as [number, Commande]
    expect(before.map((one) => one.order.id)).not.toContain(order.id)
  })
})

it('answers only the lead time asked for, the main one where none is, when told so', async () => {
  const partner = await startPartner({ ...size, onlyAskedLeadTime: true })
  const labels = async (body: object) => {
    const response = await partner.send('POST', paths.prices, body)
    return Object.keys((await response.json()) as Prix)
  }
  const label = (id: number) => `J+${catalogue.leadTimes.get(id)}`
  for (const delai of product.page.delais) expect(await labels({ ...line, delai })).toEqual([label(delai)])
  expect(await labels(line)).toEqual([label(pricePrint(catalogue, line).main)])
  await partner.stop()
})

describe('control', () => {
  let partner: RunningPartner
  beforeEach(async () => {
    partner = await startPartner(size)
  })
  afterEach(() => partner.stop())

  /** The status and text of an answer; 0 where the connection broke before its head, -1 where within the body. */
  const outcome = async (path: string, body: unknown): Promise<[number, string]> => {
    const response = await partner.send('POST', path, body).catch(() => null)
    if (!response) return [0, '']
    const text = await response.text().catch(() => null)
    return text === null ? [-1, ''] : [response.status, text]
  }

  const expected: Record<FaultKind, { status: number; commits: boolean }> = {
    delay: { status: 201, commits: true },
    'drop-before-commit': { status: 0, commits: false },
    'drop-after-commit': { status: 0, commits: true },
    '500-before-commit': { status: 500, commits: false },
    '500-after-commit': { status: 500, commits: true },
    '502-html': { status: 502, commits: false },
    '429-retry-after': { status: 429, commits: false },
    'half-body': { status: -1, commits: true },
    'slow-drip': { status: 201, commits: true },
    'late-commit': { status: 0, commits: true },
    offline: { status: 0, commits: false },
    'malformed-json': { status: 201, commits: true },
    '401': { status: 401, commits: false },
  }

  it.each(faultKinds)('fault %s', async (kind) => {
    await partner.faults({ method: 'POST', path: 'validate/$', kind, ms: 60 })
    const [status, text] = await outcome(paths.validate, cart('F-1'))
    expect(status).toBe(expected[kind].status)
    if (kind === 'malformed-json') expect(() => JSON.parse(text) as unknown).toThrow()
    if (kind === '502-html') expect(text).toContain('<html>')
    if (kind === 'late-commit') expect(await partner.orders()).toEqual([])
    if (expected[kind].commits) expect(await partner.orders(1)).toHaveLength(1)
    expect(await partner.orders()).toHaveLength(expected[kind].commits ? 1 : 0)

    const [next] = await outcome(paths.validate, cart('F-2'))
    expect(next).toBe(201)
    const { requests } = await partner.requests()
    expect(requests[0]).toMatchObject({ fault: kind, status: Math.abs(status) && expect.any(Number) })
    if (kind !== 'offline') expect(requests[0]!.devis).toBe('F-1')
  })

  it('delays and drips for as long as told, and says when to come back', async () => {
    await partner.faults(
      { path: paths.prices, kind: 'delay', ms: 80 },
      { path: paths.prices, kind: 'slow-drip', ms: 80 },
      { path: paths.prices, kind: '429-retry-after', ms: 2000 },
    )
    for (let i = 0; i < 2; i++) {
      const started = performance.now()
      expect((await outcome(paths.prices, line))[0]).toBe(200)
      expect(performance.now() - started).toBeGreaterThanOrEqual(75)
    }
    expect((await partner.send('POST', paths.prices, line)).headers.get('retry-after')).toBe('2')
  })

  it('counts: lets some pass first, then strikes so many times', async () => {
    await partner.faults({ path: paths.prices, kind: '500-before-commit', after: 1, times: 2 })
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await outcome(paths.prices, line))[0])
    expect(statuses).toEqual([200, 500, 500, 200])
    await partner.faults({ kind: '401', times: 100 })
    await partner.clearFaults()
    expect((await outcome(paths.prices, line))[0]).toBe(200)
  })

  it('does at a stop what it still owes', async () => {
    const state = join(folder, 'owed.jsonl')
    const other = await startPartner({ ...size, state })
    await other.faults({ kind: 'late-commit', ms: 3_600_000 })
    await expect(other.send('POST', paths.validate, cart('late'))).rejects.toThrow()
    await other.stop()
    expect(readOrders(state).map(({ order }) => order.reference_client)).toEqual(['late'])
  })

  it('goes offline and comes back', async () => {
    await partner.offline(3_600_000)
    expect((await outcome(paths.prices, line))[0]).toBe(0)
    await partner.offline(0)
    expect((await outcome(paths.prices, line))[0]).toBe(200)
  })

  it('changes prices, of all or of one', async () => {
    const price = async () => {
      const prices = JSON.parse((await outcome(paths.prices, line))[1]) as Prix
      return Number(Object.values(prices).at(-1)!.PrixHT)
    }
    const before = await price()
    await partner.prices(2)
    const doubled = await price()
    expect(doubled / before).toBeCloseTo(2, 1)
    await partner.prices(0.5, product.page.id)
    expect((await price()) / before).toBeCloseTo(1, 1)
  })

  it('changes its catalogue, and answers malformed lists', async () => {
    const list = async () => (await partner.send('GET', paths.products)).text()
    const [first, second] = [...catalogue.products.keys()]
    await partner.catalogue(
      { op: 'rename', id: first!, nom: 'Autre nom' },
      { op: 'remove', id: second! },
      { op: 'add', count: 2 },
      { op: 'quantities', id: first!, quantites: { range: true, min: 10, max: 20 } },
    )
    const pages = JSON.parse(await list()) as Produit[]
    expect(pages).toHaveLength(size.products + 1)
    expect(pages[0]).toMatchObject({ nom: 'Autre nom', quantites: { range: true, min: 10, max: 20 } })
    expect((await outcome(paths.prices, line))[0]).toBe(400)

    for (const as of ['html', 'truncated'] as const) {
      await partner.catalogue({ op: 'malformed', as })
      const text = await list()
      expect(() => JSON.parse(text) as unknown).toThrow()
    }
    await partner.catalogue({ op: 'malformed', as: 'duplicates' })
    expect(JSON.parse(await list())).toHaveLength(pages.length + 1)
    await partner.catalogue({ op: 'malformed', as: null })
    expect(JSON.parse(await list())).toEqual(pages)
    await expect(partner.catalogue({ op: 'remove', id: 1 })).rejects.toThrow('Nothing to remove')
  })

  it('counts requests under way and a second', async () => {
    await partner.faults({ kind: 'delay', ms: 50, times: 6 })
    await Promise.all(Array.from({ length: 6 }, () => outcome(paths.prices, line)))
    const report = await partner.requests(6)
    expect(report).toMatchObject({ total: 6, maxConcurrency: 6, maxPerSecond: 6 })
    await partner.clearRequests()
    expect((await partner.requests()).total).toBe(0)
  })

  it('brings chaos at the rate asked for', async () => {
    await partner.chaos({ seed: 4, rate: 1, ms: 5 })
    for (let i = 0; i < 20; i++) await outcome(paths.validate, cart(`C-${i}`))
    const { requests } = await partner.requests()
    expect(new Set(requests.map(({ fault }) => fault)).size).toBeGreaterThan(5)
    expect(requests.every(({ fault }) => fault !== null)).toBe(true)
    await partner.chaos(null)
    expect((await outcome(paths.validate, cart('calm')))[0]).toBe(201)
  })
})

describe('chaos', () => {
  const draws = (seed: number, rate: number) => {
    const faults = createFaults()
    faults.setChaos({ seed, rate })
    return Array.from({ length: 1000 }, () => faults.take('POST', paths.validate))
  }

  it('is the same for the same seed', () => {
    expect(draws(1, 0.3)).toEqual(draws(1, 0.3))
    expect(draws(1, 0.3)).not.toEqual(draws(2, 0.3))
  })

  it('strikes at its rate, with every kind but a refused token', () => {
    const struck = draws(1, 0.3).filter((fault) => fault !== undefined)
    expect(struck.length).toBeGreaterThan(250)
    expect(struck.length).toBeLessThan(350)
    expect(new Set(struck.map(({ kind }) => kind))).toEqual(
      new Set(faultKinds.filter((kind) => kind !== '401')),
    )
  })
})
