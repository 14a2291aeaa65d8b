/** electron-updater as Electron has it, by stand-ins of both: what it is told, and when it installs. */
import type { App } from 'electron'
import type { AppUpdater } from 'electron-updater'
import pino from 'pino'
import { beforeEach, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { closeBeforeQuit } from './life-cycle.ts'
import { offerOf, isSignatureChecked, updateProblem } from './update-offer.ts'

type Listener = (...args: unknown[]) => void

const told = vi.hoisted(() => ({ steps: [] as string[], loads: 0, quit: null as Listener | null }))
const app = vi.hoisted(() => ({
  on: (_event: string, listener: (event: { preventDefault(): void }) => void) =>
    void (told.quit = listener as Listener),
  quit: () => {
    let prevented = false
    told.quit?.({ preventDefault: () => (prevented = true) })
    if (!prevented) told.steps.push('ended')
  },
  exit: (code: number) => void told.steps.push(`exit ${code}`),
  relaunch: (options: object) => void told.steps.push(`relaunch ${JSON.stringify(options)}`),
  releaseSingleInstanceLock: () => void told.steps.push('unlocked'),
}))
const updater = vi.hoisted(() => ({
  listeners: new Map<string, Listener>(),
  netSession: { closeAllConnections: vi.fn(() => Promise.resolve()) },
  on: (event: string, listener: Listener) => void updater.listeners.set(event, listener),
  quitAndInstall: vi.fn((...args: unknown[]) => void told.steps.push(`install ${args.join(' ')}`)),
}))
vi.mock('electron', () => ({ app, Notification: {} }))
vi.mock('electron-updater', async () => {
  told.loads += 1
  const { CancellationToken } = await import('builder-util-runtime')
  return { default: { autoUpdater: updater, CancellationToken } }
})

const log = pino({ level: 'silent' })
const { loadUpdater } = await import('./updater.ts')

beforeEach(() => {
  told.steps.length = 0
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.stubEnv('APPIMAGE', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
})

async function ready(close: () => Promise<void>) {
  const quitWith = closeBeforeQuit(
    app,
    close,
    () => told.steps.push('not in order'),
    () => undefined,
    10_000,
  )
  return loadUpdater(log, quitWith)
}
const closes = () => {
  told.steps.push('closed')
  return Promise.resolve()
}

test('what is used of both is there', () => {
  expectTypeOf<App>().toHaveProperty('releaseSingleInstanceLock')
  expectTypeOf<App['relaunch']>().parameter(0).toExtend<{ execPath?: string } | undefined>()
  expectTypeOf<AppUpdater['netSession']>().toHaveProperty('closeAllConnections')
  expectTypeOf<AppUpdater['quitAndInstall']>().parameters.toEqualTypeOf<[boolean?, boolean?]>()
})

test('it is loaded when it is asked for, and does nothing by itself, nothing older, nothing unchecked', async () => {
  await ready(closes)
  expect(told.loads).toBe(1)
  expect(updater).toMatchObject({
    ...{ autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false, disableWebInstaller: true },
    ...{ requestHeaders: { 'x-user-staging-id': 'none' }, logger: log },
  })
})

test('who stops a download stops its connection', async () => {
  const { cancellation } = await ready(closes)
  const one = cancellation()
  expect(updater.netSession.closeAllConnections).not.toHaveBeenCalled()
  one.cancel()
  expect(updater.netSession.closeAllConnections).toHaveBeenCalledOnce()
})

test('the service is closed first, then the new version is installed and started', async () => {
  const { install } = await ready(closes)
  install()
  expect(told.steps).toEqual(['closed'])
  await vi.advanceTimersByTimeAsync(10)
  expect(told.steps).toEqual(['closed', 'unlocked', 'install true true'])
  // It quits as electron-updater does then.
  app.quit()
  expect(told.steps.at(-1)).toBe('ended')
})

test('where the service does not close in order nothing is installed, and this version starts again', async () => {
  const { install } = await ready(() => Promise.reject(new Error('disk gone')))
  install()
  await vi.advanceTimersByTimeAsync(10)
  expect(told.steps).toEqual(['not in order', 'unlocked', 'relaunch {}', 'exit 0'])
})

test('where it cannot be installed this version starts again, from its own file', async () => {
  vi.stubEnv('APPIMAGE', '/home/a/Comptoir.AppImage')
  const { install } = await ready(closes)
  install()
  await vi.advanceTimersByTimeAsync(10)
  updater.listeners.get('error')!(new Error('read-only'))
  expect(told.steps.slice(-2)).toEqual(['relaunch {"execPath":"/home/a/Comptoir.AppImage"}', 'exit 0'])
})

test('an installation that comes to no end does not leave a process without a window', async () => {
  const { install } = await ready(closes)
  install()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(told.steps.slice(-2)).toEqual(['relaunch {}', 'exit 0'])
})

test.each([
  ['win32', null, false],
  ['win32', 'provider: generic\nurl: https://maj.example/\n', false],
  ['win32', 'provider: generic\npublisherName: null\n', false],
  ['win32', 'publisherName: ~\n', false],
  ['win32', 'publisherName: []\nurl: a\n', false],
  ['win32', 'publisherName:\nurl: a\n', false],
  ['win32', 'provider: generic\npublisherName:\n  - Imprimerie Ada\n', true],
  ['win32', 'provider: generic\npublisherName: CN=Imprimerie Ada\n', true],
  ['darwin', null, true],
  ['linux', null, true],
] as const)('on %s with %j a signature, or what there is of one, is checked: %s', (platform, config, is) => {
  expect(isSignatureChecked(platform, config)).toBe(is)
})

test.each([
  [{ code: 'ERR_CHECKSUM_MISMATCH', message: 'sha512 checksum mismatch' }, 'update_altered'],
  [{ code: 'ERR_UPDATER_INVALID_SIGNATURE', message: 'not signed' }, 'update_unsigned'],
  [new Error('Could not get code signature for running application'), 'update_unsigned'],
  [{ code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND', message: '' }, 'update_feed_missing'],
  [{ code: 'ERR_UPDATER_ZIP_FILE_NOT_FOUND', message: '' }, 'update_feed_unreadable'],
  [new TypeError("Cannot read properties of null (reading 'version')"), 'update_feed_unreadable'],
  [new Error('net::ERR_INTERNET_DISCONNECTED'), 'update_feed_away'],
  [{ code: 'ENOTFOUND', message: '' }, 'update_feed_away'],
  [{ code: 'HTTP_ERROR_503', message: '503' }, 'update_feed_away'],
  [{ code: 'ENOSPC', message: 'no space left on device' }, 'update_failed'],
  [null, 'update_failed'],
])('%j is told as %s', (error, code) => {
  expect(updateProblem(error).code).toBe(code)
})

test('what a feed tells may be anything', () => {
  for (const told of [null, undefined, 'a', [], { version: {} }, { version: '2.0.0', files: [null] }])
    expect([null, { code: 'update_feed_unreadable' }]).toContainEqual(
      offerOf(told, '1.0.0', 'https://maj.example/'),
    )
})
