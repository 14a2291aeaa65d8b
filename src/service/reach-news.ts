/**
 * Whether partners answer, as the services of a store know it together: what a service finds by its own requests the
 * others show, too. Each asks by what it found itself: one that is cut off keeps no other from asking.
 */
import type { UpstreamErrorKind } from '../upstream/errors.ts'
import type { Events } from './events.ts'
import type { PeerMessages, Peers } from './peers.ts'

/** null: it answers; else why it does not */
export type Reach = UpstreamErrorKind | null

type Told = Omit<PeerMessages['reach'], 'source'>

export class ReachNews {
  readonly #peers: Peers
  readonly #events: Events
  /** what is known, by the partner's source */
  readonly #known = new Map<number, Told>()

  constructor({ events, peers }: { readonly events: Events; readonly peers: Peers }) {
    this.#peers = peers
    this.#events = events
    peers.on('reach', ({ source, ...told }) => this.#hear(source, told))
    peers.on('reachWanted', ({ source }) => {
      const known = this.#known.get(source)
      if (known) peers.tell('reach', { source, ...known })
    })
  }

  /** Begins to ask the others of partners that are new here. @param sources those that are here already */
  start(sources: readonly number[]): void {
    const ask = (source: number) => this.#peers.tell('reachWanted', { source })
    this.#events.on('partner', ask)
    sources.forEach(ask)
  }

  /** What was found last of a partner, by any service; undefined where nobody has said. @param account ours, there */
  of(source: number, account: string): Reach | undefined {
    const known = this.#known.get(source)
    return known?.account === account ? known.reach : undefined
  }

  /** A request of this service has ended so. */
  found(source: number, account: string, reach: Reach): void {
    if (this.of(source, account) === reach) return
    const number = (this.#known.get(source)?.number ?? 0) + 1
    const told = { account, number, by: this.#peers.self, reach }
    this.#known.set(source, told)
    this.#peers.tell('reach', { source, ...told })
    this.#events.emit('status')
  }

  /** Messages overtake each other, and two services may find something at once: the same one counts everywhere. */
  #hear(source: number, told: Told): void {
    const known = this.#known.get(source)
    if (known && (told.number < known.number || (told.number === known.number && told.by <= known.by))) return
    this.#known.set(source, told)
    this.#events.emit('status')
  }
}
