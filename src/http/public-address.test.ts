/** The address behind a reverse proxy: what it may be, who is let through by it, and where it shows. */
import { describe, expect, test } from 'vitest'
import { ADDRESS, faultsOf, KEY, world } from '../testing/app.ts'
import { PublicAddress } from './public-address.ts'

const PUBLIC = 'https://shop.example'
const LIST = '/0.2/print/produit/'
const CART = { devis: 'D', adresse_livraison: ADDRESS, lignes: [{ produit: 10, quantites_multiples: [100] }] }
/** What a proxy on this machine adds. */
const FORWARDED = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }

async function shop(publicUrl: string | undefined = PUBLIC) {
  const made = await world({ host: '127.0.0.1', ...(publicUrl === '' ? {} : { publicUrl }) })
  const authorization = `Token ${await made.token('A', { canOrder: true })}`
  const get = (headers: Record<string, string>, url = LIST, remoteAddress = '127.0.0.1') =>
    made.app.inject({ method: 'GET', url, remoteAddress, headers: { authorization, ...headers } })
  return { ...made, get, authorization }
}

describe('an address', () => {
  test.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://Shop.Example/', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['http://intranet:8080', 'http://intranet:8080'],
    ['https://imprimerie-dupré.fr', 'https://xn--imprimerie-dupr-pnb.fr'],
  ])('%s is right', (text, origin) => {
    expect(PublicAddress.parse(text)).toMatchObject({ origin })
  })

  test.each([
    ['shop.example', 'malformed'],
    ['/shop', 'malformed'],
    ['https://', 'malformed'],
    ['ftp://shop.example', 'scheme'],
    ['shop.example:443', 'scheme'],
    ['https://shop.example:99999', 'port'],
    ['https://shop.example:0', 'port'],
    ['https://shop.example:', null],
    ['https://a:b@shop.example', 'credentials'],
    ['https://shop.example?a', 'query'],
    ['https://shop.example/#', 'query'],
    ['https://shop.example/comptoir', 'path'],
  ])('%s: %s', (text, fault) => {
    const read = PublicAddress.parse(text)
    expect(typeof read === 'string' ? read : null).toBe(fault)
  })
})

describe('through the proxy', () => {
  test('its name is right, with its port and in any case; others are not', async () => {
    const { get } = await shop()
    for (const host of ['shop.example', 'SHOP.example', 'shop.example:443', 'localhost:4580'])
      expect((await get({ host, ...FORWARDED })).statusCode, host).toBe(200)
    for (const host of [
      'evil.example',
      'shop.example.evil.example',
      'wwwshop.example',
      'shop.example:8443',
      'shop.example:4580',
    ]) {
      const answer = await get({ host, ...FORWARDED, 'x-forwarded-host': 'shop.example' })
      expect(answer.statusCode, host).toBe(403)
      expect(faultsOf(answer)).toEqual([' forbidden'])
    }
  })

  test('pages of it are our own, whatever name the proxy uses towards us; those of its name by http are not', async () => {
    const { get } = await shop()
    for (const host of ['shop.example', '127.0.0.1:4580']) {
      const own = await get({ host, origin: PUBLIC })
      expect(own.statusCode).toBe(200)
      expect(own.headers['access-control-allow-origin']).toBeUndefined()
      for (const origin of [
        'http://shop.example',
        'https://shop.example:8443',
        'https://evil.example',
        'null',
      ])
        expect((await get({ host, origin })).statusCode, origin).toBe(403)
    }
    // Beside it everything is as before.
    expect((await get({ host: 'localhost:4580', origin: 'http://localhost:4580' })).statusCode).toBe(200)
  })

  test('links and the document name it; elsewhere they are paths', async () => {
    const { get, app, authorization } = await shop()
    const order = (host: string, key: string) =>
      app.inject({
        method: 'POST',
        url: '/0.2/print/panier/validate/',
        headers: { authorization, host, 'idempotency-key': key },
        payload: CART,
      })
    const server = async (host: string) =>
      (await get({ host }, '/openapi.json')).json<{ servers: { url: string }[] }>().servers[0]!.url
    for (const [host, base, document] of [
      ['shop.example', PUBLIC, PUBLIC],
      ['shop.example:443', PUBLIC, PUBLIC],
      ['localhost:4580', '', '/'],
    ] as const) {
      expect((await get({ host }, `${LIST}?limit=1&offset=1`)).headers['link']).toMatch(
        new RegExp(`^<${base}${LIST}\\?limit=1&offset=(2>; rel="next"|0>; rel="prev")`),
      )
      const { statusCode, headers } = await order(host, host)
      expect(statusCode).toBe(201)
      expect(headers['location']).toMatch(new RegExp(`^${base}/0\\.2/print/commande/\\d+/$`))
      expect(await server(host)).toBe(document)
    }
  })

  test('the host that the proxy forwards counts, from this machine and private networks alone', async () => {
    const { get } = await shop()
    const link = async (remoteAddress: string) =>
      String(
        (
          await get(
            { host: '127.0.0.1:4580', 'x-forwarded-host': 'shop.example' },
            `${LIST}?limit=1`,
            remoteAddress,
          )
        ).headers['link'],
      )
    for (const trusted of [
      '127.0.0.1',
      '::1',
      '10.0.0.2',
      '172.17.0.1',
      '192.168.1.2',
      'fd00::1',
      '::ffff:10.0.0.2',
    ])
      expect(await link(trusted), trusted).toContain(`<${PUBLIC}/`)
    for (const other of ['203.0.113.9', '172.32.0.1', '2001:db8::1'])
      expect(await link(other), other).toContain(`<${LIST}`)
  })

  test('a host that the proxy forwards and that is not ours is refused, and takes nothing from one that is', async () => {
    const { get } = await shop()
    for (const host of ['shop.example', '127.0.0.1:4580']) {
      for (const evil of ['evil.example', 'shop.example, evil.example', 'shop.example:8443'])
        expect((await get({ host, 'x-forwarded-host': evil })).statusCode, evil).toBe(403)
      // Of addresses that are not believed it says nothing.
      const far = await get({ host, 'x-forwarded-host': 'evil.example' }, LIST, '203.0.113.9')
      expect(far.statusCode).toBe(200)
    }
  })

  test('where it has a port, proxies that leave it out name it all the same', async () => {
    const { get } = await shop('https://shop.example:8443')
    for (const host of ['shop.example', 'shop.example:8443'])
      expect((await get({ host }, `${LIST}?limit=1`)).headers['link']).toContain(
        '<https://shop.example:8443/',
      )
    for (const host of ['shop.example:443', 'shop.example:4580'])
      expect((await get({ host })).statusCode).toBe(403)
  })

  test('the session of a browser is kept to https', async () => {
    const { app } = await shop()
    const cookie = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      String((await app.inject({ url: `/?key=${KEY}`, headers, remoteAddress })).headers['set-cookie'])
    expect(await cookie({ host: 'shop.example' })).toMatch(/; Secure$/)
    for (const forwarded of ['localhost', '127.0.0.1:4580']) {
      const given = await cookie({ host: 'shop.example', 'x-forwarded-host': forwarded })
      expect(given).toMatch(/; Secure$/)
    }
    expect(await cookie({ host: '127.0.0.1:4580', ...FORWARDED })).toMatch(/; Secure$/)
    expect(await cookie({ host: '127.0.0.1:4580', ...FORWARDED }, '203.0.113.9')).not.toContain('Secure')
    expect(await cookie({ host: 'localhost:4580' })).not.toContain('Secure')
    const forwarded = { ...FORWARDED, 'x-forwarded-host': 'shop.example' }
    const [one, other] = [
      await cookie({ host: '127.0.0.1:4580', ...forwarded }),
      await cookie({ host: '127.0.0.1:4581', ...forwarded }),
    ]
    expect(other.split('=')[0], 'whichever service answers').toBe(one.split('=')[0])
  })
})

test('without a public address nothing that is forwarded counts', async () => {
  const { get, app } = await shop('')
  expect((await get({ host: 'shop.example', ...FORWARDED })).statusCode).toBe(403)
  const headers = { host: 'localhost:4580', ...FORWARDED, 'x-forwarded-host': 'shop.example' }
  expect((await get({ ...headers, origin: PUBLIC })).statusCode).toBe(403)
  expect((await get(headers, `${LIST}?limit=1`)).headers['link']).toContain(`<${LIST}`)
  const session = await app.inject({ url: `/?key=${KEY}`, headers })
  expect(session.headers['set-cookie']).not.toContain('Secure')
})
