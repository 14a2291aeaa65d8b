/** What the processes of one store tell each other: nothing is lost that is not told, or not heard. */
import { randomUUID } from 'node:crypto'
import type { Coded } from '../domain/messages.ts'
import { read } from '../domain/schema.ts'
import type { Store } from '../store/store.ts'
import type { UpstreamErrorKind } from '../upstream/errors.ts'
import { Gathering } from './gathering.ts'
import type { Logger } from './log.ts'

/** How a sync stands. */
export interface SyncTold {
  readonly state: 'idle' | 'running' | 'failed'
  readonly done: number
  readonly total: number
  readonly error: Coded | null
}

/** What is told, by its kind. */
export interface PeerMessages {
  /** transmissions were placed in this run of the store: nothing was ever sent of them */
  placed: { readonly source: number; readonly ids: readonly number[] }
  /** a person has said to send a transmission, whatever the partner's list can tell */
  send: { readonly source: number; readonly id: number }
  /** a person wants to know what has become of the orders that a partner has */
  look: { readonly source: number }
  /** this service asks a partner */
  asking: { readonly source: number }
  /** requests of tokens that were let through, since the last time */
  requests: { readonly counts: readonly (readonly [token: number, count: number])[] }
  /** how a partner's sync stands that this service runs, or has run */
  sync: SyncTold & {
    readonly source: number
    /** messages may overtake each other: of one service the one with the highest number counts */
    readonly number: number
  }
  /** a person wants a partner's sync stopped, whoever runs it */
  syncStop: { readonly source: number }
  /** a sign-in was tried, or one that was told succeeded: by what the name and the address are known */
  signIn: { readonly name: string; readonly from: string; readonly succeeded: boolean }
  /** one that was told could not be decided: it was none */
  signInUndone: { readonly name: string; readonly from: string }
  /** quotes were changed: the version that each has now; null where it was deleted */
  quotes: { readonly quotes: readonly (readonly [id: number, version: number | null])[] }
  /** customers as people know them were made or changed */
  companies: null
  /** what a service found last of whether a partner answers */
  reach: {
    readonly source: number
    /** ours at the partner: of another one it tells nothing */
    readonly account: string
    /** one higher than whatever its finder knew of; of equal ones that of the greater `by` counts */
    readonly number: number
    /** the service that found it, whoever tells it */
    readonly by: string
    /** null: it answers */
    readonly reach: UpstreamErrorKind | null
  }
  /** a service does not know whether a partner answers */
  reachWanted: { readonly source: number }
  /** a session was used that had not been for a while, by its hash */
  used: { readonly session: string }
}

/** So many that a message can carry them. */
const IDS_AT_ONCE = 400
/** Longer than a message takes to come back from a database that answers. */
const ECHO_MS = 1_000

type Kind = keyof PeerMessages
/** @param from whom it is of */
type Handler<K extends Kind> = (message: PeerMessages[K], from: string) => void

export class Peers {
  readonly #store: Store
  readonly #log: Logger
  /** who this process is: what it tells comes back to it, too */
  readonly self = randomUUID()
  /** transmissions that were placed, with their sources: orders come in bursts */
  readonly #placed = new Gathering<number, number>(IDS_AT_ONCE, (placed) => {
    for (const [source, those] of Map.groupBy(placed, ([, of]) => of))
      this.tell('placed', { source, ids: those.map(([id]) => id) })
  })
  readonly #handlers = new Map<Kind, Handler<Kind>>()
  /** who waits for what this process has told to come back, by its number */
  readonly #echoes = new Map<number, () => void>()
  #lastEcho = 0

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
    this.#tell({ kind, message })
  }

  /**
   * Tells the other processes, and waits until it has come back: all hear all in one order, so that whatever was told
   * before it is heard by then. Where nothing comes back, it ends after a moment.
   * @param arrived called as it comes back, before anything that was told after it is heard
   */
  async tellInOrder<K extends Kind>(kind: K, message: PeerMessages[K], arrived: () => void): Promise<void> {
    if (!this.areThere) return arrived()
    const echo = ++this.#lastEcho
    const { promise, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => resolve(null), ECHO_MS)
    this.#echoes.set(echo, () => {
      arrived()
      resolve(null)
    })
    this.#tell({ kind, message, echo })
    await promise
    clearTimeout(timer)
    this.#echoes.delete(echo)
  }

  #tell(what: { kind: Kind; message: PeerMessages[Kind]; echo?: number }): void {
    if (!this.areThere) return
    this.#store.engine
      .tell(JSON.stringify({ from: this.self, ...what }))
      .catch((error: unknown) => this.#log.debug({ err: error }, 'the other processes could not be told'))
  }

  /** Tells the other processes of transmissions that were placed, those of a moment together. */
  tellPlaced(source: number, ids: readonly number[]): void {
    if (this.areThere) for (const id of ids) this.#placed.add(id, source)
  }

  /** Takes what another process has told. */
  receive(text: string): void {
    const told = read.object(JSON.parse(text))
    const from = read.string(told?.['from'])
    if (!told || from === undefined) return
    if (from === this.self) return this.#echoes.get(Number(told['echo']))?.()
    this.#handlers.get(told['kind'] as Kind)?.(told['message'] as PeerMessages[Kind], from)
  }
}
