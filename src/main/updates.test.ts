/** Updates with electron-updater itself, asking a feed on this machine: all but what Electron and the installer do. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { HttpExecutor, type CancellationToken } from 'builder-util-runtime'
import electronUpdater, { type AppUpdater } from 'electron-updater'
import pino from 'pino'
import { afterEach, beforeEach, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { world } from '../testing/app.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { buildApp } from '../http/app.ts'
import { Updates, type Updater } from './updates.ts'

vi.mock('electron', () => ({ app: {}, Notification: {} }))
const { prepared } = await import('./updater.ts')

/** electron-updater asks through Electron's network; here through Node's. */
class NodeExecutor extends HttpExecutor<ReturnType<typeof request>> {
  createRequest(options: object, callback: (response: IncomingMessage) => void) {
    return request(options, callback)
  }
  async download(url: URL, destination: string, options: { cancellationToken: CancellationToken }) {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const { hostname, port, pathname: path } = url
      this.doDownload(
        { protocol: 'http:', hostname, port, path },
        {
          ...{ destination, options, onCancel, responseHandler: null },
          callback: (error) => (error ? reject(error) : resolve(destination)),
        },
        0,
      )
    })
  }
}

/** The AppImage that runs, at version 1.2.0. */
const PRESENT = '1.2.0'
beforeEach(() => {
  const image = join(temporaryFolder(), 'Comptoir.AppImage')
  writeFileSync(image, 'the old one')
  vi.stubEnv('APPIMAGE', image)
})
afterEach(() => vi.unstubAllEnvs())

function realUpdater(): AppUpdater {
  const folder = temporaryFolder()
  const updater = new electronUpdater.AppImageUpdater(null, {
    ...{ version: PRESENT, name: 'comptoir', isPackaged: true, userDataPath: folder, baseCachePath: folder },
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    whenReady: () => Promise.resolve(),
    ...{ relaunch: () => undefined, quit: () => undefined, onQuit: () => undefined },
  })
  writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\nupdaterCacheDirName: comptoir-updater\n')
  Object.assign(updater, { httpExecutor: new NodeExecutor() })
  return prepared(updater, pino({ level: 'silent' }))
}

const sumOf = (bytes: string) => createHash('sha512').update(bytes).digest('base64')
const NEW = 'the new one'.repeat(1000)
const listOf = (version: string, { sum = sumOf(NEW), url = 'Comptoir.AppImage', more = '' } = {}) =>
  `version: ${version}\nfiles:\n  - url: ${url}\n    sha512: ${sum}\n    size: ${NEW.length}\npath: ${url}\nsha512: ${sum}\n${more}`

/** A place where versions are published. */
async function feed(list: string, answer?: (path: string, response: ServerResponse) => boolean) {
  const asked: { path: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer(({ url, headers }, response) => {
    const { pathname: path } = new URL(url!, 'http://feed')
    asked.push({ path, headers })
    if (answer?.(path, response)) return
    if (path.endsWith('.yml')) response.end(list)
    else if (path === '/Comptoir.AppImage') response.end(NEW)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    return new Promise((closed) => server.close(closed))
  }
  onTestFinished(() => void close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, close, asked, paths: () => asked.map(({ path }) => path) }
}

function updates({ verifies = true, folder = temporaryFolder() } = {}) {
  const installed = vi.fn()
  const onFound = vi.fn()
  const load = vi.fn(() =>
    Promise.resolve({
      updater: realUpdater(),
      cancellation: () => new electronUpdater.CancellationToken(),
      install: installed,
    }),
  )
  const made = new Updates({
    ...{ file: join(folder, 'updates.json'), version: PRESENT, log: pino({ level: 'silent' }) },
    ...{ load, verifies: () => verifies, onFound },
  })
  onTestFinished(() => made.stop())
  const stands = (state: string) =>
    expect.poll(() => made.state, { timeout: 15_000 }).toMatchObject({ state })
  return { made, load, installed, onFound, folder, stands }
}

test('electron-updater is what is asked for', () => {
  expectTypeOf<AppUpdater>().toExtend<Updater>()
})

test('off by default: nothing is loaded, nothing asked, and nothing can be begun', () => {
  const { made, load, installed } = updates()
  made.start(0)
  for (const step of ['look', 'download', 'install'] as const) made[step]()
  expect(made.state).toEqual({
    on: false,
    url: '',
    state: 'off',
    offered: null,
    percent: null,
    problem: null,
  })
  expect(load).not.toHaveBeenCalled()
  expect(installed).not.toHaveBeenCalled()
})

test('a newer version is told, fetched when a person says so, held against its sum, and waits to be installed', async () => {
  const { url, asked, paths } = await feed(
    listOf('1.3.0', { more: 'releaseNotes: "<p>Deux corrections.</p>"\n' }),
  )
  const { made, installed, stands, folder } = updates()
  made.choose({ on: true, url })
  expect(made.state.state).toBe('looking')
  await stands('available')
  expect(made.state.offered).toEqual({ version: '1.3.0', notes: 'Deux corrections.' })
  expect(paths()).toEqual([expect.stringMatching(/^\/latest-linux.*\.yml$/) as string])
  // The feed is told of no number that would tell this machine from another.
  expect(asked[0]!.headers['x-user-staging-id']).toBe('none')
  made.install()
  expect(made.state.state).toBe('available')
  made.download()
  expect(made.state).toMatchObject({ state: 'downloading', percent: 0 })
  await stands('ready')
  expect(paths()).toContain('/Comptoir.AppImage')
  expect(installed).not.toHaveBeenCalled()
  made.look()
  expect(made.state.state).toBe('ready')
  made.install()
  await expect.poll(() => installed.mock.calls.length).toBe(1)
  // As the application starts the next time.
  const next = updates({ folder })
  expect(next.made.state).toMatchObject({ on: true, url, state: 'idle' })
  if (process.platform !== 'win32') expect(statSync(join(folder, 'updates.json')).mode & 0o777).toBe(0o600)
  next.made.start(0)
  await next.stands('available')
  expect(next.onFound.mock.calls).toEqual([['1.3.0']])
})

test.each(['1.2.0', '1.1.9', '1.2.0-beta.4', '0.0.1'])(
  'version %s is not newer: it is not offered, and not one byte of it is fetched',
  async (version) => {
    const { url, paths } = await feed(listOf(version))
    const { made, stands } = updates()
    made.choose({ on: true, url })
    await stands('none')
    made.download()
    made.install()
    expect(made.state).toMatchObject({ state: 'none', offered: null })
    expect(paths()).toHaveLength(1)
  },
)

test('an older version is refused, though the updater would take it', async () => {
  const { url } = await feed(listOf('1.1.0'))
  const downgrading = realUpdater()
  downgrading.allowDowngrade = true
  const { made, load, stands } = updates()
  load.mockResolvedValue({
    ...{ updater: downgrading, install: vi.fn() },
    cancellation: () => new electronUpdater.CancellationToken(),
  })
  made.choose({ on: true, url })
  await stands('none')
})

test.each<[string, string, string]>([
  ['is no list', 'version: [', 'update_feed_unreadable'],
  ['is a text', 'Bienvenue', 'update_feed_unreadable'],
  ['is empty', '', 'update_feed_unreadable'],
  ['has no version', 'files: []', 'update_feed_unreadable'],
  ['has no sum', 'version: 2.0.0\nfiles:\n  - url: a.AppImage\n', 'update_feed_unreadable'],
  [
    'names a file of another place',
    listOf('2.0.0', { url: 'https://evil.example/a.AppImage' }),
    'update_foreign_file',
  ],
])('what %s is refused, and said', async (_, list, code) => {
  const { url, paths } = await feed(list)
  const { made, stands } = updates()
  made.choose({ on: true, url })
  await stands('failed')
  expect(made.state.problem?.code).toBe(code)
  made.download()
  expect(made.state.state).toBe('failed')
  expect(paths()).toHaveLength(1)
})

test('a file that is not the one that was announced is deleted, and never installed', async () => {
  const { url } = await feed(listOf('1.3.0', { sum: sumOf('another') }))
  const { made, installed, stands } = updates()
  made.choose({ on: true, url })
  await stands('available')
  made.download()
  await stands('failed')
  expect(made.state.problem?.code).toBe('update_altered')
  made.install()
  expect(installed).not.toHaveBeenCalled()
  expect(readFileSync(process.env['APPIMAGE']!, 'utf8')).toBe('the old one')
})

test('an address without a list, and a server that is away or fails, are said, and looked at again when asked', async () => {
  const missing = await feed('', (path, response) => path.endsWith('.yml') && !!response.writeHead(404).end())
  const failing = await feed('', (_, response) => !!response.writeHead(503).end())
  const gone = await feed('')
  await gone.close()
  for (const [{ url }, code] of [
    [missing, 'update_feed_missing'],
    [failing, 'update_feed_away'],
    [gone, 'update_feed_away'],
  ] as const) {
    const { made, stands } = updates()
    made.choose({ on: true, url })
    await stands('failed')
    expect(made.state.problem?.code).toBe(code)
    made.look()
    expect(made.state).toMatchObject({ state: 'looking', problem: null })
  }
}, 30_000)

test('turned off in the midst of a download it stops, and another address is asked only after it', async () => {
  const slow = await feed(listOf('1.3.0'), (path, response) => {
    if (path.endsWith('.yml')) return false
    response.writeHead(200, { 'content-length': NEW.length }).write(NEW.slice(0, 3000))
    return true
  })
  const other = await feed(listOf('1.4.0'))
  const { made, stands } = updates()
  made.choose({ on: true, url: slow.url })
  await stands('available')
  made.download()
  await expect.poll(() => slow.paths()).toContain('/Comptoir.AppImage')
  made.choose({ on: false, url: slow.url })
  expect(made.state).toMatchObject({ state: 'off', offered: null })
  made.choose({ on: true, url: other.url })
  await stands('available')
  expect(made.state.offered?.version).toBe('1.4.0')
})

test('where nothing would check the signature, nothing is fetched', async () => {
  const { url, paths } = await feed(listOf('1.3.0'))
  const { made, stands } = updates({ verifies: false })
  made.choose({ on: true, url })
  await stands('available')
  made.download()
  expect(made.state).toMatchObject({ state: 'failed', problem: { code: 'update_unverifiable' } })
  expect(paths()).toHaveLength(1)
})

test('a kind of installation that does not update itself says so', async () => {
  const { url } = await feed(listOf('1.3.0'))
  vi.stubEnv('APPIMAGE', undefined)
  const { made, stands } = updates()
  made.choose({ on: true, url })
  await stands('failed')
  expect(made.state.problem?.code).toBe('update_unsupported')
})

test('a choice that cannot be read is none', () => {
  for (const text of ['{', 'null', '{"on":true,"url":"http://maj.example/"}', '{"on":true}']) {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'updates.json'), text)
    expect(updates({ folder }).made.state).toMatchObject({ on: false, url: '', state: 'off' })
  }
})

test('the window asks by /api/updates: in words, and nothing but an address of https is taken', async () => {
  const { service } = await world()
  const { url } = await feed('version: [')
  const { made, folder, stands } = updates()
  const app = buildApp(service, { key: 'k', renderer: '/nonexistent', host: null, updates: made })
  onTestFinished(() => app.close())
  const call = (method: 'GET' | 'PUT' | 'POST', path: string, payload?: object, language = 'fr') =>
    app.inject({
      ...{ method, url: `/api/updates${path}`, ...(payload && { payload }) },
      headers: { authorization: 'Bearer k', 'accept-language': language },
    })
  expect((await call('GET', '')).json()).toEqual({
    ...{ on: false, url: '', state: 'off', offered: null, percent: null, problem: null },
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
  })
  for (const wrong of ['http://maj.example/', 'maj', 'https://a:b@maj.example/', '']) {
    const refused = await call('PUT', '', { on: true, url: wrong })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ errors: [{ path: '/url', code: 'update_feed_invalid' }] })
  }
  expect(existsSync(join(folder, 'updates.json'))).toBe(false)
  expect((await call('PUT', '', { on: true, url: ` ${url} ` })).json()).toMatchObject({ on: true, url })
  await stands('failed')
  expect((await call('GET', '')).json<{ problem: string }>().problem).toContain('ne peut pas être lue')
  expect((await call('GET', '', undefined, 'en')).json<{ problem: string }>().problem).toContain(
    'cannot be read',
  )
  expect((await call('POST', '/look')).json()).toMatchObject({ state: 'looking' })
  await stands('failed')
  for (const step of ['/download', '/install'])
    expect((await call('POST', step)).json()).toMatchObject({ state: 'failed' })
  const { desk } = await world()
  expect((await desk.get('/api/updates')).statusCode).toBe(404)
})
