/** The whole of the main process against stand-ins of Electron's modules, with the real service behind it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PACKAGING } from '../../scripts/packaging.ts'
import { asks, opened, pageOf, stand, started as startedOn, type Stand } from '../testing/desktop.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { CHANNELS } from '../preload/api.ts'
import { ORIGIN } from './door.ts'

const told = vi.hoisted(() => ({ current: null as unknown }))
const now = () => told.current as Stand
vi.mock('electron', async () => {
  const { electronOf } = await import('../testing/desktop.ts')
  return electronOf(() => told.current as Stand)
})

const argv = process.argv
let data: string
beforeEach(() => {
  vi.resetModules()
  told.current = stand()
  data = join(temporaryFolder(), 'data')
})
afterEach(() => void (process.argv = argv))

const started = (...args: string[]) => startedOn(now, `--data=${data}`, ...args)
const open = (...args: string[]) => opened(now, `--data=${data}`, ...args)

test('the window is opened on a service that answers its page, and quits once that is closed', async () => {
  const made = await started()
  await expect.poll(() => made.window.loadURL.mock.calls).toEqual([[`${ORIGIN}/`]])
  expect(made.app.sandboxed).toBe(true)
  expect(made.app.badge).toBe(0)
  expect(made.window.options['webPreferences']).toMatchObject({
    ...{ sandbox: true, contextIsolation: true, nodeIntegration: false },
    ...{ webviewTag: false, spellcheck: false },
  })
  const answer = await made.handler!(new Request(`${ORIGIN}/api/status`))
  expect(answer.status).toBe(200)
  expect(answer.headers.has('origin-agent-cluster')).toBe(false)
  expect(await answer.json()).toMatchObject({ ownTariffs: false })
  expect((await made.handler!(new Request('app://elsewhere/api/status'))).status).toBe(403)
  made.window.emit('close')
  expect(JSON.parse(readFileSync(join(made.userData, 'window.json'), 'utf8'))).toMatchObject({ x: 10, y: 20 })
  made.app.emit('window-all-closed')
  expect(await made.ended).toBe(0)
  expect(existsSync(join(data, 'comptoir.db-wal'))).toBe(false)
})

test('other tools reach it while it is open and they may, and no longer once it has quit', async () => {
  const made = await started()
  await expect.poll(() => made.window.loadURL.mock.calls.length).toBe(1)
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  const body = JSON.stringify({ on: true, port, network: false })
  const headers = { 'content-type': 'application/json' }
  const answer = await made.handler!(
    new Request(`${ORIGIN}/api/local-server`, { method: 'PUT', headers, body }),
  )
  expect(await answer.json()).toMatchObject({ url: `http://127.0.0.1:${port}` })
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
  expect(existsSync(join(data, 'server.json'))).toBe(true)
  made.app.quit()
  expect(await made.ended).toBe(0)
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
  expect(existsSync(join(data, 'server.json'))).toBe(false)
})

test('who wants it to stay closes the window to the notification area, and quits from there', async () => {
  const made = await started()
  await expect.poll(() => made.window.loadURL.mock.calls.length).toBe(1)
  let held = 0
  const close = () => made.window.emit('close', { preventDefault: () => (held += 1) })
  close()
  expect({ held, tray: made.tray }).toEqual({ held: 0, tray: null })
  const choose = (body: object) =>
    made.handler!(
      new Request(`${ORIGIN}/api/desktop`, {
        ...{ method: 'PUT', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ atLogin: false, stays: true, sharedSecrets: false, ...body }),
      }),
    )
  expect((await choose({})).status).toBe(200)
  close()
  expect(held).toBe(1)
  expect(made.window.hide).toHaveBeenCalledTimes(1)
  const item = (label: string) => made.tray!.menu.find((one) => one.label === label) as { click: () => void }
  expect(made.tray!.tip).toBe('Comptoir')
  item('Ouvrir Comptoir').click()
  expect(made.window.show).toHaveBeenCalledTimes(1)
  made.app.emit('before-quit')
  close()
  expect(held).toBe(1)
  await choose({ stays: false })
  expect(made.tray).toBe(null)
  await choose({})
  item('Quitter Comptoir').click()
  expect(await made.ended).toBe(0)
})

test('started as its user signs in, and staying, it shows no window by itself', async () => {
  mkdirSync(data, { recursive: true })
  writeFileSync(join(data, 'comptoir.desktop.json'), '{"stays":true}')
  const made = await open('--at-login')
  made.window.emit('ready-to-show')
  expect(made.window.show).not.toHaveBeenCalled()
  made.app.emit('activate')
  expect(made.window.show).toHaveBeenCalledTimes(1)
})

test('the menu asks the page, in the language that the page has', async () => {
  const made = await open()
  const item = (label: string) =>
    made.menu.flatMap(({ submenu }) => submenu ?? []).find((one) => one.label === label)!
  item('Nouveau devis').click!()
  expect(made.contents.sent).toEqual([])
  made.ipc.emit(CHANNELS.ready, pageOf(made))
  expect(asks(made)).toEqual([{ go: 'new-quote' }])
  made.ipc.emit(CHANNELS.language, pageOf(made), 'en')
  item('New quote').click!()
  expect(asks(made)).toHaveLength(2)
  item('Print…').click!()
  expect(made.contents.print).toHaveBeenCalledTimes(1)
})

test('files and links come to the page: of its own start, of another one, of the system', async () => {
  const file = join(temporaryFolder(), 'D-1.comptoir')
  writeFileSync(file, 'text')
  const made = await open(file, 'comptoir://quote/D-2')
  made.ipc.emit(CHANNELS.ready, pageOf(made))
  await expect.poll(() => asks(made)).toHaveLength(2)
  expect(asks(made)).toContainEqual({ quote: 'D-2' })
  expect(asks(made)).toContainEqual({
    file: { name: 'D-1.comptoir', bytes: new Uint8Array(Buffer.from('text')) },
  })
  made.app.emit('second-instance', {}, [], '', { folder: data, openings: [{ quote: 'D-3' }] })
  expect(made.window.focus).toHaveBeenCalledTimes(1)
  made.app.emit('open-url', { preventDefault: () => undefined }, 'comptoir://quote/D-4')
  made.app.emit('open-url', { preventDefault: () => undefined }, 'comptoir://evil')
  expect(asks(made).slice(2)).toEqual([{ quote: 'D-3' }, { quote: 'D-4' }])
})

test('another start on another folder is told which one is open, and nothing is opened', async () => {
  const made = await open()
  made.ipc.emit(CHANNELS.ready, pageOf(made))
  made.app.emit('second-instance', {}, [], '', { folder: '/elsewhere', openings: [{ quote: 'D-3' }] })
  expect(made.boxes).toHaveLength(1)
  expect(made.boxes[0]!.detail).toContain(data)
  expect(made.boxes[0]!.detail).toContain('/elsewhere')
  expect(made.contents.sent).toEqual([])
})

test('installed, it is known to the system by what its packages name it', async () => {
  now().app.isPackaged = true
  const made = await open()
  expect(made.app.id).toBe(PACKAGING.appId)
})

test('the second start itself ends, and starts no service', async () => {
  now().app.first = false
  const made = await started()
  expect(await made.ended).toBe(0)
  expect(existsSync(data)).toBe(false)
})

test('a page that stops begins again, and is asked about where it stops each time', async () => {
  const made = await open()
  const crash = () => made.contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
  for (let n = 0; n < 3; n++) crash()
  expect(made.contents.reloads).toBe(3)
  made.pressed.push(0)
  crash()
  await expect.poll(() => made.contents.reloads).toBe(4)
  expect(made.boxes.map(({ buttons }) => buttons)).toEqual([['Réessayer', 'Quitter Comptoir']])
  made.contents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
  expect(made.contents.reloads).toBe(4)
  made.pressed.push(1)
  made.window.emit('unresponsive')
  await expect.poll(() => made.contents.forcefullyCrashRenderer.mock.calls.length).toBe(1)
})

test('a folder that cannot be made is said in words, without a command; another one can be taken', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const other = join(temporaryFolder(), 'other')
  mkdirSync(other)
  data = join(file, 'data')
  now().pressed.push(0)
  now().chosen.push(other)
  const made = await open()
  expect(made.boxes).toHaveLength(1)
  expect(made.boxes[0]!.buttons).toEqual(['Autre dossier…', 'Exporter le diagnostic…', 'Quitter Comptoir'])
  expect(made.boxes[0]!.detail).toContain(data)
  expect(made.boxes[0]!.detail).not.toMatch(/--data|comptoir |ENOTDIR/)
  expect(existsSync(join(other, 'comptoir.db'))).toBe(true)
})
