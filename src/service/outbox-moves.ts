/** How an order moves through the outbox: each phase is written with what is known, and told. */
import {
  nextPhase,
  RECEIVED_AFTER,
  statusOfOrder,
  type OutboxEvent,
  type OutboxPhase,
} from '../domain/outbox.ts'
import type { OutboxView } from '../store/outbox.ts'
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

  /** The work begins: when the one before it stopped is not known. */
  started(): void {
    this.#startedAt = performance.now()
  }

  /** From when on a list tells whether the order is there, on the clock that nobody sets. */
  evidenceFrom(entry: OutboxView): number {
    const settling = entry.phase === 'doubtful' ? this.#with.settings.current.settleMs : 0
    return this.#evidenceFrom.get(entry.id) ?? this.#startedAt + settling
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
   * Writes the next phase with what is known, and the order's status with it: that of the transmission furthest
   * behind.
   */
  move(entry: OutboxView, event: OutboxEvent, changes: Partial<OutboxView>): OutboxView {
    const { store, events, settings } = this.#with
    const phase: OutboxPhase = nextPhase(entry.phase, event)
    const received = changes.received ?? RECEIVED_AFTER[event] ?? entry.received
    const next: OutboxView = { ...entry, ...changes, phase, received }
    const changed = store.transaction(() => {
      store.outbox.update(next, entry.phase)
      return this.follow(entry.orderId)
    })
    if (phase === 'sent' || phase === 'cancelled') this.#evidenceFrom.delete(entry.id)
    else if (phase !== entry.phase) {
      const settling = phase === 'doubtful' ? settings.current.settleMs : 0
      this.#evidenceFrom.set(entry.id, performance.now() + settling)
    }
    events.emit('outbox')
    // Phases of one status look the same from outside.
    if (changed) this.tell(entry.orderId)
    return next
  }

  /** Gives an order the status that its transmissions show. The caller holds the transaction. @returns whether it is another */
  follow(orderId: number): boolean {
    const { orders, outbox } = this.#with.store
    return orders.setStatus(
      orderId,
      statusOfOrder(outbox.ofOrder(orderId), orders.hasOwnLines(orderId)),
      this.now(),
    )
  }

  /** Tells those who watch of an order's new status. */
  tell(orderId: number): void {
    const order = this.#with.store.orders.byId(orderId)
    if (!order) return
    const { customerId, area, id, status } = order
    this.#with.events.emit('orders', { customerId, area, id, status })
  }
}
