/** The icon in the notification area, while the application goes on without a window: what waits, and the way back. */
import { Menu, Tray } from 'electron'
import type { Locale } from '../domain/messages.ts'
import { wordsIn } from './words.ts'

export interface TrayOptions {
  /** the icon's file */
  readonly icon: string
  readonly locale: () => Locale
  readonly show: () => void
  readonly quit: () => void
}

export class TrayIcon {
  readonly #options: TrayOptions
  #tray: Tray | null = null
  #count = 0

  constructor(options: TrayOptions) {
    this.#options = options
  }

  get isShown(): boolean {
    return this.#tray !== null
  }

  set(on: boolean): void {
    if (on === this.isShown) return
    if (on) {
      this.#tray = new Tray(this.#options.icon)
      this.#tray.on('click', this.#options.show)
    } else {
      this.#tray?.destroy()
      this.#tray = null
    }
    this.redraw()
  }

  /** @param count orders and transmissions that wait for a person */
  tell(count: number): void {
    this.#count = count
    this.redraw()
  }

  /** In the language of now. */
  redraw(): void {
    if (!this.#tray) return
    const count = this.#count
    const { locale, show, quit } = this.#options
    const words = wordsIn(locale())
    this.#tray.setToolTip(count === 0 ? 'Comptoir' : `Comptoir – ${words.attentionText(count)}`)
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: words.show, click: show },
        { type: 'separator' },
        { label: words.quit, click: quit },
      ]),
    )
  }
}
