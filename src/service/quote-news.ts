/** What the services of a store tell each other, and their windows, of quotes: made, changed, sent, ordered, deleted. */
import type { Events } from './events.ts'
import type { Peers } from './peers.ts'

/** Quotes are saved as they are typed: those of a moment are told together. */
const MOMENT_MS = 50

export class QuoteNews {
  readonly #events: Events
  readonly #peers: Peers
  /** versions that the other services were not told of yet, by their quotes */
  readonly #untold = new Map<number, number | null>()

  constructor({ events, peers }: { readonly events: Events; readonly peers: Peers }) {
    this.#events = events
    this.#peers = peers
    peers.on('quotes', ({ quotes }) =>
      quotes.forEach(([id, version]) => events.emit('quotes', { id, version })),
    )
  }

  /** A quote is another. @param version the one that it has now; null: it was deleted */
  changed(id: number, version: number | null): void {
    this.#events.emit('quotes', { id, version })
    if (!this.#peers.areThere) return
    if (this.#untold.size === 0) setTimeout(() => this.#tell(), MOMENT_MS).unref()
    this.#untold.set(id, version)
  }

  #tell(): void {
    const quotes = [...this.#untold]
    this.#untold.clear()
    for (let i = 0; i < quotes.length; i += AT_ONCE)
      this.#peers.tell('quotes', { quotes: quotes.slice(i, i + AT_ONCE) })
  }
}

/** So many that a message can carry them. */
const AT_ONCE = 200
