/** What the services of a store tell each other, and their windows, of customers as people know them: some are others. */
import type { Events } from './events.ts'
import type { Peers } from './peers.ts'

export class CompanyNews {
  readonly #events: Events
  readonly #peers: Peers

  constructor({ events, peers }: { readonly events: Events; readonly peers: Peers }) {
    this.#events = events
    this.#peers = peers
    peers.on('companies', () => events.emit('companies'))
  }

  /** Some were made or changed here. */
  changed(): void {
    this.#events.emit('companies')
    this.#peers.tell('companies', null)
  }
}
