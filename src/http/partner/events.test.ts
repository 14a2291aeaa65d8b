import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backup, restore } from '../../service/maintenance.ts'
import { systemClock } from '../../service/clock.ts'
import { Service } from '../../service/service.ts'
import { listen, type RunningServer } from '../server.ts'
import { otherStatus } from '../../store/fixtures/order-facts.ts'

const bundle = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../resources/demo-bundle.json'), 'utf8'),
) as { produits: { nom: string }[] }

let folder: string
let service: Service
let server: RunningServer
let own: { id: number; token: string; customerId: number }
let other: { id: number; token: string; customerId: number }

const DAY_MS = 24 * 60 * 60 * 1000
let shift = 0

async function start() {
  const clock = { ...systemClock, now: () => new Date(Date.now() + shift) }
  service = await Service.start({ folder, clock, log: pino({ level: 'silent' }) })
  server = await listen(service, { host: '127.0.0.1', port: 0, key: 'k', renderer: join(folder, 'none') })
}

async function stop() {
  await server.close()
  await service.close()
}

beforeEach(async () => {
  shift = 0
  folder = mkdtempSync(join(tmpdir(), 'comptoir-events-'))
  await start()
  await service.catalogue.importBundle(bundle)
  const customer = async (name: string) => {
    const { id } = await service.customers.ensure(name, { canOrder: true })
    return { ...(await service.tokens.create(id)), customerId: id }
  }
  own = await customer('Own')
  other = await customer('Other')
})

afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens the stream and gathers its events; comments are passed over. */
async function watch(token: string, lastEventId?: string | number) {
  const request = httpGet(`${server.url}/0.2/events/`, {
    headers: {
      authorization: `Token ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
  })
  request.on('error', () => undefined)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  response.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => response.once('close', resolve))
  const blocks = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .filter((block) => !block.startsWith(':'))
      .map(
        (block) =>
          new Map(block.split('\n').map((line) => [line.split(': ')[0], line.replace(/^\w+: /, '')])),
      )
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    ended,
    leave: () => request.destroy(),
    retry: () => blocks()[0]?.get('retry'),
    /** What is said before any event. */
    opening: () => [...(blocks()[0]?.keys() ?? [])],
    /** What the reader would send when he comes back. */
    lastId: () =>
      Number(
        blocks()
          .findLast((block) => block.has('id'))
          ?.get('id'),
      ),
    ids: () => blocks().flatMap((block) => (block.has('data') ? [Number(block.get('id'))] : [])),
    events: () =>
      blocks()
        .filter((block) => block.has('data'))
        .map((block) => ({ event: block.get('event'), data: JSON.parse(block.get('data')!) as unknown })),
  }
}

const listeners = () => service.events.listenerCount('orders') + service.events.listenerCount('closing')

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 3_000
  while (!holds() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(holds()).toBe(true)
}

const order = (token = own.token) =>
  server.app.inject({
    method: 'POST',
    url: '/0.2/print/panier/validate/',
    headers: { authorization: `Token ${token}` },
    payload: {
      adresse_livraison: { nom: 'Martin', adresse1: '1 rue', code_postal: '75001', ville: 'Paris' },
      lignes: [{ produit: 203, quantites_multiples: [500] }],
    },
  })

const orderId = async (token?: string) => (await order(token)).json<{ id: number }>().id

async function changeCatalogue(name: string): Promise<void> {
  await service.catalogue.importBundle({
    ...bundle,
    produits: bundle.produits.map((p, i) => (i === 0 ? { ...p, nom: name } : p)),
  })
  service.events.emit('catalogue', { version: 0 })
}

/** What the outbox does when the partner answers. */
async function setStatus(id: number, status: string): Promise<void> {
  await otherStatus(service.store, { id, customerId: own.customerId, area: 'print' }, status)
  service.events.emit('orders', { customerId: own.customerId, area: 'print', id, status })
}

test('tells the customer of his own new order, and no one else', async () => {
  const mine = await watch(own.token)
  const foreign = await watch(other.token)
  expect(mine).toMatchObject({ status: 200, type: 'text/event-stream; charset=utf-8' })
  const { id } = (await order()).json<{ id: number }>()
  await until(() => mine.events().length > 0)
  expect(mine.events()).toEqual([{ event: 'order', data: { area: 'print', id, status: 'enregistree' } }])
  expect(foreign.events()).toEqual([])
})

test('tells every customer that the catalogue changed', async () => {
  const streams = [await watch(own.token), await watch(other.token)]
  await changeCatalogue('Other words')
  const { version } = service.catalogue.snapshot
  for (const stream of streams) {
    await until(() => stream.events().length > 0)
    expect(stream.events()).toEqual([{ event: 'catalogue', data: { version } }])
  }
})

test('needs a token like everything else', async () => {
  expect((await server.app.inject({ url: '/0.2/events/' })).statusCode).toBe(401)
  const wrong = await server.app.inject({ url: '/0.2/events/', headers: { authorization: 'Token no' } })
  expect(wrong.json()).toMatchObject({ errors: [{ code: 'token_invalid' }] })
  expect((await server.app.inject({ method: 'POST', url: '/0.2/events/' })).statusCode).toBe(401)
})

test('ends at its source when the client leaves', async () => {
  const before = listeners()
  const stream = await watch(own.token)
  expect(listeners()).toBe(before + 2)
  stream.leave()
  await until(() => listeners() === before)
})

test('a request in process that is abandoned ends at its source', async () => {
  const before = listeners()
  const reader = new AbortController()
  const answer = await server.app.inject({
    url: '/0.2/events/',
    headers: { authorization: `Token ${own.token}` },
    payloadAsStream: true,
    signal: reader.signal,
  })
  answer.stream().on('error', () => undefined)
  expect(listeners()).toBe(before + 2)
  reader.abort()
  await until(() => listeners() === before)
})

test('HEAD answers without opening a stream', async () => {
  const before = listeners()
  const headers = { authorization: `Token ${own.token}` }
  expect((await server.app.inject({ method: 'HEAD', url: '/0.2/events/', headers })).statusCode).toBe(200)
  expect(listeners()).toBe(before)
})

test('ends, untold, when its token is revoked', async () => {
  const stream = await watch(own.token)
  await service.tokens.revoke(own.id)
  await changeCatalogue('More words')
  await stream.ended
  expect(stream.events()).toEqual([])
})

test('ends with the service', async () => {
  const stream = await watch(own.token)
  const closed = server.close()
  await stream.ended
  await closed
  expect(listeners()).toBe(0)
})

describe('who comes back', () => {
  /** A reader who knows of one order of his own, and leaves. */
  async function left() {
    const stream = await watch(own.token)
    const id = await orderId()
    await until(() => stream.events().length === 1)
    stream.leave()
    return { id, lastId: stream.lastId() }
  }

  test('is told what he missed: new orders and changes of status, in their order, his own alone', async () => {
    const { id, lastId } = await left()
    await orderId(other.token)
    await setStatus(id, 'transmise')
    await setStatus(id, 'transmise')
    const second = await orderId()
    await changeCatalogue('Other words')
    const back = await watch(own.token, lastId)
    const third = await orderId()
    await until(() => back.events().length === 4)
    const area = 'print'
    expect(back.events()).toEqual([
      { event: 'order', data: { area, id, status: 'transmise' } },
      { event: 'order', data: { area, id: second, status: 'enregistree' } },
      { event: 'catalogue', data: { version: service.catalogue.snapshot.version } },
      { event: 'order', data: { area, id: third, status: 'enregistree' } },
    ])
    expect(back.ids()).toEqual([...back.ids()].sort((a, b) => a - b))
    expect(new Set(back.ids()).size).toBe(4)
  })

  test('has an id to come back with, and a time, though he was told of nothing yet', async () => {
    const stream = await watch(own.token)
    await until(() => stream.lastId() >= 0)
    expect(stream.retry()).toMatch(/^\d+$/)
    stream.leave()
    const id = await orderId()
    const back = await watch(own.token, stream.lastId())
    await until(() => back.events().length === 1)
    expect(back.events()).toMatchObject([{ data: { id } }])
  })

  test('after a restart: ids go on, and what was told then is told', async () => {
    const { lastId } = await left()
    const missed = await orderId()
    await stop()
    await start()
    const later = await orderId()
    const back = await watch(own.token, lastId)
    await until(() => back.events().length === 2)
    expect(back.events()).toMatchObject([{ data: { id: missed } }, { data: { id: later } }])
    expect(back.ids()[0]).toBeGreaterThan(lastId)
  })

  test('after a day, or with an id that is none of ours, is told to read anew; ids go on', async () => {
    const { lastId } = await left()
    await orderId()
    shift = DAY_MS - 60_000
    await service.feed.prune()
    const inTime = await watch(own.token, lastId)
    await until(() => inTime.events().length === 1)
    expect(inTime.events()).toMatchObject([{ event: 'order' }])

    shift = DAY_MS + 60_000
    const kept = await orderId()
    await service.feed.prune()
    for (const unknown of [lastId, 0, 999_999, 'x', '-1', '1e3']) {
      const back = await watch(own.token, unknown)
      await until(() => back.events().length === 2)
      expect(back.events()).toMatchObject([
        { event: 'missed', data: { lost_after: String(unknown) } },
        { event: 'order', data: { id: kept } },
      ])
      // Cut off before that he comes back with the id that he had, and is told all the same.
      expect(back.opening()).toEqual(['retry'])
    }
    shift = 3 * DAY_MS
    const { last } = await service.store.events.bounds()
    await service.feed.prune()
    expect(await service.store.events.bounds()).toEqual({ first: last, last })
  })

  test('is told thousands of events whole, however slowly he reads', async () => {
    const { id, lastId } = await left()
    const count = 5000
    const steps = Array.from({ length: count }, (_, i) => `En cours, étape ${i}`)
    const of = { id, customerId: own.customerId, area: 'print' } as const
    await Promise.all(steps.map((step) => otherStatus(service.store, of, step)))
    const request = httpGet(`${server.url}/0.2/events/`, {
      headers: { authorization: `Token ${own.token}`, 'last-event-id': String(lastId) },
    })
    request.on('error', () => undefined)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk as string
      if (text.includes(`étape ${count - 1}"`)) break
      await new Promise((resolve) => setImmediate(resolve))
    }
    const told = [...text.matchAll(/étape (\d+)"/g)].map((match) => Number(match[1]))
    expect(told).toEqual(Array.from({ length: count }, (_, i) => i))
  })

  test('to a store put back from a backup is told to read anew', async () => {
    const { lastId } = await left()
    const file = join(folder, 'backup.db')
    await backup(folder, file)
    await orderId()
    await stop()
    await restore(folder, file)
    await start()
    const back = await watch(own.token, lastId + 1)
    await until(() => back.events().length > 0)
    expect(back.events()[0]).toMatchObject({ event: 'missed' })
    expect(back.ids()[0]).toBeGreaterThan(lastId + 1)
  })
})
