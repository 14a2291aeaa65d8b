import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Service } from '../../service/service.ts'
import { listen, type RunningServer } from '../server.ts'

const bundle: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../resources/demo-bundle.json'), 'utf8'),
)

let folder: string
let service: Service
let server: RunningServer
let own: { id: number; token: string; customerId: number }
let other: { id: number; token: string; customerId: number }

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'comptoir-events-'))
  service = Service.start({ folder, log: pino({ level: 'silent' }) })
  service.catalogue.importBundle(bundle)
  const customer = (name: string) => {
    const { id } = service.customers.ensure(name, { canOrder: true })
    return { ...service.customers.createToken(id), customerId: id }
  }
  own = customer('Own')
  other = customer('Other')
  server = await listen(service, { host: '127.0.0.1', port: 0, key: 'k', renderer: join(folder, 'none') })
})

afterEach(async () => {
  await server.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens the stream and gathers its events; comments are passed over. */
async function watch(token: string) {
  const request = httpGet(`${server.url}/0.2/events/`, { headers: { authorization: `Token ${token}` } })
  request.on('error', () => undefined)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  response.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => response.once('close', resolve))
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    ended,
    leave: () => request.destroy(),
    events: () =>
      text
        .split('\n\n')
        .filter((block) => block !== '' && !block.startsWith(':'))
        .map((block) => {
          const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block)!
          return { event, data: JSON.parse(data!) as unknown }
        }),
  }
}

const listeners = () => service.events.listenerCount('orders') + service.events.listenerCount('closing')

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 3_000
  while (!holds() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(holds()).toBe(true)
}

const order = () =>
  server.app.inject({
    method: 'POST',
    url: '/0.2/print/panier/validate/',
    headers: { authorization: `Token ${own.token}` },
    payload: {
      adresse_livraison: { nom: 'Martin', adresse1: '1 rue', code_postal: '75001', ville: 'Paris' },
      lignes: [{ produit: 203, quantites_multiples: [500] }],
    },
  })

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
  service.events.emit('catalogue', { version: 7 })
  for (const stream of streams) {
    await until(() => stream.events().length > 0)
    expect(stream.events()).toEqual([{ event: 'catalogue', data: { version: 7 } }])
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
  service.customers.revokeToken(own.id)
  service.events.emit('catalogue', { version: 8 })
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
