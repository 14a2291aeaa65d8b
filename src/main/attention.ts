/** What needs a person, told outside of the window: a number on the application's icon, and a word when there is more of it. */
import { app } from 'electron'
import type { Locale } from '../domain/messages.ts'
import { notify } from './notify.ts'
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
    if (!more || isSeen()) return
    const words = wordsIn(locale())
    notify(words.attention, words.attentionText(count), show)
  }
}
