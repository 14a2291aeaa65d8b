/** The states of a quote, and what each allows: one table for the service and the screens. */

/** States that are stored, in the order of a quote's life. Expiry is never stored: it follows from the date. */
export const QUOTE_STATES = ['draft', 'sent', 'accepted', 'refused', 'cancelled', 'ordered'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** The moves that a quote's state allows, of everyone at the desk. What was sent is a fact, and goes on as a revision. */
export const QUOTE_MOVES: Readonly<Record<QuoteState, readonly QuoteState[]>> = {
  draft: ['sent', 'accepted', 'refused', 'ordered'],
  sent: ['accepted', 'refused', 'cancelled', 'ordered'],
  accepted: ['ordered', 'refused', 'cancelled'],
  refused: [],
  cancelled: [],
  ordered: [],
}

/** Whether a revision is made of it: what was accepted is locked. */
export const canRevise = (state: QuoteState): boolean => state === 'sent' || state === 'refused'

/** The moves that a person is asked a reason for. */
export const asksReason = (state: QuoteState): boolean => state === 'refused' || state === 'cancelled'

/** Characters that a reason may have. */
export const LONGEST_REASON = 500

/** Whether a quote may still be ordered, and its delivery be completed. */
export const isOpen = ({ state }: { readonly state: QuoteState }): boolean =>
  QUOTE_MOVES[state].includes('ordered')

/** Whether the validity is over: it lasts to the end of its day. Never true of a quote that was decided. */
export function isExpired(state: QuoteState, validUntil: string, today: string): boolean {
  return (state === 'draft' || state === 'sent') && validUntil < today
}

/** The states of the quotes that may still be ordered. */
export const OPEN_STATES: readonly QuoteState[] = QUOTE_STATES.filter((state) => isOpen({ state }))

/** The moves that a person is offered, beside ordering: a draft is sent before anything is decided of it. */
export function offeredMoves(state: QuoteState): QuoteState[] {
  const moves: readonly QuoteState[] = state === 'draft' ? ['sent'] : QUOTE_MOVES[state]
  return moves.filter((to) => to !== 'ordered')
}

/** The states in which a quote has a signed file: what was sent stands, and is no more given up. */
export const PORTABLE_STATES = ['sent', 'accepted', 'ordered'] as const
export const hasFile = (state: QuoteState): boolean =>
  (PORTABLE_STATES as readonly QuoteState[]).includes(state)
