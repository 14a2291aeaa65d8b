import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle, paris } from './bundle.ts'
import { codes } from './errors.ts'
import type { Answer } from './http.ts'
import { Program } from './program.ts'
import type { Server } from './program.ts'

/**
 * The document that the service gives of itself. Its examples speak of the demo's products, so the demo is what they are
 * sent to; answers to this suite's own requests are held against it too.
 */

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

const demo = join(import.meta.dirname, '../../resources/demo-bundle.json')

const program = new Program()
const shop = new Program()
let server: Server
let own: Server
let token: string
let document: Any
let ajv: Ajv2020

beforeAll(async () => {
  await program.done('import', demo)
  token = await program.token({ customer: 'Lecture du document', canOrder: true, discount: '5' })
  await shop.import(bundle)
  await shop.token({ customer: 'A', canOrder: true })
  await shop.token({ customer: 'B', products: '101', families: '201' })
  server = await program.serve()
  own = await shop.serve()
  document = (await server.ask('/openapi.json')).json()
  ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, validateSchema: false })
  ajv.addSchema(document, 'https://openapi.invalid/')
})
afterAll(async () => {
  await program.end()
  await shop.end()
})

/** Follows $ref within the document. */
const resolve = (value: Any): Any => {
  let found = value
  while (typeof found?.$ref === 'string')
    found = found.$ref
      .replace(/^#\//, '')
      .split('/')
      .reduce(
        (at: Any, step: string) => at[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      )
  return found
}

/** Schemas of the document refer to its components: they are compiled with the document as their base. */
function compile(schema: Any) {
  const based = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"https://openapi.invalid/#/')
  return ajv.compile(JSON.parse(based) as object)
}

function check(schema: Any, value: unknown, what: string): void {
  const validate = compile(schema)
  expect(validate(value), `${what}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`).toBe(true)
}

interface Operation {
  path: string
  method: string
  operation: Any
}

const operations = (): Operation[] =>
  Object.entries(document.paths as Record<string, Any>).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete']
      .filter((method) => item[method])
      .map((method) => ({ path, method, operation: item[method] })),
  )

const find = (method: string, path: string): Any => {
  const operation = document.paths[path]?.[method]
  expect(operation, `${method} ${path} is documented`).toBeTypeOf('object')
  return operation
}

/** An answer is one that the document names for this operation, in status, content type and body. */
function held(operation: Any, answer: Answer, what: string): void {
  const response = resolve(operation.responses[String(answer.status)] ?? operation.responses.default)
  expect(response, `${what}: ${answer.status} is documented: ${answer.text.slice(0, 300)}`).toBeTypeOf(
    'object',
  )
  if (answer.status === 304) return
  const type = String(answer.headers['content-type']).split(';')[0]!
  const content = response.content?.[type]
  expect(content, `${what}: ${type} is documented for ${answer.status}`).toBeTypeOf('object')
  check(content.schema, answer.json(), `${what} ${answer.status}`)
}

const examples = (content: Any): { name: string; value: unknown }[] => [
  ...(content.example !== undefined ? [{ name: 'example', value: content.example }] : []),
  ...Object.entries((content.examples ?? {}) as Record<string, Any>).map(([name, example]) => ({
    name,
    value: resolve(example).value,
  })),
]

const everything: [method: string, path: string][] = [
  ['get', '/0.2/print/produit/'],
  ['get', '/0.2/print/produit/{id}/'],
  ['post', '/0.2/print/prix/'],
  ['post', '/0.2/print/panier/'],
  ['post', '/0.2/print/panier/validate/'],
  ['get', '/0.2/print/commande/'],
  ['get', '/0.2/print/commande/{id}/'],
  ['get', '/0.2/display/famille/'],
  ['get', '/0.2/display/format/'],
  ['get', '/0.2/display/support/'],
  ['get', '/0.2/display/impression/'],
  ['get', '/0.2/display/finition/'],
  ['get', '/0.2/display/decoupe/'],
  ['post', '/0.2/display/prix/'],
  ['post', '/0.2/display/panier/'],
  ['post', '/0.2/display/panier/validate/'],
  ['get', '/0.2/display/commande/'],
  ['get', '/0.2/display/commande/{id}/'],
]

describe('the document', () => {
  test('GET /openapi.json answers OpenAPI 3.1 without a token', async () => {
    const answer = await own.ask('/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(
      /^application\/(json|openapi\+json|vnd\.oai\.openapi\+json)/,
    )
    const text = answer.json() as Any
    expect(text.openapi).toMatch(/^3\.1\.\d+$/)
    expect(text.info).toMatchObject({
      title: expect.any(String) as string,
      version: expect.any(String) as string,
    })
  })

  test.each(everything)('describes %s %s, its answers and its errors', (method, path) => {
    const operation = find(method, path)
    const success = path.endsWith('validate/') ? '201' : '200'
    for (const status of [success, '401', ...(method === 'post' ? ['400', '413', '415'] : [])])
      expect(operation.responses[status], status).toBeDefined()
    if (path.endsWith('validate/'))
      for (const status of ['409']) expect(operation.responses[status], status).toBeDefined()
    if (path === '/0.2/print/panier/validate/') expect(operation.responses['403']).toBeDefined()
    if (path.includes('commande/{id}')) expect(operation.responses['404']).toBeDefined()
    if (method === 'post') {
      expect(operation.requestBody.required).toBe(true)
      expect(examples(operation.requestBody.content['application/json'])).not.toHaveLength(0)
    }
    const content = resolve(operation.responses[success]).content['application/json']
    expect(content.schema).toBeDefined()
    expect(examples(content)).not.toHaveLength(0)
  })

  test('describes no path of the partner API that the service does not have', async () => {
    for (const { path, method } of operations()) {
      if (path.includes('events')) continue
      const answer = await own.ask(path.replace('{id}', '101'), {
        method: method.toUpperCase(),
        token: shop.tokens['A'],
        ...(method === 'post' ? { raw: '{}' } : {}),
      })
      expect([200, 400, 404], `${method} ${path}`).toContain(answer.status)
      if (!path.includes('commande/{id}')) expect(answer.status, `${method} ${path}`).not.toBe(404)
    }
  })

  test('asks for the header Authorization: Token', () => {
    const schemes = Object.values(document.components.securitySchemes as Record<string, Any>)
    expect(schemes.length).toBeGreaterThan(0)
    expect(
      schemes.some(
        (scheme) =>
          (scheme.type === 'apiKey' && scheme.in === 'header' && /^authorization$/i.test(scheme.name)) ||
          (scheme.type === 'http' && /^token$/i.test(scheme.scheme)),
      ),
    ).toBe(true)
    for (const { operation, path } of operations())
      expect((operation.security ?? document.security)?.length, path).toBeGreaterThan(0)
  })

  test('names every code of the contract', () => {
    const text = JSON.stringify(document)
    for (const code of Object.keys(codes)) expect(text, code).toContain(code)
  })

  test('names limit and offset on every list, and Idempotency-Key on both validate/', () => {
    const names = (path: string, method: string) =>
      ((find(method, path).parameters ?? []) as Any[]).map((parameter) => resolve(parameter).name as string)
    for (const [method, path] of everything)
      if (method === 'get' && !path.includes('{id}'))
        expect(names(path, method), path).toEqual(expect.arrayContaining(['limit', 'offset']))
    for (const area of ['print', 'display'])
      expect(names(`/0.2/${area}/panier/validate/`, 'post')).toContain('Idempotency-Key')
  })

  test('every schema of it compiles, and every reference leads somewhere', () => {
    const meta = new Ajv2020({ strict: false, validateFormats: false })
    for (const [name, schema] of Object.entries(document.components.schemas as Record<string, Any>)) {
      expect(meta.validateSchema(schema), `${name}: ${meta.errorsText(meta.errors)}`).toBe(true)
      expect(compile(schema)).toBeTypeOf('function')
    }
  })
})

describe('the examples', () => {
  test('every example of a request and of an answer keeps to its own schema', () => {
    let count = 0
    for (const { path, method, operation } of operations()) {
      const contents: [string, Any][] = [
        ...(operation.requestBody
          ? [[`${method} ${path}`, operation.requestBody.content['application/json']] as [string, Any]]
          : []),
        ...Object.entries(operation.responses as Record<string, Any>).flatMap(([status, response]) =>
          Object.entries((resolve(response).content ?? {}) as Record<string, Any>)
            .filter(([type]) => type === 'application/json')
            .map(([, content]): [string, Any] => [`${method} ${path} ${status}`, content]),
        ),
      ]
      for (const [what, content] of contents)
        for (const { name, value } of examples(content)) {
          check(content.schema, value, `${what} ${name}`)
          count++
        }
    }
    expect(count).toBeGreaterThan(40)
  })

  test('every example of a request is accepted, and its answer keeps to the document', async () => {
    let count = 0
    for (const { path, method, operation } of operations()) {
      if (method !== 'post') continue
      for (const { name, value } of examples(operation.requestBody.content['application/json'])) {
        const answer = await server.ask(path, { token, json: value })
        expect(answer.status, `${path} ${name}: ${answer.text}`).toBe(path.endsWith('validate/') ? 201 : 200)
        held(operation, answer, `${path} ${name}`)
        count++
      }
    }
    expect(count).toBeGreaterThanOrEqual(6)
  })

  test('every list and detail answers as the document says', async () => {
    const orders: Record<string, number> = {}
    for (const area of ['print', 'display']) {
      const operation = find('post', `/0.2/${area}/panier/validate/`)
      const [example] = examples(operation.requestBody.content['application/json'])
      const answer = await server.ask(`/0.2/${area}/panier/validate/`, { token, json: example!.value })
      orders[area] = (answer.json() as { id: number }).id
    }
    const products = (await server.ask('/0.2/print/produit/?limit=1', { token })).json() as { id: number }[]
    for (const [method, path] of everything) {
      if (method !== 'get') continue
      const id = path.includes('commande') ? orders[path.split('/')[2]!] : products[0]!.id
      const answer = await server.ask(path.replace('{id}', String(id)), { token })
      expect(answer.status, path).toBe(200)
      held(find(method, path), answer, path)
      if (path.includes('{id}')) continue
      const page = await server.ask(`${path}?limit=1`, { token })
      held(find(method, path), page, `${path}?limit=1`)
      held(find(method, path), await server.ask(`${path}?limit=0`, { token }), `${path}?limit=0`)
    }
  })
})

describe('answers held against the document', () => {
  const cards = { produit: 101, quantites_multiples: [100] }
  const rollUp = { famille: 201, format: 11, support: 21, quantite: 1 }
  const address = { adresse_livraison: paris }
  const bodies: [name: string, path: string, json: unknown][] = [
    ['prices', 'print/prix/', cards],
    ['prices, some refused', 'print/prix/', { produit: 101, quantites_multiples: [1000, 1000] }],
    ['prices of nothing', 'print/prix/', { produit: 104, quantites_multiples: [1] }],
    ['display prices', 'display/prix/', rollUp],
    [
      'no display prices',
      'display/prix/',
      { famille: 203, format: 16, support: 25, impression: 33, quantite: 1 },
    ],
    ['cart', 'print/panier/', { lignes: [cards, { ...cards, variantes: [10012], delai: 3, label: 'x' }] }],
    [
      'display cart',
      'display/panier/',
      { lignes: [rollUp, { ...rollUp, impression: 31, variantes: [612] }] },
    ],
    ['order', 'print/panier/validate/', { ...address, devis: 'D', lignes: [cards] }],
    ['display order', 'display/panier/validate/', { ...address, delai: 2, lignes: [rollUp] }],
    ['faults', 'print/prix/', { produit: 'x', variantes: [1], quantites_multiples: [0] }],
    ['display faults', 'display/prix/', { famille: 201, format: 99 }],
    ['cart faults', 'print/panier/', {}],
    ['display cart faults', 'display/panier/', { lignes: [{}] }],
    ['order faults', 'print/panier/validate/', { lignes: [cards] }],
    ['display order faults', 'display/panier/validate/', { lignes: [rollUp], adresse_livraison: {} }],
    ['no price', 'print/panier/', { lignes: [{ produit: 104, quantites_multiples: [1] }] }],
  ]
  test.each(bodies)('%s: POST %s', async (name, path, json) =>
    held(
      find('post', `/0.2/${path}`),
      await own.ask(`/0.2/${path}`, { token: shop.tokens['A'], json }),
      name,
    ),
  )

  test.each(everything)('401, and 413, 415 and 400 where there is a body: %s %s', async (method, path) => {
    const operation = find(method, path)
    const target = path.replace('{id}', '1')
    const post = method === 'post'
    held(operation, await own.ask(target, post ? { json: {} } : {}), 'no token')
    held(operation, await own.ask(target, { token: 'x', ...(post ? { json: {} } : {}) }), 'a wrong token')
    if (!post) return
    const as = { token: shop.tokens['A'] }
    held(operation, await own.ask(target, { ...as, raw: '{' }), 'broken JSON')
    held(
      operation,
      await own.ask(target, { ...as, raw: '<a/>', headers: { 'Content-Type': 'application/xml' } }),
      'another type',
    )
    held(operation, await own.ask(target, { ...as, raw: ' '.repeat(1_100_000), fresh: true }), 'too much')
  })

  test('403, 404, 409 and the product of another customer', async () => {
    const body = { ...address, lignes: [cards] }
    const validate = find('post', '/0.2/print/panier/validate/')
    held(
      validate,
      await own.ask('/0.2/print/panier/validate/', { token: shop.tokens['B'], json: body }),
      '403',
    )
    const key = { token: shop.tokens['A'], headers: { 'Idempotency-Key': 'k' } }
    for (const devis of ['1', '1', '2'])
      held(
        validate,
        await own.ask('/0.2/print/panier/validate/', { ...key, json: { ...body, devis } }),
        devis,
      )
    for (const area of ['print', 'display'])
      for (const id of ['999', 'abc'])
        held(
          find('get', `/0.2/${area}/commande/{id}/`),
          await own.ask(`/0.2/${area}/commande/${id}/`, { token: shop.tokens['A'] }),
          id,
        )
    held(
      find('get', '/0.2/print/produit/{id}/'),
      await own.ask('/0.2/print/produit/106/', { token: shop.tokens['B'] }),
      'not his',
    )
  })
})

describe('/docs/', () => {
  test('shows the document to a person without a token, from this service alone', async () => {
    const page = await own.ask('/docs/')
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    const linked = [...page.text.matchAll(/\b(?:src|href)="([^"]+)"/g)].map(([, target]) => target!)
    expect(linked.length).toBeGreaterThan(0)
    for (const target of linked) {
      const url = new URL(target.replaceAll('&amp;', '&'), `${own.base}/docs/`)
      expect(url.origin, target).toBe(own.base)
      const answer = await own.ask(url.pathname + url.search)
      expect(answer.status, target).toBe(200)
    }
    expect(page.headers['content-security-policy']).toBeDefined()
  })
})
