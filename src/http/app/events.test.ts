import { request, type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { KEY, world, type World } from '../../testing/app.ts'
import { printCart } from '../../testing/carts.ts'
import { postgresDatabase } from '../../testing/engines.ts'

interface Told {
  readonly type: string
  readonly quotes?: readonly [number, number | null][]
}

/** What a window of a service is told, as it is told: by packets of the stream. */
async function windowOf({ app }: World): Promise<{ told: Told[] }> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${KEY}` }
  const asked: ClientRequest = request({ port, host: '127.0.0.1', path: '/api/events', headers }).end()
  onTestFinished(() => void asked.destroy())
  const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream]
  const told: Told[] = []
  answer.on('data', (chunk: Buffer) => {
    for (const line of String(chunk).split('\n'))
      if (line.startsWith('data: ')) told.push(JSON.parse(line.slice(6)) as Told)
  })
  answer.on('error', () => undefined)
  return { told }
}

const quoteOf = async (here: World, reference: string) =>
  (await here.desk.post('/api/quotes', { reference, lines: [] })).json<{ id: number; version: number }>()
const types = (told: readonly Told[]) => told.map(({ type }) => type)
const soon = (check: () => unknown) => vi.waitFor(check, 5_000)

test('a window is told of every quote that is made, changed or deleted, with the version that it has now', async () => {
  const here = await world()
  const { told } = await windowOf(here)
  const { id, version } = await quoteOf(here, 'Un')
  await soon(() => expect(told).toContainEqual({ type: 'quotes', quotes: [[id, version]] }))
  const payload = { reference: 'Deux', lines: [], version }
  await here.desk.send({ method: 'PUT', url: `/api/quotes/${id}`, payload })
  await soon(() => expect(told.at(-1)).toEqual({ type: 'quotes', quotes: [[id, version + 1]] }))
  await here.desk.send({ method: 'DELETE', url: `/api/quotes/${id}` })
  await soon(() => expect(told.at(-1)).toEqual({ type: 'quotes', quotes: [[id, null]] }))
})

test('of many changes a second a window is told a few times, and of each', async () => {
  const here = await world()
  const { told } = await windowOf(here)
  for (let id = 1; id <= 200; id += 1) {
    here.service.events.emit('quotes', { id, version: 1 })
    if (id % 20 === 0) await new Promise(setImmediate)
  }
  await soon(() => expect(told.flatMap(({ quotes }) => quotes ?? [])).toHaveLength(200))
  expect(told.length).toBeLessThan(5)
})

test('a window at one service is told of the orders, quotes and customers of another', async () => {
  const store = await postgresDatabase()
  const [first, second] = [await world({ store }), await world({ store, bundle: null })]
  const { told } = await windowOf(second)
  const token = await first.token('Zoé', { canOrder: true })
  await first.service.refresh()
  const placed = await first.partner(token).post('/0.2/print/panier/validate/', printCart)
  expect(placed.statusCode).toBe(201)
  await soon(() => expect(types(told)).toContain('orders'))
  const { id, version } = await quoteOf(first, 'Là-bas')
  await soon(() => expect(told).toContainEqual({ type: 'quotes', quotes: [[id, version]] }))
  await first.desk.post('/api/companies', { name: 'Dupont' })
  await soon(() => expect(types(told)).toContain('companies'))
})

test('of an order that its own service takes a window is told once', async () => {
  const store = await postgresDatabase()
  const [first, second] = [await world({ store }), await world({ store, bundle: null })]
  const token = await first.token('Zoé', { canOrder: true })
  await first.service.refresh()
  const { told } = await windowOf(first)
  const heard = vi.fn()
  second.service.events.on('ordersElsewhere', heard)
  const elsewhere = vi.fn()
  first.service.events.on('ordersElsewhere', elsewhere)
  expect((await first.partner(token).post('/0.2/print/panier/validate/', printCart)).statusCode).toBe(201)
  await soon(() => expect(types(told)).toContain('orders'))
  // Whatever is heard of it is heard by now.
  await soon(() => expect(heard).toHaveBeenCalled())
  await first.service.refresh()
  expect(elsewhere).not.toHaveBeenCalled()
  expect(types(told).filter((type) => type === 'orders')).toHaveLength(1)
  // And of those that another service takes meanwhile it is.
  await second.service.refresh()
  await second.partner(token).post('/0.2/print/panier/validate/', printCart)
  await soon(() => expect(types(told).filter((type) => type === 'orders')).toHaveLength(2))
})

test('a window at one service is told that prices may have changed where another has changed the mark-ups', async () => {
  const store = await postgresDatabase()
  const [first, second] = [await world({ store }), await world({ store, bundle: null })]
  const { told } = await windowOf(second)
  await first.service.changeSettings({ rateLimitPerMinute: 77 })
  await soon(() => expect(second.service.settings.current.rateLimitPerMinute).toBe(77))
  expect(types(told)).not.toContain('catalogue')
  await first.service.changeSettings({ markUps: { general: { percent: '20', rounding: 'cent' }, items: [] } })
  await soon(() => expect(types(told)).toContain('catalogue'))
  expect(second.service.settings.current.markUps.general.percent).toBe('20')
})

test('a window whose service has not heard the others for a while is told to read anew', async () => {
  const store = await postgresDatabase()
  const there = await world({ store })
  const { told } = await windowOf(there)
  const other = new pg.Client({ connectionString: store })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()",
  )
  await soon(() => expect(types(told)).toContain('missed'))
})
