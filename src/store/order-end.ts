/** What becomes of an order's services and of its quote when it is cancelled, whichever way. */
import { quoteFacts, type JournalNote, type NotedQuote } from '../domain/journal.ts'
import type { OrderState } from '../domain/order.ts'
import type { OrderServices } from '../domain/order-services.ts'
import { noted } from './journal.ts'
import { addSold } from './search.ts'
import { parsed } from './shapes.ts'
import { first, put, type Work } from './work.ts'

const GIVEN_UP: OrderState = 'annulee'

/** A quote that is another by now. */
export interface QuoteNow {
  readonly id: number
  readonly version: number
}

/** How an order ends unmade. */
export interface OrderEnd extends Pick<JournalNote, 'at' | 'by'> {
  /** why, in a person's words; "": nobody said */
  readonly reason: string
  /**
   * the order of the same quote that takes over the services that were sold with it; null: they are cancelled with
   * it
   */
  readonly heir: number | null
  /** what is noted of it, and of the heir */
  readonly notes: readonly JournalNote[]
}

/** Whether an order has lines that are no partner's: it goes on without the others. */
export function* hasOwnLines(orderId: number): Work<boolean> {
  const found = yield* first(
    `SELECT 1 FROM order_lines WHERE order_id = ? AND source_id NOT IN
      (SELECT source_id FROM transmissions WHERE transmissions.order_id = order_lines.order_id) LIMIT 1`,
    orderId,
  )
  return found !== undefined
}

/** Whether an order's heir can still take its services over. */
export function* canEnd(orderId: number, { heir }: OrderEnd): Work<boolean> {
  if (heir === null) return true
  const found = yield* first(
    `SELECT 1 FROM orders WHERE id = ? AND status <> ? AND quote_id = (SELECT quote_id FROM orders WHERE id = ?)`,
    ...[heir, GIVEN_UP, orderId],
  )
  return found !== undefined
}

/**
 * Writes what goes with the end of an order that {@link canEnd} and was just given the status of one.
 * @returns its quote, where that is cancelled with it; null: it stays, or the order is of none
 */
export function* endOrder(orderId: number, end: OrderEnd): Work<QuoteNow | null> {
  if (end.heir !== null) {
    const left = yield* first<{ services: string | null }>(
      'SELECT services FROM orders WHERE id = ?',
      orderId,
    )
    if (left?.services) yield* addSold(end.heir, parsed('orders', 'services', left.services) as OrderServices)
    yield* put(
      'UPDATE orders SET services = (SELECT services FROM orders WHERE id = ?) WHERE id = ?',
      ...[orderId, end.heir],
    )
    yield* put('UPDATE orders SET services = NULL WHERE id = ?', orderId)
  }
  yield* noted(end.notes)
  return yield* cancelQuoteOf(orderId, end)
}

/** Cancels the quote of an order once none of its orders is left: it is won no more. */
function* cancelQuoteOf(orderId: number, { at, by, reason }: OrderEnd): Work<QuoteNow | null> {
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
