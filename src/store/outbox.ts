import type { Area } from '../domain/order.ts'
import { storedFact, type Coded } from '../domain/messages.ts'
import { statusOfOrder, type OutboxPhase, type Received } from '../domain/outbox.ts'
import { isGivenUp } from '../domain/shared/order-states.ts'
import type { Engine } from './engine.ts'
import type { EventTable } from './events.ts'

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

/** What else is true once a transmission has moved, in the same change. */
export interface MoveEffects {
  /** a price of the partner's that a person accepted */
  readonly acceptance?: Omit<PriceAcceptance, 'part'>
  /**
   * What the order's lines of this partner cost the shop from now on; what the customer pays stays. Of an order that is
   * given up whole the costs stay, too.
   */
  readonly costs?: {
    /** cents that they cost more than before, all together */
    readonly more: number
    /** cents by the line's id; a line that is not named keeps its own */
    readonly ofLines: ReadonlyMap<number, number>
  }
}

/** An order whose status has become another. */
export interface StatusChange {
  readonly id: number
  readonly customerId: number
  readonly area: Area
  readonly status: string
}

/** A transmission was to be moved from a phase that it is no longer in: someone else has moved it. */
export class Moved extends Error {
  constructor({ orderId, part }: OutboxRecord, before: OutboxPhase) {
    super(`transmission ${orderId}-${part} is no longer ${before}`)
    this.name = 'Moved'
  }
}

export class OutboxTable {
  readonly #engine: Engine
  readonly #events: EventTable
  readonly #insert
  readonly #update

  constructor(engine: Engine, events: EventTable) {
    this.#engine = engine
    this.#events = events
    const { db } = engine
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

  /** Writes a new transmission, as a part of the change that writes its order. @returns its id */
  insert(record: OutboxRecord): number {
    return Number(this.#insert.run(rowOf(record)).lastInsertRowid)
  }

  /**
   * Writes how a transmission stands now, what that brings with it, and the order's status: that of the transmission
   * furthest behind.
   * @param before the phase that it was read in
   * @param at ISO
   * @returns the order's status where it is another by now
   * @throws Moved where it is in another phase: two who move the same one must not both believe they did
   */
  move(
    record: OutboxRecord,
    before: OutboxPhase,
    at: string,
    { acceptance, costs }: MoveEffects = {},
  ): Promise<StatusChange | null> {
    return this.#engine.write(() => {
      const { changes } = this.#update.run({ ...rowOf(record), before })
      if (changes !== 1) throw new Moved(record, before)
      if (acceptance) this.#accept(record, acceptance)
      const { orderId } = record
      const status = statusOfOrder(this.#ofOrder(orderId), this.#hasOwnLines(orderId))
      if (costs && !isGivenUp(status)) this.#recost(orderId, costs)
      return this.#setStatus(orderId, status, at)
    })
  }

  #accept(
    { orderId, part }: OutboxRecord,
    { at, beforeCents, askedCents, acceptedCents }: Omit<PriceAcceptance, 'part'>,
  ): void {
    this.#engine.db
      .prepare(
        `INSERT INTO price_acceptances (order_id, part, at, before_cents, asked_cents, accepted_cents)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(orderId, part, at, beforeCents, askedCents, acceptedCents)
  }

  #recost(orderId: number, { more, ofLines }: NonNullable<MoveEffects['costs']>): void {
    const { db } = this.#engine
    db.prepare('UPDATE orders SET cost_ht = cost_ht + ? WHERE id = ?').run(more, orderId)
    const line = db.prepare('UPDATE order_lines SET cost_ht = ? WHERE id = ?')
    for (const [id, cents] of ofLines) line.run(cents, id)
  }

  /** Whether an order has lines that are no partner's. */
  #hasOwnLines(orderId: number): boolean {
    const sql = `SELECT 1 FROM order_lines WHERE order_id = ? AND source_id NOT IN
      (SELECT source_id FROM transmissions WHERE transmissions.order_id = order_lines.order_id) LIMIT 1`
    return this.#engine.db.prepare(sql).get(orderId) !== undefined
  }

  #setStatus(id: number, status: string, at: string): StatusChange | null {
    const changed = this.#engine.db
      .prepare<[string, number, string], { area: Area; customerId: number }>(
        'UPDATE orders SET status = ? WHERE id = ? AND status <> ? RETURNING area, customer_id AS customerId',
      )
      .get(status, id, status)
    if (!changed) return null
    const { area, customerId } = changed
    this.#events.add(customerId, 'order', { area, id, status }, at)
    return { id, area, customerId, status }
  }

  #all(sql: string, ...params: (string | number)[]): OutboxView[] {
    return this.#engine.db
      .prepare<(string | number)[], Row>(`${VIEW} ${sql}`)
      .all(...params)
      .map(viewOf)
  }

  #ofOrder(orderId: number): OutboxView[] {
    return this.#all('WHERE order_id = ? ORDER BY part', orderId)
  }

  byId(id: number): Promise<OutboxView | undefined> {
    return this.#engine.read(() => this.#all('WHERE t.id = ?', id)[0])
  }

  /** The transmissions of an order, in their order; none where it has no lines of a partner's. */
  ofOrder(orderId: number): Promise<OutboxView[]> {
    return this.#engine.read(() => this.#ofOrder(orderId))
  }

  /** Every transmission that is not settled, and what is to be looked into although it was made, oldest first. */
  open(): Promise<OutboxView[]> {
    return this.#engine.read(() => this.#all(`WHERE ${OPEN} ORDER BY order_id, part`))
  }

  /** The first lines that a transmission is of, and how many it has in all. */
  lines(
    { orderId, sourceId, parts }: OutboxRecord,
    limit: number,
  ): Promise<{ lines: SentLine[]; total: number }> {
    return this.#engine.read(() => {
      // An order of one partner alone may have lines that do not tell whose they are.
      const rows = this.#engine.db
        .prepare<[number, number, number, number], SentLine & { readonly total: number }>(
          `SELECT name, body, count(*) OVER () AS total FROM order_lines
           WHERE order_id = ? AND (source_id = ? OR (? = 1 AND source_id IS NULL)) ORDER BY id LIMIT ?`,
        )
        .all(orderId, sourceId, parts, limit)
      return { lines: rows.map(({ name, body }) => ({ name, body })), total: rows[0]?.total ?? 0 }
    })
  }

  /**
   * What a step is due for at `now` of one partner's, oldest first.
   * @param horizon no step is ever set for later: one that is was set by a clock that was wrong
   */
  due(sourceId: number, now: string, horizon: string, limit: number): Promise<OutboxView[]> {
    return this.#engine.read(() =>
      this.#all(
        `WHERE source_id = ? AND ${WAITING} AND (next_at <= ? OR next_at > ?) ORDER BY next_at, order_id LIMIT ?`,
        ...[sourceId, now, horizon, limit],
      ),
    )
  }

  /** When the next step of a partner's is due, ISO; null where none waits. */
  nextDue(sourceId: number): Promise<string | null> {
    return this.#engine.read(
      () =>
        this.#engine.db
          .prepare<[number], { at: string | null }>(
            `SELECT min(next_at) AS at FROM transmissions WHERE source_id = ? AND ${WAITING}`,
          )
          .get(sourceId)!.at,
    )
  }

  /** What a partner got last, whose status there is followed. */
  sent(sourceId: number, limit: number): Promise<OutboxView[]> {
    return this.#engine.read(() =>
      this.#all("WHERE source_id = ? AND phase = 'sent' ORDER BY order_id DESC LIMIT ?", sourceId, limit),
    )
  }

  /**
   * The latest order of an area that one account at a partner is known to have, as it is known there; null where none
   * is.
   */
  latestThere(upstream: string, account: string, area: Area): Promise<{ id: string; devis: string } | null> {
    return this.#engine.read(
      () =>
        this.#engine.db
          .prepare<[string, string, string], { id: string; devis: string }>(
            `SELECT upstream_id AS id, devis FROM transmissions
             WHERE phase = 'sent' AND upstream = ? AND account = ? AND area = ?
             ORDER BY last_attempt_at DESC, order_id DESC LIMIT 1`,
          )
          .get(upstream, account, area) ?? null,
    )
  }

  /** Whether another order of its area, or another part of it, is the one that a partner's list of the area has by that id. */
  isAnother({ orderId, part, area }: OutboxRecord, upstream: string, upstreamId: string): Promise<boolean> {
    return this.#engine.read(
      () =>
        this.#engine.db
          .prepare(
            `SELECT 1 FROM transmissions WHERE upstream_id = ? AND upstream = ? AND area = ?
               AND NOT (order_id = ? AND part = ?) LIMIT 1`,
          )
          .get(upstreamId, upstream, area, orderId, part) !== undefined,
    )
  }

  /**
   * `unsent`: every transmission that is neither made nor given up, those that need a person among them.
   * @param sourceId of one partner's; null: of all
   */
  counts(sourceId: number | null = null): Promise<OutboxCounts> {
    return this.#engine.read(() =>
      this.#engine.db
        .prepare<[{ sourceId: number | null }], OutboxCounts>(
          `SELECT count(*) FILTER (WHERE phase IN ('ready', 'sending', 'doubtful', 'attention')) AS waiting,
               count(*) FILTER (WHERE phase IN ('attention', 'refused')) AS attention,
               count(*) FILTER (WHERE ${NOTED}) AS noted,
               count(*) FILTER (WHERE phase NOT IN ('sent', 'cancelled')) AS unsent
             FROM transmissions WHERE ${OPEN} AND (@sourceId IS NULL OR source_id = @sourceId)`,
        )
        .get({ sourceId })!,
    )
  }

  /** What a stopped program may have sent to a partner without knowing what came of it. */
  uncertain(sourceId: number): Promise<OutboxView[]> {
    return this.#engine.read(() =>
      this.#all("WHERE source_id = ? AND phase IN ('sending', 'doubtful')", sourceId),
    )
  }

  /** What was stopped because its partner had another address than this one, for which it was made, and was never sent. */
  stoppedElsewhere(sourceId: number, upstream: string): Promise<OutboxView[]> {
    return this.#engine.read(() =>
      this.#all(
        `WHERE source_id = ? AND phase = 'attention' AND upstream = ? AND attempts = 0 AND received = 'no'
         AND last_error ->> '$.code' = 'outbox_other_partner'`,
        ...[sourceId, upstream],
      ),
    )
  }

  /** What was accepted after the price that the order was made at, in its order. */
  acceptances(orderId: number): Promise<PriceAcceptance[]> {
    return this.#engine.read(() =>
      this.#engine.db
        .prepare<[number], PriceAcceptance>(
          `SELECT part, at, before_cents AS beforeCents, asked_cents AS askedCents, accepted_cents AS acceptedCents
           FROM price_acceptances WHERE order_id = ? ORDER BY id`,
        )
        .all(orderId),
    )
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
