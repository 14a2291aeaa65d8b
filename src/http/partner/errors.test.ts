/** The error form, authentication, and what is wrong with a request before its body is read (partner-api.md 5, 7). */
import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { ADDRESS, faultsOf, json, KEY, world } from '../../testing/app.ts'

const CARDS = { produit: 10, quantites_multiples: [100] }
const GETS = [
  '/0.2/print/produit/',
  '/0.2/print/produit/10/',
  '/0.2/print/commande/',
  '/0.2/print/commande/1/',
  '/0.2/display/famille/',
  '/0.2/display/format/',
  '/0.2/display/support/',
  '/0.2/display/impression/',
  '/0.2/display/finition/',
  '/0.2/display/decoupe/',
  '/0.2/display/commande/',
  '/0.2/display/commande/1/',
]
const POSTS = ['prix/', 'panier/', 'panier/validate/'].flatMap((path) => [
  `/0.2/print/${path}`,
  `/0.2/display/${path}`,
])

describe('authentication', () => {
  test.each([...GETS, ...POSTS])('%s needs a token that is in force', async (url) => {
    const { app, token, service } = await world()
    const method = POSTS.includes(url) ? 'POST' : 'GET'
    const known = await token('A')
    const refused = async (authorization: string | undefined, code: string) => {
      const response = await app.inject({
        method,
        url,
        headers: {
          ...(authorization === undefined ? {} : { authorization }),
          'content-type': 'application/json',
        },
        ...(method === 'POST' ? { payload: '{not json' } : {}),
      })
      expect(response.statusCode, authorization).toBe(401)
      expect(faultsOf(response)).toEqual([` ${code}`])
      expect(response.headers['www-authenticate']).toBe('Token')
    }
    await refused(undefined, 'authentication_required')
    await refused('', 'authentication_required')
    await refused('Token', 'authentication_required')
    await refused('Token ', 'authentication_required')
    await refused(`Bearer ${known}`, 'authentication_required')
    await refused(known, 'authentication_required')
    await refused('Token nonsense', 'token_invalid')
    await refused(`Token ${known.slice(0, -1)}`, 'token_invalid')
    await refused(`Token ${known}x`, 'token_invalid')
    await service.tokens.revoke(1)
    await refused(`Token ${known}`, 'token_invalid')
  })

  test('the key of the screens is no token', async () => {
    const { desk } = await world()
    expect((await desk.get('/0.2/print/produit/')).statusCode).toBe(401)
  })

  test('only a token’s hash is stored, and no token is logged', async () => {
    const { token, partner, service, logged } = await world()
    const known = await token('A')
    await partner(known).get('/0.2/print/produit/')
    await partner('wrong-token').get('/0.2/print/produit/')
    const rows = service.store.sqlite.db.prepare('SELECT * FROM tokens').all()
    expect(known).toMatch(/^cpt_[\w-]{43}$/)
    expect(rows).toMatchObject([{ hash: hash('sha256', known, 'buffer') }])
    expect(JSON.stringify(rows)).not.toContain(known.slice(4))
    expect(logged.join('')).not.toContain(known)
  })

  test('the last use is noted, but not on the way of a request', async () => {
    const { token, partner, service, clock } = await world()
    const { get } = partner(await token('A'))
    const lastUse = async () => (await service.store.tokens.all())[0]!.lastUsedAt
    await get('/0.2/print/produit/')
    expect(await lastUse()).toBeNull()
    await service.tokens.flushUses()
    expect(await lastUse()).toBe(clock.now().toISOString())
  })
})

describe('paths and methods', () => {
  test.each([...GETS, ...POSTS])('%s: another method is 405 with those that are allowed', async (url) => {
    const { partner, token } = await world()
    const { send } = partner(await token('A'))
    const post = POSTS.includes(url)
    const others = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE', 'PROPFIND', 'M-SEARCH'] as const
    for (const method of [...others, ...(post ? ['GET', 'HEAD'] : ['POST'])]) {
      const response = await send({ method: method as 'GET', url })
      if (method === 'HEAD') {
        expect(response.statusCode).toBe(405)
        continue
      }
      expect(response.statusCode, method).toBe(405)
      expect(faultsOf(response)).toEqual([' method_not_allowed'])
      expect(response.headers['allow']).toBe(post ? 'POST' : 'GET, HEAD')
    }
  })

  test('a method that a path does not take is refused after its token, with neither body nor path looked at', async () => {
    const { app, partner, token } = await world()
    const url = '/0.2/print/prix/'
    expect((await app.inject({ method: 'PUT', url })).statusCode).toBe(401)
    const { send } = partner(await token('A'))
    const headers = { 'content-type': 'text/xml' }
    const response = await send({ method: 'QUERY' as 'GET', url: `${url}?x=1`, headers, payload: '<a/>' })
    expect(faultsOf(response)).toEqual([' method_not_allowed'])
    expect((await send({ method: 'TRACE' as 'GET', url: '/0.2/nope/' })).statusCode).toBe(404)
  })

  test.each(GETS)('%s: HEAD, a question mark alone, and any Accept are answered', async (url) => {
    const { partner, token } = await world()
    const { send, get, post } = partner(await token('A', { canOrder: true }))
    for (const area of ['print', 'display'])
      await post(`/0.2/${area}/panier/validate/`, {
        adresse_livraison: ADDRESS,
        lignes: [
          area === 'print' ? CARDS : { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 },
        ],
      })
    const path = url.replace('display/commande/1', 'display/commande/2')
    const plain = await get(path)
    expect(plain.statusCode).toBe(200)
    const asked = await get(`${path}?`, { accept: 'text/html' })
    expect(asked.body).toBe(plain.body)
    expect(asked.headers['content-type']).toBe('application/json; charset=utf-8')
    const head = await send({ method: 'HEAD', url: path })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    for (const name of ['etag', 'x-total-count', 'content-type'])
      expect(head.headers[name], name).toBe(plain.headers[name])
  })

  test('HEAD answers like GET, without a body', async () => {
    const { partner, token } = await world()
    const response = await partner(await token('A')).send({ method: 'HEAD', url: '/0.2/print/produit/' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['x-total-count']).toBe('4')
    expect(response.body).toBe('')
  })

  test('an unknown path is 404 in the error form', async () => {
    const { partner, token } = await world()
    const { get } = partner(await token('A'))
    for (const url of [
      '/0.2/print/',
      '/0.2/print/nope/',
      '/0.2/',
      '/0.3/print/produit/',
      '/0.2/display/produit/',
      '/0.2/print/produit//',
      '/0.2/print/%ZZ/',
    ]) {
      const response = await get(url)
      expect(response.statusCode, url).toBe(404)
      expect(faultsOf(response)).toEqual([' not_found'])
    }
  })

  test('a forgotten slash is named', async () => {
    const { partner, token } = await world()
    for (const path of ['print/produit', 'print/prix', 'print/produit/10', 'display/famille']) {
      const response = await partner(await token('A')).get(`/0.2/${path}?limit=1`, {
        'accept-language': 'en',
      })
      expect(response.statusCode).toBe(404)
      expect(json(response).detail).toContain(`/0.2/${path}/`)
      expect(faultsOf(response)).toEqual([' not_found'])
    }
  })
})

describe('the error form', () => {
  test('detail, and every fault with path, code and message', async () => {
    const { partner, token } = await world()
    const response = await partner(await token('A')).post('/0.2/print/prix/', {
      produit: 99,
      quantites_multiples: [0],
    })
    expect(response.statusCode).toBe(400)
    expect(json(response)).toEqual({
      detail: 'Le produit 99 n’existe pas ou n’est pas accessible. (+1)',
      errors: [
        {
          path: '/produit',
          code: 'product_unknown',
          message: 'Le produit 99 n’existe pas ou n’est pas accessible.',
        },
        {
          path: '/quantites_multiples/0',
          code: 'quantity_invalid',
          message: 'La quantité doit être un entier de 1 à 1 000 000 000.',
        },
      ],
    })
  })

  test.each([
    [undefined, 'fr'],
    ['fr', 'fr'],
    ['en', 'en'],
    ['en-GB,en;q=0.9', 'en'],
    ['de, en;q=0.5', 'en'],
    ['de', 'fr'],
    ['*', 'fr'],
    ['fr;q=0.1, en;q=0.2', 'en'],
    ['en;q=0, fr', 'fr'],
    ['en-GB;q=0.8, fr;q=0.9', 'fr'],
    ['en-GB;q=0.9, fr;q=0.8', 'en'],
    ['EN', 'en'],
    [';;;q=,', 'fr'],
  ])('Accept-Language: %s is answered in %s, with the same codes', async (header, language) => {
    const { partner, token } = await world()
    const headers: Record<string, string> = header === undefined ? {} : { 'accept-language': header }
    const response = await partner(await token('A')).post(
      '/0.2/print/prix/',
      { produit: 99, quantites_multiples: [1] },
      headers,
    )
    expect(faultsOf(response)).toEqual(['/produit product_unknown'])
    expect(response.headers['content-language']).toBe(language)
    expect(response.headers['vary']).toContain('Accept-Language')
    expect(json(response).detail).toBe(
      language === 'en'
        ? 'Product 99 does not exist or is not accessible.'
        : 'Le produit 99 n’existe pas ou n’est pas accessible.',
    )
  })

  test('a defect is 500 without its inside, which the log has', async () => {
    const { partner, token, service, logged } = await world()
    service.prices.of = () => {
      throw new Error('inside secret')
    }
    const response = await partner(await token('A')).post('/0.2/print/prix/', CARDS)
    expect(response.statusCode).toBe(500)
    expect(faultsOf(response)).toEqual([' internal_error'])
    expect(response.body).not.toContain('secret')
    expect(logged.join('')).toContain('inside secret')
  })

  test('a disk that refuses is told in words; the code stays internal_error', async () => {
    const { partner, token, service } = await world()
    const { post } = partner(await token('A', { canOrder: true }))
    service.store.sqlite.commit.submit = () =>
      Promise.reject(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }))
    const cart = { lignes: [CARDS], adresse_livraison: ADDRESS }
    const response = await post('/0.2/print/panier/validate/', cart)
    expect(response.statusCode).toBe(500)
    expect(faultsOf(response)).toEqual([' internal_error'])
    expect(json(response).detail).toBe(
      'Le magasin de données n’accepte pas d’écriture (le disque est plein). Rien n’a été enregistré. Libérez de la place sur le disque du dossier de données, puis recommencez : « comptoir doctor » dit où il est et ce qui reste.',
    )
  })

  test('too many requests are told when to come back, each token by itself', async () => {
    const { partner, token, service } = await world()
    await service.settings.update({ rateLimitPerMinute: 3 })
    const [a, b] = [partner(await token('A')), partner(await token('B'))]
    for (let i = 0; i < 3; i++) expect((await a.get('/0.2/print/produit/10/')).statusCode).toBe(200)
    const refused = await a.get('/0.2/print/produit/10/')
    expect(refused.statusCode).toBe(429)
    expect(faultsOf(refused)).toEqual([' too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await b.get('/0.2/print/produit/10/')).statusCode).toBe(200)
  })

  test('the rate is counted on a clock that nobody sets', async () => {
    const { partner, token, service, clock } = await world()
    await service.settings.update({ rateLimitPerMinute: 1 })
    const { get } = partner(await token('A'))
    const status = async () => (await get('/0.2/print/produit/10/')).statusCode
    expect(await status()).toBe(200)
    clock.set(3_600_000)
    expect(await status()).toBe(429)
    clock.set(-2 * 3_600_000)
    expect(await status()).toBe(429)
    clock.advance(60_000)
    expect(await status()).toBe(200)
  })
})

describe('every error has the one form, whatever fails', () => {
  const URLS = [
    ...[...GETS, ...POSTS].map((url) => [POSTS.includes(url) ? 'POST' : 'GET', url] as const),
    ...['status', 'catalogue', 'products/10', 'families/7', 'changes', 'quotes', 'quotes/1', 'orders'].map(
      (path) => ['GET', `/api/${path}`] as const,
    ),
    ...['orders/1', 'customers', 'tokens', 'upstream', 'sync', 'outbox'].map(
      (path) => ['GET', `/api/${path}`] as const,
    ),
    ...['quotes', 'quotes/price', 'quotes/1/duplicate', 'quotes/1/order', 'customers', 'sync'].map(
      (path) => ['POST', `/api/${path}`] as const,
    ),
    ...['customers/1/tokens', 'outbox/1/retry', 'outbox/1/resolve', 'prices', 'price-matrix'].map(
      (path) => ['POST', `/api/${path}`] as const,
    ),
    ...['quotes/1', 'quotes/1/state', 'customers/1', 'settings', 'upstream'].map(
      (path) => ['PUT', `/api/${path}`] as const,
    ),
    ...['quotes/1', 'tokens/1', 'upstream', 'sync'].map((path) => ['DELETE', `/api/${path}`] as const),
    ...['/docs/page.css', '/openapi.json', '/docs/', '/nowhere', '/0.2/'].map(
      (path) => ['GET', path] as const,
    ),
  ]

  test('with a store that fails, and odd bodies', async () => {
    const { app, service, token } = await world()
    const known = await token('A', { canOrder: true })
    // Closing the service writes the uses of its tokens.
    vi.spyOn(service.tokens, 'flushUses').mockResolvedValue()
    service.store.sqlite.db.close()
    const cart = { lignes: [CARDS], adresse_livraison: ADDRESS }
    const line = { area: 'print', line: CARDS, delai: null }
    const bodies = ['{}', 'null', '[]', JSON.stringify({ ...cart, lines: [line], ...line, ...CARDS })]
    let failed = 0
    for (const [method, url] of URLS) {
      const authorization = url.startsWith('/api/') ? `Bearer ${KEY}` : `Token ${known}`
      for (const payload of method === 'GET' || method === 'DELETE' ? [undefined] : bodies) {
        for (const language of ['fr', 'en']) {
          const response = await app.inject({
            method,
            url,
            headers: {
              authorization,
              'accept-language': language,
              ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
            },
            ...(payload === undefined ? {} : { payload }),
          })
          const what = `${method} ${url} ${payload} ${language}`
          if (response.statusCode < 400) continue
          if (response.statusCode >= 500) failed += 1
          expect(response.headers['content-type'], what).toBe('application/json; charset=utf-8')
          expect(Object.keys(json(response)), what).toEqual(['detail', 'errors'])
          for (const error of json(response).errors)
            expect(Object.keys(error), what).toEqual(['path', 'code', 'message'])
        }
      }
    }
    expect(failed).toBeGreaterThan(20)
  })

  test('also where an answer had begun to say what it is', async () => {
    const { service, logged } = await world()
    const app = buildApp(service, { key: KEY, renderer: '/nonexistent', host: null })
    onTestFinished(() => app.close())
    const begun = (reply: FastifyReply) =>
      reply.type('text/css').header('Cache-Control', 'public').header('Content-Encoding', 'br')
    app.get('/read', async (_request, reply) => {
      begun(reply)
      await readFile('/nonexistent')
    })
    app.get('/stream', (_request, reply) => begun(reply).send(createReadStream('/nonexistent')))
    for (const url of ['/read', '/stream']) {
      const response = await app.inject(url)
      expect(response.statusCode).toBe(500)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(response.headers['cache-control']).toBeUndefined()
      expect(response.headers['content-encoding']).toBeUndefined()
      expect(faultsOf(response)).toEqual([' internal_error'])
    }
    expect(logged.join('')).toContain('ENOENT')
  })

  test('names that every object has are no files of the documentation', async () => {
    const { app } = await world()
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'nothing']) {
      const response = await app.inject(`/docs/${name}`)
      expect(response.statusCode, name).toBe(404)
      expect(faultsOf(response)).toEqual([' not_found'])
    }
  })
})
