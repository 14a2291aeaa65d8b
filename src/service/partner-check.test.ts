import type { RequestListener } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { worded } from '../domain/messages.ts'
import { closedPort, listening, partnerDesk } from '../testing/partner-desk.ts'
import { tokenKey } from './partner-link.ts'
import { Refusal } from './refusal.ts'

const TOKEN = 'jeton-secret-7f3a91'

const product = (id: number) => ({ id, nom: `P${id}`, quantites: { range: true }, options: [] })

describe('a partner that is set is tried, and what came back is said', () => {
  it.each<[string, RequestListener, string, RegExp]>([
    [
      'a wrong token',
      (_q, r) => r.writeHead(401).end('{"detail":"Jeton inconnu."}'),
      'partner_unauthorized',
      /n’accepte pas le jeton \(401\) : Jeton inconnu\./,
    ],
    ['a token without the right', (_q, r) => r.writeHead(403).end(), 'partner_forbidden', /n’autorise pas/],
    [
      'another site',
      (_q, r) => r.writeHead(404).end('<h1>Not found</h1>'),
      'partner_not_api',
      /n’a pas l’API du partenaire \(404 à \/0\.2\/print\/produit\/\)/,
    ],
    [
      'a web page',
      (_q, r) => r.end('<!doctype html><title>Bienvenue</title>'),
      'partner_not_json',
      /JSON lisible .*doctype/,
    ],
    ['another API', (_q, r) => r.end('{"ok":true}'), 'partner_not_list', /une liste était attendue/],
    ['another list', (_q, r) => r.end('[{"user":"x"}]'), 'partner_entry', /l’entrée 0/],
    [
      'a redirection',
      (_q, r) => r.writeHead(301, { location: 'https://elsewhere.example/' }).end(),
      'partner_redirect',
      /autre adresse \(301\)/,
    ],
    ['a failure', (_q, r) => r.writeHead(503).end(), 'partner_failed', /en panne \(503\)/],
    ['too many requests', (_q, r) => r.writeHead(429).end(), 'partner_throttled', /trop de requêtes/],
    ['a broken connection', (_q, r) => r.destroy(), 'partner_broken', /coupée/],
  ])('%s', async (_what, answer, code, words) => {
    const { set, link } = await partnerDesk()
    const url = await listening(answer)
    const check = await set(url, TOKEN)
    expect(check).toMatchObject({ ok: false, found: { code } })
    expect(worded(check.found, 'fr')).toMatch(words)
    expect(link(), 'it is kept all the same').toMatchObject({ url, hasToken: true, lastCheck: check })
  })

  it('silence', async () => {
    const { set } = await partnerDesk(150)
    expect(await set(await listening(() => undefined), TOKEN)).toMatchObject({
      ok: false,
      found: { code: 'partner_timeout' },
    })
  })

  it('nobody there', async () => {
    const { set } = await partnerDesk()
    const { ok, found } = await set(await closedPort(), TOKEN)
    expect({ ok, found }).toEqual({
      ok: false,
      found: { code: 'partner_unreachable', params: { cause: 'ECONNREFUSED' } },
    })
  })

  it('no TLS where TLS is asked for: nothing was sent', async () => {
    const seen: string[] = []
    const server = createSocketServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (bytes) => {
          seen.push(bytes.toString('latin1'))
          socket.end('HTTP/1.1 200 OK\r\n\r\n')
        })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const { set } = await partnerDesk()
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await set(url, TOKEN)).toMatchObject({
      ok: false,
      found: { code: 'partner_no_tls' },
    })
    expect(seen.join('')).not.toContain(TOKEN)
  })

  it('all is well, with how many products', async () => {
    const { set, link } = await partnerDesk()
    const asked: (string | undefined)[] = []
    const url = await listening((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
      response.end(JSON.stringify([product(1), product(2), product(3)]))
    })
    const check = await set(`${url}/`, TOKEN)
    expect(check).toMatchObject({ ok: true, found: { params: { products: 3 } } })
    expect(worded(check.found, 'fr')).toBe('Connexion réussie : 3 produits.')
    expect(asked).toEqual([`GET /0.2/print/produit/ Token ${TOKEN}`])
    expect(link()).toMatchObject({ online: true, trouble: null })
  })

  it('why it is not online: it cannot be reached, or refuses the token', async () => {
    const { set, link } = await partnerDesk()
    await set(await listening((_q, r) => r.writeHead(401).end()), TOKEN)
    expect(link()).toMatchObject({ online: false, trouble: 'token' })
    await set(await closedPort(), TOKEN)
    expect(link()).toMatchObject({ online: false, trouble: 'offline' })
  })

  it('and whether it works is told by what was found last: by the test, or by what was asked since', async () => {
    const { set, link, events } = await partnerDesk()
    let answers = 503
    const url = await listening((_q, r) => r.writeHead(answers).end(JSON.stringify([product(1)])))
    await set(url, TOKEN)
    expect(link()).toMatchObject({ online: true, failing: true, lastCheck: { ok: false } })
    let told = 0
    events.on('status', () => (told += 1))
    answers = 200
    await link().client!.ping()
    expect(link()).toMatchObject({ online: true, failing: false, lastCheck: null })
    expect(told).toBeGreaterThan(0)
    await link().check()
    answers = 400
    await link().client!.ping()
    expect(link()).toMatchObject({ failing: false, lastCheck: { ok: true } })
    answers = 500
    await link().client!.ping()
    expect(link()).toMatchObject({ online: true, failing: true, lastCheck: null })
  })

  it('a list that takes longer than a person waits: at least what has come', async () => {
    const { set } = await partnerDesk(600)
    const url = await listening((_request, response) => {
      response.write('[')
      let id = 0
      const timer = setInterval(() => response.write(`${JSON.stringify(product(++id))},`), 20)
      response.on('close', () => clearInterval(timer))
    })
    const check = await set(url, TOKEN)
    expect(check).toMatchObject({ ok: true, found: { params: { more: 1 } } })
    expect(worded(check.found, 'en')).toMatch(/^Connected: at least \d+ products\.$/)
  })

  it('what has no API is told as such, also when it has refused something else since', async () => {
    const { set, link } = await partnerDesk()
    const check = await set(await listening((_q, r) => r.writeHead(404).end('<h1>Not found</h1>')), TOKEN)
    await link().client!.ping()
    expect(link()).toMatchObject({ failing: true, lastCheck: check })
  })

  it('the check is forgotten where another partner is set, and told of none', async () => {
    const { set, keep, link, events, partners } = await partnerDesk()
    await set(await closedPort(), TOKEN)
    let changed = 0
    events.on('partner', () => changed++)
    await keep('https://partner.example', TOKEN)
    expect(link().lastCheck).toBeNull()
    expect(changed).toBe(1)
    await partners.remove('partner.example')
    expect(partners.all()).toEqual([])
    expect(() => partners.byName('partner.example')).toThrow(Refusal)
  })
})

describe('a token that cannot stand in a header', () => {
  it.each(['a\nb', 'a\r\nX-Other: 1', 'jeton-é', '\u200bjeton', ''])(
    '%j is refused, and nothing changes',
    async (token) => {
      const { keep, link } = await partnerDesk()
      await keep('https://partner.example', TOKEN)
      const { client } = link()
      await expect(keep('https://partner.example', token)).rejects.toThrow(Refusal)
      expect(link().client).toBe(client)
    },
  )

  it('stored by an earlier version is not used, and the check says why', async () => {
    const { keep, partners, store, box } = await partnerDesk()
    const link = await keep('https://partner.example', TOKEN)
    await store.settings.set(tokenKey(link.id), box.seal('two\nlines'))
    await partners.reload()
    expect(link.client).toBeNull()
    expect(await link.check()).toMatchObject({ ok: false, found: { code: 'upstream_token_invalid' } })
  })
})

it('without a token the check says so', async () => {
  const { keep } = await partnerDesk()
  expect(await (await keep('https://partner.example', null)).check()).toMatchObject({
    ok: false,
    found: { code: 'upstream_no_token' },
  })
})
