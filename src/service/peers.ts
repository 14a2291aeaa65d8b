/** What the processes of one store tell each other: nothing is lost that is not told, or not heard. */
import { randomUUID } from 'node:crypto'
import { read } from '../domain/schema.ts'
import type { Store } from '../store/store.ts'
import type { Logger } from './log.ts'

/** What is told, by its kind. */
export interface PeerMessages {
  /** transmissions were placed in this run of the store: nothing was ever sent of them */
  placed: { readonly source: number; readonly ids: readonly number[] }
  /** a person has said to send a transmission, whatever the partner's list can tell */
  send: { readonly source: number; readonly id: number }
  /** this service asks a partner */
  asking: { readonly source: number }
  /** requests of tokens that were let through, since the last time */
  requests: { readonly counts: readonly (readonly [token: number, count: number])[] }
}

/** Orders come in bursts. */
const MOMENT_MS = 50
/** So many that a message can carry them. */
const IDS_AT_ONCE = 400

type Kind = keyof PeerMessages
/** @param from whom it is of */
type Handler<K extends Kind> = (message: PeerMessages[K], from: string) => void

export class Peers {
  readonly #store: Store
  readonly #log: Logger
  /** who this process is: what it tells comes back to it, too */
  readonly #self = randomUUID()
  readonly #untold = new Map<number, number[]>()
  readonly #handlers = new Map<Kind, Handler<Kind>>()

  constructor({ store, log }: { readonly store: Store; readonly log: Logger }) {
    this.#store = store
    this.#log = log
  }

  /** Whether there can be others at all. */
  get areThere(): boolean {
    return this.#store.at.url !== null
  }

  on<K extends Kind>(kind: K, handler: Handler<K>): void {
    this.#handlers.set(kind, handler as Handler<Kind>)
  }

  /** Tells the other processes; where they cannot be reached they do without. */
  tell<K extends Kind>(kind: K, message: PeerMessages[K]): void {
    if (!this.areThere) return
    this.#store.engine
      .tell(JSON.stringify({ from: this.#self, kind, message }))
      .catch((error: unknown) => this.#log.debug({ err: error }, 'the other processes could not be told'))
  }

  /** Tells the other processes of ids, those of a moment together. */
  tellSoon(kind: 'placed', source: number, ids: readonly number[]): void {
    const untold = this.#untold.get(source)
    if (untold) {
      untold.push(...ids)
      return
    }
    this.#untold.set(source, [...ids])
    setTimeout(() => {
      const all = this.#untold.get(source)!
      this.#untold.delete(source)
      for (let i = 0; i < all.length; i += IDS_AT_ONCE)
        this.tell(kind, { source, ids: all.slice(i, i + IDS_AT_ONCE) })
    }, MOMENT_MS).unref()
  }

  /** Takes what another process has told. */
  receive(text: string): void {
    const told = read.object(JSON.parse(text))
    const from = read.string(told?.['from'])
    if (!told || from === undefined || from === this.#self) return
    this.#handlers.get(told['kind'] as Kind)?.(told['message'] as PeerMessages[Kind], from)
  }
}
