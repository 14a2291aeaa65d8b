import type { Area } from '../domain/order.ts'
import { storedFact, type Coded } from '../domain/messages.ts'
import type { OutboxPhase, Received } from '../domain/outbox.ts'
import type { Sqlite } from './database.ts'

/** How the transmission of an order's lines to one partner stands. Amounts are euro cents. */
export interface OutboxRecord {
  readonly orderId: number
  /** which of the order's transmissions it is, from 1 */
  readonly part: number
  /** how many the order has */
  readonly parts: number
  /** the partner that it is for */
  readonly sourceId: number
  readonly area: Area
  /** the reference sent to the partner, unique to the order */
  readonly devis: string
  readonly phase: OutboxPhase
  /** the partner's own word of what it has, where it gives one */
  readonly partnerStatus: string | null
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
  /** what the order's cost holds for these lines */
  readonly costCents: number
  readonly acceptedCents: number
  readonly upstreamCents: number | null
  /** the partner's address that it is for; null in a store from before it was kept */
  readonly upstream: string | null
  /** our account there at the last attempt, {@link BY_PERSON} where a person named the order; null before the first */
  readonly account: string | null
}

/** No account: that an order is the partner's is a person's word alone, and no list of the partner's is held to it. */
export const BY_PERSON = 'person'

/** The record with its id, the order's own reference and the partner's name, for people. */
export interface OutboxView extends OutboxRecord {
  readonly id: number
  readonly reference: string
  readonly partner: string
}

/** A line that a transmission is of: the name of its item, and its body as JSON text. */
export interface SentLine {
  readonly name: string
  readonly body: string
}

/** A price of the partner's that a person accepted after another. Amounts are euro cents, before the discount. */
export interface PriceAcceptance {
  /** which of the order's transmissions it is of, from 1 */
  readonly part: number
  /** ISO */
  readonly at: string
  readonly beforeCents: number
  /** what the partner asked when it was accepted */
  readonly askedCents: number | null
  readonly acceptedCents: number
}

export interface OutboxCounts {
  readonly waiting: number
  /** of those that are not made */
  readonly attention: number
  readonly unsent: number
  /** made, and to be looked into */
  readonly noted: number
}

type Row = Omit<OutboxView, 'lastError'> & { readonly lastError: string | null }

const COLUMNS = `t.id AS id, order_id AS orderId, part, parts, source_id AS sourceId, t.area AS area, devis, phase,
  partner_status AS partnerStatus, attempts, lookups, next_at AS nextAt, last_attempt_at AS lastAttemptAt,
  last_error AS lastError, received, upstream_id AS upstreamId, cost_cents AS costCents,
  accepted_cents AS acceptedCents, upstream_cents AS upstreamCents, upstream, account`
const VIEW = `SELECT ${COLUMNS}, orders.reference AS reference, sources.name AS partner
  FROM transmissions AS t JOIN orders ON orders.id = order_id JOIN sources ON sources.id = source_id`
/** Made, with something that a person should look into. */
const NOTED = "(phase = 'sent' AND last_error IS NOT NULL)"
const OPEN = `(phase NOT IN ('sent', 'cancelled') OR ${NOTED})`
const WAITING = "phase IN ('ready', 'sending', 'doubtful')"

export class OutboxTable {
  readonly #db: Sqlite
  readonly #insert
  readonly #update

  constructor(db: Sqlite) {
    this.#db = db
    this.#insert = db.prepare(
      `INSERT INTO transmissions (order_id, part, parts, source_id, area, devis, phase, partner_status, attempts,
         lookups, next_at, last_attempt_at, last_error, received, upstream_id, cost_cents, accepted_cents,
         upstream_cents, upstream, account)
       VALUES (@orderId, @part, @parts, @sourceId, @area, @devis, @phase, @partnerStatus, @attempts, @lookups, @nextAt,
         @lastAttemptAt, @lastError, @received, @upstreamId, @costCents, @acceptedCents, @upstreamCents, @upstream,
         @account)`,
    )
    this.#update = db.prepare(
      `UPDATE transmissions SET phase = @phase, partner_status = @partnerStatus, attempts = @attempts, lookups = @lookups, next_at = @nextAt,
         last_attempt_at = @lastAttemptAt, last_error = @lastError, received = @received, upstream_id = @upstreamId,
         cost_cents = @costCents, accepted_cents = @acceptedCents, upstream_cents = @upstreamCents,
         upstream = @upstream, account = @account
       WHERE order_id = @orderId AND part = @part AND phase = @before`,
    )
  }

  /** @returns its id */
  insert(record: OutboxRecord): number {
    return Number(this.#insert.run(rowOf(record)).lastInsertRowid)
  }

  /**
   * Writes how a transmission stands now.
   * @param before the phase that it was read in
   * @throws Error where it is in another by now: two who move the same one must not both believe they did
   */
  update(record: OutboxRecord, before: OutboxPhase): void {
    const { changes } = this.#update.run({ ...rowOf(record), before })
    if (changes !== 1) throw new Error(`transmission ${record.orderId}-${record.part} is no longer ${before}`)
  }

  byId(id: number): OutboxView | undefined {
    const row = this.#db.prepare<[number], Row>(`${VIEW} WHERE t.id = ?`).get(id)
    return row && viewOf(row)
  }

  /** The transmissions of an order, in their order; none where it has no lines of a partner's. */
  ofOrder(orderId: number): OutboxView[] {
    return this.#db
      .prepare<[number], Row>(`${VIEW} WHERE order_id = ? ORDER BY part`)
      .all(orderId)
      .map(viewOf)
  }

  /** Every transmission that is not settled, and what is to be looked into although it was made, oldest first. */
  open(): OutboxView[] {
    return this.#db.prepare<[], Row>(`${VIEW} WHERE ${OPEN} ORDER BY order_id, part`).all().map(viewOf)
  }

  /** The first lines that a transmission is of, and how many it has in all. */
  lines({ orderId, sourceId, parts }: OutboxRecord, limit: number): { lines: SentLine[]; total: number } {
    // An order of one partner alone may have lines that do not tell whose they are.
    const rows = this.#db
      .prepare<[number, number, number, number], SentLine & { readonly total: number }>(
        `SELECT name, body, count(*) OVER () AS total FROM order_lines
         WHERE order_id = ? AND (source_id = ? OR (? = 1 AND source_id IS NULL)) ORDER BY id LIMIT ?`,
      )
      .all(orderId, sourceId, parts, limit)
    return { lines: rows.map(({ name, body }) => ({ name, body })), total: rows[0]?.total ?? 0 }
  }

  /**
   * What a step is due for at `now` of one partner's, oldest first.
   * @param horizon no step is ever set for later: one that is was set by a clock that was wrong
   */
  due(sourceId: number, now: string, horizon: string, limit: number): OutboxView[] {
    return this.#db
      .prepare<[number, string, string, number], Row>(
        `${VIEW} WHERE source_id = ? AND ${WAITING} AND (next_at <= ? OR next_at > ?)
         ORDER BY next_at, order_id LIMIT ?`,
      )
      .all(sourceId, now, horizon, limit)
      .map(viewOf)
  }

  /** When the next step of a partner's is due, ISO; null where none waits. */
  nextDue(sourceId: number): string | null {
    return (
      this.#db
        .prepare<[number], { at: string | null }>(
          `SELECT min(next_at) AS at FROM transmissions WHERE source_id = ? AND ${WAITING}`,
        )
        .get(sourceId)?.at ?? null
    )
  }

  /** What a partner got last, whose status there is followed. */
  sent(sourceId: number, limit: number): OutboxView[] {
    return this.#db
      .prepare<[number, number], Row>(
        `${VIEW} WHERE source_id = ? AND phase = 'sent' ORDER BY order_id DESC LIMIT ?`,
      )
      .all(sourceId, limit)
      .map(viewOf)
  }

  /**
   * The latest order of an area that one account at a partner is known to have, as it is known there; null where none
   * is.
   */
  latestThere(upstream: string, account: string, area: Area): { id: string; devis: string } | null {
    return (
      this.#db
        .prepare<[string, string, string], { id: string; devis: string }>(
          `SELECT upstream_id AS id, devis FROM transmissions
           WHERE phase = 'sent' AND upstream = ? AND account = ? AND area = ?
           ORDER BY last_attempt_at DESC, order_id DESC LIMIT 1`,
        )
        .get(upstream, account, area) ?? null
    )
  }

  /** Whether another order of its area, or another part of it, is the one that a partner's list of the area has by that id. */
  isAnother({ orderId, part, area }: OutboxRecord, upstream: string, upstreamId: string): boolean {
    return (
      this.#db
        .prepare(
          `SELECT 1 FROM transmissions WHERE upstream_id = ? AND upstream = ? AND area = ?
             AND NOT (order_id = ? AND part = ?) LIMIT 1`,
        )
        .get(upstreamId, upstream, area, orderId, part) !== undefined
    )
  }

  /**
   * `unsent`: every transmission that is neither made nor given up, those that need a person among them.
   * @param sourceId of one partner's; null: of all
   */
  counts(sourceId: number | null = null): OutboxCounts {
    return this.#db
      .prepare<[{ sourceId: number | null }], OutboxCounts>(
        `SELECT count(*) FILTER (WHERE phase IN ('ready', 'sending', 'doubtful', 'attention')) AS waiting,
           count(*) FILTER (WHERE phase IN ('attention', 'refused')) AS attention,
           count(*) FILTER (WHERE ${NOTED}) AS noted,
           count(*) FILTER (WHERE phase NOT IN ('sent', 'cancelled')) AS unsent
         FROM transmissions WHERE ${OPEN} AND (@sourceId IS NULL OR source_id = @sourceId)`,
      )
      .get({ sourceId })!
  }

  /** What a stopped program may have sent to a partner without knowing what came of it. */
  uncertain(sourceId: number): OutboxView[] {
    return this.#db
      .prepare<[number], Row>(`${VIEW} WHERE source_id = ? AND phase IN ('sending', 'doubtful')`)
      .all(sourceId)
      .map(viewOf)
  }

  /** What was stopped because its partner had another address than this one, for which it was made, and was never sent. */
  stoppedElsewhere(sourceId: number, upstream: string): OutboxView[] {
    return this.#db
      .prepare<[number, string], Row>(
        `${VIEW} WHERE source_id = ? AND phase = 'attention' AND upstream = ? AND attempts = 0 AND received = 'no'
         AND last_error ->> '$.code' = 'outbox_other_partner'`,
      )
      .all(sourceId, upstream)
      .map(viewOf)
  }

  accept(
    { orderId, part }: OutboxRecord,
    { at, beforeCents, askedCents, acceptedCents }: Omit<PriceAcceptance, 'part'>,
  ): void {
    this.#db
      .prepare(
        `INSERT INTO price_acceptances (order_id, part, at, before_cents, asked_cents, accepted_cents)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(orderId, part, at, beforeCents, askedCents, acceptedCents)
  }

  /** What was accepted after the price that the order was made at, in its order. */
  acceptances(orderId: number): PriceAcceptance[] {
    return this.#db
      .prepare<[number], PriceAcceptance>(
        `SELECT part, at, before_cents AS beforeCents, asked_cents AS askedCents, accepted_cents AS acceptedCents
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
