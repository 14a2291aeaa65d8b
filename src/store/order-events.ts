/** What became of an order's transmissions, dated: what the partners and the network did, no person. */
import { storedFact, type Coded } from '../domain/messages.ts'
import type { OutboxPhase } from '../domain/outbox.ts'
import type { Engine } from './engine.ts'
import { all, insert, put, type Insertion, type Work } from './work.ts'

export interface OrderEvent {
  /** which of the order's transmissions it is of, from 1 */
  readonly part: number
  /** ISO */
  readonly at: string
  /** the phase that it is in from then on */
  readonly phase: OutboxPhase
  /** the partner's own word of what it has, where it gives one */
  readonly partnerStatus: string | null
  readonly upstreamId: string | null
  /** why */
  readonly reason: Coded | null
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

/** An event with the partner that it is of. */
export interface OrderEventView extends OrderEvent {
  readonly partner: string
}

type Row = Omit<OrderEventView, 'reason'> & { readonly reason: string | null }

const EVENT: Insertion = {
  table: 'order_events',
  columns: ['order_id', 'part', 'at', 'phase', 'partner_status', 'upstream_id', 'reason'],
}

const ACCEPTANCE: Insertion = {
  table: 'price_acceptances',
  columns: ['order_id', 'part', 'at', 'before_cents', 'asked_cents', 'accepted_cents'],
}

/** Notes a price that a person accepted, as a part of the change by which it is sent. */
export function* noteAcceptance(
  { orderId, part }: { readonly orderId: number; readonly part: number },
  { at, beforeCents, askedCents, acceptedCents }: Omit<PriceAcceptance, 'part'>,
): Work<void> {
  yield* insert(ACCEPTANCE, orderId, part, at, beforeCents, askedCents, acceptedCents)
}

/** For so long two states that take turns are one matter: a partner may turn with each time that he is asked. */
const ONE_MATTER_MS = 86_400_000

/**
 * Notes what became of a transmission, as a part of the change that moves it. Of two states that take turns the first is told,
 * and the last turn, not each one between.
 */
export function* noteEvent(orderId: number, event: OrderEvent): Work<void> {
  const { part, at, phase, partnerStatus, upstreamId, reason } = event
  const told = reason && JSON.stringify(reason)
  const last = yield* all<Told>(
    `SELECT id, at, phase, partner_status AS "partnerStatus", upstream_id AS "upstreamId", reason
     FROM order_events WHERE order_id = ? AND part = ? ORDER BY id DESC LIMIT 4`,
    ...[orderId, part],
  )
  const [, between, other] = last
  if (between && other && takesTurns(last, { phase, partnerStatus, upstreamId, reason: told }, at))
    yield* put('DELETE FROM order_events WHERE id IN (?, ?)', between.id, other.id)
  yield* insert(EVENT, orderId, part, at, phase, partnerStatus, upstreamId, told)
}

type Told = State & { readonly id: number; readonly at: string }
type State = Pick<OrderEvent, 'phase' | 'partnerStatus' | 'upstreamId'> & { readonly reason: string | null }

/** Whether it is how it was before the last event, and both have taken turns before. @param last the newest first */
function takesTurns(last: readonly Told[], next: State, at: string): boolean {
  if (last.length < 4 || Date.parse(at) - Date.parse(last[1]!.at) >= ONE_MATTER_MS) return false
  const [one, two, three, four, five] = [next, ...last].map(({ phase, partnerStatus, upstreamId, reason }) =>
    JSON.stringify([phase, partnerStatus, upstreamId, reason]),
  )
  return one === three && three === five && two === four
}

export class OrderEvents {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** The oldest first. */
  ofOrder(orderId: number): Promise<OrderEventView[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<Row>(
        `SELECT e.part AS part, e.at AS at, e.phase AS phase, e.partner_status AS "partnerStatus",
           e.upstream_id AS "upstreamId", e.reason AS reason, sources.name AS partner
         FROM order_events AS e JOIN transmissions AS t ON t.order_id = e.order_id AND t.part = e.part
           JOIN sources ON sources.id = t.source_id
         WHERE e.order_id = ? ORDER BY e.id`,
        orderId,
      )
      return rows.map((row) => ({ ...row, reason: row.reason === null ? null : storedFact(row.reason) }))
    })
  }

  /** What was accepted after the price that the order was made at, in its order. */
  acceptances(orderId: number): Promise<PriceAcceptance[]> {
    return this.#engine.read(() =>
      all<PriceAcceptance>(
        `SELECT part, at, before_cents AS "beforeCents", asked_cents AS "askedCents", accepted_cents AS "acceptedCents"
         FROM price_acceptances WHERE order_id = ? ORDER BY id`,
        orderId,
      ),
    )
  }
}
