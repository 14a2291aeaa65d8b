/** How a transmission is shown, and what a person may decide about it. */
import type { Coded } from '../domain/messages.ts'
import {
  isCancelledThere,
  OUTBOX_MOVES,
  statusOf,
  type OutboxEvent,
  type Received,
} from '../domain/outbox.ts'
import type { Area } from '../domain/order.ts'
import { RESUMED_THERE } from '../domain/shared/order-states.ts'
import { whomOf } from '../domain/shared/whom.ts'
import { BY_PERSON, type OutboxView } from '../store/outbox.ts'
import { isElsewhere, whyNow } from './outbox-why.ts'
import type { PartnerLink } from './partner-link.ts'
import type { Stranding } from './stranded.ts'

/** What a person may do with a transmission that is on its way. */
const DECISIONS = ['retry', 'identify', 'cancel'] as const satisfies OutboxEvent[]
export type OutboxDecision = (typeof DECISIONS)[number]

/** How a transmission stands, as the application API shows it (local-api.md, "What the screens call"). */
export interface OutboxEntry {
  /** the order's where it has one transmission, else `ORDER-PART` */
  readonly id: number | string
  readonly order: number
  /** which of the order's transmissions it is, from 1 */
  readonly part: number
  readonly parts: number
  readonly partner: string
  /** whether that is set, was taken away, or has another address than the one that this is for */
  readonly partnerIs: 'set' | 'removed' | 'elsewhere'
  /** null where nothing but what `lastError` says stands in its way */
  readonly stranded: Stranding | null
  readonly devis: string
  /** whom the order is for: who receives it, else the customer's own name; "" of whom the desk served without one */
  readonly customer: string
  readonly area: Area
  /** when the whole order was handed to its customer, ISO; null: it was not */
  readonly handedAt: string | null
  readonly state: string
  readonly attempts: number
  /** a code: the words are made where it is shown */
  readonly lastError: Coded | null
  readonly received: Received
  readonly upstreamId: string | null
  readonly acceptedCents: number
  readonly upstreamCents: number | null
  /** what the order's products leave at that, below 0: lose; null where nothing is asked */
  readonly marginCents: number | null
  readonly nextAttemptAt: string | null
  readonly decisions: readonly OutboxDecision[]
  /** why it cannot be sent to the other address that its partner has; null where nothing is in the way */
  readonly held: Coded | null
  /** whether giving it up cancels the order: nothing else of that is left */
  readonly endsOrder: boolean
  /** the first of what the partner is sent, with how many copies of each */
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
  /** how many lines it is sent */
  readonly lineCount: number
}

/**
 * Whether a person may decide so: what the partner is known to have is neither sent again nor given up, unless it has
 * cancelled that itself.
 */
export function isPossible(entry: OutboxView, decision: OutboxDecision): boolean {
  const { phase, received, account, lastError } = entry
  if (OUTBOX_MOVES[phase][decision] === undefined) return false
  // Given up: that it is made all the same was seen.
  if (phase === 'cancelled') return lastError?.code === RESUMED_THERE
  if (phase === 'sent' && decision === 'cancel') return isCancelledThere(entry)
  // Made: what the partner itself said stands, what a person said may be put right.
  if (phase === 'sent') return account === BY_PERSON || lastError !== null
  return received !== 'yes' || decision === 'identify'
}

/** How many copies a line asks for, of all its visuals together. */
export function copiesOf({ quantites_multiples: each, quantite }: Readonly<Record<string, unknown>>): number {
  const quantities = Array.isArray(each) ? (each as readonly number[]) : [Number(quantite ?? 0)]
  return quantities.reduce((sum, quantity) => sum + quantity, 0)
}

/** The later of two times of the same form; a partner that has asked to be left alone is asked no sooner. */
const latest = (a: string, b: string) => (a > b ? a : b)

/**
 * A transmission as it is shown, but for its lines.
 * @param link to its partner; null where that is set no more
 */
export function present(
  entry: OutboxView,
  link: PartnerLink | null,
): Omit<OutboxEntry, 'stranded' | 'held' | 'endsOrder' | 'lines' | 'lineCount'> {
  const waits = ['ready', 'sending', 'doubtful'].includes(entry.phase)
  return {
    id: entry.parts === 1 ? entry.orderId : `${entry.orderId}-${entry.part}`,
    order: entry.orderId,
    part: entry.part,
    parts: entry.parts,
    partner: entry.partner,
    partnerIs: !link ? 'removed' : isElsewhere(entry, link.url) ? 'elsewhere' : 'set',
    devis: entry.reference,
    customer: whomOf(entry),
    area: entry.area,
    handedAt: entry.handedAt,
    state: statusOf(entry),
    attempts: entry.attempts,
    lastError: whyNow(entry, link?.url ?? null, link?.problem ?? null),
    received: entry.received,
    upstreamId: entry.upstreamId,
    acceptedCents: entry.acceptedCents,
    upstreamCents: entry.upstreamCents,
    marginCents:
      entry.upstreamCents === null ? null : entry.marginCents + entry.costCents - entry.upstreamCents,
    nextAttemptAt: waits ? latest(entry.nextAt, link?.pausedUntil ?? '') : null,
    decisions: DECISIONS.filter((decision) => isPossible(entry, decision)),
  }
}
