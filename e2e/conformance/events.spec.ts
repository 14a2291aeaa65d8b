import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle, copyOfBundle, paris } from './bundle.ts'
import { expectFaults } from './errors.ts'
import { PATIENCE_MS, Program } from './program.ts'
import type { Server } from './program.ts'

/** GET /0.2/events/: what happens to the token's own customer, as it happens. */

const program = new Program()
let server: Server

beforeAll(async () => {
  await program.import(bundle)
  await program.token({ customer: 'A', canOrder: true })
  await program.token({ customer: 'B', canOrder: true })
  await program.token({ customer: 'C' })
  server = await program.serve()
})
afterAll(() => program.end())

interface Event {
  id: number
  name: string
  data: unknown
}

/** One open stream; `next` waits for the next event, bounded. */
class Stream {
  readonly response: IncomingMessage
  readonly ended: Promise<void>
  readonly #events: Event[] = []
  #wake: (() => void) | undefined
  #text = ''

  constructor(response: IncomingMessage) {
    this.response = response
    this.ended = new Promise((done) => response.on('close', () => done()))
    response.setEncoding('utf8')
    response.on('error', () => undefined)
    response.on('data', (part: string) => {
      this.#text += part
      const blocks = this.#text.split(/\r?\n\r?\n/)
      this.#text = blocks.pop() ?? ''
      for (const block of blocks) {
        const lines = block.split(/\r?\n/)
        const field = (name: string) =>
          lines
            .filter((line) => line.startsWith(`${name}:`))
            .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
        const data = field('data').join('\n')
        if (data !== '')
          this.#events.push({
            id: Number(field('id')[0]),
            name: field('event')[0] ?? 'message',
            data: JSON.parse(data) as unknown,
          })
      }
      this.#wake?.()
    })
  }

  async next(): Promise<Event> {
    const found = this.#events.shift()
    if (found) return found
    await new Promise<void>((done, failed) => {
      const timer = setTimeout(() => failed(new Error(`no event within ${PATIENCE_MS} ms`)), PATIENCE_MS)
      this.#wake = () => {
        clearTimeout(timer)
        done()
      }
    })
    return this.next()
  }

  close(): void {
    this.response.destroy()
  }
}

const open = (customer: string, lastEventId?: number): Promise<Stream> =>
  new Promise((done, failed) => {
    const asked = request(`${server.base}/0.2/events/`, {
      headers: {
        Authorization: `Token ${program.tokens[customer]}`,
        Accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'Last-Event-ID': String(lastEventId) }),
      },
    })
    asked.on('error', failed)
    asked.on('response', (response) => {
      if (response.statusCode === 200) done(new Stream(response))
      else failed(new Error(`status ${response.statusCode}`))
    })
    asked.end()
  })

const order = async (customer: string, area: 'print' | 'display' = 'print'): Promise<number> => {
  const ligne =
    area === 'print'
      ? { produit: 101, quantites_multiples: [100] }
      : { famille: 201, format: 11, support: 21, quantite: 1 }
  const answer = await server.ask(`/0.2/${area}/panier/validate/`, {
    token: program.tokens[customer],
    json: { lignes: [ligne], adresse_livraison: paris },
  })
  expect(answer.status, answer.text).toBe(201)
  return (answer.json() as { id: number }).id
}

test('needs a token', async () => {
  expectFaults(await server.ask('/0.2/events/'), 401, [['', 'authentication_required']])
  expectFaults(await server.ask('/0.2/events/', { token: 'x' }), 401, [['', 'token_invalid']])
})

test('is a stream of server-sent events that nothing keeps', async () => {
  const stream = await open('A')
  expect(stream.response.headers['content-type']).toMatch(/^text\/event-stream/)
  expect(stream.response.headers['cache-control']).toMatch(/no-cache|no-store/)
  expect(stream.response.headers['content-encoding']).toBeUndefined()
  stream.close()
})

test('tells of the orders of its own customer, of both areas, and of nobody else’s', async () => {
  const [a, b] = [await open('A'), await open('B')]
  try {
    const first = await order('B')
    const second = await order('A')
    const third = await order('A', 'display')
    const fourth = await order('B', 'display')
    expect(await a.next()).toMatchObject({
      name: 'order',
      data: { area: 'print', id: second, status: 'enregistree' },
    })
    expect(await a.next()).toMatchObject({
      name: 'order',
      data: { area: 'display', id: third, status: 'enregistree' },
    })
    expect(await b.next()).toMatchObject({ name: 'order', data: { area: 'print', id: first } })
    expect(await b.next()).toMatchObject({ name: 'order', data: { area: 'display', id: fourth } })
  } finally {
    a.close()
    b.close()
  }
})

test('tells of a catalogue that a command changed', async () => {
  const [a, b] = [await open('A'), await open('B')]
  try {
    const changed = copyOfBundle()
    changed.tarifs.print[0].grille[0].prix = '2222'
    await program.import(changed)
    for (const stream of [a, b]) expect(await stream.next()).toMatchObject({ name: 'catalogue' })
    const prices = await server.ask('/0.2/print/prix/', {
      token: program.tokens['A'],
      json: { produit: 101, quantites_multiples: [100] },
    })
    expect(prices.json()).toMatchObject({ 'J+5': { PrixHT: '2222' } })
  } finally {
    a.close()
    b.close()
  }
})

test('who comes back with Last-Event-ID is told what happened meanwhile, also over a kill of the service', async () => {
  const stream = await open('A')
  await order('A')
  const { id: lastId } = await stream.next()
  stream.close()
  const missed = [await order('A'), await order('A', 'display')]
  await order('B')
  await server.kill()
  server = await program.serve()
  const after = await order('A')
  const back = await open('A', lastId)
  try {
    let last = lastId
    for (const id of [...missed, after]) {
      const event = await back.next()
      expect(event).toMatchObject({ name: 'order', data: { id } })
      expect(event.id).toBeGreaterThan(last)
      last = event.id
    }
  } finally {
    back.close()
  }
})

test('many readers that come and go leave the service answering', async () => {
  for (let round = 0; round < 5; round++) {
    const streams = await Promise.all(Array.from({ length: 20 }, () => open('A')))
    const id = await order('A')
    for (const stream of streams) expect((await stream.next()).data).toMatchObject({ id })
    for (const stream of streams) stream.close()
  }
  expect((await server.ask('/0.2/print/produit/', { token: program.tokens['A'] })).status).toBe(200)
})

test('ends when its token is revoked', async () => {
  const stream = await open('C')
  const tokens = (await program.done('token', 'list', '--json')).json() as { id: number; customer: string }[]
  await program.done('token', 'revoke', String(tokens.find((each) => each.customer === 'C')!.id))
  await stream.ended
  expectFaults(await server.ask('/0.2/events/', { token: program.tokens['C'] }), 401, [['', 'token_invalid']])
})

test('does not keep the service from stopping', async () => {
  const streams = await Promise.all([open('A'), open('B')])
  await server.stop()
  await Promise.all(streams.map((stream) => stream.ended))
})
