/** The desktop application's main process under Node: stand-ins of Electron's modules, what they are told, and a start on them. */
import { expect, onTestFinished, vi } from 'vitest'
import { ORIGIN } from '../main/door.ts'
import { temporaryFolder } from './folder.ts'

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
export function stand() {
  const ended = Promise.withResolvers<number>()
  const app = Object.assign(new Heard(), {
    name: 'Comptoir',
    isPackaged: false,
    first: true,
    sandboxed: false,
    enableSandbox: () => void (app.sandboxed = true),
    id: '',
    setAppUserModelId: (id: string) => void (app.id = id),
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
      const event = { preventDefault: () => (prevented = true) }
      app.emit('before-quit', event)
      if (!prevented) app.emit('will-quit', event)
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
    /** of the session: what is saved */
    session: new Heard(),
    tray: null as { tip: string; menu: MenuItems } | null,
    menu: [] as MenuItems,
  }
  return state
}
export type Stand = ReturnType<typeof stand>

/** Electron's modules, as far as they are used. @param now where they tell it */
export const electronOf = (now: () => Stand) => ({
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
    showErrorBox: (message: string, detail: string) => void now().boxes.push({ message, detail }),
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
    get defaultSession() {
      return Object.assign(now().session, {
        setSpellCheckerEnabled: () => undefined,
        setPermissionRequestHandler: () => undefined,
        setPermissionCheckHandler: () => undefined,
      })
    },
  },
  Notification: { isSupported: () => false },
  shell: { openExternal: () => Promise.resolve() },
  safeStorage: { isEncryptionAvailable: () => false },
})

/** What the application hears of the process, it no longer hears after the test. */
function lettingGo(event: string): void {
  const before = process.listeners(event as 'exit')
  onTestFinished(() => {
    for (const one of process.listeners(event as 'exit')) if (!before.includes(one)) process.off(event, one)
  })
}

/** Starts the application with these arguments. */
export async function started(now: () => Stand, ...args: string[]): Promise<Stand> {
  process.argv = ['electron', '.', ...args]
  for (const event of ['uncaughtException', 'unhandledRejection']) lettingGo(event)
  await import('../main/index.ts')
  return now()
}

/** An older store is written through to the disk step by step. */
const OPENED_MS = 25_000

/** Started, with its window; ended after the test. */
export async function opened(now: () => Stand, ...args: string[]): Promise<Stand> {
  const made = await started(now, ...args)
  await expect.poll(() => made.window.loadURL.mock.calls.length, { timeout: OPENED_MS }).toBe(1)
  onTestFinished(async () => {
    made.app.quit()
    await made.ended
  })
  return made
}

/** A message of the window's own page. */
export const pageOf = ({ contents }: Stand) => ({
  sender: contents,
  senderFrame: { url: `${ORIGIN}/`, parent: null },
})
/** What the page was asked for. */
export const asks = (made: Stand) => made.contents.sent.map((sent) => (sent as unknown[])[1])
