import type { Area } from '../domain/order.ts'
import { storedFact, type Coded } from '../domain/messages.ts'
import type { OutboxPhase, Received } from '../domain/outbox.ts'
import type { Sqlite } from './database.ts'

/** How the transmission of an order stands. Amounts are euro cents. */
export interface OutboxRecord {
  readonly orderId: number
  readonly area: Area
  /** the reference sent to the partner, unique to the order */
  readonly devis: string
  readonly phase: OutboxPhase
  /** how often the order itself was sent */
  readonly attempts: number
  /** how often in a row the partner's list could not tell */
  readonly lookups: number
  /** when the next step is due, ISO */
  readonly nextAt: string
  readonly lastAttemptAt: string | null
  /** why it waits or needs a person */
  readonly lastError: Coded | null
  readonly received: Received
  /** the partner's own id of the order: whole numbers beyond 2^53 are ids, too */
  readonly upstreamId: string | null
  readonly acceptedCents: number
  readonly upstreamCents: number | null
  /** the partner's address that it is for; null in a store from before it was kept */
  readonly upstream: string | null
  /** our account there at the last attempt; null before the first */
  readonly account: string | null
}

/** The record with the order's own reference and status, for people. */
export interface OutboxView extends OutboxRecord {
  readonly reference: string
  readonly status: string
}

/** A price of the partner's that a person accepted after another. Amounts are euro cents, before the discount. */
export interface PriceAcceptance {
  /** ISO */
  readonly at: string
  readonly beforeCents: number
  /** what the partner asked when it was accepted */
  readonly askedCents: number | null
  readonly acceptedCents: number
}

export interface OutboxCounts {
  readonly waiting: number
  readonly attention: number
  readonly unsent: number
}

type Row = Omit<OutboxView, 'lastError'> & { readonly lastError: string | null }

const COLUMNS = `order_id AS orderId, outbox.area AS area, devis, phase, attempts, lookups, next_at AS nextAt,
  last_attempt_at AS lastAttemptAt, last_error AS lastError, received, upstream_id AS upstreamId,
  accepted_cents AS acceptedCents, upstream_cents AS upstreamCents,
  upstream, account`
const VIEW = `SELECT ${COLUMNS}, orders.reference AS reference, orders.status AS status
  FROM outbox JOIN orders ON orders.id = order_id`

export class OutboxTable {
  readonly #db: Sqlite
  readonly #insert
  readonly #update

  constructor(db: Sqlite) {
    this.#db = db
    this.#insert = db.prepare(
      `INSERT INTO outbox (order_id, area, devis, phase, attempts, lookups, next_at, last_attempt_at, last_error,
         received, upstream_id, accepted_cents, upstream_cents, upstream, account)
       VALUES (@orderId, @area, @devis, @phase, @attempts, @lookups, @nextAt, @lastAttemptAt, @lastError,
         @received, @upstreamId, @acceptedCents, @upstreamCents, @upstream, @account)`,
    )
    this.#update = db.prepare(
      `UPDATE outbox SET phase = @phase, attempts = @attempts, lookups = @lookups, next_at = @nextAt,
         last_attempt_at = @lastAttemptAt, last_error = @lastError, received = @received, upstream_id = @upstreamId,
         accepted_cents = @acceptedCents, upstream_cents = @upstreamCents, upstream = @upstream, account = @account
       WHERE order_id = @orderId AND phase = @before`,
    )
  }

  insert(record: OutboxRecord): void {
    this.#insert.run(rowOf(record))
  }

  /**
   * Writes how an order stands now.
   * @param before the phase that it was read in
   * @throws Error where it is in another by now: two who move the same order must not both believe they did
   */
  update(record: OutboxRecord, before: OutboxPhase): void {
    const { changes } = this.#update.run({ ...rowOf(record), before })
    if (changes !== 1) throw new Error(`order ${record.orderId} is no longer ${before} in the outbox`)
  }

  byOrder(orderId: number): OutboxView | undefined {
    const row = this.#db.prepare<[number], Row>(`${VIEW} WHERE order_id = ?`).get(orderId)
    return row && viewOf(row)
  }

  /** Every order that is not settled, oldest first. */
  unsettled(): OutboxView[] {
    return this.#db
      .prepare<[], Row>(`${VIEW} WHERE phase NOT IN ('sent', 'cancelled') ORDER BY order_id`)
      .all()
      .map(viewOf)
  }

  /**
   * What a step is due for at `now`, oldest first.
   * @param horizon no step is ever set for later: one that is was set by a clock that was wrong
   */
  due(now: string, horizon: string, limit: number): OutboxView[] {
    return this.#db
      .prepare<[string, string, number], Row>(
        `${VIEW} WHERE phase IN ('ready', 'sending', 'doubtful') AND (next_at <= ? OR next_at > ?)
         ORDER BY next_at, order_id LIMIT ?`,
      )
      .all(now, horizon, limit)
      .map(viewOf)
  }

  /** When the next step is due, ISO; null where none waits. */
  nextDue(): string | null {
    return (
      this.#db
        .prepare<[], { at: string | null }>(
          "SELECT min(next_at) AS at FROM outbox WHERE phase IN ('ready', 'sending', 'doubtful')",
        )
        .get()?.at ?? null
    )
  }

  /** The latest transmitted orders, whose status at the partner is followed. */
  sent(limit: number): OutboxView[] {
    return this.#db
      .prepare<[number], Row>(`${VIEW} WHERE phase = 'sent' ORDER BY order_id DESC LIMIT ?`)
      .all(limit)
      .map(viewOf)
  }

  /**
   * The latest order of an area that one account at a partner is known to have.
   * @returns its id there; null where none is known
   */
  latestThere(upstream: string, account: string, area: Area): string | null {
    return (
      this.#db
        .prepare<[string, string, string], { id: string }>(
          `SELECT upstream_id AS id FROM outbox WHERE phase = 'sent' AND upstream = ? AND account = ? AND area = ?
           ORDER BY last_attempt_at DESC, order_id DESC LIMIT 1`,
        )
        .get(upstream, account, area)?.id ?? null
    )
  }

  /** Whether another order is the one that a partner knows by that id. */
  isAnother(orderId: number, upstream: string, upstreamId: string): boolean {
    return (
      this.#db
        .prepare(`SELECT 1 FROM outbox WHERE upstream_id = ? AND upstream = ? AND order_id <> ? LIMIT 1`)
        .get(upstreamId, upstream, orderId) !== undefined
    )
  }

  /** `unsent`: every order that is neither sent nor given up, those that need a person among them */
  counts(): OutboxCounts {
    return this.#db
      .prepare<[], OutboxCounts>(
        `SELECT count(*) FILTER (WHERE phase IN ('ready', 'sending', 'doubtful', 'attention')) AS waiting,
           count(*) FILTER (WHERE phase IN ('attention', 'refused')) AS attention,
           count(*) FILTER (WHERE phase NOT IN ('sent', 'cancelled')) AS unsent FROM outbox`,
      )
      .get()!
  }

  /** What a stopped program may have sent without knowing what came of it. */
  uncertain(): OutboxView[] {
    return this.#db.prepare<[], Row>(`${VIEW} WHERE phase IN ('sending', 'doubtful')`).all().map(viewOf)
  }

  accept(orderId: number, { at, beforeCents, askedCents, acceptedCents }: PriceAcceptance): void {
    this.#db
      .prepare(
        `INSERT INTO price_acceptances (order_id, at, before_cents, asked_cents, accepted_cents)
         VALUES (?, ?, ?, ?, ?)`,
      )
      .run(orderId, at, beforeCents, askedCents, acceptedCents)
  }

  /** What was accepted after the price that the order was made at, in its order. */
  acceptances(orderId: number): PriceAcceptance[] {
    return this.#db
      .prepare<[number], PriceAcceptance>(
        `SELECT at, before_cents AS beforeCents, asked_cents AS askedCents, accepted_cents AS acceptedCents
         FROM price_acceptances WHERE order_id = ? ORDER BY id`,
      )
      .all(orderId)
  }
}

const rowOf = (record: OutboxRecord) => ({
  ...record,
  lastError: record.lastError && JSON.stringify(record.lastError),
})

const viewOf = (row: Row): OutboxView => ({
  ...row,
  lastError: row.lastError === null ? null : storedFact(row.lastError),
})
