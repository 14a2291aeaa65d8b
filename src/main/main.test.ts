/** The whole of the main process against stand-ins of Electron's modules, with the real service behind it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { CHANNELS } from '../preload/api.ts'
import { ORIGIN } from './door.ts'

type Listener = (...args: unknown[]) => unknown

/** Something that events are heard on. */
class Heard {
  readonly listeners = new Map<string, Listener[]>()
  on = (event: string, listener: Listener) => {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
    return this
  }
  once = this.on
  emit = (event: string, ...args: unknown[]) => {
    for (const listener of this.listeners.get(event) ?? []) listener(...args)
  }
}

/** What Electron is told, and how it answers. */
const told = vi.hoisted(() => ({ current: null as unknown }))
function stand() {
  const ended = Promise.withResolvers<number>()
  const app = Object.assign(new Heard(), {
    name: 'Comptoir',
    isPackaged: false,
    first: true,
    sandboxed: false,
    enableSandbox: () => void (app.sandboxed = true),
    setPath: () => undefined,
    getPath: () => state.userData,
    getPreferredSystemLanguages: () => ['fr-FR'],
    requestSingleInstanceLock: () => app.first,
    setAsDefaultProtocolClient: () => true,
    badge: -1,
    setBadgeCount: (count: number) => ((app.badge = count), true),
    whenReady: () => Promise.resolve(),
    quit: () => {
      let prevented = false
      app.emit('will-quit', { preventDefault: () => (prevented = true) })
      if (!prevented) ended.resolve(0)
    },
    exit: (code: number) => ended.resolve(code),
  })
  const contents = Object.assign(new Heard(), {
    sent: [] as unknown[],
    reloads: 0,
    send: (...sent: unknown[]) => void contents.sent.push(sent),
    isDestroyed: () => false,
    reload: () => void (contents.reloads += 1),
    print: vi.fn(),
    forcefullyCrashRenderer: vi.fn(),
  })
  const window = Object.assign(new Heard(), {
    webContents: contents,
    options: {} as Record<string, unknown>,
    loadURL: vi.fn(() => Promise.resolve()),
    getNormalBounds: () => ({ x: 10, y: 20, width: 1000, height: 700 }),
    isMaximized: () => false,
    isMinimized: () => false,
    isDestroyed: () => false,
    isFocused: () => true,
    focus: vi.fn(),
    show: vi.fn(),
  })
  const state = {
    ...{ app, contents, window, userData: temporaryFolder(), ended: ended.promise, ipc: new Heard() },
    handler: null as ((request: Request) => Promise<Response>) | null,
    boxes: [] as { message: string; detail: string; buttons?: string[] }[],
    /** what is pressed in the next boxes, and chosen in the next dialogs */
    pressed: [] as number[],
    chosen: [] as string[],
    menu: [] as { label?: string; submenu?: { label?: string; click?: () => void }[] }[],
  }
  return state
}
type Stand = ReturnType<typeof stand>
const now = () => told.current as Stand

vi.mock('electron', () => ({
  get app() {
    return now().app
  },
  get ipcMain() {
    return now().ipc
  },
  BrowserWindow: function (options: Record<string, unknown>) {
    now().window.options = options
    return now().window
  },
  screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }] },
  dialog: {
    showMessageBox: (...args: unknown[]) => {
      now().boxes.push(args.at(-1) as Stand['boxes'][number])
      return Promise.resolve({ response: now().pressed.shift() ?? -1 })
    },
    showOpenDialog: () => Promise.resolve({ filePaths: now().chosen.splice(0, 1) }),
    showSaveDialog: () => Promise.resolve({ filePath: now().chosen.shift() ?? '' }),
    showErrorBox: vi.fn(),
  },
  Menu: {
    buildFromTemplate: (template: Stand['menu']) => template,
    setApplicationMenu: (template: Stand['menu']) => (now().menu = template),
  },
  protocol: {
    registerSchemesAsPrivileged: () => undefined,
    handle: (_scheme: string, handler: Stand['handler']) => (now().handler = handler),
  },
  session: {
    defaultSession: {
      setSpellCheckerEnabled: () => undefined,
      setPermissionRequestHandler: () => undefined,
      setPermissionCheckHandler: () => undefined,
    },
  },
  Notification: { isSupported: () => false },
  shell: { openExternal: () => Promise.resolve() },
  safeStorage: { isEncryptionAvailable: () => false },
}))

const argv = process.argv
let data: string
beforeEach(() => {
  vi.resetModules()
  told.current = stand()
  data = join(temporaryFolder(), 'data')
})
afterEach(() => void (process.argv = argv))

async function started(...args: string[]): Promise<Stand> {
  process.argv = ['electron', '.', `--data=${data}`, ...args]
  await import('./index.ts')
  return now()
}

/** Started, with its window; ended after the test. */
async function open(...args: string[]): Promise<Stand> {
  const made = await started(...args)
  await expect.poll(() => made.window.loadURL.mock.calls.length).toBe(1)
  onTestFinished(async () => {
    made.app.quit()
    await made.ended
  })
  return made
}

const pageOf = ({ contents }: Stand) => ({
  sender: contents,
  senderFrame: { url: `${ORIGIN}/`, parent: null },
})
const asks = (made: Stand) => made.contents.sent.map((sent) => (sent as unknown[])[1])

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

test('a damaged store is left as it is, and a backup is put back from there', async () => {
  const first = await started()
  await expect.poll(() => first.window.loadURL.mock.calls.length).toBe(1)
  const made = await first.handler!(new Request(`${ORIGIN}/api/store/backups`, { method: 'POST' }))
  const { name } = (await made.json()) as { name: string }
  first.app.quit()
  await first.ended
  const store = join(data, 'comptoir.db')
  const sound = readFileSync(store)
  writeFileSync(store, Buffer.concat([sound.subarray(0, 100), Buffer.alloc(sound.length - 100, 7)]))
  vi.resetModules()
  told.current = stand()
  now().pressed.push(0, 0, 0)
  now().chosen.push(store, join(data, 'comptoir.backups', name))
  const again = await open()
  expect(again.boxes.map(({ buttons }) => buttons!.length)).toEqual([4, 4])
  for (const { detail } of again.boxes) expect(detail).not.toMatch(/comptoir restore|--data/)
  expect((await again.handler!(new Request(`${ORIGIN}/api/status`))).status).toBe(200)
})

test('who quits in the face of it ends with a failure', async () => {
  mkdirSync(data, { recursive: true })
  writeFileSync(join(data, 'comptoir.db'), 'no store at all')
  now().pressed.push(2)
  const made = await started()
  expect(await made.ended).toBe(1)
  expect(readFileSync(join(data, 'comptoir.db'), 'utf8')).toBe('no store at all')
  expect(readFileSync(join(data, 'comptoir.log'), 'utf8')).toContain('the service did not start')
})

test('a store that cannot be used: what can be told of it is exported from there', async () => {
  mkdirSync(data, { recursive: true })
  writeFileSync(join(data, 'comptoir.db'), 'no store at all'.repeat(100))
  const file = join(now().userData, 'diagnostic.zip')
  // Once given up, once to a place that takes no file, once written; then quit.
  now().pressed.push(2, 2, 2, 3)
  now().chosen.push('', join(now().userData, 'none', 'x.zip'), file)
  const made = await started()
  expect(await made.ended).toBe(1)
  expect(made.boxes[2]!.detail).toContain('x.zip')
  const files = unzipSync(readFileSync(file))
  expect(Object.keys(files)).toContain('LISEZMOI.txt')
  expect(JSON.parse(strFromU8(files['store.json']!))).toMatchObject({
    ...{ failed: 'SQLITE_NOTADB', refused: { type: 'StoreError', code: 'corrupt' } },
  })
  expect(strFromU8(files['log/comptoir.log']!)).toContain('the service did not start')
})
