import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Refusal } from '../service/refusal.ts'
import { KEY, world } from '../testing/app.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { ORIGIN, passToService } from './door.ts'

const PAGE = '<!doctype html><title>Comptoir</title>'

/** The application as the window meets it: the shipped service, and screens in a folder. */
async function desk() {
  const renderer = temporaryFolder()
  mkdirSync(join(renderer, 'assets'))
  writeFileSync(join(renderer, 'index.html'), PAGE)
  writeFileSync(join(renderer, 'assets', 'main.js'), 'export {}')
  const { app, service } = await world({ renderer })
  const pass = (path: string, init?: RequestInit) =>
    passToService(app, KEY, new Request(path.includes(':') ? path : ORIGIN + path, init))
  return { app, service, pass }
}

describe('the desktop application’s own door', () => {
  it('serves the screens, without the one header that ends Electron', async () => {
    const { app, pass } = await desk()
    for (const path of ['/', '/assets/main.js', '/docs/', '/openapi.json', '/nothing']) {
      const answer = await pass(path)
      await answer.text()
      expect(answer.headers.has('origin-agent-cluster'), path).toBe(false)
    }
    // The service itself sends it, so what is tested is the door.
    expect((await app.inject('/')).headers).toHaveProperty('origin-agent-cluster')
    const page = await pass('/')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toBe(PAGE)
  })

  it('passes a file as it comes: a backup may be larger than memory', async () => {
    const { pass, service } = await desk()
    let first = 0
    const take = vi.spyOn(service.backups, 'take').mockImplementation(async ({ bytes }) => {
      for await (const chunk of bytes) {
        first = (chunk as Buffer).length
        break
      }
      throw new Refusal('backup_under_way')
    })
    // It never ends: who waited for all of it would wait for ever.
    const body = new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(7)) })
    const headers = { 'content-type': 'application/vnd.sqlite3' }
    const answer = await pass('/api/store/backups/given?name=x.db', {
      ...{ method: 'POST', headers, body, duplex: 'half' },
    } as RequestInit)
    expect(answer.status).toBe(409)
    expect(take).toHaveBeenCalledOnce()
    expect(first).toBe(7)
  })

  it('opens the application API, and answers in the page’s language', async () => {
    const { pass } = await desk()
    const post = (line: object) =>
      pass('/api/prices', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': 'en', authorization: 'Bearer no' },
        body: JSON.stringify({ area: 'print', line }),
      })
    expect((await post({ produit: 10, quantites_multiples: [100] })).status).toBe(200)
    const refused = await post({ produit: 404, quantites_multiples: [100] })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      errors: [{ code: 'product_unknown', message: 'Product 404 does not exist or is not accessible.' }],
    })
  })

  it('adds the key, and passes the headers that count alone', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    app.post('/api/echo', ({ body, headers }) => ({ body, headers }))
    const answer = await passToService(
      app,
      KEY,
      new Request(`${ORIGIN}/api/echo`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: 'a=b',
          authorization: 'Bearer wrong',
          'x-forwarded-for': '9',
        },
        body: JSON.stringify({ a: 1 }),
      }),
    )
    const { body, headers } = (await answer.json()) as { body: unknown; headers: Record<string, string> }
    expect(body).toEqual({ a: 1 })
    expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, host: 'comptoir' })
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('x-forwarded-for')
  })

  it('refuses another host of the scheme', async () => {
    const { pass } = await desk()
    expect((await pass('app://elsewhere/api/status')).status).toBe(403)
  })

  it('passes a stream as it is written, and ends it at its source when the page goes', async () => {
    const { service, pass } = await desk()
    const streams = () => service.events.listenerCount('closing')
    const before = streams()
    const page = new AbortController()
    const answer = await pass('/api/events', { signal: page.signal })
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toMatch(/^retry: \d+\n\n/)
    expect(streams()).toBe(before + 1)
    service.events.emit('status')
    expect((await reader.read()).value).toContain('"type":"status"')
    page.abort()
    await expect.poll(streams).toBe(before)
  })

  it('answers a bodiless status without a body', async () => {
    const { pass } = await desk()
    const { headers } = await pass('/assets/main.js')
    const answer = await pass('/assets/main.js', { headers: { 'if-none-match': headers.get('etag')! } })
    expect(answer.status).toBe(304)
    expect(await answer.text()).toBe('')
  })
})
