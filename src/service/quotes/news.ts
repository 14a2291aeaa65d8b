/** What the services of a store tell each other, and their windows, of quotes: made, changed, sent, ordered, deleted. */
import type { Events } from '../events.ts'
import { Gathering } from '../gathering.ts'
import type { Peers } from '../peers.ts'

/** So many that a message can carry them. */
const AT_ONCE = 200

export class QuoteNews {
  readonly #events: Events
  readonly #peers: Peers
  /** what the other services were not told of yet: quotes are saved as they are typed */
  readonly #untold: Gathering<number, number | null>

  constructor({ events, peers }: { readonly events: Events; readonly peers: Peers }) {
    this.#events = events
    this.#peers = peers
    this.#untold = new Gathering(AT_ONCE, (quotes) => peers.tell('quotes', { quotes }))
    peers.on('quotes', ({ quotes }) =>
      quotes.forEach(([id, version]) => events.emit('quotes', { id, version })),
    )
  }

  /** A quote is another. @param version the one that it has now; null: it was deleted */
  changed(id: number, version: number | null): void {
    this.#events.emit('quotes', { id, version })
    if (this.#peers.areThere) this.#untold.add(id, version)
  }
}
