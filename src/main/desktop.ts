/** The desktop application: one window around the service. Everything that decides anything is in the files beside. */
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { app, dialog, ipcMain, Menu, protocol } from 'electron'
import pino from 'pino'
import { applicationFolder, defaultDataFolder } from '../service/data-folder.ts'
import { LogDestination, logFile, ROTATION } from '../service/log.ts'
import { logOptions } from '../service/log-secrets.ts'
import { KeyFileBox } from '../service/secrets.ts'
import { VERSION } from '../service/version.ts'
import { APPLICATION_ID } from './application-id.ts'
import { LINK_SCHEME, openingOf, startArguments, type Opening } from './arguments.ts'
import { startAtLogin } from './at-login.ts'
import { Attention } from './attention.ts'
import { Choices } from './choices.ts'
import { Commands } from './commands.ts'
import { Desk, prepareFolder } from './desk.ts'
import { SCHEME } from './door.ts'
import { closeBeforeQuit } from './life-cycle.ts'
import { menuTemplate } from './menu.ts'
import { readOpened } from './open-file.ts'
import { inWords, refusedStart } from './refused-start.ts'
import { SafeStorageBox } from './safe-storage-box.ts'
import { askWhereToSave } from './saving.ts'
import { secureWebContents } from './security.ts'
import { startOf, type Start } from './second-start.ts'
import { mark } from './start-trace.ts'
import { loadUpdater, tellVersion, verifiesSignatures } from './updater.ts'
import { Updates } from './updates.ts'
import { UpgradeWindow } from './upgrade-window.ts'
import { TrayIcon } from './tray.ts'
import { outliveUncaught } from './uncaught.ts'
import { openWindow, pagePreferences } from './window.ts'
import { localeOf, wordsIn } from './words.ts'

const CLOSE_DEADLINE_MS = 10_000
const RENDERER = join(import.meta.dirname, '../renderer')
const TRAY_ICON = join(import.meta.dirname, '../../resources/tray.png')
const PREFERENCES = pagePreferences(join(import.meta.dirname, '../preload/index.cjs'))

mark('program loaded')
app.enableSandbox()
if (app.isPackaged) app.setAppUserModelId(APPLICATION_ID)
app.setPath('userData', applicationFolder(process.env))
protocol.registerSchemesAsPrivileged([
  {
    scheme: SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
])

const given = startArguments(process.argv.slice(1), process.cwd())
let folder = given.folder ?? defaultDataFolder(process.env)
let locale = localeOf(app.getPreferredSystemLanguages())
let window: BrowserWindow | null = null
let isQuitting = false
const commands = new Commands(ipcMain, (spoken) => {
  locale = spoken
  showMenu()
  tray.redraw()
})

const attention = new Attention({
  locale: () => locale,
  isSeen: () => window?.isFocused() ?? false,
  show: () => {
    focus()
    commands.ask({ go: 'outbox' })
  },
})

const tray = new TrayIcon({
  ...{ icon: TRAY_ICON, locale: () => locale },
  ...{ show: () => focus(), quit: () => app.quit() },
})

const print = () => window?.webContents.print()
const showMenu = () =>
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate(locale, process.platform, { ask: commands.ask, print })),
  )

function open(opening: Opening): void {
  if ('quote' in opening) commands.ask(opening)
  else void readOpened(opening.file, locale).then(commands.ask)
}

function focus(): void {
  if (!window) return
  if (window.isMinimized()) window.restore()
  // It may be hidden: the application goes on in the notification area.
  window.show()
  window.focus()
}

/** Another start of the application ends, and leaves to this one what it was for. */
function startedAgain(start: Start): void {
  focus()
  if (start.folder !== folder) {
    const words = wordsIn(locale)
    const told = { message: words.alreadyOpen, detail: words.otherFolder(folder, start.folder) }
    void (window ? dialog.showMessageBox(window, told) : dialog.showMessageBox(told))
    return
  }
  start.openings.forEach(open)
}

/** What pages are answered by: nobody while none of ours is there. */
let answer = (_request: Request): Promise<Response> => Promise.resolve(new Response(null, { status: 503 }))
/** A window of before the desk's own may close: the application goes on. */
let starting = true
/** Whether a quit waits for what the start is busy with. */
let quitWaits = (): boolean => false

async function startedDesk(): Promise<Desk | null> {
  for (;;) {
    const log = pino(logOptions('warn'), new LogDestination(logFile(folder), ROTATION))
    const upgrade = new UpgradeWindow(pagePreferences(), locale)
    answer = () => Promise.resolve(upgrade.page())
    quitWaits = () => upgrade.quitAfter()
    try {
      prepareFolder(folder)
      const lost = (error: unknown) => {
        log.fatal({ err: error }, 'the store cannot be used')
        dialog.showErrorBox(wordsIn(locale).cannotStart, inWords(error, locale))
        app.exit(1)
      }
      const secrets = new SafeStorageBox(new KeyFileBox(folder))
      const login = { app, platform: process.platform, environment: process.env, program: process.execPath }
      const desktop = new Choices({
        ...{ folder, box: secrets, stays: (on) => tray.set(on) },
        atLogin: (on) => startAtLogin(on, { ...login, folder }),
        reseal: () => desk.reseal(),
      })
      const updates = new Updates({
        ...{ file: join(app.getPath('userData'), 'updates.json'), version: VERSION, log },
        ...{ load: () => loadUpdater(log, quitWith), verifies: verifiesSignatures },
        onFound: (version) => tellVersion(version, locale, () => commands.ask({ go: 'about' })),
      })
      mark('store opens')
      const desk: Desk = await Desk.start({
        ...{ folder, log, secrets, environment: process.env, renderer: RENDERER, desktop },
        ...{ onLost: lost, onUpgrade: upgrade.tell, updates },
        onAttention: (count) => (attention.tell(count), tray.tell(count)),
      })
      mark('service ready')
      const quitWith = closeBeforeQuit(
        app,
        () => desk.close(),
        (error) => log.error({ err: error }, 'the service did not stop cleanly'),
        tellClosing,
        CLOSE_DEADLINE_MS,
      )
      outliveUncaught({
        ...{ source: process, log, locale: () => locale, quitWith, isQuitting: () => isQuitting },
        address: () => window?.webContents.getURL() ?? null,
      })
      if (!isQuitting) show(desk, (what, facts) => log.error(facts, what))
      upgrade.close()
      if (isQuitting) app.quit()
      else updates.start()
      return desk
    } catch (error) {
      log.error({ err: error }, 'the service did not start')
      upgrade.close()
      isQuitting = false
      const chosen = await refusedStart(error, folder, locale)
      if (!chosen) return null
      folder = chosen.folder
    }
  }
}

/** The window is gone by then: nothing else would say that something still runs. */
function tellClosing(over: AbortSignal): void {
  const words = wordsIn(locale)
  void dialog.showMessageBox({ message: words.closing, detail: words.closingText, signal: over })
}

function show(desk: Desk, log: (what: string, facts: object) => void): void {
  answer = (request) => desk.answer(request)
  starting = false
  window = openWindow({
    ...{ preferences: PREFERENCES, placeFile: join(app.getPath('userData'), 'window.json'), log },
    ...{ locale: () => locale, page: given.page, onGone: commands.wait, quit: () => app.quit() },
    ...{ shown: !(given.isAtLogin && tray.isShown), hides: () => tray.isShown && !isQuitting },
  })
  window.once('ready-to-show', () => mark('window shown'))
  window.once('closed', () => (window = null))
}

const mine: Start = { folder, openings: given.openings }
if (app.requestSingleInstanceLock({ ...mine })) {
  app.on('second-instance', (_event, _argv, _from, start) => startedAgain(startOf(start)))
  // Before it is ready, too: macOS starts the application for a file or a link so.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    open({ file: path })
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const opening = openingOf(url, '/')
    if (opening) open(opening)
  })
  app.on('before-quit', (event) => {
    isQuitting = true
    if (quitWaits()) event.preventDefault()
  })
  app.on('window-all-closed', () => {
    if (!starting) app.quit()
  })
  // macOS: its icon in the dock is clicked.
  app.on('activate', focus)
  showMenu()
  given.openings.forEach(open)
  void app.whenReady().then(async () => {
    if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
    protocol.handle(SCHEME, (request) => answer(request))
    secureWebContents(PREFERENCES)
    askWhereToSave(() => locale)
    if (!(await startedDesk())) app.exit(1)
  })
} else app.quit()
