/** A partner that means harm, or is broken badly: nothing that it sends costs more than was agreed. */
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { createGzip, gzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { worded } from '../domain/messages.ts'
import { LIMITS, LISTS } from './answer-limits.ts'
import { UpstreamClient, type ClientOptions } from './client.ts'
import { UpstreamError } from './errors.ts'

const TOKEN = 'jeton-secret-42-abcdef'
const MB = 1024 * 1024

type Answer = (response: ServerResponse, url: string) => void

type Lists = NonNullable<ClientOptions['lists']>

async function partner(answer: Answer, timeoutMs = 5_000, lists?: Lists) {
  const sent = { bytes: 0 }
  const server = createServer((request, response) => {
    request.resume()
    response.on('error', () => undefined)
    response.on('close', () => (sent.bytes += response.socket?.bytesWritten ?? 0))
    answer(response, request.url!)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { client: clientOf((server.address() as AddressInfo).port, timeoutMs, lists), sent }
}

function clientOf(port: number, timeoutMs: number, lists?: Lists): UpstreamClient {
  return new UpstreamClient({
    lists,
    url: `http://127.0.0.1:${port}`,
    token: TOKEN,
    account: 'a',
    limits: () => ({ rate: 10_000, concurrency: 4, timeoutMs }),
  })
}

async function failure(work: Promise<unknown>): Promise<UpstreamError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UpstreamError)
  return error as UpstreamError
}

/** Sends a text for ever, until nobody listens. */
function endless(response: ServerResponse, piece: string, first = '', status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.write(first)
  const bytes = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)), 'latin1')
  const go = () => {
    while (!response.destroyed && response.write(bytes));
    if (!response.destroyed) response.once('drain', go)
  }
  go()
}

/** The longest that nothing else could run, in milliseconds, while the work was done. */
async function blocked(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 5)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return Math.max(longest, performance.now() - last)
}

const ASKS: readonly (readonly [string, number, (client: UpstreamClient) => Promise<unknown>])[] = [
  ['prices', LIMITS.prices, (client) => client.prices('print', {}, 'now')],
  ['a cart', LIMITS.cart, (client) => client.simulate('print', {})],
  ['an order', LIMITS.cart, (client) => client.order('print', {})],
]

describe('an answer without an end', () => {
  it.each(ASKS)('of %s is read to its limit', async (_what, limit, ask) => {
    const { client } = await partner((response) => endless(response, '{"J+1":{"Message":"'))
    const error = await failure(ask(client))
    expect(error).toMatchObject({
      kind: 'unreadable',
      problem: { code: 'partner_too_large', params: { limit } },
    })
  })

  it('of a list is one text, or one entry: it is read to the limit of an entry', async () => {
    const { client } = await partner((response) => endless(response, '[{"id":1,"nom":"'))
    const lists = await Promise.all([
      failure(client.catalogue('print', new AbortController().signal)),
      failure(client.orders('print')),
    ])
    expect(lists.map(({ problem }) => problem.code)).toEqual(Array(2).fill('partner_entry_too_large'))
  })

  it('of a list of small entries is read to the limit of the list', async () => {
    const bytes = 4 * MB
    const { client } = await partner(
      (response) => endless(response, `{"id":1,"nom":"${'x'.repeat(4_000)}"},`, '['),
      20_000,
      { ...LISTS, catalogue: { ...LISTS.catalogue, bytes } },
    )
    const { problem } = await failure(client.catalogue('print', new AbortController().signal))
    expect(problem).toMatchObject({ code: 'partner_too_large', params: { limit: bytes } })
    expect(worded(problem, 'fr')).toBe(
      'produit/: la réponse du partenaire dépasse 4\u00a0Mo, la lecture est arrêtée.',
    )
  })

  it('of pages, too: what was read of those before counts', async () => {
    let page = 0
    const { client } = await partner(
      (response) => {
        response.setHeader('link', `</0.2/print/commande/?page=${++page}>; rel="next"`)
        response.end(`[{"id":${page},"status":"${'x'.repeat(100_000)}"}]`)
      },
      20_000,
      { ...LISTS, orders: { ...LISTS.orders, bytes: MB } },
    )
    expect((await failure(client.orders('print'))).problem.code).toBe('partner_too_large')
    expect(page).toBeLessThan(12)
  })

  it.each([
    ['nothing', () => '[]', 110],
    ['the same entries', (n: number) => `[{"id":1,"x":${n}},{"id":2}]`, 3],
    ['the same entries without an id before', () => '[{"x":1,"id":1}]', 3],
  ])('of pages that hold %s ends, however they are called', async (_what, body, most) => {
    let page = 0
    const { client } = await partner((response) => {
      response.writeHead(200, { link: `</0.2/print/produit/?offset=${++page}>; rel="next"` })
      response.end(body(page))
    })
    const { problem } = await failure(client.catalogue('print', new AbortController().signal))
    expect(problem.code).toBe('partner_pages_loop')
    expect(page).toBeLessThan(most)
    page = 0
    expect((await failure(client.orders('print'))).kind).toBe('unreadable')
    expect(page).toBeLessThan(most)
  })

  it('that is no list at all is let go at once', async () => {
    const { client, sent } = await partner((response) => endless(response, '<p>'))
    const error = await failure(client.catalogue('print', new AbortController().signal))
    expect(error.problem).toMatchObject({ code: 'partner_not_json' })
    expect(sent.bytes).toBeLessThan(20 * MB)
  })

  it.each([
    ['pages', { pages: 20 }, 'partner_too_many_pages'],
    ['entries', { entries: 20 }, 'partner_too_many'],
    ['time', { totalMs: 0 }, 'partner_too_slow'],
  ])('of pages that name ever new ones is bounded in %s', async (_what, bounds, code) => {
    let page = 0
    const { client } = await partner(
      (response) => {
        response.writeHead(200, { link: `</0.2/print/commande/?page=${++page}>; rel="next"` })
        response.end(`[{"id":${page}}]`)
      },
      5_000,
      { ...LISTS, orders: { ...LISTS.orders, ...bounds } },
    )
    expect((await failure(client.orders('print'))).problem.code).toBe(code)
    expect(page).toBeLessThan(25)
  })

  it('of a refusal: its status is what counts', async () => {
    const { client } = await partner((response) => endless(response, 'a', '', 400))
    expect(await failure(client.order('print', {}))).toMatchObject({
      kind: 'refused',
      status: 400,
      words: '',
    })
  })
})

describe('compression', () => {
  const zeros = '{"J+1":{"Message":"","PrixHT":"1200"}}'

  it('gzip is read', async () => {
    const { client } = await partner((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(zeros)),
    )
    expect(await client.prices('print', {}, 'now')).toMatchObject([{ cents: 1200 }])
  })

  it.each(['gzip, gzip', 'br', 'deflate', 'zstd', 'gzip;q=1'])('%s is refused', async (encoding) => {
    const { client } = await partner((response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync(gzipSync(zeros))),
    )
    const error = await failure(client.prices('print', {}, 'now'))
    expect(error.problem).toEqual({ code: 'partner_encoding', params: { path: 'prix/', encoding } })
  })

  it('a bomb goes off at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MB, 0x20))
    const { client } = await partner((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    const before = process.memoryUsage().rss
    let error!: UpstreamError
    expect(
      await blocked(async () => (error = await failure(client.prices('print', {}, 'now')))),
    ).toBeLessThan(5_000)
    expect(error.problem).toMatchObject({ code: 'partner_too_large' })
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * MB)
  })

  it('without an end that decompresses to nothing', async () => {
    const { client } = await partner((response) => {
      response.setHeader('content-encoding', 'gzip')
      endless(response, gzipSync('').toString('latin1'))
    })
    const error = await failure(client.prices('print', {}, 'now'))
    expect(error.problem.code).toBe('partner_too_large')
  })

  it.each([
    ['not gzip', Buffer.from(zeros)],
    ['cut', gzipSync(zeros).subarray(0, 20)],
  ])('%s', async (_what, body) => {
    const { client } = await partner((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
    )
    const error = await failure(client.simulate('print', {}))
    expect(error).toMatchObject({ kind: 'unreadable', problem: { code: 'partner_gzip_broken' } })
  })
})

describe('time', () => {
  it('an answer that comes drop by drop ends when its time is over', async () => {
    const { client } = await partner((response) => {
      response.writeHead(200)
      response.write('{')
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    }, 300)
    const error = await failure(client.simulate('print', {}))
    expect(error).toMatchObject({ kind: 'interrupted', problem: { code: 'partner_too_slow' } })
    expect(worded(error.problem, 'fr')).toMatch(
      /^panier\/: le partenaire envoie trop lentement \(\d+\so en \d\.\d s\)/,
    )
  })

  it('a list of which a byte comes now and then is let go after two time-outs', async () => {
    const { client } = await partner((response) => {
      response.writeHead(200)
      response.write('[')
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    }, 200)
    const { problem } = await failure(client.orders('print'))
    expect(problem.code).toBe('partner_too_slow')
    expect(Number(problem.params!['seconds'])).toBeLessThan(2)
  })

  it('a list that falls silent half-way is let go after a time-out', async () => {
    const { client } = await partner((response) => {
      response.writeHead(200)
      response.write('[')
    }, 200)
    const started = performance.now()
    expect((await failure(client.orders('print'))).kind).toBe('interrupted')
    expect(performance.now() - started).toBeLessThan(8_000)
  })
})

describe('what would break whoever reads it', () => {
  const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000)

  it.each([
    ['arrays', deep('[', ']')],
    ['objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a text in arrays', `${'['.repeat(10_000)}"x"${']'.repeat(10_000)}`],
  ])('%s in one another, in a success and in a refusal', async (_what, body) => {
    let status = 200
    const { client } = await partner((response) => response.writeHead(status).end(body))
    expect((await failure(client.prices('print', {}, 'now'))).problem).toMatchObject({
      code: 'partner_too_deep',
    })
    expect((await failure(client.orders('print'))).kind).toBe('unreadable')
    status = 400
    expect(await failure(client.prices('print', {}, 'now'))).toMatchObject({ kind: 'refused', words: '' })
  })

  it('words without an end are cut, and stand on one line', async () => {
    const { client } = await partner((response) =>
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ detail: `\u001b[31mRouge\r\ncomptoir: forgé${'x'.repeat(100_000)}` })),
    )
    const { words, message } = await failure(client.prices('print', {}, 'now'))
    expect(words!.length).toBeLessThan(600)
    // eslint-disable-next-line no-control-regex -- they are what must not be there
    expect(`${words} ${message}`).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
  })

  it('10,000 lead times are no prices', async () => {
    const body = JSON.stringify(
      Object.fromEntries(Array.from({ length: 6_000 }, (_, days) => [`J+${days}`, { PrixHT: '1' }])),
    )
    const { client } = await partner((response) => response.end(body))
    expect((await failure(client.prices('print', {}, 'now'))).problem.code).toBe('partner_too_many')
  })

  it.each(['-5', '1.5', 'null', '{"a":1}'])('an order with the id %s', async (id) => {
    const { client } = await partner((response) => response.writeHead(201).end(`{"id":${id}}`))
    expect(await failure(client.order('print', {}))).toMatchObject({
      kind: 'unreadable',
      problem: { code: 'partner_no_order' },
    })
  })

  async function saying(text: string, timeoutMs = 1_000) {
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined).on('data', () => socket.write(text))
      onTestFinished(() => void socket.destroy())
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    return clientOf((server.address() as AddressInfo).port, timeoutMs)
  }

  it('no HTTP at all', async () => {
    const error = await failure((await saying(`${TOKEN}\r\n\r\n`)).order('print', {}))
    expect(error.kind).toBe('unreadable')
    expect(JSON.stringify({ ...error, message: error.message, cause: error.cause })).not.toContain(TOKEN)
  })

  it.each(['Connection: upgrade\r\nUpgrade: h2c\r\n', ''])(
    'another protocol that nobody asked for ends what was asked at once (%j)',
    async (headers) => {
      const client = await saying(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\nPRI * HTTP/2.0`, 60_000)
      const asked = [client.order('print', {}), client.simulate('print', {}), client.orders('print')]
      for (const { problem } of await Promise.all(asked.map(failure)))
        expect(problem.code).toBe('partner_not_http')
    },
  )

  it('a header of links that has no end of beginnings', async () => {
    const { client } = await partner((response) =>
      response.writeHead(200, { link: '<a>;'.repeat(3_000) + '<'.repeat(2_000) }).end('[]'),
    )
    expect(await blocked(() => client.orders('print'))).toBeLessThan(5_000)
  })
})

it('a list of 200,000 orders is read whole, gzipped, and holds nobody up', async () => {
  function* list() {
    yield '[{"id":0}'
    for (let i = 1; i < 200_000; i += 100) {
      yield Array.from(
        { length: Math.min(100, 200_000 - i) },
        (_, k) => `,${JSON.stringify({ id: i + k, status: 'En cours', reference_client: `R-${i + k}` })}`,
      ).join('')
    }
    yield ']'
  }
  const { client } = await partner((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    pipeline(Readable.from(list()), createGzip({ level: 1 }), response).catch(() => undefined)
  }, 30_000)
  let orders: unknown[] = []
  const longest = await blocked(async () => (orders = await client.orders('print')))
  expect(orders).toHaveLength(200_000)
  expect(orders.at(-1)).toEqual({ id: '199999', status: 'En cours', reference: 'R-199999', cents: null })
  expect(longest, 'ms').toBeLessThan(5_000)
}, 120_000)
