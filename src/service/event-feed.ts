/** What happens to a customer, told to who listens and, for a day, to who comes back. */
import type { EventRecord } from '../store/events.ts'
import type { Store } from '../store/store.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { EventMap, Events } from './events.ts'
import type { Logger } from './log.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
const PRUNE_MS = 60 * 60 * 1000
const PAGE = 100

/** Where a reader stands among the events. */
export interface Position {
  /** he is told what came after this event */
  readonly id: number
  /** whether events that he does not know of may be gone: he must read again what he keeps */
  readonly missed: boolean
}

export interface FeedServices {
  readonly store: Store
  readonly clock: Clock
  readonly catalogue: CatalogueService
  readonly events: Events
  readonly log: Logger
}

export class EventFeed {
  readonly #log: Logger
  readonly #store: Store
  readonly #clock: Clock
  readonly #catalogue: CatalogueService
  readonly #events: Events
  #timer: NodeJS.Timeout | null = null

  constructor({ store, clock, catalogue, events, log }: FeedServices) {
    this.#log = log
    this.#store = store
    this.#clock = clock
    this.#catalogue = catalogue
    this.#events = events
  }

  /** Begins to forget what is older than a day. */
  start(): void {
    void this.prune()
    this.#timer = setInterval(() => void this.prune(), PRUNE_MS).unref()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
  }

  /** Forgets what is older than a day; where the store cannot be written, the next time. */
  async prune(): Promise<void> {
    try {
      await this.#store.events.prune(new Date(this.#clock.now().getTime() - KEPT_MS).toISOString())
    } catch (error) {
      this.#log.warn({ err: error }, 'what happened long ago could not be forgotten')
    }
  }

  /**
   * Where a reader begins.
   * @param lastEventId the id of the last event that he got; null: from now on
   */
  async position(lastEventId: string | null): Promise<Position> {
    const { first, last } = await this.#store.events.bounds()
    if (lastEventId === null) return { id: last, missed: false }
    const id = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : NaN
    // The event before the oldest that is kept was the last to go. An id beyond the newest is another store's.
    return id >= first - 1 && id <= last ? { id, missed: false } : { id: first - 1, missed: true }
  }

  /**
   * The next events of a customer after a position, at most a hundred. A change of the catalogue is told once what it
   * tells of can be read.
   * @returns them, and the position after them
   */
  async after(
    position: number,
    customerId: number,
  ): Promise<{ events: readonly EventRecord[]; position: number }> {
    const { last } = await this.#store.events.bounds()
    if (position >= last) return { events: [], position }
    const found = await this.#store.events.after(position, customerId, PAGE)
    const { version } = this.#catalogue.snapshot
    const early = found.findIndex(
      ({ type, data }) =>
        type === 'catalogue' && (JSON.parse(data) as EventMap['catalogue'][0]).version > version,
    )
    if (early >= 0) {
      const events = found.slice(0, early)
      return { events, position: events.at(-1)?.id ?? position }
    }
    if (found.length === PAGE) return { events: found, position: found.at(-1)!.id }
    // What was written between the two reads is among those found, and beyond the bounds: it is told now, and not again.
    return { events: found, position: Math.max(last, found.at(-1)?.id ?? last) }
  }

  /**
   * Calls `wake` whenever there may be more for a customer.
   * @returns what ends it
   */
  watch(customerId: number, wake: () => void): () => void {
    const onOrder = ({ customerId: owner }: EventMap['orders'][0]) => {
      if (owner === customerId) wake()
    }
    // `status` is told, too, when another process has written.
    this.#events.on('orders', onOrder).on('catalogue', wake).on('status', wake)
    return () => this.#events.off('orders', onOrder).off('catalogue', wake).off('status', wake)
  }
}
