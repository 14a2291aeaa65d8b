import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { urlFault } from './account.ts'
import { UpstreamClient } from './client.ts'
import { UpstreamError } from './errors.ts'

const TOKEN = 'jeton-secret-42'

interface Asked {
  method: string
  url: string
  token: string | undefined
  at: number
}

type Answer = (request: IncomingMessage, response: ServerResponse, n: number) => void

/** A partner that answers as it is told, and the client of it. */
async function partner(
  answer: Answer,
  limits: Partial<{ rate: number; concurrency: number; timeoutMs: number }> = {},
  onPause?: (milliseconds: number) => void,
) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    request.resume()
    asked.push({
      method: request.method!,
      url: request.url!,
      token: request.headers.authorization,
      at: performance.now(),
    })
    answer(request, response, asked.length)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const client = new UpstreamClient({
    url,
    token: TOKEN,
    account: 'a',
    limits: () => ({ rate: 1000, concurrency: 4, timeoutMs: 1000, ...limits }),
    ...(onPause && { onPause }),
  })
  return { asked, client, url }
}

const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

async function failure(work: Promise<unknown>): Promise<UpstreamError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UpstreamError)
  return error as UpstreamError
}

const commande = (id: number) => ({ id, status: 'En cours', reference_client: `R-${id}` })

describe('the list of orders', () => {
  it('is read over the pages that a Link header names', async () => {
    const { client, asked } = await partner((request, response) => {
      const offset = Number(new URL(request.url!, 'http://x').searchParams.get('offset') ?? '0')
      const link =
        offset < 4 ? { link: `</0.2/print/commande/?offset=${offset + 2}>; rel="next"` } : undefined
      json(response, 200, [commande(offset), commande(offset + 1)], link)
    })
    expect((await client.orders('print')).map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(asked.map(({ token }) => token)).toEqual(Array(3).fill(`Token ${TOKEN}`))
  })

  it('is read over the pages that a body names', async () => {
    const { client, url } = await partner((request, response) => {
      const last = request.url!.includes('page=2')
      json(response, 200, {
        count: 3,
        next: last ? null : `${url}/0.2/print/commande/?page=2`,
        results: last ? [commande(3)] : [commande(1), commande(2)],
      })
    })
    expect((await client.orders('print')).map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  it.each([
    ['says that there are more than it shows', { count: 5, results: [commande(1)] }, {}],
    ['says so in a header', [commande(1)], { 'x-total-count': '2' }],
    ['goes on at another host', [commande(1)], { link: '<http://localhost:1/more>; rel="next"' }],
    ['goes on with itself', [commande(1)], { link: '</0.2/print/commande/?p=1>; rel="next"' }],
    ['has an entry without an id', [commande(1), { status: 'x' }], {}],
  ])('cannot tell where it %s', async (_what, body, headers) => {
    const { client } = await partner((_request, response) => json(response, 200, body, headers))
    expect(await failure(client.orders('print'))).toMatchObject({ kind: 'unreadable' })
  })

  it('cannot tell where it is cut off', async () => {
    const { client } = await partner((_request, response) => {
      response.writeHead(200, { 'content-length': '500' })
      response.write('[{"id":1', () => response.destroy())
    })
    expect(await failure(client.orders('print'))).toMatchObject({ kind: 'interrupted' })
  })
})

describe('what the end of an order proves', () => {
  it.each([
    [400, 'refused'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'refused'],
    [408, 'failed'],
    [429, 'throttled'],
    [500, 'failed'],
    [502, 'failed'],
  ])('%s: %s, and it was sent once', async (status, kind) => {
    const { client, asked } = await partner((_request, response) =>
      json(response, status, { detail: 'Non.' }),
    )
    expect(await failure(client.order('print', {}))).toMatchObject({ kind, status, words: 'Non.' })
    expect(asked).toHaveLength(1)
  })

  it('a connection refused: nothing was sent', async () => {
    const closed = createSocketServer()
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
    const { port } = closed.address() as AddressInfo
    await new Promise((done) => closed.close(done))
    const client = new UpstreamClient({
      url: `http://127.0.0.1:${port}`,
      token: TOKEN,
      account: 'a',
      limits: () => ({ rate: 1000, concurrency: 4, timeoutMs: 1000 }),
    })
    expect(await failure(client.order('print', {}))).toMatchObject({ kind: 'unreachable' })
  })

  it.each<[string, UpstreamError['kind'], Answer]>([
    ['a dropped connection', 'interrupted', (_request, response) => response.destroy()],
    ['silence', 'interrupted', () => undefined],
    ['a redirection', 'unreadable', (_request, response) => response.writeHead(307, { location: '/' }).end()],
  ])('%s: nothing is proved', async (_what, kind, answer) => {
    const { client, asked } = await partner(answer, { timeoutMs: 150 })
    expect(await failure(client.order('print', {}))).toMatchObject({ kind })
    expect(asked).toHaveLength(1)
  })

  it('a success that cannot be read: nothing is proved', async () => {
    const { client } = await partner((_request, response) => response.writeHead(201).end('{"id":'))
    expect(await failure(client.order('print', {}))).toMatchObject({ kind: 'unreadable' })
  })

  it('stopped before its turn: nothing was sent', async () => {
    const { client, asked } = await partner((_request, response) => json(response, 200, []), { rate: 1 })
    await client.orders('print')
    const stop = new AbortController()
    const order = failure(client.order('print', {}, stop.signal))
    stop.abort()
    expect(await order).toMatchObject({ kind: 'cancelled' })
    expect(asked).toHaveLength(1)
  })
})

describe('patience', () => {
  it('tries a price request again after what may pass, an order never', async () => {
    const { client, asked } = await partner(
      (_request, response, n) =>
        n < 3 ? json(response, 503, {}) : json(response, 200, { 'J+2': { Message: '', PrixHT: '1200' } }),
      { timeoutMs: 10_000 },
    )
    expect(await client.prices('print', {}, 'now')).toMatchObject([{ label: 'J+2', cents: 1200 }])
    expect(asked).toHaveLength(3)
  })

  it('tells what the partner answered where our own pace leaves no time for another try', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const { client } = await partner((_request, response) => json(response, 503, {}), {
      rate: 0.01,
      timeoutMs: 200,
    })
    expect(await failure(client.prices('print', {}, 'now'))).toMatchObject({ kind: 'failed' })
    expect(await failure(client.prices('print', {}, 'now'))).toMatchObject({ kind: 'queued' })
  })

  it('respects Retry-After, and lets nobody wait longer than a time-out for it', async () => {
    const { client, asked } = await partner(
      (_request, response) => json(response, 429, {}, { 'retry-after': '30' }),
      { timeoutMs: 500 },
    )
    const started = performance.now()
    expect(await failure(client.prices('print', {}, 'now'))).toMatchObject({ kind: 'throttled' })
    expect(await failure(client.simulate('print', {}))).toMatchObject({ kind: 'throttled', status: 429 })
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(asked, 'it is left alone').toHaveLength(1)
  })

  it('tells at once who would wait longer than a time-out, without trying again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1_000)
    onTestFinished(() => void vi.restoreAllMocks())
    const paused: number[] = []
    const { client, asked } = await partner(
      (_request, response) => json(response, 429, {}, { 'retry-after': '99999999999' }),
      { timeoutMs: 500 },
      (milliseconds) => paused.push(milliseconds),
    )
    for (let n = 0; n < 3; n++)
      expect(await failure(client.prices('print', {}, 'now'))).toMatchObject({ kind: 'throttled' })
    expect(asked).toHaveLength(1)
    expect(paused, 'an hour at most').toEqual([3_600_000])
    client.resume()
    await failure(client.prices('print', {}, 'now'))
    expect(asked).toHaveLength(2)
  })

  it('keeps to the rate and to so many at once', async () => {
    let running = 0
    let most = 0
    const { client, asked } = await partner(
      (_request, response) => {
        most = Math.max(most, ++running)
        setTimeout(() => {
          running--
          json(response, 200, {})
        }, 60)
      },
      { rate: 50, concurrency: 2 },
    )
    await Promise.all(Array.from({ length: 10 }, () => client.prices('print', {}, 'background')))
    expect(most).toBe(2)
    // Nine distances of 20 ms; a timer may be a little early.
    expect(asked.at(-1)!.at - asked[0]!.at).toBeGreaterThan(160)
  })
})

it('never shows its token, even where the partner repeats it', async () => {
  const { client } = await partner((_request, response, n) =>
    n === 1 ? json(response, 400, { detail: `Jeton ${TOKEN} refusé` }) : response.end(`<p>${TOKEN}`),
  )
  const refused = await failure(client.order('print', {}))
  const unreadable = await failure(client.order('print', {}))
  expect(`${refused.message} ${refused.words} ${unreadable.message}`).not.toContain(TOKEN)
  expect(refused.words).toBe('Jeton [hidden] refusé')
})

it.each([
  ['https://imprimeur.example', null],
  ['https://imprimeur.example/api', null],
  ['http://127.0.0.1:4580', null],
  ['http://localhost:4580', null],
  ['http://[::1]:4580', null],
  ['http://imprimeur.example', 'scheme'],
  ['http://127.0.0.1.example', 'scheme'],
  ['http://localhost.example', 'scheme'],
  ['https://user:secret@imprimeur.example', 'credentials'],
  ['https://imprimeur.example/?token=secret', 'query'],
  ['https://imprimeur.example/#secret', 'query'],
  ['https://imprimeur.example:99999', 'port'],
  ['ftp://imprimeur.example', 'scheme'],
  ['imprimeur.example', 'malformed'],
])('what is wrong with %s: %s', (url, fault) => {
  expect(urlFault(url)).toBe(fault)
})
