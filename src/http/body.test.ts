/** Bodies that cannot be read, or are too large: refused in words that the client sees (partner-api.md 7). */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { FAULTS_LISTED } from '../domain/faults.ts'
import { ADDRESS, faultsOf, json, world } from '../testing/app.ts'

const CARDS = { produit: 10, quantites_multiples: [100] }
const POSTS = ['print', 'display'].flatMap((area) =>
  ['prix/', 'panier/', 'panier/validate/'].map((path) => `/0.2/${area}/${path}`),
)
const CHUNK = 65_536

describe('bodies that cannot be read', () => {
  test.each(POSTS)('%s', async (url) => {
    const { partner, token } = await world()
    const { send } = partner(await token('A', { canOrder: true }))
    const post = (payload: string | Buffer | undefined, type: string | undefined) =>
      send({ method: 'POST', url, headers: type === undefined ? {} : { 'content-type': type }, payload })
    const expectFault = async (response: ReturnType<typeof post>, status: number, code: string) => {
      expect((await response).statusCode).toBe(status)
      expect(faultsOf(await response)).toEqual([` ${code}`])
    }
    for (const text of [
      '',
      ' ',
      '{',
      '{"produit":10,}',
      'nope',
      '{"a":1}{"b":2}',
      "{'a':1}",
      '\u0000',
      '{"a":NaN}',
    ])
      await expectFault(post(text, 'application/json'), 400, 'json_malformed')
    await expectFault(post(undefined, undefined), 400, 'json_malformed')
    await expectFault(post(undefined, 'application/json'), 400, 'json_malformed')
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'x',
    ])
      await expectFault(post('{}', type), 415, 'unsupported_media_type')
    await expectFault(post('"x'.repeat(600_000), 'application/json'), 413, 'body_too_large')
    for (const text of ['null', '[]', '5', '"x"', 'true'])
      await expectFault(post(text, 'application/json; charset=utf-8'), 400, 'field_type')
  })

  test.each([
    ['', 'The request body is empty.'],
    [' \n', 'The request body is empty.'],
    [undefined, 'The request body is empty.'],
    ['{"produit":203,}', 'The request body is not readable JSON: see line 1, column 16.'],
    ['\uFEFF{"a":1,\n"b":x}', 'The request body is not readable JSON: see line 2, column 5.'],
    ['{"a":', 'The request body is not readable JSON: it ends in the middle.'],
    [`{"a":"${'x'.repeat(200)}`, 'The request body is not readable JSON: it ends in the middle.'],
    [`{"a":"${'x'.repeat(200)}\n"}`, 'The request body is not readable JSON: see line 1, column 6.'],
    [Buffer.from([0x22, 0xff, 0x22]), 'The request body is not readable JSON.'],
  ])('of one that cannot be read it is said where: %j', async (payload, words) => {
    const { partner, token, desk } = await world()
    const headers = { 'content-type': 'application/json', 'accept-language': 'en' }
    for (const [{ send }, url] of [
      [partner(await token('A')), '/0.2/print/prix/'],
      [desk, '/api/prices'],
    ] as const) {
      const answer = await send({ method: 'POST', url, headers, ...(payload !== undefined && { payload }) })
      expect([answer.statusCode, json(answer).detail]).toEqual([400, words])
    }
  })

  test('a deletion may name the type of a body that it does not have', async () => {
    const { desk, ...here } = await world()
    const token = await here.token('A')
    const [{ id }] = json(await desk.get('/api/tokens')) as unknown as { id: number }[] as [{ id: number }]
    const headers = { 'content-type': 'application/json' }
    const answer = await desk.send({ method: 'DELETE', url: `/api/tokens/${id}`, headers })
    expect(answer.statusCode).toBe(204)
    expect((await here.partner(token).get('/0.2/print/produit/')).statusCode).toBe(401)
  })

  test('a compressed body is refused, and the words name its encoding', async () => {
    const { partner, token } = await world()
    const { send } = partner(await token('A'))
    const post = (encoding: string, payload: Buffer | string, type = 'application/json') =>
      send({
        method: 'POST',
        url: '/0.2/print/prix/',
        headers: { 'content-type': type, 'content-encoding': encoding },
        payload,
      })
    for (const encoding of ['gzip', 'br', 'x-none']) {
      const response = await post(encoding, gzipSync(JSON.stringify(CARDS)))
      expect(response.statusCode).toBe(415)
      expect(faultsOf(response)).toEqual([' unsupported_media_type'])
      expect(json(response).detail).toContain(encoding)
    }
    expect((await post('Identity', JSON.stringify(CARDS))).statusCode).toBe(200)
  })

  test.each(['application/json;charset=UTF-8', 'Application/JSON', 'application/json; charset="utf-8"; v=1'])(
    '%s is JSON, with a byte order mark too',
    async (type) => {
      const { partner, token } = await world()
      const { post } = partner(await token('A'))
      for (const mark of ['', '\ufeff'])
        expect(
          (await post('/0.2/print/prix/', mark + JSON.stringify(CARDS), { 'content-type': type })).statusCode,
        ).toBe(200)
    },
  )

  test('text/plain is another content type than JSON', async () => {
    const { partner, token } = await world()
    const response = await partner(await token('A')).send({
      method: 'POST',
      url: '/0.2/print/prix/',
      headers: { 'content-type': 'text/plain' },
      payload: JSON.stringify(CARDS),
    })
    expect(response.statusCode).toBe(415)
    expect(faultsOf(response)).toEqual([' unsupported_media_type'])
  })

  test.each([1_048_577, 2_000_000, 8_000_000, 30_000_000])(
    'a client that sends %i bytes before it reads is told why they are refused',
    async (length) => {
      const { app, token } = await world()
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as AddressInfo
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      // As urllib does: the service then closes once it has answered.
      const head = `POST /0.2/print/prix/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Token ${await token('A')}\r\n`
      socket.write(
        `${head}Content-Type: application/json\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
      )
      for (let sent = 0; sent < length; sent += CHUNK) {
        const chunk = Buffer.alloc(Math.min(CHUNK, length - sent), ' ')
        await new Promise<void>((done, failed) =>
          socket.write(chunk, (error) => (error ? failed(error) : done())),
        )
      }
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
    },
  )

  test('a body of nearly a megabyte is read', async () => {
    const { partner, token } = await world()
    const body = { ...CARDS, label: 'x'.repeat(1_000_000) }
    expect((await partner(await token('A')).post('/0.2/print/prix/', body)).statusCode).toBe(200)
  })

  test('a hundred thousand lines, each with its faults', async () => {
    const { partner, token } = await world()
    const response = await partner(await token('A')).post('/0.2/print/panier/', {
      lignes: Array.from({ length: 100_000 }, () => ({})),
    })
    expect(response.statusCode).toBe(400)
    const { detail, errors } = json(response)
    expect(errors).toHaveLength(FAULTS_LISTED + 1)
    expect(errors.at(-1)).toEqual({
      path: '',
      code: 'more_faults',
      message: 'Et 199\u202f000 autre(s) faute(s), qui ne sont pas énumérées.',
    })
    expect(detail).toContain('(+199999)')
    expect(response.body.length).toBeLessThan(100_000)
  })

  test('nested deeper than any request has a reason to, wherever it stands', async () => {
    const { partner, token, desk } = await world()
    const { post } = partner(await token('A', { canOrder: true }))
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    const cart = (deep: string) =>
      `{"lignes":[${JSON.stringify(CARDS)}],"adresse_livraison":${JSON.stringify(ADDRESS)},"x":${deep}}`
    const refused = async (send: typeof post, url: string, body: string) => {
      const response = await send(url, body, { 'accept-language': 'en' })
      expect(response.statusCode, url).toBe(400)
      expect(faultsOf(response)).toEqual([' json_malformed'])
      expect(json(response).detail).toBe('The request body nests more than 500 levels deep.')
    }
    for (const levels of [501, 10_000, 500_000]) {
      const deep = nested(levels)
      for (const url of POSTS) await refused(post, url, deep)
      await refused(post, '/0.2/print/panier/validate/', cart(deep))
      await refused(
        desk.post,
        '/api/quotes',
        `{"lines":[{"area":"print","line":{"x":${deep}},"delai":null}]}`,
      )
      await refused(desk.post, '/api/prices', `{"area":"print","line":{"x":${deep}}}`)
    }
    const response = await post('/0.2/print/panier/validate/', cart(nested(499)))
    expect(response.statusCode).toBe(201)
    // Brackets in texts are no levels.
    const label = '[{'.repeat(5000) + '\\"' + '['.repeat(5000)
    expect((await post('/0.2/print/prix/', { ...CARDS, label })).statusCode).toBe(200)
  })

  test('large bodies take turns: what comes in meanwhile is answered in between', async () => {
    const { partner, token } = await world()
    const { post } = partner(await token('A'))
    const order: string[] = []
    const large = Array.from({ length: 6 }, async () => {
      await post('/0.2/print/panier/', { lignes: Array.from({ length: 100_000 }, () => ({})) })
      order.push('large')
    })
    // Follows the first of the large ones, and so is sent before the second is read.
    await large[0]
    await post('/0.2/print/prix/', CARDS)
    order.push('small')
    await Promise.all(large)
    expect(order.indexOf('small')).toBeLessThan(6)
  })

  test('names that every object has do no harm', async () => {
    const { partner, token } = await world()
    const { post } = partner(await token('A'))
    const body =
      '{"produit":10,"quantites_multiples":[100],"__proto__":{"delai":99},"constructor":{"prototype":{"x":1}}}'
    expect((await post('/0.2/print/prix/', body)).statusCode).toBe(200)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'free values for %s, which is no option, are refused',
    async (name) => {
      const { partner, token } = await world()
      const { post } = partner(await token('A'))
      for (const value of ['"1"', '"x"'])
        expect(
          faultsOf(
            await post(
              '/0.2/print/prix/',
              `{"produit":10,"quantites_multiples":[100],"valeurs":{"${name}":${value}}}`,
            ),
          ),
        ).toEqual([`/valeurs/${name} value_not_allowed`])
    },
  )

  test.each(['print', 'display'])('%s: null for the lines of a cart is none at all', async (area) => {
    const { partner, token } = await world()
    const { post } = partner(await token('A', { canOrder: true }))
    expect(faultsOf(await post(`/0.2/${area}/panier/`, { lignes: null }))).toEqual(['/lignes field_required'])
    expect(
      faultsOf(await post(`/0.2/${area}/panier/validate/`, { lignes: null, adresse_livraison: ADDRESS })),
    ).toEqual(['/lignes field_required'])
  })
})

test.each([
  ['/api/companies/import', 'text/csv'],
  ['/api/tariffs/bundle', 'application/vnd.comptoir.bundle+json'],
])('a file of which nothing more comes is given up: %s', async (url, type) => {
  const { desk } = await world()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  async function* stopping() {
    yield Buffer.from('{')
    await new Promise(() => undefined)
  }
  let given: Awaited<ReturnType<typeof desk.send>> | null = null
  const payload = Readable.from(stopping(), { objectMode: false })
  void desk.send({ method: 'POST', url, headers: { 'content-type': type }, payload }).then((a) => (given = a))
  while (given === null) {
    vi.advanceTimersByTime(30_000)
    await new Promise(setImmediate)
  }
  const answer = given as Awaited<ReturnType<typeof desk.send>>
  expect(answer.statusCode).toBe(408)
  expect(faultsOf(answer)).toEqual([' file_stalled'])
})
