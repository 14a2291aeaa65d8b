import { itemOf } from '../domain/shared/quote-lines.ts'
import type { OrderLineRecord } from '../store/orders.ts'
import type { OutboxView } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { CatalogueService } from './catalogue.ts'
import { linesOf } from './outbox-cart.ts'
import { isElsewhere } from './outbox-why.ts'

interface HoldServices {
  readonly store: Store
  readonly catalogue: CatalogueService
}

/**
 * At another address the same ids may be other goods: an order goes there only where the catalogue of that address
 * offers every line of it under its name.
 * @param url its partner's by now; null: it is removed
 * @returns why it does not; null where it may, and where the partner is removed or has the order's address
 */
export async function heldBy({ store, catalogue }: HoldServices, entry: OutboxView, url: string | null) {
  if (url === null || !isElsewhere(entry, url)) return null
  const params = { made: entry.upstream ?? '' }
  if (store.sources.byId(entry.sourceId)?.catalogueUrl !== url)
    return { code: 'outbox_goods_unread', params } as const
  const order = await store.orders.byId(entry.orderId)
  const { area } = entry
  const isOffered = ({ name, body }: OrderLineRecord) =>
    catalogue.snapshot.nameOf(
      area,
      itemOf({ area, line: JSON.parse(body) as Readonly<Record<string, unknown>> }),
    ) === name
  if (order && linesOf(order, entry).every(isOffered)) return null
  return { code: 'outbox_other_goods', params } as const
}
