/** What becomes of a quote when its orders are cancelled. */
import { quoteFacts, type JournalNote, type NotedQuote } from '../domain/journal.ts'
import type { OrderState } from '../domain/order.ts'
import { noted } from './journal.ts'
import { first, type Work } from './work.ts'

const GIVEN_UP: OrderState = 'annulee'

/** A quote that is another by now. */
export interface QuoteNow {
  readonly id: number
  readonly version: number
}

/**
 * Cancels the quote of an order once none of its orders is left: it is won no more.
 * @param note the one of the order: who did it, and when
 * @param reason why, in a person's words; "": nobody said
 * @returns the quote; null: it stays, or the order is of none
 */
export function* cancelQuoteOf(
  orderId: number,
  { at, by }: Pick<JournalNote, 'at' | 'by'>,
  reason: string,
): Work<QuoteNow | null> {
  const quote = yield* first<QuoteNow & NotedQuote>(
    `UPDATE quotes SET state = 'cancelled', updated_at = ?, version = version + 1
     WHERE id = (SELECT quote_id FROM orders WHERE id = ?) AND state = 'ordered'
       AND NOT EXISTS (SELECT 1 FROM orders WHERE quote_id = quotes.id AND status <> ?)
     RETURNING id, version, number, revision`,
    ...[at, orderId, GIVEN_UP],
  )
  if (!quote) return null
  const facts = { ...quoteFacts(quote), ...(reason !== '' && { reason }) }
  yield* noted([{ at, by, action: 'quote_cancelled', facts }])
  return { id: quote.id, version: quote.version }
}
