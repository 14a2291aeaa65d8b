import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { ORIGIN, passToService } from './door.ts'

const KEY = 'the-key'

function service() {
  const app = Fastify()
  app.post('/api/echo', (request) => ({
    body: request.body,
    authorization: request.headers.authorization,
    cookie: request.headers.cookie ?? null,
    forwarded: request.headers['x-forwarded-for'] ?? null,
  }))
  return app
}

describe('the desktop application’s own door', () => {
  let app = service()
  afterEach(async () => {
    await app.close()
    app = service()
  })

  it('adds the key, and passes a JSON post with the headers that count alone', async () => {
    const request = new Request(`${ORIGIN}/api/echo`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: 'a=b',
        authorization: 'Bearer wrong',
        'x-forwarded-for': '9',
      },
      body: JSON.stringify({ a: 1 }),
    })
    const answer = await passToService(app, KEY, request)
    expect(await answer.json()).toEqual({
      body: { a: 1 },
      authorization: `Bearer ${KEY}`,
      cookie: null,
      forwarded: null,
    })
  })

  it('refuses another host of the scheme', async () => {
    const answer = await passToService(app, KEY, new Request('app://elsewhere/api/status'))
    expect(answer.status).toBe(403)
  })

  it('passes a stream as it is written, and ends it at its source when the page goes', async () => {
    const source = new Readable({ read: () => undefined })
    const ended = new Promise<void>((resolve) => source.once('close', resolve))
    app.get('/api/events', (_request, reply) => {
      return reply.type('text/event-stream').send(source)
    })
    source.push('data: one\n\n')
    const page = new AbortController()
    const answer = await passToService(app, KEY, new Request(`${ORIGIN}/api/events`, { signal: page.signal }))
    const reader = answer.body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: one\n\n')
    source.push('data: two\n\n')
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: two\n\n')
    page.abort()
    await ended
  })

  it('answers a bodiless status without a body', async () => {
    app.delete('/api/thing', (_request, reply) => reply.code(204).send())
    const answer = await passToService(app, KEY, new Request(`${ORIGIN}/api/thing`, { method: 'DELETE' }))
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
  })
})
