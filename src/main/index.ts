/** The desktop application: one window around the service. Everything that decides anything is in the files beside. */
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { app, dialog, ipcMain, Menu, protocol } from 'electron'
import pino from 'pino'
import { applicationFolder, defaultDataFolder } from '../service/data-folder.ts'
import { LogDestination, logFile, ROTATION } from '../service/log.ts'
import { logOptions } from '../service/log-secrets.ts'
import { KeyFileBox } from '../service/secrets.ts'
import { LINK_SCHEME, openingOf, startArguments, type Opening } from './arguments.ts'
import { Attention } from './attention.ts'
import { Commands } from './commands.ts'
import { Desk, prepareFolder } from './desk.ts'
import { SCHEME } from './door.ts'
import { closeBeforeQuit } from './life-cycle.ts'
import { menuTemplate } from './menu.ts'
import { readOpened } from './open-file.ts'
import { inWords, refusedStart } from './refused-start.ts'
import { SafeStorageBox } from './safe-storage-box.ts'
import { secureWebContents } from './security.ts'
import { startOf, type Start } from './second-start.ts'
import { openWindow, pagePreferences } from './window.ts'
import { localeOf, wordsIn } from './words.ts'

const CLOSE_DEADLINE_MS = 10_000
const RENDERER = join(import.meta.dirname, '../renderer')
const PREFERENCES = pagePreferences(join(import.meta.dirname, '../preload/index.cjs'))

app.enableSandbox()
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
const commands = new Commands(ipcMain, (spoken) => {
  locale = spoken
  showMenu()
})

const attention = new Attention({
  locale: () => locale,
  isSeen: () => window?.isFocused() ?? false,
  show: () => {
    focus()
    commands.ask({ go: 'outbox' })
  },
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
  if (window?.isMinimized()) window.restore()
  window?.focus()
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

async function startedDesk(): Promise<Desk | null> {
  for (;;) {
    const log = pino(logOptions('warn'), new LogDestination(logFile(folder), ROTATION))
    try {
      prepareFolder(folder)
      const lost = (error: unknown) => {
        log.fatal({ err: error }, 'the store cannot be used')
        dialog.showErrorBox(wordsIn(locale).cannotStart, inWords(error, locale))
        app.exit(1)
      }
      const secrets = new SafeStorageBox(new KeyFileBox(folder))
      const desk = await Desk.start({
        ...{ folder, log, secrets, environment: process.env, renderer: RENDERER },
        ...{ onLost: lost, onAttention: attention.tell },
      })
      closeBeforeQuit(
        app,
        () => desk.close(),
        (error) => log.error({ err: error }, 'the service did not stop cleanly'),
        CLOSE_DEADLINE_MS,
      )
      show(desk, (what, facts) => log.error(facts, what))
      return desk
    } catch (error) {
      log.error({ err: error }, 'the service did not start')
      const chosen = await refusedStart(error, folder, locale)
      if (!chosen) return null
      folder = chosen.folder
    }
  }
}

function show(desk: Desk, log: (what: string, facts: object) => void): void {
  protocol.handle(SCHEME, (request) => desk.answer(request))
  secureWebContents(PREFERENCES)
  window = openWindow({
    ...{ preferences: PREFERENCES, placeFile: join(app.getPath('userData'), 'window.json'), log },
    ...{ locale: () => locale, onGone: commands.wait, quit: () => app.quit() },
  })
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
  app.on('window-all-closed', () => app.quit())
  showMenu()
  given.openings.forEach(open)
  void app.whenReady().then(async () => {
    if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
    if (!(await startedDesk())) app.exit(1)
  })
} else app.quit()
