import type { Engine } from './engine.ts'
import { all, first, insert, put, type Insertion, type Work } from './work.ts'

/** What happened, as it is told: its data is JSON text. */
export interface EventRecord {
  readonly id: number
  readonly type: 'order' | 'catalogue'
  readonly data: string
}

/**
 * What happened, in order, for those who were not listening. Each event is written by the transaction that makes it
 * happen. The newest is never removed, so that ids only grow, over restarts too.
 */
export class EventTable {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Notes an event, as a part of the change that makes it happen.
   * @param customerId whom it is told; null: everyone
   */
  *add(customerId: number | null, type: EventRecord['type'], data: object, at: string): Work<void> {
    yield* insert(EVENT, customerId, type, JSON.stringify(data), at)
  }

  /** Notes an event that is a change of nothing else in the store. */
  tell(customerId: number | null, type: EventRecord['type'], data: object, at: string): Promise<void> {
    return this.#engine.write(() => this.add(customerId, type, data, at))
  }

  /** What a customer is told after an event, the oldest first. */
  after(id: number, customerId: number, limit: number): Promise<EventRecord[]> {
    return this.#engine.read(() =>
      all<EventRecord>(
        `SELECT id, type, data FROM events
         WHERE id > ? AND (customer_id = ? OR customer_id IS NULL) ORDER BY id LIMIT ?`,
        ...[id, customerId, limit],
      ),
    )
  }

  /** The ids of the oldest and of the newest event that are kept. */
  bounds(): Promise<{ first: number; last: number }> {
    return this.#engine.read(function* () {
      const sql = 'SELECT (SELECT min(id) FROM events) AS first, (SELECT max(id) FROM events) AS last'
      return (yield* first<{ first: number; last: number }>(sql))!
    })
  }

  /** Removes what happened up to a time (ISO), but for the newest event. */
  prune(upTo: string): Promise<void> {
    return this.#engine.write(function* () {
      yield* put(
        `DELETE FROM events WHERE id < COALESCE(
           (SELECT id FROM events WHERE at > ? ORDER BY id LIMIT 1), (SELECT max(id) FROM events))`,
        upTo,
      )
    })
  }
}

const EVENT: Insertion = { table: 'events', columns: ['customer_id', 'type', 'data', 'at'] }
