import { describe, expect, test } from 'vitest'
import { world } from '../testing/app.ts'

describe('the request log', () => {
  test('at debug: one line a request, with who asked and what he got, and no secret', async () => {
    const { app, partner, token, desk, logged } = await world({ logLevel: 'debug' })
    const known = token('A')
    logged.length = 0
    await partner(known).get('/0.2/print/produit/?limit=1&key=hidden')
    await partner('wrong-token').post('/0.2/print/prix/', { produit: 10, secret: 'hidden' })
    await desk.get('/api/status')
    await app.inject({ url: '/?key=hidden' })
    const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toMatchObject([
      { msg: 'request', method: 'GET', path: '/0.2/print/produit/', status: 200, customer: 1 },
      { msg: 'request', method: 'POST', path: '/0.2/print/prix/', status: 401, customer: null },
      { msg: 'request', method: 'GET', path: '/api/status', status: 200, customer: null },
      { msg: 'request', method: 'GET', path: '/', status: 503, customer: null },
    ])
    expect(new Set(lines.map(({ request }) => request)).size).toBe(4)
    for (const { ms } of lines) expect(ms).toBeGreaterThan(0)
    for (const secret of [known, 'wrong-token', 'hidden', 'test-key'])
      expect(logged.join('')).not.toContain(secret)
  })

  test('at info: none', async () => {
    const { partner, token, logged } = await world()
    logged.length = 0
    await partner(token('A')).get('/0.2/print/produit/')
    expect(logged).toEqual([])
  })
})
