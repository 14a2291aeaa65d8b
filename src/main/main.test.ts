/** The whole of the main process against stand-ins of Electron's modules, with the real service behind it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { placeStored, schemaOf } from '../store/fixtures/stored.ts'
import { openDatabase } from '../store/sqlite/database.ts'
import { MIGRATIONS } from '../store/sqlite/migrations.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { CHANNELS } from '../preload/api.ts'
import { ORIGIN } from './door.ts'

type Listener = (...args: unknown[]) => unknown
type MenuItems = { label?: string; click?: () => void; submenu?: MenuItems }[]

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
    getAppPath: () => '/src',
    setLoginItemSettings: () => undefined,
    badge: -1,
    setBadgeCount: (count: number) => ((app.badge = count), true),
    whenReady: () => Promise.resolve(),
    quit: () => {
      let prevented = false
      app.emit('will-quit', { preventDefault: () => (prevented = true) })
      if (!prevented) ended.resolve(0)
    },
    exit: (code: number) => ended.resolve(code),
    relaunched: [] as unknown[],
    relaunch: (options: unknown) => void app.relaunched.push(options),
    unlocked: false,
    releaseSingleInstanceLock: () => void (app.unlocked = true),
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
    hide: vi.fn(),
  })
  /** the one of before the first: what it was told, and what its page said each time */
  const small = Object.assign(new Heard(), {
    options: null as Record<string, unknown> | null,
    destroyed: false,
    bars: [] as number[],
    pages: [] as string[],
    loadURL: async (url: string) => {
      const answer = await state.handler!(new Request(url))
      small.pages.push(await answer.text())
    },
    setProgressBar: (done: number) => void small.bars.push(done),
    removeMenu: () => undefined,
    show: () => undefined,
    destroy: () => {
      small.destroyed = true
      // The last window that is open: this one, while the other is not there.
      if (window.loadURL.mock.calls.length === 0) app.emit('window-all-closed')
    },
  })
  const state = {
    ...{ app, contents, window, small, userData: temporaryFolder(), ended: ended.promise, ipc: new Heard() },
    handler: null as ((request: Request) => Promise<Response>) | null,
    boxes: [] as { message: string; detail: string; buttons?: string[] }[],
    /** what is pressed in the next boxes, and chosen in the next dialogs */
    pressed: [] as number[],
    chosen: [] as string[],
    tray: null as { tip: string; menu: MenuItems } | null,
    menu: [] as MenuItems,
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
    const made = options['closable'] === false ? now().small : now().window
    made.options = options
    return made
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
  Tray: class extends Heard {
    constructor() {
      super()
      now().tray = { tip: '', menu: [] }
    }
    setToolTip = (tip: string) => (now().tray!.tip = tip)
    setContextMenu = (menu: MenuItems) => (now().tray!.menu = menu)
    destroy = () => (now().tray = null)
  },
  Menu: {
    buildFromTemplate: (template: MenuItems) => template,
    setApplicationMenu: (template: MenuItems) => (now().menu = template),
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

/** An older store is written through to the disk step by step. */
const OPENED_MS = 25_000

/** Started, with its window; ended after the test. */
async function open(...args: string[]): Promise<Stand> {
  const made = await started(...args)
  await expect.poll(() => made.window.loadURL.mock.calls.length, { timeout: OPENED_MS }).toBe(1)
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

test('the store of an earlier version is brought up to date behind a window that says how far it is', async () => {
  mkdirSync(data)
  placeStored('shop-of-bundle', data)
  const lacking = MIGRATIONS.length - schemaOf('shop-of-bundle')
  const { small, window } = await open()
  expect(small.bars).toEqual(Array.from({ length: lacking + 1 }, (_, step) => step / (lacking + 1)))
  expect(small.destroyed).toBe(true)
  expect(window.loadURL.mock.calls).toEqual([[`${ORIGIN}/`]])
  // Its page is a text: no script, no door, nothing to ask for.
  expect(small.options!['webPreferences']).toEqual({
    ...{ sandbox: true, contextIsolation: true, nodeIntegration: false },
    ...{ webviewTag: false, spellcheck: false },
  })
  const steps = small.pages.map((page) => /role="status">([^<]*)</.exec(page)![1]!)
  expect(steps[0]).toBe('Copie de sécurité…')
  // Steps that are over before their page is drawn are passed over, none comes before another.
  const all = [
    'Copie de sécurité…',
    ...Array.from({ length: lacking }, (_, i) => `Étape ${i + 1} sur ${lacking}…`),
  ]
  const places = steps.map((step) => all.indexOf(step))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  for (const page of small.pages) expect(page).not.toMatch(/<script|href|src=/)
  expect(readdirSync(data).filter((file) => file.endsWith('.bak'))).toHaveLength(1)
})

test('a store of today is opened without it', async () => {
  openDatabase(join(data)).close()
  const { small } = await open()
  expect(small.options).toBeNull()
})

test('where bringing it up to date fails, the window makes room for why, and the application goes on to another', async () => {
  mkdirSync(data)
  placeStored('shop-of-bundle', data)
  const db = openDatabase(data, MIGRATIONS.slice(0, -1))
  const made = /CREATE (?:INDEX|TABLE) (\w+)/.exec(MIGRATIONS.at(-1)!.sql)![1]!
  db.exec(`CREATE TABLE ${made} (id INTEGER)`)
  db.close()
  const other = join(temporaryFolder(), 'other')
  mkdirSync(other)
  now().pressed.push(1)
  now().chosen.push(other)
  const opened = await open()
  expect(opened.small.destroyed).toBe(true)
  expect(opened.boxes).toHaveLength(1)
  expect(opened.boxes[0]!.detail).toContain(data)
  expect(existsSync(join(other, 'comptoir.db'))).toBe(true)
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
