/** How an order moves through the outbox: each phase is written with what is known, and told. */
import {
  nextPhase,
  RECEIVED_AFTER,
  STATUS_OF_PHASE,
  type OutboxEvent,
  type OutboxPhase,
} from '../domain/outbox.ts'
import type { OutboxRecord } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import type { SettingsService } from './settings.ts'

export interface MoveServices {
  readonly store: Store
  readonly settings: SettingsService
  readonly events: Events
  readonly clock: Clock
}

export class OutboxMoves {
  readonly #with: MoveServices
  /** from when on a list tells whether an order is there, on a clock that nobody sets; absent: since the start */
  readonly #evidenceFrom = new Map<number, number>()
  #startedAt = 0

  constructor(services: MoveServices) {
    this.#with = services
  }

  /** The program begins to work: when the one before it stopped is not known. */
  started(): void {
    this.#startedAt = performance.now()
  }

  /** From when on a list tells whether the order is there, on the clock that nobody sets. */
  evidenceFrom(entry: OutboxRecord): number {
    const settling = entry.phase === 'doubtful' ? this.#with.settings.current.settleMs : 0
    return this.#evidenceFrom.get(entry.orderId) ?? this.#startedAt + settling
  }

  /** Now, ISO. */
  now(): string {
    return this.#with.clock.now().toISOString()
  }

  /** So many milliseconds from now, ISO. */
  later(milliseconds: number): string {
    return new Date(this.#with.clock.now().getTime() + milliseconds).toISOString()
  }

  /** When the next try is due, ISO. */
  retryAt(): string {
    return this.later(this.#with.settings.current.retryMs)
  }

  /** When an order in doubt has settled, ISO. */
  settledAt(): string {
    return this.later(this.#with.settings.current.settleMs)
  }

  /**
   * Writes the next phase with what is known, and the order's status with it.
   * @param status the partner's own, where it gives one
   */
  move(
    entry: OutboxRecord,
    event: OutboxEvent,
    changes: Partial<OutboxRecord>,
    status: string | null = null,
  ): OutboxRecord {
    const { store, events, settings } = this.#with
    const phase: OutboxPhase = nextPhase(entry.phase, event)
    const received = changes.received ?? RECEIVED_AFTER[event] ?? entry.received
    const next: OutboxRecord = { ...entry, ...changes, phase, received }
    const shown = status ?? STATUS_OF_PHASE[phase]
    store.transaction(() => {
      store.outbox.update(next, entry.phase)
      store.orders.setStatus(entry.orderId, shown, this.now())
    })
    if (phase === 'sent' || phase === 'cancelled') this.#evidenceFrom.delete(entry.orderId)
    else if (phase !== entry.phase) {
      const settling = phase === 'doubtful' ? settings.current.settleMs : 0
      this.#evidenceFrom.set(entry.orderId, performance.now() + settling)
    }
    events.emit('outbox')
    // Phases of one status look the same from outside.
    if (shown !== STATUS_OF_PHASE[entry.phase]) this.tell(entry.orderId)
    return next
  }

  /** Tells those who watch of an order's new status. */
  tell(orderId: number): void {
    const order = this.#with.store.orders.byId(orderId)
    if (!order) return
    const { customerId, area, id, status } = order
    this.#with.events.emit('orders', { customerId, area, id, status })
  }
}
