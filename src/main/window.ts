/** The window: where it was, without a way to Node, and back again where its page stops. */
import { BrowserWindow, dialog, screen, type WebPreferences } from 'electron'
import type { Locale } from '../domain/messages.ts'
import { ORIGIN } from './door.ts'
import { keepPlace, keptPlace, placeOn, SMALLEST } from './window-place.ts'
import { wordsIn } from './words.ts'

/** Pages that stop more often than that in so long would only stop again. */
const MOST_CRASHES = 3
const CRASHES_MS = 60_000

/** Of every window that shows a page of ours. */
export const pagePreferences = (preload?: string): WebPreferences => ({
  ...(preload !== undefined && { preload }),
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
})

interface WindowOptions {
  readonly preferences: WebPreferences
  /** the file that keeps its place */
  readonly placeFile: string
  readonly locale: () => Locale
  /** the screen that it begins with, as the fragment of an address */
  readonly page: string
  /** whether it is shown by itself */
  readonly shown: boolean
  /** whether the application goes on without it, where it is closed now */
  readonly hides: () => boolean
  /** its page is gone, or begins anew */
  readonly onGone: () => void
  /** told what happened, for the log */
  readonly log: (what: string, facts: object) => void
  readonly quit: () => void
}

export function openWindow({
  preferences,
  placeFile,
  locale,
  page,
  shown,
  hides,
  onGone,
  log,
  quit,
}: WindowOptions): BrowserWindow {
  const kept = keptPlace(placeFile)
  const window = new BrowserWindow({
    ...placeOn(
      kept,
      screen.getAllDisplays().map(({ workArea }) => workArea),
    ),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Comptoir',
    backgroundColor: '#ffffff',
    webPreferences: preferences,
  })
  if (kept?.maximized) window.maximize()
  window.once('ready-to-show', () => {
    if (shown) window.show()
  })
  window.on('close', (event) => {
    keepPlace(placeFile, { ...window.getNormalBounds(), maximized: window.isMaximized() })
    if (!hides()) return
    event.preventDefault()
    window.hide()
  })
  const crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    onGone()
    if (reason === 'clean-exit' || window.isDestroyed()) return
    log('the page has stopped', { reason, exitCode })
    const now = Date.now()
    crashes.push(now)
    if (crashes.filter((at) => now - at < CRASHES_MS).length <= MOST_CRASHES) {
      window.webContents.reload()
      return
    }
    const words = wordsIn(locale())
    void dialog
      .showMessageBox(window, {
        type: 'error',
        message: words.crashed,
        detail: words.crashedAgain,
        buttons: [words.reload, words.quit],
        defaultId: 0,
        cancelId: 1,
      })
      .then(({ response }) => {
        crashes.length = 0
        if (response === 0) window.webContents.reload()
        else quit()
      })
  })
  window.on('unresponsive', () => {
    log('the page does not answer', {})
    const words = wordsIn(locale())
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: words.hangs,
        detail: words.hangsText,
        buttons: [words.wait, words.reload],
        defaultId: 0,
        cancelId: 0,
      })
      .then(({ response }) => {
        // A page that hangs hears nothing: its process is ended, and it begins anew as after a crash.
        if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
      })
  })
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) onGone()
  })
  void window.loadURL(`${ORIGIN}/${page}`)
  return window
}
