/** What needs a person, told outside of the window: a number on the application's icon, and a word when there is more of it. */
import { app, Notification } from 'electron'
import type { Locale } from '../domain/messages.ts'
import { wordsIn } from './words.ts'

export interface AttentionOptions {
  readonly locale: () => Locale
  /** whether somebody looks at the window, which says it by itself */
  readonly isSeen: () => boolean
  /** goes to what is to be done */
  readonly show: () => void
}

export class Attention {
  readonly #options: AttentionOptions
  #before: number | null = null

  constructor(options: AttentionOptions) {
    this.#options = options
  }

  /** @param count orders and transmissions that wait for a person */
  readonly tell = (count: number): void => {
    const { locale, isSeen, show } = this.#options
    const more = this.#before !== null && count > this.#before
    this.#before = count
    app.setBadgeCount(count)
    if (!more || isSeen() || !Notification.isSupported()) return
    const words = wordsIn(locale())
    const notification = new Notification({ title: words.attention, body: words.attentionText(count) })
    notification.on('click', show)
    notification.show()
  }
}
