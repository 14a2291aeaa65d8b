/** What sources ask is shown to who may see it, wherever it stands in an answer. */
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { EVERY_RIGHT, ROLE_RIGHTS } from '../../domain/shared/rights.ts'
import type { OutboxEntry } from '../../service/outbox-entry.ts'
import { acceptedCosts } from '../../store/fixtures/order-facts.ts'
import { ADDRESS, json, world } from '../../testing/app.ts'
import { add } from '../../testing/people.ts'
import { signedIn } from '../../testing/signed-in.ts'
import { hiderOf } from './hidden.ts'
import { outboxView } from './outbox.ts'
import { routesOf } from '../../testing/routes.ts'

const CARDS = { produit: 10, quantites_multiples: [100] }
const LINE = { area: 'print', line: CARDS, delai: 2 }
const MARK_UPS = {
  general: { percent: '20', rounding: 'cent' },
  items: [{ area: 'print', item: 10, percent: '12.5', rounding: 'ninety' }],
}
/** What the tariff asks for {@link CARDS} by lead time; sold, they are 3490, 2490 and 2190. */
const COSTS = /\b(3045|2150|1935)\b/

async function shop() {
  const here = await world()
  await here.desk.send({ method: 'PUT', url: '/api/settings', payload: { markUps: MARK_UPS } })
  await add(here.service, 'Ada', 'administrateur')
  await add(here.service, 'Zoé', 'vendeur')
  await add(here.service, 'Max', 'responsable')
  return { ...here, zoe: await signedIn(here, 'Zoé'), max: await signedIn(here, 'Max') }
}

test('a vendeur sells, and no answer tells him what it costs; a responsable sees both', async () => {
  const { zoe, max, service } = await shop()
  const seen: string[] = []
  const as = async (body: Promise<{ body: string; statusCode: number }>) => {
    const response = await body
    expect(response.statusCode).toBeLessThan(500)
    seen.push(response.body)
    return JSON.parse(response.body) as never
  }
  const prices = { area: 'print', line: CARDS }
  const { leadTimes } = (await as(zoe.post('/api/prices', prices))) as { leadTimes: object[] }
  expect(leadTimes).toMatchObject([
    { priceCents: 3490, costCents: null },
    { priceCents: 2490, costCents: null },
    { priceCents: 2190, costCents: null },
  ])
  await as(zoe.post('/api/price-matrix', { ...prices, quantities: [[100], [250]] }))
  const markedUp = ({ entries }: { entries: { id: number; markedUp: boolean | null }[] }) =>
    entries.find(({ id }) => id === 10)!.markedUp
  expect(markedUp(await as(zoe.get('/api/catalogue')))).toBeNull()
  expect(markedUp(json(await max.get('/api/catalogue')))).toBe(true)
  await as(zoe.get('/api/products/10'))
  await as(zoe.post('/api/quotes/price', { lines: [LINE] }))
  const quote = await as(zoe.post('/api/quotes', { lines: [LINE], address: ADDRESS }))
  const { id, version } = quote as { id: number; version: number }
  const put = (url: string, payload: object) => zoe.send({ method: 'PUT', url, payload })
  await as(zoe.get('/api/quotes'))
  await as(zoe.get(`/api/quotes/${id}`))
  await as(put(`/api/quotes/${id}`, { lines: [LINE], address: ADDRESS, version, note: 'x' }))
  // How the quote stands comes with the refusal, too.
  const outdated = await put(`/api/quotes/${id}`, { lines: [LINE], address: ADDRESS, version })
  expect(outdated.statusCode).toBe(409)
  expect(json(outdated)['present'].lines[0].price).toMatchObject({ priceCents: 2490, costCents: null })
  seen.push(outdated.body)
  await service.changeSettings({ markUps: { ...MARK_UPS, items: [] } })
  const compared = await as(zoe.get(`/api/quotes/${id}/prices`))
  expect(compared).toMatchObject({ moved: true, lines: [{ priceCents: 2580, costCents: null }] })
  await as(zoe.post(`/api/quotes/${id}/reprice`, { how: 'take' }))
  await as(zoe.post(`/api/quotes/${id}/duplicate`, {}))
  await as(put(`/api/quotes/${id}/state`, { state: 'sent' }))
  await as(put(`/api/quotes/${id}/delivery`, { address: ADDRESS, note: 'y', version: 4 }))
  const ordered = await as(zoe.post(`/api/quotes/${id}/order`, {}))
  expect((ordered as { orders: number[] }).orders).toEqual([1])
  await as(zoe.get('/api/orders'))
  expect(await as(zoe.get('/api/orders/1'))).toMatchObject({ lineCosts: [null], costHtCents: null })
  await acceptedCosts(service.store, await service.orders.detail(1), [1935])
  expect(await as(zoe.get('/api/orders/1'))).toMatchObject({
    ...{ lineCents: [2580], lineCosts: [null], costHtCents: null, todaysTotalCents: null },
    acceptances: [{ beforeCents: null, askedCents: null, acceptedCents: null }],
  })
  await as(zoe.get('/api/outbox'))
  await as(zoe.get('/api/status'))
  for (const body of seen) expect(body).not.toMatch(COSTS)

  expect(json(await max.get('/api/orders/1'))).toMatchObject({
    ...{ lineCosts: [1935], costHtCents: 1935 },
    acceptances: [{ beforeCents: 2150, askedCents: 1935, acceptedCents: 1935 }],
  })
  expect(json(await max.post('/api/prices', prices))['leadTimes'][1].costCents).toBe(2150)
  expect(json(await max.get('/api/settings'))['markUps']).toEqual({ ...MARK_UPS, items: [] })
})

/** Every field of an answer's schema, by its path. */
function* fieldsOf(node: unknown, path: string): Generator<{ path: string; name: string; node: TSchema }> {
  if (typeof node !== 'object' || node === null) return
  const { properties, ...rest } = node as { properties?: Record<string, TSchema> }
  for (const [name, field] of Object.entries(properties ?? {})) {
    yield { path: `${path}.${name}`, name, node: field }
    yield* fieldsOf(field, `${path}.${name}`)
  }
  for (const inside of Object.values(rest)) yield* fieldsOf(inside, path)
}

/** Fields that are named as what a source asks, in answers of who may see them all. */
const NAMED = /cost|asked|accepted|upstreamCents|margin|markUp|todays/i

test('every field that is named as what a source asks takes the right to see it', async () => {
  const lacking: string[] = []
  const taking: string[] = []
  for (const { method, url, config } of await routesOf()) {
    if (!config?.answer || !ROLE_RIGHTS.vendeur.includes(config.needs as 'desk')) continue
    for (const { path, name, node } of fieldsOf(config.answer, `${String(method)} ${url} `)) {
      if (!NAMED.test(name) || name === 'acceptances' || name === 'acceptedBy') continue
      const shown = JSON.stringify(node).includes('"right":"costs"')
      ;(shown ? taking : lacking).push(path)
    }
  }
  expect(lacking).toEqual([])
  expect(taking.length).toBeGreaterThan(30)
})

test('what a transmission waits for names no amount to who may not see it, and offers him no decision', () => {
  const entry = {
    lastError: { code: 'outbox_price_moved', params: { asked: 5690, accepted: 5290 } },
    ...{ stranded: null, held: null, upstreamId: null, lines: [], decisions: ['retry', 'cancel'] },
  } as unknown as OutboxEntry
  expect(outboxView(entry, { locale: 'fr', rights: new Set(ROLE_RIGHTS.vendeur) })).toMatchObject({
    decisions: [],
    lastError: {
      params: {},
      message: 'Le partenaire demande un autre prix que celui qui a été accepté.',
    },
  })
  expect(outboxView(entry, { locale: 'en', rights: EVERY_RIGHT })).toMatchObject({
    decisions: ['retry', 'cancel'],
    lastError: { params: { asked: 5690 }, message: 'The partner asks €56.90 instead of €52.90 excl. tax.' },
  })
})

test('a field that takes a right in one of several forms is refused when the route is made', () => {
  const cost = { type: 'object', properties: { cost: { type: 'integer', right: 'costs' } } }
  expect(() => hiderOf({ anyOf: [cost, { type: 'object' }, { type: 'null' }] } as TSchema)).toThrow(
    'several forms',
  )
  const hide = hiderOf({ anyOf: [cost, { type: 'null' }] } as TSchema)!
  expect([hide(null, new Set()), hide({ cost: 1, of: 2 }, new Set())]).toEqual([null, { cost: null, of: 2 }])
})
