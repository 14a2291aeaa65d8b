/** The name of each request, and its line in the log. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { world } from '../testing/app.ts'

describe('the request log', () => {
  test('at info: one line a request, with who asked and what he got, and no secret', async () => {
    const { app, partner, token, desk, logged } = await world({ logLevel: 'info' })
    const known = await token('A')
    logged.length = 0
    const first = await partner(known).get('/0.2/print/produit/10/?limit=1&key=hidden')
    await partner('wrong-token').post('/0.2/print/prix/', { produit: 10, secret: 'hidden' })
    await desk.get('/api/status')
    await app.inject({ url: '/?key=hidden' })
    await app.inject({ url: '/nowhere/' })
    const all = logged.map((line) => JSON.parse(line) as Record<string, unknown>)
    const lines = all.filter(({ msg }) => msg === 'request')
    expect(all.length - lines.length, 'a wrong token and a wrong key').toBe(2)
    const at = { msg: 'request', ip: '127.0.0.1', customer: null }
    expect(lines).toMatchObject([
      {
        ...at,
        method: 'GET',
        path: '/0.2/print/produit/10/',
        route: '/0.2/print/produit/:id/',
        status: 200,
        customer: 1,
      },
      { ...at, method: 'POST', path: '/0.2/print/prix/', route: '/0.2/print/prix/', status: 401 },
      { ...at, method: 'GET', path: '/api/status', route: '/api/status', status: 200 },
      { ...at, method: 'GET', path: '/', route: '/', status: 503 },
      { ...at, method: 'GET', path: '/nowhere/', route: null, status: 404 },
    ])
    expect(lines[0]!['request']).toBe(first.headers['x-request-id'])
    expect(new Set(lines.map(({ request }) => request)).size).toBe(lines.length)
    for (const { ms } of lines) expect(ms).toBeGreaterThan(0)
    for (const secret of [known, 'wrong-token', 'hidden', 'test-key'])
      expect(logged.join('')).not.toContain(secret)
  })

  test('a secret in the path is found, however it is written there', async () => {
    const { app, token, logged } = await world({ logLevel: 'info' })
    const known = await token('A')
    logged.length = 0
    const coded = [...known].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
    for (const path of [`/0.2/%20${known}/`, `/0.2/${coded}/`, '/x/test%2Dkey', `/0.2/%22${known}%22/`])
      await app.inject({ url: path })
    const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(4)
    for (const secret of [known, coded, 'test-key', 'test%2Dkey'])
      expect(logged.join('')).not.toContain(secret)
  })

  test('at warn, the usual level: none', async () => {
    const { partner, token, logged } = await world()
    logged.length = 0
    await partner(await token('A')).get('/0.2/print/produit/')
    expect(logged).toEqual([])
  })

  test('what failed is told at any level, under the name that its answer has', async () => {
    const { desk, service, logged } = await world()
    service.desk.catalogue = () => Promise.reject(new Error('a defect'))
    const { statusCode, headers } = await desk.get('/api/catalogue')
    expect(statusCode).toBe(500)
    expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { msg: 'request failed', request: headers['x-request-id'], path: '/api/catalogue' },
    ])
  })

  test('who goes away in the middle of his request is no failure', async () => {
    const { app, logged } = await world()
    await app.listen({ port: 0, host: '127.0.0.1' })
    logged.length = 0
    const { port } = app.server.address() as AddressInfo
    const begun = once(app.server, 'request')
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n')
    socket.write('Content-Length: 900\r\n\r\n{')
    const [request] = (await begun) as [IncomingMessage]
    const gone = once(request, 'close').catch(() => undefined)
    socket.destroy()
    await gone
    await new Promise(setImmediate)
    expect(logged).toEqual([])
  })

  test('behind a proxy: the reader’s own address', async () => {
    const { app, logged } = await world({ logLevel: 'info', publicUrl: 'https://shop.example' })
    const from = async (remoteAddress: string, headers: Record<string, string>) => {
      logged.length = 0
      await app.inject({ url: '/health', remoteAddress, headers })
      return (JSON.parse(logged[0]!) as { ip: string }).ip
    }
    expect(await from('127.0.0.1', { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' })).toBe('203.0.113.9')
    expect(await from('127.0.0.1', { 'x-forwarded-for': '203.0.113.9, 10.0.0.2' })).toBe('203.0.113.9')
    expect(await from('198.51.100.1', { 'x-forwarded-for': '203.0.113.9' })).toBe('198.51.100.1')
  })
})

describe('the name of a request', () => {
  const GIVEN = '5f1c2d3e-aaaa-bbbb-cccc-0123456789ab'

  test('is in every answer, also in refusals, and never the same', async () => {
    const { app, desk } = await world({ host: '127.0.0.1' })
    const answers = [
      await desk.get('/api/status'),
      await app.inject('/api/status'),
      await app.inject('/nowhere'),
      await app.inject('/%'),
      await app.inject('/0.2/print/produit/'),
      await app.inject({ url: '/health', headers: { host: 'evil.example' } }),
      await (await world()).app.inject('/health'),
    ]
    const names = answers.map(({ headers }) => headers['x-request-id'])
    for (const name of names) expect(name).toMatch(/^[\da-f]{8}-[\da-z]+$/)
    expect(new Set(names).size).toBe(names.length)
  })

  test('is the proxy’s, where there is one, in private, and it is one', async () => {
    const named = async (publicUrl: string | null, id: string, remoteAddress = '127.0.0.1') => {
      const { app } = await world(publicUrl === null ? {} : { publicUrl })
      const answer = await app.inject({ url: '/health', headers: { 'x-request-id': id }, remoteAddress })
      return answer.headers['x-request-id']
    }
    expect(await named('https://shop.example', GIVEN)).toBe(GIVEN)
    expect(await named('https://shop.example', GIVEN, '192.168.1.1')).toBe(GIVEN)
    expect(await named('https://shop.example', GIVEN, '203.0.113.9')).not.toBe(GIVEN)
    expect(await named(null, GIVEN)).not.toBe(GIVEN)
    for (const odd of ['', 'two words', '{"level":60}', 'x'.repeat(129)])
      expect(await named('https://shop.example', odd)).toMatch(/^[\da-f]{8}-[\da-z]+$/)
  })
})
