/** A transmission as its row holds it. */
import { storedFact, type Coded } from '../domain/messages.ts'
import type { Area } from '../domain/order.ts'
import type { OutboxPhase, Received } from '../domain/outbox.ts'
import type { Day } from '../domain/shared/calendar.ts'
import { checkRow } from './possible.ts'
import type { Insertion } from './work.ts'

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

/** The record with its id, the order's own reference, whom that is for, when that got it (ISO), by which day its last line was promised, what its products leave and the partner's name, for people. */
export interface OutboxView extends OutboxRecord {
  readonly id: number
  readonly reference: string
  readonly recipient: string
  readonly customer: string
  readonly partner: string
  readonly handedAt: string | null
  readonly promised: Day | null
  readonly marginCents: number
  /** one more with each move: who moves what he has read moves what is there */
  readonly version: number
}

export type OutboxRow = Omit<OutboxView, 'lastError'> & { readonly lastError: string | null }

/** What is written of a transmission, by the columns. */
const FIELDS = {
  order_id: 'orderId',
  part: 'part',
  parts: 'parts',
  source_id: 'sourceId',
  area: 'area',
  devis: 'devis',
  phase: 'phase',
  partner_status: 'partnerStatus',
  attempts: 'attempts',
  lookups: 'lookups',
  next_at: 'nextAt',
  last_attempt_at: 'lastAttemptAt',
  last_error: 'lastError',
  received: 'received',
  upstream_id: 'upstreamId',
  cost_cents: 'costCents',
  accepted_cents: 'acceptedCents',
  upstream_cents: 'upstreamCents',
  upstream: 'upstream',
  account: 'account',
} as const satisfies Record<string, keyof OutboxRecord>
export const COLUMNS = Object.entries(FIELDS)
export const TRANSMISSION: Insertion = { table: 'transmissions', columns: Object.keys(FIELDS) }
const FIXED: readonly string[] = ['order_id', 'part', 'parts', 'source_id', 'area', 'devis']
export const UPDATE = `UPDATE transmissions
  SET ${COLUMNS.flatMap(([column, field]) => (FIXED.includes(column) ? [] : [`${column} = @${field}`])).join(', ')},
    version = version + 1
  WHERE order_id = @orderId AND part = @part AND version = @version`
export const VIEW = `SELECT t.id AS id, t.version AS version, ${COLUMNS.map(([column, field]) => `t.${column} AS "${field}"`).join(', ')},
    orders.reference AS reference, orders.recipient AS recipient, customers.name AS customer, sources.name AS partner, orders.total_ht - orders.cost_ht AS "marginCents",
    (SELECT handovers.at FROM handovers WHERE handovers.order_id = t.order_id) AS "handedAt",
    (SELECT max(l.promised) FROM order_lines AS l WHERE l.order_id = t.order_id AND COALESCE(l.source_id, t.source_id) = t.source_id) AS promised
  FROM transmissions AS t JOIN orders ON orders.id = t.order_id
    JOIN customers ON customers.id = orders.customer_id JOIN sources ON sources.id = t.source_id`

export const rowOf = <T extends OutboxRecord>(record: T) => ({
  ...record,
  lastError: record.lastError && JSON.stringify(record.lastError),
})

/** @throws ImpossibleValue */
export function viewOf(row: OutboxRow): OutboxView {
  const { area, phase, received, lastAttemptAt } = row
  checkRow('transmissions', { area, phase, received, last_attempt_at: lastAttemptAt })
  return { ...row, lastError: row.lastError === null ? null : storedFact(row.lastError) }
}
