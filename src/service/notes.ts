/** What the journal is told of a change, made ready to be written with it. */
import { quoteFacts, type JournalAction, type JournalNote, type NotedQuote } from '../domain/journal.ts'
import type { Actor } from '../domain/people.ts'
import type { QuoteState } from '../domain/quote/quote.ts'
import type { FaultParams } from '../domain/reasons.ts'
import type { VatRegime } from '../domain/vat-regimes.ts'

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
  cancelled: 'quote_cancelled',
} as const satisfies Partial<Record<QuoteState, JournalAction>>

/**
 * Of a quote that is moved to another state; nothing of one that orders tell of.
 * @param taken what the customer took as he accepted it, in words
 */
export function noteOfMove(change: Change, quote: MovedQuote, reason: string, taken = ''): JournalNote[] {
  if (!(quote.state in MOVED)) return []
  const facts = { ...quoteFacts(quote), ...(reason !== '' && { reason }), ...(taken !== '' && { taken }) }
  return [noteOf(change, MOVED[quote.state as keyof typeof MOVED], facts)]
}

interface MovedQuote extends NotedQuote {
  readonly state: QuoteState
}

/** That another VAT was chosen for a quote; nothing where it is the same choice. @param before null: that of its address */
export function noteOfRegime(
  change: Change,
  quote: NotedQuote & { readonly vatRegime: VatRegime | null },
  before: VatRegime | null,
): JournalNote[] {
  const after = quote.vatRegime
  if (after?.id === before?.id) return []
  const facts = {
    ...quoteFacts(quote),
    ...(before && { before: before.name, rateBefore: before.rate }),
    ...(after && { after: after.name, rateAfter: after.rate }),
  }
  return [noteOf(change, 'quote_vat', facts)]
}

/** Who sent and who accepted a quote that is moved to a state. */
export const movedBy = ({ person }: Actor, state: QuoteState) => ({
  ...(state === 'sent' && { sentBy: person }),
  ...(state === 'accepted' && { acceptedBy: person }),
})
