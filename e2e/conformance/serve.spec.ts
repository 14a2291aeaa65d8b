/** `serve`: where it listens, what it prints, how it ends. */
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { bundle, paris } from './bundle.ts'
import { cards } from './commands.ts'
import { Program, until } from './program.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

describe('serve', () => {
  test('the line, the address with the key, --key and an exit of 0 on SIGTERM and on SIGINT', async () => {
    const program = new Program()
    try {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        const server = await program.serve('--key', 'une-cle-de-test-0123456789')
        expect(server.lines[0]).toBe(`listening on ${server.base}`)
        const address = await until(
          'the address',
          () => Promise.resolve(server.lines[1] ?? ''),
          (line) => line !== '',
        )
        expect(address).toContain(server.base)
        expect(address).toContain('une-cle-de-test-0123456789')
        expect((await server.ask('/docs/')).status).toBe(200)
        expect(await server.signal(signal)).toEqual({ code: 0, signal: null })
      }
    } finally {
      await program.end()
    }
  })

  // A race, so it is left out rather than expected to fail.
  test('SIGTERM as soon as the line is there ends with 0 too', async () => {
    const program = new Program()
    try {
      for (let round = 0; round < 10; round++)
        expect(await (await program.serve()).signal('SIGTERM')).toEqual({ code: 0, signal: null })
    } finally {
      await program.end()
    }
  }, 180_000)

  test('SIGTERM finishes what runs: an order whose body is still coming is answered, and kept', async () => {
    const program = new Program()
    try {
      await program.import(bundle)
      const token = await program.token({ customer: 'A', canOrder: true })
      const server = await program.serve()
      let ended = null as ReturnType<typeof server.signal> | null
      const body = JSON.stringify({ devis: 'fin', lignes: [cards], adresse_livraison: paris })
      const answer = new Promise<{ status: number; text: string }>((done, failed) => {
        const slow = request(`${server.base}/0.2/print/panier/validate/`, {
          method: 'POST',
          headers: {
            Authorization: `Token ${token}`,
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            Expect: '100-continue',
          },
        })
        slow.on('error', failed)
        // The service has the head of the request: now it is told to end, and gets the body after that.
        slow.on('continue', () => {
          slow.write(body.slice(0, 20))
          ended = server.signal('SIGTERM')
          const refusing = async () => {
            try {
              await server.ask('/0.2/print/produit/', { token, fresh: true })
              return false
            } catch {
              return true
            }
          }
          until('no new connections', refusing, (refused) => refused).then(
            () => slow.end(body.slice(20)),
            failed,
          )
        })
        slow.on('response', (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => (text += part))
          response.on('error', failed)
          response.on('end', () => done({ status: response.statusCode ?? 0, text }))
        })
        slow.flushHeaders()
      })
      const { status, text } = await answer
      expect(status, text).toBe(201)
      expect(await ended).toEqual({ code: 0, signal: null })
      const again = await program.serve()
      const orders = (await again.ask('/0.2/print/commande/', { token })).json() as Any[]
      expect(orders).toHaveLength(1)
    } finally {
      await program.end()
    }
  }, 180_000)
})
