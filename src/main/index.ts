import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { app, BrowserWindow, dialog, Menu, protocol } from 'electron'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp } from '../http/app.ts'
import { storeMessage } from '../domain/store-messages.ts'
import { applicationFolder, defaultDataFolder, makeFolder } from '../service/data-folder.ts'
import { LogDestination } from '../service/log.ts'
import { StoreError } from '../service/maintenance.ts'
import { KeyFileBox } from '../service/secrets.ts'
import { Service } from '../service/service.ts'
import { renew } from '../service/upkeep/renewal.ts'
import type { Replaced, Replacement } from '../service/upkeep/replacement.ts'
import { ORIGIN, passToService, SCHEME } from './door.ts'
import { closeBeforeQuit } from './life-cycle.ts'
import { SafeStorageBox } from './safe-storage-box.ts'
import { secureWebContents } from './security.ts'

const KEY_BYTES = 24
const CLOSE_DEADLINE_MS = 10_000
const RENDERER = join(import.meta.dirname, '../renderer')
const PRELOAD = join(import.meta.dirname, '../preload/index.cjs')

/** `--data DIR` as the command line takes it; the application's own folder otherwise. */
function dataFolder(): string {
  const at = process.argv.findIndex((arg) => /^--data(=|$)/.test(arg))
  const given =
    process.argv[at] === '--data' ? process.argv[at + 1] : process.argv[at]?.slice('--data='.length)
  return given || defaultDataFolder(process.env)
}

/** Why the store cannot be used, in the person's language where it is French. */
function inWords(error: unknown): string {
  if (!(error instanceof StoreError)) return (error as Error).message
  return storeMessage(error.code, app.getLocale().startsWith('fr') ? 'fr' : 'en', error.params)
}

function openWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 900,
    minWidth: 380,
    minHeight: 480,
    show: false,
    title: 'Comptoir',
    backgroundColor: '#ffffff',
    webPreferences: {
      preload: PRELOAD,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${ORIGIN}/`)
  return window
}

async function start(): Promise<void> {
  const folder = dataFolder()
  makeFolder(folder)
  const log = pino({ level: 'warn' }, new LogDestination(join(folder, 'comptoir.log')))
  const key = randomBytes(KEY_BYTES).toString('base64url')
  const open = (service: Service) => buildApp(service, { key, renderer: RENDERER, host: null })
  const begin = (replaced: Replaced | null) =>
    Service.start({
      folder,
      log,
      environment: process.env,
      secrets: new SafeStorageBox(new KeyFileBox(folder)),
      onReplace: (replacement) => void (running = renewed(running, replacement).catch(unusable)),
      replaced,
    })
  const unusable = (error: unknown): Promise<never> => {
    log.fatal({ err: error }, 'the store cannot be used')
    dialog.showErrorBox('Comptoir', inWords(error))
    app.exit(1)
    return new Promise(() => {})
  }
  /** Begins anew over another store; requests wait for it. */
  const renewed = async (before: typeof running, replacement: Replacement) => {
    const { service, http } = await before
    service.events.end()
    await http.close()
    const next = await renew(service, replacement, begin)
    return { service: next, http: open(next) }
  }
  let running: Promise<{ readonly service: Service; readonly http: FastifyInstance }> = begin(null)
    .then((service) => ({ service, http: open(service) }))
    .catch(unusable)
  await running
  protocol.handle(SCHEME, async (request) => {
    const { http } = await running
    await http.ready()
    return passToService(http, key, request)
  })
  secureWebContents()
  closeBeforeQuit(
    app,
    async () => {
      const { service, http } = await running
      service.events.end()
      await http.close()
      await service.close()
    },
    (error) => log.error({ err: error }, 'the service did not stop cleanly'),
    CLOSE_DEADLINE_MS,
  )
  openWindow()
}

app.setPath('userData', applicationFolder(process.env))
protocol.registerSchemesAsPrivileged([
  {
    scheme: SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
])
Menu.setApplicationMenu(
  Menu.buildFromTemplate(
    [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'viewMenu' }, { role: 'windowMenu' }].filter(
      ({ role }) => role !== 'appMenu' || process.platform === 'darwin',
    ) as Electron.MenuItemConstructorOptions[],
  ),
)

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows()
    if (!window) return
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.on('window-all-closed', () => app.quit())
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      dialog.showErrorBox('Comptoir', error instanceof Error ? error.message : String(error))
      app.exit(1)
    })
} else {
  app.quit()
}
