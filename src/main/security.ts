import { app, session, shell, type WebContents } from 'electron'
import { ORIGIN } from './door.ts'

/** Whether an address is one of our own pages. */
export const isOurPage = (url: string): boolean => url.startsWith(`${ORIGIN}/`)

/** The documentation of the API has a window of its own; no other page has. */
const hasWindow = (url: string) => url === `${ORIGIN}/docs/`

/** Longer addresses are none that a program for e-mail takes. */
const LONGEST_MAIL = 32_000

/** The one kind of link that leaves the application: an e-mail that is begun, in the system's own program for it. */
function openMail(url: string): boolean {
  const isMail = URL.canParse(url) && new URL(url).protocol === 'mailto:' && url.length <= LONGEST_MAIL
  if (isMail) void shell.openExternal(url)
  return isMail
}

/** Copying a token that was just made is the one thing that our own screens ask for. */
const isGiven = (permission: string, origin: string) =>
  permission === 'clipboard-sanitized-write' && `${origin}/`.startsWith(`${ORIGIN}/`)

/**
 * One place for every web contents there will ever be: no way out of our own pages, no permissions, and no spelling
 * dictionaries, which the browser would fetch from outside.
 * @param preferences of a window that a page opens
 */
export function secureWebContents(preferences: Electron.WebPreferences): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.setWindowOpenHandler(({ url }) => {
      openMail(url)
      return hasWindow(url)
        ? { action: 'allow', overrideBrowserWindowOptions: { webPreferences: preferences } }
        : { action: 'deny' }
    })
    contents.on('will-navigate', (event) => {
      if (isOurPage(event.url)) return
      event.preventDefault()
      openMail(event.url)
    })
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || (!isOurPage(event.url) && !event.url.startsWith('mailto:')))
        event.preventDefault()
    })
    contents.on('will-redirect', (event) => {
      if (!isOurPage(event.url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
  const { defaultSession } = session
  defaultSession.setSpellCheckerEnabled(false)
  defaultSession.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl }) =>
    callback(isGiven(permission, requestingUrl)),
  )
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) => isGiven(permission, origin))
}
