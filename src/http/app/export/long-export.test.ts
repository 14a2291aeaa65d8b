/** Spreadsheets of long lists: written as they are read, broken off where that fails. */
import { once } from 'node:events'
import { request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ORIGIN, passToService } from '../../../main/door.ts'
import { KEY, world, type World } from '../../../testing/app.ts'
import { create, QUOTE } from '../../../testing/quotes.ts'
import { waited } from '../../../testing/wait.ts'

/** A store of more quotes than any reader takes at once; it counts how often some are read, and may fail after that. */
async function endless(here: World, fails = Infinity) {
  const { id } = await create(here, { ...QUOTE, note: 'x'.repeat(2000), reference: 'y'.repeat(190) })
  const { quotes } = here.service.store
  const [quote] = (await quotes.byIds([id])).entries
  vi.spyOn(quotes, 'idsBefore').mockImplementation((_filter, _before, limit) =>
    Promise.resolve(Array.from({ length: limit }, () => id)),
  )
  const read = vi.spyOn(quotes, 'byIds').mockImplementation((ids) => {
    if (read.mock.calls.length > fails) return Promise.reject(new Error('the disk is gone'))
    return Promise.resolve({ entries: ids.map(() => quote!), unreadable: 0 })
  })
  return read
}

async function listening({ app }: World) {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return async (path: string): Promise<IncomingMessage> => {
    const headers = { authorization: `Bearer ${KEY}` }
    const asked = ask({ host: '127.0.0.1', port, path, headers }).end()
    onTestFinished(() => void asked.destroy())
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return answer
  }
}

const compressed = promisify(deflateRaw)

/** Waits until nothing more is read, also by what is compressed in other threads. */
async function settled(read: { readonly mock: { readonly calls: unknown[] } }): Promise<number> {
  for (let still = 0, before = -1; still < 20; await nextTurn()) {
    await compressed(Buffer.alloc(65_536))
    still = before === read.mock.calls.length ? still + 1 : 0
    before = read.mock.calls.length
  }
  return read.mock.calls.length
}

describe.each(['csv', 'xlsx'])('%s, of a long list', (format) => {
  test('a reader who does not take it holds up the reading, and one who leaves ends it', async () => {
    const here = await world()
    const read = await endless(here)
    const { quoteExport } = here.service
    const ended = vi.fn()
    const quotes = quoteExport.quotes.bind(quoteExport)
    vi.spyOn(quoteExport, 'quotes').mockImplementation(async function* (...given) {
      try {
        yield* quotes(...given)
      } finally {
        ended()
      }
    })
    const answer = await (await listening(here))(`/api/quotes/export?format=${format}`)
    answer.pause()
    const held = await settled(read)
    expect(ended).not.toHaveBeenCalled()
    answer.destroy()
    await waited(() => expect(ended).toHaveBeenCalled())
    expect(await settled(read)).toBeLessThan(held + 20)
  })

  test('a failure half-way breaks the connection off: nobody takes half a file for the whole', async () => {
    const here = await world({ logLevel: 'silent' })
    await endless(here, 30)
    const answer = await (await listening(here))(`/api/quotes/export?format=${format}`)
    expect(answer.statusCode).toBe(200)
    await expect(answer.toArray()).rejects.toThrow('aborted')
    expect(answer.complete).toBe(false)
  })

  test('in the window, too, it is no whole file', async () => {
    const here = await world({ logLevel: 'silent' })
    await endless(here, 30)
    const asked = new Request(`${ORIGIN}/api/quotes/export?format=${format}`)
    const answer = await passToService(here.app, KEY, asked)
    await expect(answer.blob()).rejects.toThrow()
  })
})
