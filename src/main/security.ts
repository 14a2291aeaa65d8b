import { app, session, shell, type WebContents } from 'electron'
import { ORIGIN } from './door.ts'

/** Links that may leave the application: to the user's own browser, over https alone. */
function openOutside(url: string): void {
  if (URL.canParse(url) && new URL(url).protocol === 'https:') void shell.openExternal(url)
}

/**
 * One place for every web contents there will ever be: no way out of our own pages, no permissions, and no spelling
 * dictionaries, which the browser would fetch from outside.
 */
export function secureWebContents(): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url)
      return { action: 'deny' }
    })
    contents.on('will-navigate', (event, url) => {
      if (!url.startsWith(`${ORIGIN}/`)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
  session.defaultSession.setSpellCheckerEnabled(false)
  session.defaultSession.setPermissionRequestHandler((_contents, permission, callback) => {
    // Copying a token that was just made is the one thing that the screens ask for.
    callback(permission === 'clipboard-sanitized-write')
  })
  session.defaultSession.setPermissionCheckHandler(
    (_contents, permission) => permission === 'clipboard-sanitized-write',
  )
}
