/** What supervisors, scrapers and proxies rely on. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle, paris } from './bundle.ts'
import { cards } from './commands.ts'
import { Program, until, type Server } from './program.ts'

const KEY = 'une-cle-de-test-0123456789'

describe('GET /metrics', () => {
  const program = new Program()
  let server: Server
  let token: string

  beforeAll(async () => {
    await program.import(bundle)
    token = await program.token({ customer: 'Imprimerie Dupont' })
    server = await program.serve('--key', KEY)
  })
  afterAll(() => program.end())

  test('401 without the key, and with a token of the partner API', async () => {
    expect((await server.ask('/metrics')).status).toBe(401)
    expect((await server.ask('/metrics', { token })).status).toBe(401)
    const headers = { Authorization: 'Bearer autre' }
    expect((await server.ask('/metrics', { headers })).status).toBe(401)
  })

  test('with the key: Prometheus text, requests by route, and nothing secret', async () => {
    expect((await server.ask('/0.2/print/produit/1234567/', { token })).status).toBe(400)
    const answer = await server.ask('/metrics', { headers: { Authorization: `Bearer ${KEY}` } })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    const lines = answer.text.split('\n').filter((line) => line !== '')
    for (const line of lines)
      expect(line).toMatch(
        /^(# (HELP|TYPE) [a-z_]\w* .+|[a-z_]\w*(\{[^}]*\})? (\d[\d.e+-]*|NaN|-?\d[\d.e+-]*))$/i,
      )
    for (const figure of [
      /^comptoir_http_request_duration_seconds_count\{method="GET",route="\/0\.2\/print\/produit\/:id\/",status="4xx"\} 1$/m,
      /^comptoir_http_request_duration_seconds_bucket\{.*le="\+Inf"\} \d+$/m,
      /^comptoir_build_info\{version="\d+\.\d+\.\d+[^"]*",node="v[\d.]+"\} 1$/m,
      /^comptoir_store_writable 1$/m,
      /^comptoir_catalogue_version \d+$/m,
      /^comptoir_orders_placed_total\{area="print"\} 0$/m,
      /^process_cpu_seconds_total \d/m,
      /^process_resident_memory_bytes \d/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
    ])
      expect(answer.text).toMatch(figure)
    for (const secret of [KEY, token, 'Dupont', '1234567']) expect(answer.text).not.toContain(secret)
  })
})

describe('--public-url', () => {
  const program = new Program()
  let server: Server
  let token: string

  beforeAll(async () => {
    await program.import(bundle)
    token = await program.token({ customer: 'A', canOrder: true })
    server = await program.serve('--key', KEY, '--public-url', 'https://boutique.example')
  })
  afterAll(() => program.end())

  test('is the address for the browser; the first line and server.json say where it listens', () => {
    expect(server.lines[0]).toBe(`listening on ${server.base}`)
    expect(server.lines[1]).toBe(`https://boutique.example/?key=${KEY}`)
    const file = JSON.parse(readFileSync(join(program.data, 'server.json'), 'utf8')) as unknown
    expect(file).toEqual({
      url: server.base,
      pid: expect.any(Number),
      version: expect.any(String),
      startedAt: expect.any(String),
    })
  })

  test('its name and its pages are let in, no other name and no other page', async () => {
    const status = async (headers: Record<string, string>) =>
      (await server.ask('/0.2/print/produit/', { token, headers })).status
    expect(await status({ Host: 'boutique.example' })).toBe(200)
    expect(await status({ Host: 'boutique.example', Origin: 'https://boutique.example' })).toBe(200)
    expect(await status({ Host: 'boutique.example', Origin: 'https://autre.example' })).toBe(403)
    expect(await status({ Host: 'autre.example', 'X-Forwarded-Host': 'boutique.example' })).toBe(403)
  })

  test('links name it where a request came through it', async () => {
    const headers = { Host: 'boutique.example', 'X-Forwarded-Proto': 'https' }
    const made = await server.ask('/0.2/print/panier/validate/', {
      token,
      headers,
      json: { devis: 'P', lignes: [cards], adresse_livraison: paris },
    })
    expect(made.status, made.text).toBe(201)
    expect(made.headers.location).toBe(
      `https://boutique.example/0.2/print/commande/${(made.json() as { id: number }).id}/`,
    )
    const list = await server.ask('/0.2/print/produit/?limit=1', { token, headers })
    expect(list.headers['link']).toBe(
      '<https://boutique.example/0.2/print/produit/?limit=1&offset=1>; rel="next"',
    )
    const servers = async (options: object) =>
      ((await server.ask('/openapi.json', options)).json() as { servers: { url: string }[] }).servers[0]!.url
    expect(await servers({ headers })).toBe('https://boutique.example')
    expect(await servers({})).toBe('/')
  })

  test('what is no address for it ends the start with one line', async () => {
    const { code, stdout, faults } = await program.run(
      'serve',
      '--port',
      '0',
      '--public-url',
      'boutique.example',
    )
    expect({ code, stdout, lines: faults.length }).toEqual({ code: 1, stdout: '', lines: 1 })
  })
})

describe('the log of requests', () => {
  test('every answer is named; behind the proxy by its name; at info each has a line, without secrets', async () => {
    const program = new Program()
    try {
      await program.import(bundle)
      const token = await program.token({ customer: 'A' })
      const options = ['--key', KEY, '--public-url', 'https://boutique.example']
      const server = await program.serveWith({ COMPTOIR_LOG_LEVEL: 'info' }, ...options)
      const headers = { 'X-Request-Id': 'du-mandataire-1', 'X-Forwarded-For': '203.0.113.9' }
      const list = await server.ask('/0.2/print/produit/?limit=1&key=cachee', { token, headers })
      expect(list.headers['x-request-id']).toBe('du-mandataire-1')
      const own = await server.ask('/nulle-part')
      expect(own.headers['x-request-id']).toMatch(/^\S+$/)
      const lines = await until(
        'the lines',
        () =>
          Promise.resolve(
            server.stderr
              .split('\n')
              .filter((line) => line.includes('"msg":"request"'))
              .map((line) => JSON.parse(line) as Record<string, unknown>),
          ),
        ({ length }) => length >= 2,
      )
      expect(lines).toMatchObject([
        {
          ...{ request: 'du-mandataire-1', ip: '203.0.113.9', method: 'GET', status: 200 },
          ...{ path: '/0.2/print/produit/', route: '/0.2/print/produit/', ms: expect.any(Number) },
          customer: expect.any(Number),
        },
        { request: own.headers['x-request-id'], path: '/nulle-part', status: 404, customer: null },
      ])
      for (const secret of [token, KEY, 'cachee']) expect(server.stderr).not.toContain(secret)
    } finally {
      await program.end()
    }
  })
})
