import type { FaultParams } from '../domain/reasons.ts'
import { itemOf } from '../domain/shared/quote-lines.ts'
import type { OrderLineRecord } from '../store/orders.ts'
import type { OutboxView } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { CatalogueService } from './catalogue.ts'
import { linesOf } from './outbox-cart.ts'
import { isElsewhere } from './outbox-why.ts'
import { Refusal } from './refusal.ts'

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

/** What a person says as he has an order sent (again). */
export interface Sending {
  /** the price that he accepts, cents; null: the one that was accepted before */
  readonly acceptCents: number | null
  /**
   * the address that he was told it goes to; null: he was told of none but the one that it was made for; undefined: it goes
   * where its partner is, as tools ask it that know of no other address
   */
  readonly to: string | null | undefined
}

/**
 * Where an order that a person sends (again) goes, as it is noted: nothing where that is where it was made for. What has
 * left comes back from no address, so nobody sends it to another one than he was told of.
 * @param url its partner's by now; null: it is removed
 * @throws Refusal `outbox_other_goods`, `outbox_goods_unread`, `outbox_other_address`
 */
export async function destined(
  services: HoldServices,
  entry: OutboxView,
  url: string | null,
  to: Sending['to'],
): Promise<FaultParams> {
  const held = await heldBy(services, entry, url)
  if (held) throw new Refusal(held.code, held.params)
  const other = isElsewhere(entry, url) ? url : null
  if (to !== undefined && to !== (to === null ? other : url))
    throw new Refusal('outbox_other_address', url === null ? {} : { set: url })
  return other === null ? {} : { from: entry.upstream ?? '', to: other }
}
