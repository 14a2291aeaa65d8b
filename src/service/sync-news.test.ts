import { copyFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { json, world, type World } from '../testing/app.ts'
import { postgresDatabase } from '../testing/engines.ts'
import { temporaryFolder } from '../testing/folder.ts'
import type { PeerMessages, Peers, SyncTold } from './peers.ts'
import { SyncNews } from './sync-news.ts'

type Handler = (message: never, from: string) => void

const RUNNING: SyncTold = { state: 'running', done: 1, total: 3, error: null }
const IDLE: SyncTold = { ...RUNNING, state: 'idle' }

/** Services that hear of each other, but for those that are dead, with what each one's watcher of source 7 was told. */
function services(count: number) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const handlers = Array.from({ length: count }, () => new Map<string, Handler>())
  const dead = new Set<number>()
  const told: { message: PeerMessages['sync']; from: number }[] = []
  const hear = (kind: string, message: unknown, from: number) => {
    for (const [i, own] of handlers.entries()) if (i !== from) own.get(kind)?.(message as never, `${from}`)
  }
  const all = handlers.map((own, self) => {
    const peers = {
      areThere: true,
      on: (kind: string, handler: Handler) => own.set(kind, handler),
      tell: (kind: string, message: unknown) => {
        if (dead.has(self)) return
        if (kind === 'sync') told.push({ message: message as PeerMessages['sync'], from: self })
        hear(kind, message, self)
      },
    }
    const news = new SyncNews(peers as unknown as Peers)
    const watcher = { changed: vi.fn(), ended: vi.fn(), stop: vi.fn() }
    news.watch(7, watcher)
    return { news, ...watcher }
  })
  return { all, dead, told, hear }
}

describe('a sync that runs at another service', () => {
  test('is seen with how far it is, and how it ended', () => {
    const { all } = services(3)
    const [a, b, c] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]]
    let done = 0
    a.news.begun(7, () => ({ ...RUNNING, done }))
    expect(b.news.running(7)).toMatchObject({ done: 0, total: 3 })
    done = 2
    vi.advanceTimersByTime(1_000)
    expect(c.news.running(7)).toMatchObject({ done: 2 })
    expect(a.news.running(7)).toBeNull()
    expect(b.news.running(8)).toBeNull()
    const error = { code: 'partner_timeout' as const, params: { seconds: 15 } }
    a.news.ended(7, { ...IDLE, state: 'failed', error })
    expect([b.news.running(7), c.news.running(7)]).toEqual([null, null])
    expect(b.ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ state: 'failed', error }))
    vi.advanceTimersByTime(60_000)
    expect(b.changed).toHaveBeenCalledTimes(2)
  })

  test('is forgotten ten seconds after its service was heard of last', () => {
    const { all, dead } = services(2)
    all[0]!.news.begun(7, () => RUNNING)
    vi.advanceTimersByTime(25_000)
    expect(all[1]!.news.running(7)).not.toBeNull()
    dead.add(0)
    vi.advanceTimersByTime(9_900)
    expect(all[1]!.news.running(7)).not.toBeNull()
    all[1]!.changed.mockClear()
    vi.advanceTimersByTime(200)
    expect(all[1]!.news.running(7)).toBeNull()
    expect(all[1]!.changed).toHaveBeenCalledOnce()
  })

  test('has ended, whatever is heard late', () => {
    const { all, told, hear } = services(2)
    all[0]!.news.begun(7, () => RUNNING)
    all[0]!.news.ended(7, IDLE)
    hear('sync', told[0]!.message, 0)
    expect(all[1]!.news.running(7)).toBeNull()
  })

  test('is stopped from any of them', () => {
    const { all } = services(2)
    all[1]!.news.stop(7)
    expect(all[0]!.stop).not.toHaveBeenCalled()
    all[0]!.news.begun(7, () => RUNNING)
    all[1]!.news.stop(7)
    expect(all[0]!.stop).toHaveBeenCalledOnce()
  })
})

/** A partner that keeps its first request waiting until it is let go. */
async function slowPartner() {
  let release!: () => void
  const released = new Promise<void>((resolve) => (release = resolve))
  const server = createServer((_request, response) => {
    void released.then(() => response.setHeader('content-type', 'application/json').end('[]'))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    release()
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, release }
}

async function twoServices() {
  const store = await postgresDatabase()
  const first = await world({ store })
  const folder = temporaryFolder()
  const { url, release } = await slowPartner()
  await first.service.partners.keep({ name: 'Atelier', url, token: 'jeton' })
  copyFileSync(join(first.folder, 'secret.key'), join(folder, 'secret.key'))
  const second = await world({ store, folder, bundle: null })
  // One of them begins by itself.
  const stateAt = async ({ desk }: World) => json(await desk.get('/api/sync'))
  const states = async () => Promise.all([first, second].map(async (one) => (await stateAt(one))['state']))
  return { first, second, release, stateAt, states }
}

test('at two services one sync: both show it, the second press is refused, and either one stops it', async () => {
  const { first, second, states } = await twoServices()
  await vi.waitFor(async () => expect(await states()).toEqual(['running', 'running']), { timeout: 30_000 })
  for (const { desk } of [first, second]) {
    const pressed = await desk.post('/api/sync', { prices: 0 })
    expect([pressed.statusCode, json(pressed)['errors']]).toMatchObject([409, [{ code: 'sync_running' }]])
  }
  const shown = json(await second.desk.get('/api/partners')) as unknown as Record<string, unknown>[]
  expect(shown[0]).toMatchObject({ sync: { state: 'running', done: 0 } })
  await second.desk.send({ method: 'DELETE', url: '/api/sync' })
  await vi.waitFor(async () => expect(await states()).toEqual(['idle', 'idle']), { timeout: 30_000 })
})

test('what a sync came to is shown by the service that did not run it', async () => {
  const { first, second, release, stateAt, states } = await twoServices()
  await vi.waitFor(async () => expect(await states()).toEqual(['running', 'running']), { timeout: 30_000 })
  release()
  // Two empty lists where nothing was: they are taken over.
  await vi.waitFor(async () => expect(await states()).toEqual(['idle', 'idle']), { timeout: 30_000 })
  expect((await stateAt(second))['error']).toBe((await stateAt(first))['error'])
  // It is told before what it wrote is read anew.
  await vi.waitFor(() => expect(second.service.partners.all()[0]!.sync.lastSync).not.toBeNull(), {
    timeout: 30_000,
  })
})
