/** The OpenAPI document: whole, valid, and held by every answer; the page that shows it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locale } from '../../domain/messages.ts'
import { Service } from '../../service/service.ts'
import { buildApp } from '../app.ts'
import { holding, type Document } from '../../testing/documented.ts'
import { faultsBody } from '../errors.ts'
import { openApiDocument } from './document.ts'
import { ID_EXAMPLES } from './examples.ts'
import { FRENCH } from './french.ts'
import { OPERATIONS, type Operation } from './operations.ts'

const ROOT = join(import.meta.dirname, '../../..')
const LOCALES = ['fr', 'en'] as const satisfies Locale[]

let folder: string
let service: Service
let app: FastifyInstance
let document: Document
let expectDocumented: ReturnType<typeof holding>
/** may order, with the discount of the examples */
let token: string
/** may not order */
let guest: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'comptoir-openapi-'))
  service = await Service.start({ folder, log: pino({ level: 'silent' }) })
  await service.catalogue.importBundle(
    JSON.parse(readFileSync(join(ROOT, 'resources/demo-bundle.json'), 'utf8')) as unknown,
  )
  const tokenOf = async (name: string, canOrder: boolean) => {
    const { id } = await service.customers.ensure(name, { canOrder, discount: '5' })
    return (await service.tokens.create(id)).token
  }
  token = await tokenOf('Librairie', true)
  guest = await tokenOf('Invité', false)
  app = buildApp(service, { key: 'k', renderer: join(folder, 'none'), host: '127.0.0.1' })
  await app.ready()
  document = (await get('/openapi.json', {})).json()
  expectDocumented = holding(document)
})

afterAll(async () => {
  await app.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = { authorization: `Token ${token}` }) =>
  app.inject({ url, headers })

const authorized = (options: InjectOptions, headers: Record<string, string> = {}) =>
  app.inject({ ...options, headers: { authorization: `Token ${token}`, ...headers } })

const urlOf = ({ path }: Operation) => path.replace('{id}', String(ID_EXAMPLES[path]))
const named = OPERATIONS.map(
  (operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const,
)

describe('the document', () => {
  test('is OpenAPI 3.1, without a token, and holds every endpoint of partner-api.md 4 and our extensions', () => {
    expect(document.openapi).toBe('3.1.0')
    const area = ['prix/', 'panier/', 'panier/validate/', 'commande/', 'commande/{id}/']
    const print = ['produit/', 'produit/{id}/', ...area].map((path) => `/0.2/print/${path}`)
    const elements = ['famille/', 'format/', 'support/', 'impression/', 'finition/', 'decoupe/']
    const display = [...elements, ...area].map((path) => `/0.2/display/${path}`)
    expect(Object.keys(document.paths).sort()).toEqual([...print, ...display, '/0.2/events/'].sort())
    for (const { method, path } of OPERATIONS) {
      expect(app.hasRoute({ method: method.toUpperCase() as 'GET', url: path.replace('{id}', ':id') })).toBe(
        true,
      )
    }
  })

  test.each(LOCALES)('passes Redocly’s recommended rules (%s)', async (locale) => {
    const file = join(folder, `openapi.${locale}.json`)
    writeFileSync(file, (await get(`/openapi.json?lang=${locale}`, {})).body)
    const cli = join(
      dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
      'bin/cli.js',
    )
    const config = join(ROOT, 'redocly.yaml')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [cli, 'lint', file, '--extends=recommended', `--config=${config}`, '--format=json'],
      {
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: unknown[] }
    expect(problems, stderr).toEqual([])
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
    expect(status).toBe(0)
  })

  test('names every status but 405, which is of no operation, with its codes', () => {
    const described = OPERATIONS.flatMap(({ path, method }) =>
      Object.entries(document.paths[path]![method]!.responses),
    ).map(([status, answer]) => {
      const shared = answer.$ref?.split('/').at(-1)
      return [status, (shared ? document.components.responses[shared]! : answer)['x-codes'] ?? []] as const
    })
    const codesOf = (status: string) =>
      [...new Set(described.flatMap(([of, codes]) => (of === status ? codes : [])))].sort()
    const statuses = [...new Set(described.map(([status]) => status))].sort()
    const { 400: faults, ...others } = Object.fromEntries(statuses.map((status) => [status, codesOf(status)]))
    expect(faults!.length).toBeGreaterThan(15)
    expect(others).toEqual({
      200: [],
      201: [],
      304: [],
      401: ['authentication_required', 'token_invalid'],
      403: ['forbidden', 'ordering_not_allowed'],
      404: ['not_found'],
      409: ['idempotency_conflict'],
      413: ['body_too_large'],
      415: ['unsupported_media_type'],
      429: ['too_many_requests'],
      500: ['internal_error'],
      503: ['internal_error'],
    })
    for (const { path, method } of OPERATIONS)
      expect(document.paths[path]![method]!.responses['503']).toEqual({
        $ref: '#/components/responses/StoreAway',
      })
    const away = document.components.responses['StoreAway'] as unknown as { headers: object }
    expect(Object.keys(away.headers)).toContain('Retry-After')
    expect((document as unknown as { info: { description: string } }).info.description).toContain(
      '405 `method_not_allowed`',
    )
  })

  test('lists the statuses and codes that partner-api.md 7 lists, and no others', () => {
    const page = readFileSync(join(ROOT, 'docs/partner-api.md'), 'utf8')
    const rows = [...page.matchAll(/^\| (\d{3}(?:, \d{3})*)(?:, of [^|]*)? \| (.*) \|$/gm)]
    const said = new Set(
      rows.flatMap(([, , codes]) => [...codes!.matchAll(/`([a-z_]+)`/g)].map(([, c]) => c!)),
    )
    const listed = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ responses }) => Object.entries(responses)),
    )
    const of = ([, answer]: (typeof listed)[number]) => {
      const shared = answer.$ref?.split('/').at(-1)
      return (shared ? document.components.responses[shared]! : answer)['x-codes'] ?? []
    }
    const beside = ['method_not_allowed']
    expect([...new Set([...listed.flatMap(of), ...beside])].sort()).toEqual([...said].sort())
    const statuses = new Set(rows.flatMap(([, all]) => all!.split(', ')))
    const errors = listed.map(([status]) => status).filter((status) => Number(status) >= 400)
    expect([...new Set([...errors, '405'])].sort()).toEqual([...statuses].sort())
  })

  test('keeps to what generators of clients know: records by additionalProperties, bounds where they are checked', () => {
    expect(JSON.stringify(document)).not.toContain('patternProperties')
    const { schemas } = document.components
    expect(schemas['PrixReponse']).toMatchObject({
      additionalProperties: { $ref: '#/components/schemas/Prix' },
      propertyNames: { pattern: '^J\\+\\d+$' },
    })
    const quantity = { type: 'integer', minimum: 1, maximum: 1_000_000_000 }
    expect(schemas['LignePrintInput']!.properties).toMatchObject({
      valeurs: { anyOf: [{ additionalProperties: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, {}] },
      quantites_multiples: { minItems: 1, items: quantity },
    })
    for (const name of ['LigneDisplayInput', 'PrixDisplayInput'])
      expect(schemas[name]!.properties).toMatchObject({ quantite: quantity })
    for (const name of [
      'PanierPrintInput',
      'CommandePrintInput',
      'PanierDisplayInput',
      'CommandeDisplayInput',
    ])
      expect(schemas[name]!.properties).toMatchObject({ lignes: { minItems: 1 } })
  })

  test('is whole in French, and its table holds nothing more', () => {
    const texts = new Set<string>()
    openApiDocument('fr', '/', (text) => {
      texts.add(text)
      return text
    })
    expect([...texts].filter((text) => FRENCH[text] === undefined)).toEqual([])
    expect(Object.keys(FRENCH).filter((text) => !texts.has(text))).toEqual([])
  })

  test('speaks the language that is asked for', async () => {
    const title = async (url: string, language?: string) =>
      (await get(url, language ? { 'accept-language': language } : {})).json<{ info: { title: string } }>()
        .info.title
    expect(await title('/openapi.json')).toMatch(/imprimeur|impression/)
    expect(await title('/openapi.json', 'en-GB')).toMatch(/printing/)
    expect(await title('/openapi.json?lang=fr', 'en-GB')).toMatch(/impression/)
  })
})

describe('examples', () => {
  test.each(named.filter(([, { request }]) => request))(
    '%s answers its examples as documented',
    async (_, operation) => {
      const examples = Object.values(operation.request!.examples)
      for (const [i, { value }] of examples.entries()) {
        const answer = await authorized({ method: 'POST', url: operation.path, payload: value as object })
        expect(answer.statusCode, answer.body).toBe(operation.answer.status)
        expectDocumented(operation, answer)
        if (i === 0) expect(answer.json()).toEqual(operation.answer.example)
        if (answer.statusCode === 201) {
          const location = String(answer.headers['location'])
          expect((await get(location)).json()).toEqual(answer.json())
        }
      }
    },
  )

  // After the orders above were placed: theirs are the ids that the examples name.
  test.each(named.filter(([, { method, tag }]) => method === 'get' && tag !== 'events'))(
    '%s answers its example as documented',
    async (_, operation) => {
      const answer = await get(urlOf(operation))
      expect(answer.statusCode).toBe(200)
      expectDocumented(operation, answer)
      const { example } = operation.answer
      if (Array.isArray(example)) expect(answer.json()).toEqual(expect.arrayContaining(example))
      else expect(answer.json()).toEqual(example)
    },
  )

  test.each(named.filter(([, { refused }]) => refused))(
    '%s refuses as its example says',
    async (_, operation) => {
      const { request, path, faults } = operation.refused!
      for (const locale of LOCALES) {
        const url = path ?? (operation.method === 'get' ? `${operation.path}?limit=0` : operation.path)
        const method = operation.method === 'get' ? 'GET' : 'POST'
        const answer = await authorized(
          { method, url, ...(request ? { payload: request } : {}) },
          { 'accept-language': locale },
        )
        expect(answer.statusCode).toBe(400)
        expect(answer.json()).toEqual(faultsBody(faults, locale))
        expectDocumented(operation, answer)
      }
    },
  )
})

describe('error answers', () => {
  test.each(named)('%s: no token, and an unknown one', async (_, operation) => {
    const method = operation.method === 'get' ? 'GET' : 'POST'
    for (const headers of [{}, { authorization: 'Token unknown' }]) {
      const answer = await app.inject({ method, url: urlOf(operation), headers })
      expect(answer.statusCode).toBe(401)
      expectDocumented(operation, answer)
    }
  })

  test.each(named)('%s: another host', async (_, operation) => {
    const method = operation.method === 'get' ? 'GET' : 'POST'
    const answer = await authorized({ method, url: urlOf(operation) }, { host: 'elsewhere.example' })
    expect(answer.statusCode).toBe(403)
    expectDocumented(operation, answer)
  })

  test.each(named.filter(([, { request }]) => request))('%s: body faults', async (_, operation) => {
    const send = (payload: string, type: string) =>
      authorized({ method: 'POST', url: operation.path, payload }, { 'content-type': type })
    const cases = [
      { answer: await send('{', 'application/json'), status: 400 },
      { answer: await send('[]', 'application/json'), status: 400 },
      { answer: await send('{}', 'application/json'), status: 400 },
      { answer: await send('a=1', 'application/x-www-form-urlencoded'), status: 415 },
      { answer: await send(`"${'x'.repeat(1024 * 1024)}"`, 'application/json'), status: 413 },
    ]
    for (const { answer, status } of cases) {
      expect(answer.statusCode).toBe(status)
      expectDocumented(operation, answer)
    }
  })

  test.each(named.filter(([, { path }]) => path.includes('{id}')))('%s: not found', async (_, operation) => {
    for (const id of operation.path.includes('produit') ? ['abc'] : ['abc', '999999']) {
      const answer = await get(operation.path.replace('{id}', id))
      expect(answer.statusCode).toBe(404)
      expectDocumented(operation, answer)
    }
  })

  test.each(named.filter(([, { parameters }]) => parameters.includes('Idempotency-Key')))(
    '%s: repeated, changed, and with too long a key',
    async (_, operation) => {
      const payload = Object.values(operation.request!.examples)[0]!.value as object
      const send = (body: object, key: string) =>
        authorized({ method: 'POST', url: operation.path, payload: body }, { 'idempotency-key': key })
      const first = await send(payload, 'key')
      expect((await send(payload, 'key')).json()).toEqual(first.json())
      for (const [answer, status] of [
        [await send({ ...payload, devis: 'other' }, 'key'), 409],
        [await send(payload, 'k'.repeat(256)), 400],
      ] as const) {
        expect(answer.statusCode).toBe(status)
        expectDocumented(operation, answer)
      }
    },
  )

  test('a customer without the right to order', async () => {
    const operation = OPERATIONS.find(({ path }) => path === '/0.2/print/panier/validate/')!
    const payload = Object.values(operation.request!.examples)[0]!.value as object
    const answer = await authorized(
      { method: 'POST', url: operation.path, payload },
      { authorization: `Token ${guest}` },
    )
    expect(answer.statusCode).toBe(403)
    expectDocumented(operation, answer)
  })

  test('more requests than the settings allow', async () => {
    const before = service.settings.current.rateLimitPerMinute
    await service.settings.update({ rateLimitPerMinute: 1 })
    const answer = await get('/0.2/display/famille/')
    await service.settings.update({ rateLimitPerMinute: before })
    expect(answer.statusCode).toBe(429)
    expectDocumented(
      OPERATIONS.find(({ path }) => path === '/0.2/display/famille/')!,
      answer,
    )
  })

  test.each(named.filter(([, { cacheable }]) => cacheable))(
    '%s: 304 for who has it',
    async (_, operation) => {
      const { etag } = (await get(operation.path)).headers
      const answer = await authorized({ url: operation.path }, { 'if-none-match': String(etag) })
      expect(answer.statusCode).toBe(304)
      expectDocumented(operation, answer)
    },
  )
})

describe('the page', () => {
  test.each(LOCALES)('shows the document in one’s language (%s)', async (locale) => {
    const { headers, body } = await get('/docs/', { 'accept-language': locale })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain(`<html lang="${locale}">`)
  })

  test('asks for nothing outside, and has no script in its text', async () => {
    const { headers, body } = await get('/docs/', {})
    expect(body).not.toMatch(/https?:/)
    expect(body).not.toMatch(/<script>|onclick|style=/)
    expect(headers['content-security-policy']).toContain("default-src 'none';script-src 'self'")
    const files = [...body.matchAll(/(?:src|href)="([\w-]+\.\w+)"/g)].map((match) => match[1]!)
    expect(files).toEqual(['page.css', 'reference.js', 'page.js'])
    for (const file of files) expect((await get(`/docs/${file}`, {})).statusCode).toBe(200)
  })

  test('has the headers of a browser’s page, the partner API none, the application API what keeps its answers to its own page', async () => {
    const headersOf = async (url: string) => Object.keys((await get(url)).headers)
    const ofPages = ['content-security-policy', 'x-frame-options', 'x-content-type-options']
    expect(await headersOf('/docs/')).toEqual(expect.arrayContaining(ofPages))
    for (const url of ['/0.2/print/produit/', '/0.2/print/produit/101/', '/0.2/nothing/'])
      for (const name of ofPages) expect(await headersOf(url), url).not.toContain(name)
    expect((await get('/api/status')).headers).toMatchObject({
      ...{ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' },
    })
  })

  test('serves no other file', async () => {
    for (const file of ['index.js', '..%2fpackage.json', 'package.json'])
      expect((await get(`/docs/${file}`, {})).statusCode).toBe(404)
    expect((await get('/docs', {})).headers['location']).toBe('/docs/')
  })
})
