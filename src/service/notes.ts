/** What the journal is told of a change, made ready to be written with it. */
import type { JournalAction, JournalNote } from '../domain/journal.ts'
import type { Actor } from '../domain/people.ts'
import type { QuoteState } from '../domain/quote/quote.ts'
import type { FaultParams } from '../domain/reasons.ts'

/** Who changes something, and when (ISO). */
export interface Change {
  readonly by: Actor
  readonly at: string
}

export const noteOf = (change: Change, action: JournalAction, facts: FaultParams): JournalNote => ({
  ...change,
  action,
  facts,
})

const MOVED = {
  sent: 'quote_sent',
  accepted: 'quote_accepted',
  refused: 'quote_refused',
} as const satisfies Partial<Record<QuoteState, JournalAction>>

/** Of a quote that is moved to another state; nothing of one that orders tell of. */
export function noteOfMove(change: Change, { id, number, state }: MovedQuote): JournalNote[] {
  return state in MOVED ? [noteOf(change, MOVED[state as keyof typeof MOVED], quoteFacts(id, number))] : []
}

interface MovedQuote {
  readonly id: number
  readonly number: string | null
  readonly state: QuoteState
}

/** A quote as the journal names it. */
export const quoteFacts = (quote: number, number: string | null): FaultParams => ({
  quote,
  ...(number !== null && { number }),
})

/** Who sent and who accepted a quote that is moved to a state. */
export const movedBy = ({ person }: Actor, state: QuoteState) => ({
  ...(state === 'sent' && { sentBy: person }),
  ...(state === 'accepted' && { acceptedBy: person }),
})
