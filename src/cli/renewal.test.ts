/** A running service whose store is replaced: it begins anew at its address, and what was there is kept. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { runHere } from '../testing/command-line.ts'
import { loaded } from '../testing/loaded-folder.ts'
import { add, PASSWORD } from '../testing/people.ts'
import { startNode } from '../testing/processes.ts'
import { CLI } from '../testing/program.ts'
import type { Loose } from '../testing/shop.ts'
import { temporaryFolder } from '../testing/folder.ts'

const KEY = 'renewal'

async function serve(data: string) {
  const child = startNode(CLI, ['serve', '--port', '0', '--data', data, '--key', KEY])
  await child.until(1)
  const url = /http:\S+/.exec(child.lines[0]!)![0]
  const call = async (method: string, path: string, body?: object, cookie?: string) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(cookie === undefined ? { authorization: `Bearer ${KEY}` } : { cookie }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { response, status: response.status, body: (await response.json()) as Loose }
  }
  /** Waits for another run of the service. */
  const another = async (instance: string): Promise<Loose> => {
    for (;;) {
      const now = await call('GET', '/store').catch(() => null)
      if (now?.status === 200 && now.body['instance'] !== instance) return now.body
      await pause(20)
    }
  }
  return { child, url, call, another }
}

test('the demo is wiped into an empty store: people stay and stay signed in, the rest is kept beside', async () => {
  const data = join(temporaryFolder(), 'data')
  await runHere('demo', '--data', data)
  const { child, call, another } = await serve(data)
  const ada = await call('POST', '/people', { name: 'Ada', role: 'administrateur', password: PASSWORD })
  expect(ada.status).toBe(201)
  const session = await call('POST', '/session', { name: 'Ada', password: PASSWORD })
  const cookie = session.response.headers.get('set-cookie')!.split(';')[0]!
  const quote = { lines: [], reference: 'ESSAI' }
  expect((await call('POST', '/quotes', quote, cookie)).status).toBe(201)
  const code = (await call('GET', '/device')).body['code']

  const begun = await call('POST', '/store/wipe', undefined, cookie)
  expect(begun.status).toBe(202)
  expect(await another(begun.body['instance'])).toMatchObject({ replaced: { what: 'wiped', problem: null } })
  expect((await call('GET', '/status', undefined, cookie)).body).toMatchObject({
    demo: false,
    products: 0,
    families: 0,
  })
  expect((await call('GET', '/quotes', undefined, cookie)).body).toEqual([])
  expect((await call('GET', '/session', undefined, cookie)).body['person']).toMatchObject({ name: 'Ada' })
  expect((await call('GET', '/device')).body['code'], 'no number is given twice').not.toBe(code)
  const [noted] = (await call('GET', '/journal')).body as unknown as Loose[]
  expect(noted).toMatchObject({ action: 'demo_wiped', person: 'Ada' })
  expect(readdirSync(data).filter((name) => name.startsWith('comptoir.db.before-wipe-'))).toHaveLength(1)
  // There is no demo any more to be wiped.
  const again = await call('POST', '/store/wipe')
  expect([again.status, again.body['errors'][0].code]).toEqual([409, 'demo_not_loaded'])
  expect(await child.kill('SIGTERM')).toBe(0)
})

test('a backup is put back while the service runs, and that can be undone alike', async () => {
  const data = await loaded()
  const { child, call, another } = await serve(data)
  const names = async () => {
    const { body } = await call('GET', '/companies?search=&archived=')
    return (body as unknown as Loose[]).map(({ name }) => name)
  }
  await call('POST', '/companies', { name: 'Avant' })
  const { body: backup } = await call('POST', '/store/backups')
  await call('POST', '/companies', { name: 'Après' })
  const before = (await call('GET', '/status')).body['store']
  const restore = async (name: unknown) => {
    const { status, body } = await call('POST', `/store/backups/${String(name)}/restore`)
    expect(status).toBe(202)
    return another(body['instance'])
  }
  const restored = await restore(backup['name'])
  expect(restored['replaced']).toEqual({ what: 'restored', problem: null })
  expect(await names()).toEqual(['Avant'])
  expect((await call('GET', '/status')).body['store'], 'pages begin anew').not.toBe(before)
  const kept = restored['backups'].find(({ kind }: Loose) => kind === 'restore')
  await restore(kept.name)
  expect((await names()).sort()).toEqual(['Après', 'Avant'])
  expect(await child.kill('SIGTERM')).toBe(0)
})

test('a backup from before there were people opens the store to nobody', async () => {
  const data = await loaded()
  const { child, call, another } = await serve(data)
  const { body: backup } = await call('POST', '/store/backups')
  const ada = { name: 'Ada', role: 'administrateur', password: PASSWORD }
  expect((await call('POST', '/people', ada)).status).toBe(201)
  const session = await call('POST', '/session', { name: 'Ada', password: PASSWORD })
  const cookie = session.response.headers.get('set-cookie')!.split(';')[0]!
  const { body } = await call('POST', `/store/backups/${String(backup['name'])}/restore`, undefined, cookie)
  expect((await another(body['instance']))['replaced']).toEqual({ what: 'restored', problem: null })
  expect((await call('GET', '/quotes', undefined, cookie)).status, 'a session of before').toBe(401)
  expect((await call('POST', '/session', { name: 'Ada', password: PASSWORD })).status).toBe(200)
  const [noted] = (await call('GET', '/journal')).body as unknown as Loose[]
  expect(noted).toMatchObject({ action: 'store_restored', person: 'Ada' })
  const { placed } = (await call('GET', '/status')).body
  expect(placed).toEqual({
    what: 'restored',
    back: null,
    ordersSince: null,
    at: expect.any(String) as string,
    from: backup['at'],
  })
  expect(await child.kill('SIGTERM')).toBe(0)
})

test('where a command holds the store, it is not replaced, and the service goes on', async () => {
  const data = await loaded()
  const { call, another } = await serve(data)
  const { body: backup } = await call('POST', '/store/backups')
  await call('POST', '/companies', { name: 'Après' })
  const command = new Database(join(data, 'comptoir.db'))
  onTestFinished(() => void command.close())
  command.exec('BEGIN')
  command.prepare('SELECT count(*) FROM companies').get()
  const { body } = await call('POST', `/store/backups/${String(backup['name'])}/restore`)
  const { replaced } = await another(body['instance'])
  expect(replaced).toMatchObject({ what: 'restored' })
  expect(replaced.problem).toContain('comptoir.db')
  const { body: companies } = await call('GET', '/companies?search=&archived=')
  expect(companies).toMatchObject([{ name: 'Après' }])
})

test('a service that is told to end while its store is replaced ends after it, in order', async () => {
  const data = join(temporaryFolder(), 'data')
  await runHere('demo', '--data', data)
  const { child, call } = await serve(data)
  await call('POST', '/store/wipe')
  expect(await child.kill('SIGTERM')).toBe(0)
  expect((await runHere('doctor', '--data', data)).stdout).toContain('service: not running')
})

test('what is no demo is wiped by nobody, and who may not change settings wipes none', async () => {
  const data = await loaded(async (service) => void (await add(service, 'Zoé')))
  const { call } = await serve(data)
  expect((await call('POST', '/store/wipe')).status).toBe(409)
  const session = await call('POST', '/session', { name: 'Zoé', password: PASSWORD })
  const cookie = session.response.headers.get('set-cookie')!.split(';')[0]!
  for (const [method, path] of [
    ['POST', '/store/wipe'],
    ['GET', '/store'],
  ] as const)
    expect((await call(method, path, undefined, cookie)).status).toBe(403)
})
