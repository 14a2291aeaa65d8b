/**
 * The transmission of an order to the partner, over an API without an idempotency key (docs/outbox.md): its phases and
 * the moves between them, in one table.
 */
import type { OrderState } from './order.ts'
import type { FaultParams } from './reasons.ts'
import {
  CANCELLED_THERE,
  needsPerson,
  partnersWord,
  REFUSED_THERE,
  RESUMED_THERE,
  saysRefused,
  saysUnmade,
} from './shared/order-states.ts'

export type OutboxPhase =
  /** to be simulated, compared with what the user accepted, and sent */
  | 'ready'
  /** the request is on its way: written before its first byte */
  | 'sending'
  /** the partner may have the order or not: to be looked up, no sooner than the settling time */
  | 'doubtful'
  /** a person must look */
  | 'attention'
  /** the partner refused it, in its own words */
  | 'refused'
  /** the partner has it */
  | 'sent'
  /** a person gave it up */
  | 'cancelled'

/** What is known of whether the partner has an order: a person must not be told otherwise. */
export type Received =
  /** it was never sent, or the partner's list was read whole since and does not hold it, or it was refused */
  | 'no'
  /** it was sent, or may have been by a run that this store knows nothing of, and nothing proves what came of it */
  | 'maybe'
  | 'yes'

/** What can happen to an order in the outbox. */
export type OutboxEvent =
  /** the simulated total is what the user accepted: it is sent now */
  | 'attempt'
  /** proof that the partner did not act: not connected, throttled, token refused */
  | 'not_sent'
  /** the partner answered with the order, or its list holds it */
  | 'found'
  /** time-out, dropped connection, 5xx, unreadable success, a stopped program: no proof either way */
  | 'no_proof'
  /** the list was read whole and does not hold the order */
  | 'not_found'
  /** the list cannot tell, the cart cannot be read, another partner is set, or no id is known of what it has */
  | 'unknown'
  /** the simulated total is another than what the user accepted */
  | 'price_changed'
  /** 400, in the partner's words */
  | 'refusal'
  /** the partner is set again that an order was made for, which was stopped for that alone and never sent */
  | 'partner_back'
  /** a person: send (again), at the price accepted now */
  | 'retry'
  /** a person: it is this order over there */
  | 'identify'
  /** a person: give it up */
  | 'cancel'

/** The phase that follows an event; an event that is not named cannot happen in that phase. */
export const OUTBOX_MOVES: Readonly<
  Record<OutboxPhase, Readonly<Partial<Record<OutboxEvent, OutboxPhase>>>>
> = {
  ready: {
    attempt: 'sending',
    not_sent: 'ready',
    price_changed: 'attention',
    unknown: 'attention',
    refusal: 'refused',
    found: 'sent',
    retry: 'ready',
    cancel: 'cancelled',
  },
  sending: {
    found: 'sent',
    not_sent: 'ready',
    no_proof: 'doubtful',
    refusal: 'refused',
    unknown: 'attention',
  },
  doubtful: {
    found: 'sent',
    not_found: 'ready',
    unknown: 'attention',
    no_proof: 'doubtful',
    identify: 'sent',
  },
  attention: { partner_back: 'ready', retry: 'ready', identify: 'sent', cancel: 'cancelled' },
  refused: { retry: 'ready', identify: 'sent', cancel: 'cancelled' },
  // Under another number, or once more under the same; given up where the partner has cancelled it.
  sent: { identify: 'sent', cancel: 'cancelled' },
  // What its partner makes all the same was seen.
  cancelled: { identify: 'cancelled' },
}

/** The order status that a phase shows. */
export const STATUS_OF_PHASE: Readonly<Record<OutboxPhase, OrderState>> = {
  ready: 'a_transmettre',
  sending: 'a_transmettre',
  doubtful: 'a_transmettre',
  attention: 'a_verifier',
  refused: 'refusee',
  sent: 'transmise',
  cancelled: 'annulee',
}

/** What an event shows of whether the partner has the order; the others leave it as it was. */
export const RECEIVED_AFTER: Readonly<Partial<Record<OutboxEvent, Received>>> = {
  no_proof: 'maybe',
  not_found: 'no',
  found: 'yes',
  identify: 'yes',
}

/** The phase after an event. @throws Error where the table has no such move: a defect of the caller */
export function nextPhase(phase: OutboxPhase, event: OutboxEvent): OutboxPhase {
  const next = OUTBOX_MOVES[phase][event]
  if (!next) throw new Error(`the outbox has no move ${event} from ${phase}`)
  return next
}

/** A transmission, as far as its order's status goes. */
interface Standing {
  readonly phase: OutboxPhase
  /** the partner's own word */
  readonly partnerStatus: string | null
}
interface Undecided {
  /** why it needs a person */
  readonly lastError: { readonly code: string; readonly params?: FaultParams | undefined } | null
}

/** From furthest behind (docs/partner-api.md, "Sources"); what was given up is behind nothing. */
const BEHIND: readonly OrderState[] = ['refusee', 'a_verifier', 'a_transmettre', 'transmise']

/** Whether the partner had it and has cancelled it, or refused it. */
export const isCancelledThere = ({ phase, partnerStatus }: Standing): boolean =>
  phase === 'sent' && saysUnmade(partnerStatus)

/** Whether a person has yet to say what becomes here of what its partner has cancelled. */
export const isCancelUndecided = (part: Standing & Undecided): boolean =>
  isCancelledThere(part) &&
  (part.lastError?.code === 'outbox_cancelled_there' || part.lastError?.params?.['cancelled'] !== undefined)

/** Whether it was never ordered and waits for a person, or its partner has ended it: until that is decided nothing of it is handed over. */
export const isUndecided = (part: Standing & Undecided & { readonly received: Received }): boolean =>
  isCancelUndecided(part) || (part.received === 'no' && needsPerson(STATUS_OF_PHASE[part.phase]))

/**
 * The status that one transmission shows: once made, the partner's own word where it gives one. That it has cancelled the
 * order gives nothing up here.
 */
export function statusOf(part: Standing): string {
  const word = part.phase === 'sent' ? part.partnerStatus : null
  if (word === null) return STATUS_OF_PHASE[part.phase]
  if (!isCancelledThere(part)) return partnersWord(word)
  return saysRefused(word) ? REFUSED_THERE : CANCELLED_THERE
}

/** The status of a transmission in its order's; null: none, it goes on without the partner. */
function statusWithin(part: Standing & Undecided): string | null {
  if (part.phase === 'sent' && part.lastError?.code === RESUMED_THERE) return null
  if (!isCancelledThere(part)) return statusOf(part)
  return isCancelUndecided(part) ? STATUS_OF_PHASE.attention : null
}

/**
 * The status of an order: that of the transmission furthest behind; of several that are made, the first one's. What a
 * partner has cancelled waits for a person; kept by one, it is the shop's own matter.
 * @param hasOwn whether it has lines of the own tariffs: they stay where every transmission was given up
 */
export function statusOfOrder(transmissions: readonly (Standing & Undecided)[], hasOwn: boolean): string {
  const left = transmissions.filter(({ phase }) => phase !== 'cancelled')
  const open = left.flatMap((part) => statusWithin(part) ?? [])
  const none: OrderState = hasOwn || left.length > 0 ? 'enregistree' : STATUS_OF_PHASE.cancelled
  return BEHIND.find((state) => open.includes(state)) ?? open[0] ?? none
}
