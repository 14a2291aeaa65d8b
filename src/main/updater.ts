/** electron-updater in Electron: loaded when updates are first looked for. Off, nothing of it is in the process. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { AppUpdater } from 'electron-updater'
import type { Locale } from '../domain/messages.ts'
import type { Logger } from '../service/log.ts'
import type { Ending } from './life-cycle.ts'
import { notify } from './notify.ts'
import { relaunch } from './relaunch.ts'
import { isSignatureChecked } from './update-offer.ts'
import type { LoadedUpdater } from './updates.ts'
import { wordsIn } from './words.ts'

/** An installation that has not ended the application by then has failed. */
const INSTALLED_MS = 60_000

/** Nothing by itself, nothing older, nothing that is not checked, and no number by which the feed would know the machine. */
export function prepared<T extends AppUpdater>(updater: T, log: Logger): T {
  updater.logger = log
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  updater.requestHeaders = { 'x-user-staging-id': 'none' }
  return updater
}

/** @param quitWith ends the application in another way, once the service is closed */
export async function loadUpdater(log: Logger, quitWith: (ending: Ending) => void): Promise<LoadedUpdater> {
  const { autoUpdater, CancellationToken } = (await import('electron-updater')).default
  const updater = prepared(autoUpdater, log)
  return {
    updater,
    cancellation: () => {
      const cancellation = new CancellationToken()
      // By itself it reads no more, and leaves the connection open.
      cancellation.once('cancel', () => void updater.netSession.closeAllConnections())
      return cancellation
    },
    install: () => quitWith((inOrder) => end(updater, inOrder)),
  }
}

/** The service is closed: the new version is installed and started; where that fails, this one is. */
function end(updater: AppUpdater, inOrder: boolean): void {
  // The new one may start before this one has ended.
  app.releaseSingleInstanceLock()
  updater.on('error', () => relaunch())
  setTimeout(relaunch, INSTALLED_MS)
  if (inOrder) updater.quitAndInstall(true, true)
  else relaunch()
}

/** Whether what comes is held against the publisher of this application (security.md). */
export function verifiesSignatures(): boolean {
  let config: string | null = null
  try {
    config = readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8')
  } catch {
    // A package that was made without one.
  }
  return isSignatureChecked(process.platform, config)
}

/** A version was found without anybody asking. */
export function tellVersion(version: string, locale: Locale, show: () => void): void {
  const words = wordsIn(locale)
  notify(words.update(version), words.updateText, show)
}
