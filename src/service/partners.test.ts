import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import pino from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { message, worded } from '../domain/messages.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { Refusal } from './refusal.ts'
import { KeyFileBox } from './secrets.ts'
import { Service } from './service.ts'
import { tokenKey } from './partner-link.ts'

const TOKEN = 'jeton-secret-7f3a91'

async function shop(timeoutMs = 2_000) {
  const folder = temporaryFolder()
  const environment = { COMPTOIR_UPSTREAM_RATE: '1000', COMPTOIR_UPSTREAM_TIMEOUT_MS: `${timeoutMs}` }
  const service = await Service.open({ folder, log: pino({ level: 'silent' }), environment })
  onTestFinished(() => service.close())
  const { store, events, partners } = service
  const keep = async (url: string, token: string | null, name: string | null = null) =>
    (await partners.keep({ name, url, token })).link
  const set = async (url: string, token: string | null) =>
    (await partners.set({ name: null, url, token })).check
  return {
    store,
    events,
    box: new KeyFileBox(folder),
    partners,
    keep,
    set,
    link: () => partners.all()[0]!.link,
  }
}

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function closedPort(): Promise<string> {
  const server = createSocketServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return `http://127.0.0.1:${port}`
}

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
    const { set, link } = await shop()
    const url = await listening(answer)
    const check = await set(url, TOKEN)
    expect(check).toMatchObject({ ok: false, found: { code } })
    expect(worded(check.found, 'fr')).toMatch(words)
    expect(link(), 'it is kept all the same').toMatchObject({ url, hasToken: true, lastCheck: check })
  })

  it('silence', async () => {
    const { set } = await shop(150)
    expect(await set(await listening(() => undefined), TOKEN)).toMatchObject({
      ok: false,
      found: { code: 'partner_timeout' },
    })
  })

  it('nobody there', async () => {
    const { set } = await shop()
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
    const { set } = await shop()
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await set(url, TOKEN)).toMatchObject({
      ok: false,
      found: { code: 'partner_no_tls' },
    })
    expect(seen.join('')).not.toContain(TOKEN)
  })

  it('all is well, with how many products', async () => {
    const { set, link } = await shop()
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
    const { set, link } = await shop()
    await set(await listening((_q, r) => r.writeHead(401).end()), TOKEN)
    expect(link()).toMatchObject({ online: false, trouble: 'token' })
    await set(await closedPort(), TOKEN)
    expect(link()).toMatchObject({ online: false, trouble: 'offline' })
  })

  it('and whether it works is told by what was found last: by the test, or by what was asked since', async () => {
    const { set, link, events } = await shop()
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
    const { set } = await shop(600)
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
    const { set, link } = await shop()
    const check = await set(await listening((_q, r) => r.writeHead(404).end('<h1>Not found</h1>')), TOKEN)
    await link().client!.ping()
    expect(link()).toMatchObject({ failing: true, lastCheck: check })
  })

  it('the check is forgotten where another partner is set, and told of none', async () => {
    const { set, keep, link, events, partners } = await shop()
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

describe('one that was taken away is there again where its address is set', () => {
  const URL = 'https://partner.example'
  /** Alpha, then Tmp at the same address; both were taken away. */
  async function twice() {
    const made = await shop()
    const alpha = (await made.keep(URL, TOKEN, 'Alpha')).id
    const tmp = (await made.keep(URL, TOKEN, 'Tmp')).id
    await made.partners.remove('Tmp')
    await made.partners.remove('Alpha')
    return { ...made, alpha, tmp }
  }

  it('that of its name, however many had the address', async () => {
    const { keep, alpha, tmp } = await twice()
    expect((await keep(URL, TOKEN, 'alpha')).id).toBe(alpha)
    expect((await keep(`${URL}/`, TOKEN, 'Tmp')).id).toBe(tmp)
  })

  it('else, where none ever had ids, the newest of that address, whatever it is called now', async () => {
    const { keep, tmp } = await twice()
    expect(await keep(URL, TOKEN, 'Autre')).toMatchObject({ id: tmp, source: { name: 'Autre' } })
  })

  it('one that has ids before any that never had, and of several the one taken away last', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T05:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const { keep, partners, store } = await shop()
    const alpha = (await keep(URL, TOKEN, 'Alpha')).id
    const beta = (await keep(URL, TOKEN, 'Beta')).id
    await keep(URL, TOKEN, 'Tmp')
    for (const id of [alpha, beta]) await store.sources.block(id, 1)
    for (const name of ['Beta', 'Alpha', 'Tmp']) {
      vi.advanceTimersByTime(1_000)
      await partners.remove(name)
    }
    const back = await partners.keep({ name: null, url: URL, token: TOKEN, which: 'new' })
    expect(back.link).toMatchObject({ id: alpha, source: { name: 'Alpha' } })
    // Set again under its name, and taken away: then it is the last.
    await keep(URL, TOKEN, 'Beta')
    for (const name of ['Alpha', 'Beta']) {
      vi.advanceTimersByTime(1_000)
      await partners.remove(name)
    }
    expect((await keep(URL, TOKEN, 'Autre')).id).toBe(beta)
  })

  it('without a name, too: by its own name, and another that is set stays as it is', async () => {
    const { keep, partners, tmp } = await twice()
    const other = (await keep('https://other.example', TOKEN, 'Seul')).source
    expect(await keep(URL, TOKEN)).toMatchObject({ id: tmp, source: { name: 'Tmp' } })
    expect(partners.byName('Seul').link.source).toMatchObject({ url: other.url, removed: false })
  })

  it('without a name, where another is called so by now: after its host', async () => {
    const { keep, partners, tmp } = await twice()
    await keep('https://other.example', TOKEN, 'TMP')
    const back = await partners.keep({ name: null, url: `${URL}/`, token: TOKEN, which: 'new' })
    expect(back.link).toMatchObject({ id: tmp, source: { name: 'partner.example' } })
    expect(await keep(URL, TOKEN)).toMatchObject({ id: tmp, source: { name: 'partner.example' } })
  })
})

describe('a name that reads as another source’s', () => {
  const ELSEWHERE = 'https://elsewhere.example'

  it.each([
    'Nos tarifs',
    'nos  TARIFS',
    'Our tariffs',
    'Own tariffs',
    'Reliure Été',
    'RELIURE ete',
    'ReliureÉté',
    'Reliure\u00a0Été',
  ])('%j is refused to a new one, and to one that is renamed', async (name) => {
    const { keep, partners } = await shop()
    await keep('https://partner.example', TOKEN, 'Reliure Été')
    await keep('https://other.example', TOKEN, 'Atelier')
    const by = /tarif/i.test(name) ? { own: 1 } : { by: 'Reliure Été' }
    const taken = expect.objectContaining({ code: 'name_taken', params: by })
    const added = { name, url: ELSEWHERE, token: TOKEN, which: 'new' } as const
    await expect(partners.keep(added)).rejects.toThrow(taken)
    const renamed = { url: 'https://other.example', token: null, name: 'Atelier', rename: name }
    await expect(partners.keep(renamed)).rejects.toThrow(taken)
    if (name !== 'Reliure Été') await expect(keep(ELSEWHERE, TOKEN, name)).rejects.toThrow(taken)
    expect(partners.all().map(({ link }) => link.source.name)).toEqual(['Reliure Été', 'Atelier'])
  })

  it('a partner’s own name may be written another way', async () => {
    const { keep, partners } = await shop()
    await keep('https://partner.example', TOKEN, 'Reliure')
    const { link } = await partners.keep({
      url: 'https://partner.example',
      token: null,
      name: 'Reliure',
      rename: 'RELIURE',
    })
    expect(link.source.name).toBe('RELIURE')
  })

  it('at its own address means that partner, and its name stays as it was', async () => {
    const { keep } = await shop()
    const { id } = await keep('https://partner.example', TOKEN, 'Bêta')
    expect(await keep('https://partner.example', 'jeton-nouveau', 'beta')).toMatchObject({
      id,
      source: { name: 'Bêta' },
    })
  })

  it('says by which one it is taken', () => {
    expect(message('name_taken', 'fr', { by: 'Bêta' })).toBe('Ce nom est déjà pris par « Bêta ».')
    expect(message('name_taken', 'en', { own: 1 })).toContain('your own tariffs')
    expect(message('name_taken', 'en')).toBe('This name is already taken.')
  })

  it('one that it has from before stays its own', async () => {
    const { keep, partners, store } = await shop()
    const { id } = await keep('https://partner.example', TOKEN, 'Reliure')
    await keep('https://other.example', TOKEN, 'Atelier')
    store.sqlite.db.prepare('UPDATE sources SET name = ? WHERE id = ?').run('ATELIER', id)
    await store.refresh()
    await partners.reload()
    expect((await keep('https://partner.example', 'jeton-nouveau', 'ATELIER')).id).toBe(id)
  })
})

describe('at once', () => {
  const URL = 'https://partner.example'
  const outcomes = async (made: Promise<unknown>[]) =>
    (await Promise.allSettled(made)).map((one) =>
      one.status === 'fulfilled' ? 'done' : (one.reason as Refusal).code,
    )

  it('two new ones of one name: one is set, the other is refused', async () => {
    const { partners } = await shop()
    const added = (url: string) => partners.keep({ name: 'Alpha', url, token: TOKEN, which: 'new' })
    expect(await outcomes([added(URL), added('https://other.example')])).toEqual(['done', 'name_taken'])
    expect(partners.all().map(({ link }) => link.url)).toEqual([URL])
  })

  it('one that is taken away while it is changed is not made anew', async () => {
    const { partners, keep } = await shop()
    await keep(URL, TOKEN, 'Alpha')
    const renamed = { name: 'Alpha', url: URL, token: null, rename: 'Beta', which: 'set' } as const
    expect(await outcomes([partners.remove('Alpha'), partners.keep(renamed)])).toEqual(['done', 'not_found'])
    expect(partners.all()).toEqual([])
  })

  it('one is taken away once', async () => {
    const { partners, keep, store } = await shop()
    await keep(URL, TOKEN, 'Alpha')
    const before = await store.catalogue.version()
    expect(await outcomes([partners.remove('Alpha'), partners.remove('Alpha')])).toEqual([
      'done',
      'not_found',
    ])
    expect(await store.catalogue.version()).toBe(before + 1)
  })

  it('tokens of several are kept each with its own', async () => {
    const { partners, store, box } = await shop()
    const names = ['Alpha', 'Beta', 'Gamma']
    await Promise.all(names.map((name) => partners.keep({ name, url: URL, token: `jeton-${name}` })))
    const opened = partners.all().map(({ id }) => box.open(store.settings.get(tokenKey(id)) as string))
    expect(opened).toEqual(names.map((name) => `jeton-${name}`))
  })
})

describe('a token that cannot stand in a header', () => {
  it.each(['a\nb', 'a\r\nX-Other: 1', 'jeton-é', '\u200bjeton', ''])(
    '%j is refused, and nothing changes',
    async (token) => {
      const { keep, link } = await shop()
      await keep('https://partner.example', TOKEN)
      const { client } = link()
      await expect(keep('https://partner.example', token)).rejects.toThrow(Refusal)
      expect(link().client).toBe(client)
    },
  )

  it('stored by an earlier version is not used, and the check says why', async () => {
    const { keep, partners, store, box } = await shop()
    const link = await keep('https://partner.example', TOKEN)
    await store.settings.set(tokenKey(link.id), box.seal('two\nlines'))
    await partners.reload()
    expect(link.client).toBeNull()
    expect(await link.check()).toMatchObject({ ok: false, found: { code: 'upstream_token_invalid' } })
  })
})

it('without a token the check says so', async () => {
  const { keep } = await shop()
  expect(await (await keep('https://partner.example', null)).check()).toMatchObject({
    ok: false,
    found: { code: 'upstream_no_token' },
  })
})
