import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { json, world, type World } from '../testing/app.ts'
import { postgresDatabase } from '../testing/engines.ts'
import { Events } from './events.ts'
import type { PeerMessages, Peers } from './peers.ts'
import { ReachNews } from './reach-news.ts'

const within2s = (check: () => unknown) => vi.waitFor(check, { timeout: 2_000, interval: 20 })

/** A partner with nothing to offer, which refuses our token on demand. */
async function partner() {
  let status = 200
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('[]'),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, answers: (next: number) => (status = next) }
}

const KEY = { COMPTOIR_SECRET_KEY: 'ab'.repeat(32) }

test('whether a partner answers is the same at every service, whoever has asked it', async () => {
  const store = await postgresDatabase()
  const open = () => world({ store, bundle: null, environment: KEY })
  const [first, second] = [await open(), await open()]
  const { url, answers } = await partner()
  const shown = async ({ desk }: World) => {
    const { online, trouble, partners } = json(await desk.get('/api/status'))
    return { online, trouble, partners: (partners as { online: boolean }[]).map((one) => one.online) }
  }
  await first.service.partners.keep({ name: 'Atelier', url, token: 'jeton' })
  const link = ({ service }: World) => service.partners.byName('Atelier').link
  // The first one has the duty, and syncs by itself; the second one asks nothing.
  const online = { online: true, trouble: null, partners: [true] }
  await vi.waitFor(async () => expect(await shown(first)).toEqual(online), 5_000)
  let told = 0
  second.service.events.on('status', () => (told += 1))
  await within2s(async () => expect(await shown(second)).toEqual(online))

  answers(401)
  await first.service.partners.byName('Atelier').link.check()
  const refused = { online: false, trouble: 'token', partners: [false] }
  await within2s(async () => expect(await shown(second)).toEqual(refused))
  expect(await shown(first)).toEqual(refused)
  expect(told, 'its windows are told').toBeGreaterThan(0)
  expect([...link(second).ends]).toEqual([])
  // What others found keeps nobody from asking by himself.
  expect(link(second).worthAsking).toBe(true)

  answers(200)
  await link(second).check()
  await within2s(async () => expect(await shown(first)).toEqual(online))
  // One that comes later learns it without asking.
  const third = await open()
  await within2s(async () => expect(await shown(third)).toEqual(online))
  expect([...link(third).ends]).toEqual([])
})

test('a partner that a command found away, and nobody asks since, is asked again', async () => {
  const store = await postgresDatabase()
  const open = (environment = {}) =>
    world({ store, bundle: null, environment: { ...KEY, COMPTOIR_RETRY_MS: '200', ...environment } })
  const service = await open()
  const { url, answers } = await partner()
  await service.service.partners.keep({ name: 'Atelier', url, token: 'jeton' })
  const shown = async () => json(await service.desk.get('/api/status')) as { trouble: string | null }
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ online: true }), 5_000)
  answers(401)
  const command = await open()
  await command.service.partners.byName('Atelier').link.check()
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ trouble: 'token' }), 5_000)
  await command.service.close()
  answers(200)
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ online: true }), 10_000)
})

/** So many services, whose messages arrive when they are let. */
function apart(count: number) {
  const inboxes: (() => void)[] = []
  const handlers = Array.from({ length: count }, () => new Map<string, (message: never) => void>())
  const news = handlers.map((own, self) => {
    const peers = {
      self: `${self}`,
      on: (kind: string, handler: (message: never) => void) => own.set(kind, handler),
      tell: (kind: string, message: PeerMessages['reach']) => {
        for (const [i, other] of handlers.entries())
          if (i !== self) inboxes.push(() => other.get(kind)!(message as never))
      },
    }
    return new ReachNews({ events: new Events(), peers: peers as unknown as Peers })
  })
  const deliver = (order: (letters: (() => void)[]) => (() => void)[] = (letters) => letters) => {
    for (const letter of order(inboxes.splice(0))) letter()
  }
  return { news, deliver, all: () => news.map((one) => one.of(7, 'account')) }
}

test('what two services find at once, and what overtakes, ends in the same everywhere', () => {
  const { news, deliver, all } = apart(3)
  news[0]!.found(7, 'account', null)
  news[1]!.found(7, 'account', 'unreachable')
  deliver()
  expect(new Set(all()).size).toBe(1)
  news[2]!.found(7, 'account', 'unauthorized')
  news[2]!.found(7, 'account', null)
  deliver((letters) => letters.toReversed())
  expect(all()).toEqual([null, null, null])
})

test('of another account at the partner nothing is known', () => {
  const { news, deliver } = apart(2)
  news[0]!.found(7, 'account', null)
  deliver()
  expect([news[1]!.of(7, 'account'), news[1]!.of(7, 'other'), news[1]!.of(8, 'account')]).toEqual([
    null,
    undefined,
    undefined,
  ])
})
