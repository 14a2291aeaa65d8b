import type { Area } from '../domain/order.ts'
import { statusOfOrder, type OutboxPhase } from '../domain/outbox.ts'
import { isGivenUp, RESUMED_THERE } from '../domain/shared/order-states.ts'
import type { JournalNote } from '../domain/journal.ts'
import type { Claim } from './claims.ts'
import type { Engine } from './engine.ts'
import type { EventTable } from './events.ts'
import { noted } from './journal.ts'
import { canEnd, endOrder, hasOwnLines, type OrderEnd, type QuoteNow } from './order-end.ts'
import { noteAcceptance, noteEvent, type OrderEvent, type PriceAcceptance } from './order-events.ts'
import {
  COLUMNS,
  rowOf,
  TRANSMISSION,
  UPDATE,
  VIEW,
  viewOf,
  type OutboxRecord,
  type OutboxRow,
  type OutboxView,
} from './outbox-rows.ts'
import { readable, type Readable } from './readable.ts'
import { all, change, exists, first, insert, put, type Values, type Work } from './work.ts'

export { BY_PERSON, type OutboxRecord, type OutboxView } from './outbox-rows.ts'

/** A line that a transmission is of: the name of its item, and its body as JSON text. */
export interface SentLine {
  readonly name: string
  readonly body: string
}

export interface OutboxCounts {
  readonly waiting: number
  /** of those that are not made */
  readonly attention: number
  readonly unsent: number
  /** made, and to be looked into */
  readonly noted: number
}

/** Made, also where it was given up, with something that a person should look into. */
export const NOTED = `(phase = 'sent' AND last_error IS NOT NULL OR phase = 'cancelled' AND last_error LIKE '%"${RESUMED_THERE}"%')`
/** The first half is the index's own. Why something was given up, which earlier programs kept, asks nothing of anybody. */
export const OPEN = `(phase NOT IN ('sent', 'cancelled') OR last_error IS NOT NULL) AND (phase <> 'cancelled' OR ${NOTED})`
const THERE = "(phase = 'sent' OR phase = 'cancelled' AND received = 'yes')"
const WAITING = "phase IN ('ready', 'sending', 'doubtful')"

/** What else is true once a transmission has moved, in the same change. */
export interface MoveEffects {
  /** a person's decision, for the journal */
  readonly note?: JournalNote
  /** what its history tells of it */
  readonly event?: OrderEvent | null
  /** how the order ends where it is given up with it; where its heir cannot take its services, {@link Moved} is thrown */
  readonly end?: OrderEnd
  /** the claim that it is moved under: where that stands no more nothing is written, and {@link Moved} thrown */
  readonly under?: Claim
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

/** What is another by now because a transmission was moved; null: it is as it was. */
export interface MoveOutcome {
  readonly order: StatusChange | null
  /** cancelled with the last of its orders */
  readonly quote: QuoteNow | null
}

/** A transmission was to be moved that is another by now than it was read: someone else has moved it. */
export class Moved extends Error {
  constructor({ orderId, part, version }: OutboxView) {
    super(`transmission ${orderId}-${part} is no longer at version ${version}`)
    this.name = 'Moved'
  }
}

export class OutboxTable {
  readonly #engine: Engine
  readonly #events: EventTable

  constructor(engine: Engine, events: EventTable) {
    this.#engine = engine
    this.#events = events
  }

  /** Writes a new transmission, as a part of the change that writes its order. @returns its id */
  insert(record: OutboxRecord): Work<number> {
    const row = rowOf(record)
    return insert(TRANSMISSION, ...COLUMNS.map(([, field]) => row[field]))
  }

  /**
   * Writes how a transmission stands now, what that brings with it, and the order's status: that of the transmission
   * furthest behind.
   * @param record as it is from now on, at the version that it was read at
   * @param at ISO
   * @throws Moved where it is at another version: two who move the same one must not both believe they did
   */
  move(record: OutboxView, at: string, effects: MoveEffects = {}): Promise<MoveOutcome> {
    return this.#engine.write(() => this.#move(record, at, effects))
  }

  *#move(
    record: OutboxView,
    at: string,
    { under, acceptance, event, costs, note, end }: MoveEffects,
  ): Work<MoveOutcome> {
    if (under && !(yield* under.stands())) throw new Moved(record)
    if (end && !(yield* canEnd(record.orderId, end))) throw new Moved(record)
    if ((yield* change(UPDATE, { ...rowOf(record) })) !== 1) throw new Moved(record)
    if (acceptance) yield* noteAcceptance(record, acceptance)
    if (event) yield* noteEvent(record.orderId, event)
    if (note) yield* noted([note])
    const { orderId } = record
    const { entries, unreadable } = yield* ofOrder(orderId)
    // An order of which a part cannot be read stays where it is.
    if (unreadable > 0) return { order: null, quote: null }
    const status = statusOfOrder(entries, yield* hasOwnLines(orderId))
    if (costs && !isGivenUp(status)) yield* recost(orderId, costs)
    const order = yield* this.#setStatus(orderId, status, at)
    const quote = order && end && isGivenUp(status) ? yield* endOrder(orderId, end) : null
    return { order, quote }
  }

  *#setStatus(id: number, status: string, at: string): Work<StatusChange | null> {
    const changed = yield* first<{ area: Area; customerId: number }>(
      'UPDATE orders SET status = ? WHERE id = ? AND status <> ? RETURNING area, customer_id AS "customerId"',
      ...[status, id, status],
    )
    if (!changed) return null
    const { area, customerId } = changed
    yield* this.#events.add(customerId, 'order', { area, id, status }, at)
    return { id, area, customerId, status }
  }

  byId(id: number): Promise<OutboxView | undefined> {
    return this.#engine.read(function* () {
      return (yield* all<OutboxRow>(`${VIEW} WHERE t.id = ?`, id)).map(viewOf)[0]
    })
  }

  /**
   * The transmissions of an order, in their order; none where it has no lines of a partner's.
   * @throws ImpossibleValue
   */
  ofOrder(orderId: number): Promise<OutboxView[]> {
    return this.#engine.read(() => wholeOrder(orderId))
  }

  /** Whether an order is given up with this transmission: nothing else of it is left. */
  endsOrder({ orderId, part }: OutboxRecord): Promise<boolean> {
    return this.#engine.snapshot(function* () {
      const others = (yield* wholeOrder(orderId)).filter((other) => other.part !== part)
      return isGivenUp(statusOfOrder(others, yield* hasOwnLines(orderId)))
    })
  }

  /** Every transmission that is not settled, and what is to be looked into although it was made, oldest first. */
  open(): Promise<Readable<OutboxView>> {
    return this.#engine.read(() => views(`WHERE ${OPEN} ORDER BY order_id, part`))
  }

  /** The first lines that a transmission is of, and how many it has in all. */
  lines(
    { orderId, sourceId, parts }: OutboxRecord,
    limit: number,
  ): Promise<{ lines: SentLine[]; total: number }> {
    // An order of one partner alone may have lines that do not tell whose they are.
    const unknown = parts === 1 ? ' OR source_id IS NULL' : ''
    return this.#engine.read(function* () {
      const rows = yield* all<SentLine & { readonly total: number }>(
        `SELECT name, body, count(*) OVER () AS total FROM order_lines
         WHERE order_id = ? AND (source_id = ?${unknown}) ORDER BY id LIMIT ?`,
        ...[orderId, sourceId, limit],
      )
      return { lines: rows.map(({ name, body }) => ({ name, body })), total: rows[0]?.total ?? 0 }
    })
  }

  /**
   * What a step is due for at `now` of one partner's, oldest first.
   * @param horizon no step is ever set for later: one that is was set by a clock that was wrong
   */
  due(sourceId: number, now: string, horizon: string, limit: number): Promise<Readable<OutboxView>> {
    return this.#engine.read(() =>
      views(
        `WHERE source_id = ? AND ${WAITING} AND (next_at <= ? OR next_at > ?) ORDER BY next_at, order_id LIMIT ?`,
        ...[sourceId, now, horizon, limit],
      ),
    )
  }

  /** When the next step of a partner's is due, ISO; null where none waits. */
  nextDue(sourceId: number): Promise<string | null> {
    return this.#engine.read(function* () {
      const sql = `SELECT min(next_at) AS at FROM transmissions WHERE source_id = ? AND ${WAITING}`
      return (yield* first<{ at: string | null }>(sql, sourceId))!.at
    })
  }

  /** What a partner got last, whose status there is followed: also of what was given up once it had that. */
  async sent(sourceId: number, limit: number): Promise<OutboxView[]> {
    const sql = `WHERE source_id = ? AND ${THERE} ORDER BY order_id DESC LIMIT ?`
    return (await this.#engine.read(() => views(sql, sourceId, limit))).entries
  }

  /**
   * The latest order of an area that one account at a partner is known to have, as it is known there; null where none
   * is.
   */
  async latestThere(
    upstream: string,
    account: string,
    area: Area,
  ): Promise<{ id: string; devis: string } | null> {
    const latest = await this.#engine.read(() =>
      first<{ id: string; devis: string }>(
        `SELECT upstream_id AS id, devis FROM transmissions
         WHERE phase = 'sent' AND upstream = ? AND account = ? AND area = ?
         ORDER BY last_attempt_at DESC NULLS LAST, order_id DESC LIMIT 1`,
        ...[upstream, account, area],
      ),
    )
    return latest ?? null
  }

  /** Whether another order of its area, or another part of it, is the one that a partner's list of the area has by that id. */
  isAnother({ orderId, part, area }: OutboxRecord, upstream: string, upstreamId: string): Promise<boolean> {
    return this.#engine.read(() =>
      exists(
        `SELECT 1 FROM transmissions WHERE upstream_id = ? AND upstream = ? AND area = ?
           AND NOT (order_id = ? AND part = ?) LIMIT 1`,
        ...[upstreamId, upstream, area, orderId, part],
      ),
    )
  }

  /**
   * `unsent`: every transmission that is neither made nor given up, those that need a person among them.
   * @param sourceId of one partner's; null: of all
   */
  counts(sourceId: number | null = null): Promise<OutboxCounts> {
    const [condition, values] = sourceId === null ? ['', []] : [' AND source_id = ?', [sourceId]]
    return this.#engine.read(function* () {
      const counted = yield* first<OutboxCounts>(
        `SELECT count(*) FILTER (WHERE phase IN ('ready', 'sending', 'doubtful', 'attention')) AS waiting,
           count(*) FILTER (WHERE phase IN ('attention', 'refused')) AS attention,
           count(*) FILTER (WHERE ${NOTED}) AS noted,
           count(*) FILTER (WHERE phase NOT IN ('sent', 'cancelled')) AS unsent
         FROM transmissions WHERE ${OPEN}${condition}`,
        ...values,
      )
      return counted!
    })
  }

  /** How many transmissions to a partner are in each phase. */
  async phases(sourceId: number): Promise<Readonly<Record<string, number>>> {
    const counted = await this.#engine.read(() =>
      all<{ phase: OutboxPhase; n: number }>(
        'SELECT phase, count(*) AS n FROM transmissions WHERE source_id = ? GROUP BY phase ORDER BY phase',
        sourceId,
      ),
    )
    return Object.fromEntries(counted.map(({ phase, n }) => [phase, n]))
  }

  /** What a stopped program may have sent to a partner without knowing what came of it. */
  async uncertain(sourceId: number): Promise<OutboxView[]> {
    const sql = "WHERE source_id = ? AND phase IN ('sending', 'doubtful')"
    return (await this.#engine.read(() => views(sql, sourceId))).entries
  }

  /** What was stopped because its partner had another address than this one, for which it was made, and was never sent. */
  stoppedElsewhere(sourceId: number, upstream: string): Promise<OutboxView[]> {
    return this.#engine.read(function* () {
      const { entries } = yield* views(
        `WHERE source_id = ? AND phase = 'attention' AND upstream = ? AND attempts = 0 AND received = 'no'`,
        ...[sourceId, upstream],
      )
      return entries.filter(({ lastError }) => lastError?.code === 'outbox_other_partner')
    })
  }
}

function* views(condition: string, ...values: Values): Work<Readable<OutboxView>> {
  return readable(yield* all<OutboxRow>(`${VIEW} ${condition}`, ...values), viewOf)
}

const ofOrder = (orderId: number) => views('WHERE order_id = ? ORDER BY part', orderId)

/** Whoever decides by all that an order has must know all of it. @throws ImpossibleValue */
function* wholeOrder(orderId: number): Work<OutboxView[]> {
  return (yield* all<OutboxRow>(`${VIEW} WHERE order_id = ? ORDER BY part`, orderId)).map(viewOf)
}

function* recost(orderId: number, { more, ofLines }: NonNullable<MoveEffects['costs']>): Work<void> {
  yield* put('UPDATE orders SET cost_ht = cost_ht + ? WHERE id = ?', more, orderId)
  for (const [id, cents] of ofLines) yield* put('UPDATE order_lines SET cost_ht = ? WHERE id = ?', cents, id)
}
