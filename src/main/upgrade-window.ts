/** A small window before the first one, while the store of an earlier version is brought up to date; else none. */
import { BrowserWindow, type WebPreferences } from 'electron'
import type { Locale } from '../domain/messages.ts'
import type { UpgradeProgress } from '../service/upgrade.ts'
import { ORIGIN } from './door.ts'
import { doneOf, upgradePage } from './upgrade-page.ts'

const SIZE = { width: 460, height: 190 }

export class UpgradeWindow {
  readonly #preferences: WebPreferences
  readonly #locale: Locale
  #window: BrowserWindow | null = null
  #progress: UpgradeProgress = { step: 0, steps: 0 }
  #quits = false
  #drawing = false
  #stale = false

  /** @param preferences of its page, which asks for nothing */
  constructor(preferences: WebPreferences, locale: Locale) {
    this.#preferences = preferences
    this.#locale = locale
  }

  readonly tell = (progress: UpgradeProgress): void => {
    this.#progress = progress
    const window = (this.#window ??= this.#open())
    window.setProgressBar(doneOf(progress))
    void this.#draw(window)
  }

  /** Who quits meanwhile does so once it is over: a step that is broken off would be done again. @returns whether it is under way */
  quitAfter(): boolean {
    if (!this.#window) return false
    this.#quits = true
    void this.#draw(this.#window)
    return true
  }

  /** Its page, as it is now. */
  page(): Response {
    return upgradePage(this.#progress, this.#locale, this.#quits)
  }

  close(): void {
    this.#window?.destroy()
    this.#window = null
  }

  #open(): BrowserWindow {
    const window = new BrowserWindow({
      ...SIZE,
      ...{ useContentSize: true, center: true, show: false, title: 'Comptoir' },
      ...{ resizable: false, maximizable: false, fullscreenable: false, closable: false },
      webPreferences: this.#preferences,
    })
    window.removeMenu()
    window.once('ready-to-show', () => window.show())
    return window
  }

  /** One page at a time: steps may be over sooner than their page is there. */
  async #draw(window: BrowserWindow): Promise<void> {
    this.#stale = true
    if (this.#drawing) return
    this.#drawing = true
    while (this.#stale && this.#window === window) {
      this.#stale = false
      await window.loadURL(`${ORIGIN}/`).catch(() => undefined)
    }
    this.#drawing = false
  }
}
