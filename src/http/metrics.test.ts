/** What `GET /metrics` says, and to whom. */
import { expect, onTestFinished, test } from 'vitest'
import { ADDRESS, KEY, partnerOf, world, type World } from '../testing/app.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { outboxShop } from '../testing/outbox.ts'
import { listen } from './server.ts'

const CART = { devis: 'D', adresse_livraison: ADDRESS, lignes: [{ produit: 10, quantites_multiples: [100] }] }
const LINE = /^([a-z_]+)(?:\{([^}]*)\})? (\S+)$/

/** Every sample by its name and labels; each line is one, or a comment. */
async function figures({ desk }: Pick<World, 'desk'>): Promise<Map<string, number>> {
  const answer = await desk.get('/metrics')
  expect(answer.statusCode).toBe(200)
  const samples = answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
  return new Map(
    samples.map((line) => {
      const [, name, labels, value] = LINE.exec(line) ?? expect.fail(line)
      return [`${name}{${labels ?? ''}}`, Number(value)]
    }),
  )
}

const requests = (route: string, method: string, status: string) =>
  `comptoir_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`

test('is opened by the key alone', async () => {
  const { app, partner, token, desk } = await world()
  for (const answer of [
    await app.inject('/metrics'),
    await app.inject({ url: '/metrics', headers: { authorization: 'Bearer other' } }),
    await partner(await token('A')).get('/metrics'),
  ]) {
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  }
  const { statusCode, headers } = await desk.get('/metrics')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  })
})

test('requests are counted by what their path means, never by the path', async () => {
  const shop = await world()
  const tool = shop.partner(await shop.token('A'))
  await tool.get('/0.2/print/produit/10/?a=b')
  await tool.get('/0.2/print/produit/10/')
  await tool.get('/0.2/print/produit/999/')
  await tool.post('/0.2/print/prix/', { produit: 10, quantites_multiples: [100] })
  await tool.send({ method: 'PUT', url: '/0.2/print/prix/' })
  await shop.app.inject('/0.2/print/produit/')
  await shop.app.inject('/nowhere/at/all?x=1')
  await shop.app.inject('/nowhere/else')
  const found = await figures(shop)
  expect(found.get(requests('/0.2/print/produit/:id/', 'GET', '2xx'))).toBe(2)
  expect(found.get(requests('/0.2/print/produit/:id/', 'GET', '4xx'))).toBe(1)
  expect(found.get(requests('/0.2/print/prix/', 'POST', '2xx'))).toBe(1)
  expect(found.get(requests('/0.2/*', 'any', '4xx'))).toBe(1)
  expect(found.get(requests('/0.2/print/produit/', 'GET', '4xx'))).toBe(1)
  expect(found.get(requests('none', 'any', '4xx'))).toBe(2)
  expect([...found.keys()].join('\n')).not.toMatch(/999|nowhere|\?/)
})

test('a histogram adds up: each bucket holds those below it, the last all', async () => {
  const shop = await world()
  const tool = shop.partner(await shop.token('A'))
  for (let i = 0; i < 5; i++) await tool.get('/0.2/print/produit/')
  const found = [...(await figures(shop))].filter(([name]) => name.includes('route="/0.2/print/produit/"'))
  const buckets = found.filter(([name]) => name.includes('_bucket{')).map(([, value]) => value)
  expect(buckets.length).toBeGreaterThan(10)
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
  expect(buckets.at(-1)).toBe(5)
  const [, sum] = found.find(([name]) => name.includes('_sum{'))!
  expect(sum).toBeGreaterThan(0)
})

test('the shop: what it runs, its catalogue, its orders, who watches', async () => {
  const shop = await world()
  const order = { 'comptoir_orders_placed_total{area="print"}': 1 }
  const tool = shop.partner(await shop.token('A', { canOrder: true }))
  expect((await tool.post('/0.2/print/panier/validate/', CART, { 'idempotency-key': '1' })).statusCode).toBe(
    201,
  )
  // The same order again is none more.
  await tool.post('/0.2/print/panier/validate/', CART, { 'idempotency-key': '1' })
  const stop = () => undefined
  shop.service.events.on('closing', stop)
  const { snapshot } = shop.service.catalogue
  expect(Object.fromEntries(await figures(shop))).toMatchObject({
    ...order,
    'comptoir_orders_placed_total{area="display"}': 0,
    [`comptoir_build_info{version="${(await shop.desk.get('/health')).json<{ version: string }>().version}",node="${process.version}"}`]: 1,
    'comptoir_store_writable{}': 1,
    'comptoir_event_streams{}': 1,
    'comptoir_catalogue_version{}': snapshot.version,
    'comptoir_catalogue_entries{area="print"}': snapshot.productCount,
    'comptoir_catalogue_entries{area="display"}': snapshot.familyCount,
    'comptoir_catalogue_loaded_timestamp_seconds{}': shop.clock.now().getTime() / 1000,
  })
})

test('an empty shop has no time of its catalogue, a store that is read-only says so', async () => {
  const shop = await world({ bundle: null })
  // As a disk that became read-only.
  shop.service.store.sqlite.db.pragma('query_only = ON')
  const found = await figures(shop)
  expect(found.has('comptoir_catalogue_loaded_timestamp_seconds{}')).toBe(false)
  expect(found.get('comptoir_store_writable{}')).toBe(0)
})

test('partners by their names: what waits for them, and how requests to them end', async () => {
  const shop = await world({ bundle: null })
  // A port that nobody listens on.
  const partner = await partnerOf(shop.service, 'http://127.0.0.1:9')
  const { name } = partner.link.source
  const of = `{partner="${name}"}`
  expect(Object.fromEntries(await figures(shop))).toMatchObject({
    [`comptoir_partner_online${of}`]: 0,
    [`comptoir_transmissions_waiting${of}`]: 0,
    [`comptoir_transmissions_attention${of}`]: 0,
    [`comptoir_transmissions_noted${of}`]: 0,
    [`comptoir_transmissions_unsent${of}`]: 0,
  })
  expect((await partner.link.check()).ok).toBe(false)
  const tries = (await figures(shop)).get(
    `comptoir_partner_requests_total{partner="${name}",outcome="unreachable"}`,
  )
  expect(tries).toBeGreaterThan(0)
})

test('what waits for a partner counts for it, and without a name once it is taken away', async () => {
  const folder = temporaryFolder()
  await (await outboxShop(folder)).place()
  const shop = await world({ folder, bundle: null })
  const waiting = async (name: string) =>
    (await figures(shop)).get(`comptoir_transmissions_waiting{partner="${name}"}`)
  expect([await waiting('partenaire'), await waiting('')]).toEqual([1, undefined])
  await shop.service.partners.remove('partenaire')
  expect([await waiting('partenaire'), await waiting('')]).toEqual([undefined, 1])
})

test('holds no secret, no customer and no address', async () => {
  const shop = await world()
  const token = await shop.token('Imprimerie Dupont', { canOrder: true })
  await partnerOf(shop.service, 'http://127.0.0.1:9/api')
  await shop.partner(token).post('/0.2/print/panier/validate/', CART)
  const { body } = await shop.desk.get('/metrics')
  for (const secret of [token, KEY, 'jeton', 'Dupont', 'Martin', 'http://', shop.folder])
    expect(body).not.toContain(secret)
})

test('each application counts for itself; what listens tells of its process, too', async () => {
  const [one, other] = [await world(), await world()]
  await one.app.inject('/health')
  expect((await figures(one)).get(requests('/health', 'GET', '2xx'))).toBe(1)
  expect((await figures(other)).has(requests('/health', 'GET', '2xx'))).toBe(false)
  expect((await figures(other)).has('process_cpu_seconds_total{}')).toBe(false)
  const server = await listen(other.service, {
    host: '127.0.0.1',
    port: 0,
    key: KEY,
    renderer: '/nonexistent',
  })
  onTestFinished(() => server.close())
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${KEY}` } })
  const text = await answer.text()
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(text).toMatch(new RegExp(`^${name} [\\d.e-]+$`, 'm'))
})
