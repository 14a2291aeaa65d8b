/** Which hosts and origins may reach the service (packaging.md: this machine is not a permission). */
import { describe, expect, test } from 'vitest'
import { Invalid } from '../service/refusal.ts'
import { faultsOf, world } from '../testing/app.ts'
import { openApiDocument } from './openapi/document.ts'

const LIST = '/0.2/print/produit/'

async function listening(host = '127.0.0.1') {
  const made = await world({ host })
  const authorization = `Token ${await made.token('A')}`
  const get = (headers: Record<string, string>, url = LIST) =>
    made.app.inject({ method: 'GET', url, headers: { authorization, ...headers } })
  return { ...made, get }
}

describe('the Host header', () => {
  test.each([
    'localhost',
    'localhost:4580',
    'LOCALHOST:80',
    '127.0.0.1:4580',
    '[::1]:4580',
    '192.168.1.20',
    '[fe80::1]',
  ])('%s is this machine’s', async (host) => {
    const { get } = await listening()
    expect((await get({ host })).statusCode).toBe(200)
  })

  test.each([
    'evil.example',
    'evil.example:4580',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'localhost@evil.example',
    '[::1',
    '127.0.0.1:80:80',
  ])('"%s" is not (DNS rebinding)', async (host) => {
    const { get } = await listening()
    for (const url of [LIST, '/api/status', '/', '/nowhere']) {
      const response = await get({ host }, url)
      expect(response.statusCode, url).toBe(403)
      expect(faultsOf(response)).toEqual([' forbidden'])
    }
  })

  test('the name that the server listens on is right, too', async () => {
    const { get } = await listening('press.lan')
    expect((await get({ host: 'press.lan:4580' })).statusCode).toBe(200)
    expect((await get({ host: 'other.lan:4580' })).statusCode).toBe(403)
  })
})

describe('origins', () => {
  const host = 'localhost:4580'

  test('none, and the screens’ own, pass', async () => {
    const { get } = await listening()
    const own = await get({ host, origin: `http://${host}` })
    expect(own.statusCode).toBe(200)
    expect(own.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('null, which any page can send, is refused also where it was named once', async () => {
    const { get, service } = await listening()
    await expect(service.settings.update({ corsOrigins: ['null'] })).rejects.toThrow(Invalid)
    const { store } = service
    await store.settings.update('settings', (before) => ({ ...(before as object), corsOrigins: ['null'] }))
    service.settings.reload()
    expect(service.settings.current.corsOrigins).toEqual([])
    expect((await get({ host, origin: 'null' })).statusCode).toBe(403)
  })

  test.each(['http://evil.example', 'http://localhost:4581', 'https://localhost', 'file://'])(
    '%s is refused unless the settings name it',
    async (origin) => {
      const { get, app, service } = await listening()
      const refused = await get({ host, origin })
      expect(refused.statusCode).toBe(403)
      expect(refused.headers['access-control-allow-origin']).toBeUndefined()
      const preflight = await app.inject({ method: 'OPTIONS', url: LIST, headers: { host, origin } })
      expect(preflight.statusCode).toBe(403)

      await service.settings.update({ corsOrigins: [origin] })
      const allowed = await get({ host, origin })
      expect(allowed.statusCode).toBe(200)
      expect(allowed.headers['access-control-allow-origin']).toBe(origin)
      expect(String((await get({ host, origin }, `${LIST}10/`)).headers['vary'])).toContain('Origin')
      // The screens' own interface stays closed to other pages.
      expect((await get({ host, origin }, '/api/status')).statusCode).toBe(403)
    },
  )

  test('an origin counts as browsers send it, however the settings write it', async () => {
    const { get, service } = await listening()
    await service.settings.update({ corsOrigins: ['HTTPS://Tool.Example:443/', 'https://tool.example'] })
    expect(service.settings.current.corsOrigins).toEqual(['https://tool.example'])
    const response = await get({ host, origin: 'https://tool.example' })
    expect(response.headers['access-control-allow-origin']).toBe('https://tool.example')
  })

  test('a list that varies by encoding varies by origin, too', async () => {
    const { get, service } = await listening()
    await service.settings.update({ corsOrigins: ['https://tool.example'] })
    const response = await get({ host, origin: 'https://tool.example' })
    expect(String(response.headers['vary'])).toContain('Origin')
  })

  test('answers vary by origin where an origin is named, also those to no origin: caches keep them', async () => {
    const { get, service } = await listening()
    expect(String((await get({ host })).headers['vary'])).not.toContain('Origin')
    await service.settings.update({ corsOrigins: ['https://tool.example'] })
    const callers: Record<string, string>[] = [{ host }, { host, origin: 'https://tool.example' }]
    for (const url of [LIST, `${LIST}10/`, '/openapi.json', '/0.2/nope/']) {
      for (const headers of callers)
        expect(String((await get(headers, url)).headers['vary']), url).toContain('Origin')
    }
    expect(String((await get({ host, origin: 'http://evil.example' })).headers['vary'])).toContain('Origin')
  })

  test('a named origin may read the document, and no page besides', async () => {
    const { get, app, service } = await listening()
    const origin = 'https://tool.example'
    await service.settings.update({ corsOrigins: [origin] })
    for (const url of ['/openapi.json', '/openapi.json?lang=en']) {
      const response = await get({ host, origin }, url)
      expect(response.statusCode).toBe(200)
      expect(response.headers['access-control-allow-origin']).toBe(origin)
      expect(response.headers['vary']).toBe('Origin, Accept-Language')
    }
    const preflight = await app.inject({ method: 'OPTIONS', url: '/openapi.json', headers: { host, origin } })
    expect(preflight.statusCode).toBe(204)
    for (const url of ['/docs/', '/', '/openapi.json/', '/openapi.jsonx', '/api/status'])
      expect((await get({ host, origin }, url)).statusCode, url).toBe(403)
    expect((await get({ host, origin: 'http://evil.example' }, '/openapi.json')).statusCode).toBe(403)
  })

  test('every header that the document names may be sent and read', async () => {
    const { get, app, service } = await listening()
    const origin = 'https://tool.example'
    await service.settings.update({ corsOrigins: [origin] })
    const document = openApiDocument('en') as unknown as {
      components: { parameters: Record<string, { in: string }>; headers: object }
    }
    const listed = (text: unknown) => String(text).toLowerCase().split(', ')
    const preflight = await app.inject({ method: 'OPTIONS', url: LIST, headers: { host, origin } })
    const sent = Object.entries(document.components.parameters).filter(
      ([, { in: place }]) => place === 'header',
    )
    for (const [name] of sent)
      expect(listed(preflight.headers['access-control-allow-headers'])).toContain(name.toLowerCase())
    const exposed = listed((await get({ host, origin })).headers['access-control-expose-headers'])
    for (const name of Object.keys(document.components.headers)) expect(exposed).toContain(name.toLowerCase())
  })

  test('a preflight of a named origin needs no token', async () => {
    const { app, service } = await listening()
    const origin = 'https://tool.example'
    await service.settings.update({ corsOrigins: [origin] })
    const response = await app.inject({
      method: 'OPTIONS',
      url: '/0.2/print/prix/',
      headers: {
        host,
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect(response.statusCode).toBe(204)
    expect(response.headers['access-control-allow-origin']).toBe(origin)
    expect(response.headers['access-control-allow-methods']).toContain('POST')
    expect(String(response.headers['access-control-allow-headers']).toLowerCase()).toContain('authorization')
    expect(response.headers['access-control-allow-credentials']).toBeUndefined()
  })
})
