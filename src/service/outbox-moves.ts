/** How an order moves through the outbox: each phase is written with what is known, and told. */
import { isDeepStrictEqual } from 'node:util'
import { nextPhase, RECEIVED_AFTER, type OutboxEvent, type OutboxPhase } from '../domain/outbox.ts'
import type { MoveEffects, OutboxView } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { eventOf } from './order-story.ts'
import type { Followed } from './outbox-proof.ts'
import type { QuoteNews } from './quotes/news.ts'
import type { SettingsService } from './settings.ts'

export interface MoveServices {
  readonly store: Store
  readonly settings: SettingsService
  readonly events: Events
  readonly clock: Clock
  readonly quoteNews: QuoteNews
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

  /** Writes what a reading of the partner's list changes about an order that it has. @throws Moved */
  async follow(entry: OutboxView, now: Followed): Promise<void> {
    const { store, events } = this.#with
    const isNoted = !isDeepStrictEqual(now.lastError, entry.lastError)
    const isSame = now.partnerStatus === entry.partnerStatus && now.upstreamCents === entry.upstreamCents
    if (isSame && !isNoted) return
    const at = this.now()
    const next = { ...entry, ...now }
    const { order } = await store.outbox.move(next, at, { event: eventOf(entry, next, at) })
    if (isNoted) events.emit('outbox')
    if (order) events.emit('orders', order)
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
   * @throws Moved where someone else has moved it since it was read
   */
  async move(
    entry: OutboxView,
    event: OutboxEvent,
    changes: Partial<OutboxView>,
    effects: MoveEffects = {},
  ): Promise<OutboxView> {
    const { store, events, settings, quoteNews } = this.#with
    const phase: OutboxPhase = nextPhase(entry.phase, event)
    const received = changes.received ?? RECEIVED_AFTER[event] ?? entry.received
    const next: OutboxView = { ...entry, ...changes, phase, received }
    const at = this.now()
    // What a person decides is noted by itself; that the partner has it is told of it besides.
    const told = effects.note && phase !== 'sent' ? null : eventOf(entry, next, at)
    const { order, quote } = await store.outbox.move(next, at, { ...effects, event: told })
    if (phase === 'sent' || phase === 'cancelled') this.#evidenceFrom.delete(entry.id)
    else if (phase !== entry.phase) {
      const settling = phase === 'doubtful' ? settings.current.settleMs : 0
      this.#evidenceFrom.set(entry.id, performance.now() + settling)
    }
    events.emit('outbox')
    // Phases of one status look the same from outside.
    if (order) events.emit('orders', order)
    if (quote) quoteNews.changed(quote.id, quote.version)
    return { ...next, version: next.version + 1 }
  }
}
