/** What the menu, files and links ask the screens for: kept until a page is there to hear it. */
import type { IpcMain, IpcMainEvent, WebContents } from 'electron'
import type { Locale } from '../domain/messages.ts'
import { CHANNELS, type DesktopCommand } from '../preload/api.ts'
import { ORIGIN } from './door.ts'

/** Of a page that never comes, so many are kept. */
const MOST_KEPT = 20

/** Whether a message comes from our own page, in the window itself. */
const isOurs = ({ senderFrame }: IpcMainEvent) =>
  senderFrame !== null && senderFrame.parent === null && senderFrame.url.startsWith(`${ORIGIN}/`)

export class Commands {
  readonly #kept: DesktopCommand[] = []
  #page: WebContents | null = null

  /** @param spoken is told the language of the screens */
  constructor(ipc: Pick<IpcMain, 'on'>, spoken: (locale: Locale) => void) {
    ipc.on(CHANNELS.ready, (event) => {
      if (!isOurs(event)) return
      this.#page = event.sender
      for (const command of this.#kept.splice(0)) event.sender.send(CHANNELS.command, command)
    })
    ipc.on(CHANNELS.language, (event, locale: unknown) => {
      if (isOurs(event) && (locale === 'fr' || locale === 'en')) spoken(locale)
    })
  }

  readonly ask = (command: DesktopCommand): void => {
    if (this.#page && !this.#page.isDestroyed()) this.#page.send(CHANNELS.command, command)
    else if (this.#kept.length < MOST_KEPT) this.#kept.push(command)
  }

  /** The page is gone, or is loaded anew: what comes is kept for the next one. */
  readonly wait = (): void => {
    this.#page = null
  }
}
