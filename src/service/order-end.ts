/** How an order ends unmade: one rule for who cancels it and for who gives up its last part for a partner. */
import { reasonFaults } from '../domain/quote/texts.ts'
import { isGivenUp } from '../domain/shared/order-states.ts'
import type { OrderEnd } from '../store/order-end.ts'
import type { OrderRecord } from '../store/orders.ts'
import type { Store } from '../store/store.ts'
import { noteOf, type Change } from './notes.ts'
import { Invalid } from './refusal.ts'

/** What a person says as he lets an order end. */
export interface Ending {
  /** why; noted in the order's story, "": nothing was said */
  readonly reason: string
  /** whether the services that were sold with it stay due with another order of its quote ({@link heirOf}) */
  readonly keepServices: boolean
}

/** What is to be written as an order ends. @throws Invalid for the reason */
export async function endOf(
  store: Store,
  order: OrderRecord,
  ending: Ending,
  change: Change,
): Promise<OrderEnd> {
  const reason = ending.reason.trim()
  const faults = reasonFaults(reason)
  if (faults.length > 0) throw new Invalid(faults)
  const heir = ending.keepServices ? await heirOf(store, order) : null
  const { id } = order
  const sold = order.services?.totals.prix_total_ht ?? 0
  const notes = [
    noteOf(change, 'order_cancelled', { order: id, ...(reason !== '' && { reason }) }),
    ...(heir === null
      ? []
      : [
          noteOf(change, 'order_services_left', { order: id, to: heir, sold }),
          noteOf(change, 'order_services_taken', { order: heir, from: id, sold }),
        ]),
  ]
  return { ...change, reason, heir, notes }
}

/** The order of the same quote that the services sold with this one would stay due with; null: there is none, or none was sold. */
export async function heirOf(store: Store, { id, quoteId, services }: OrderRecord): Promise<number | null> {
  if (quoteId === null || services === null) return null
  const others = await store.orders.ofQuote(quoteId)
  return others.find((other) => other.id !== id && !isGivenUp(other.status))?.id ?? null
}
