/** What the services of a store tell each other of their syncs: one that runs at one of them is seen at all. */
import type { PeerMessages, Peers, SyncTold } from './peers.ts'

/** A partner's sync in this service. */
export interface Watcher {
  /** How it stands elsewhere has become another. */
  readonly changed: () => void
  /** One that ran elsewhere has ended, and came to this. */
  readonly ended: (result: SyncTold) => void
  /** A person at another service wants it stopped. */
  readonly stop: () => void
}

/** How often one that runs is told of. */
const TELL_MS = 1_000
/** A service that was not heard of for so long is gone, and its sync with it. */
const SILENT_MS = 10_000

interface Elsewhere extends SyncTold {
  readonly from: string
  readonly timer: NodeJS.Timeout
}

export class SyncNews {
  readonly #peers: Peers
  readonly #watchers = new Map<number, Watcher>()
  /** the syncs that run at other services, by the partner's source */
  readonly #elsewhere = new Map<number, Elsewhere>()
  /** the highest number that each service has told */
  readonly #heard = new Map<string, number>()
  /** of those that run here: what tells of them */
  readonly #timers = new Map<number, NodeJS.Timeout>()
  #number = 0

  constructor(peers: Peers) {
    this.#peers = peers
    peers.on('sync', (told, from) => this.#hear(told, from))
    peers.on('syncStop', ({ source }) => this.#watchers.get(source)?.stop())
  }

  watch(source: number, watcher: Watcher): void {
    this.#watchers.set(source, watcher)
  }

  /** How a partner's sync stands that runs at another service; null where none does. */
  running(source: number): Pick<SyncTold, 'done' | 'total'> | null {
    return this.#elsewhere.get(source) ?? null
  }

  /** A sync begins to run here. @param state how it stands, whenever that is told */
  begun(source: number, state: () => SyncTold): void {
    if (!this.#peers.areThere) return
    this.#tell(source, state())
    this.#timers.set(source, setInterval(() => this.#tell(source, state()), TELL_MS).unref())
  }

  /** It has ended, and came to this. */
  ended(source: number, result: SyncTold): void {
    if (!this.#timers.has(source)) return
    clearInterval(this.#timers.get(source))
    this.#timers.delete(source)
    this.#tell(source, result)
  }

  /** Has the service that syncs a partner stop it. */
  stop(source: number): void {
    if (this.#elsewhere.has(source)) this.#peers.tell('syncStop', { source })
  }

  #tell(source: number, { state, done, total, error }: SyncTold): void {
    this.#number += 1
    this.#peers.tell('sync', { source, number: this.#number, state, done, total, error })
  }

  #hear({ source, number, ...told }: PeerMessages['sync'], from: string): void {
    if (number <= (this.#heard.get(from) ?? 0)) return
    this.#heard.set(from, number)
    const before = this.#elsewhere.get(source)
    // One service at a time syncs a partner: what another one says of its end is of the past.
    if (told.state !== 'running' && before && before.from !== from) return
    clearTimeout(before?.timer)
    this.#elsewhere.delete(source)
    if (told.state !== 'running') {
      this.#watchers.get(source)?.ended(told)
      return
    }
    const gone = () => {
      this.#elsewhere.delete(source)
      this.#heard.delete(from)
      this.#watchers.get(source)?.changed()
    }
    this.#elsewhere.set(source, { ...told, from, timer: setTimeout(gone, SILENT_MS).unref() })
    this.#watchers.get(source)?.changed()
  }
}
