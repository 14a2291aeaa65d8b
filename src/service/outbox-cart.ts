import { AREAS } from '../domain/areas.ts'
import type { OrderLineRecord, OrderRecord } from '../store/orders.ts'
import type { OutboxRecord } from '../store/outbox.ts'

type Part = Pick<OutboxRecord, 'sourceId' | 'parts' | 'devis'>

/** The lines of an order that one transmission is of. */
export function linesOf({ lines }: OrderRecord, { parts, sourceId }: Part): readonly OrderLineRecord[] {
  // An order from before several partners, or of one alone, may have lines that do not tell.
  return lines.filter((line) => line.sourceId === sourceId || (parts === 1 && line.sourceId === null))
}

/** The lines of one partner as the cart that it is sent, by ids of ours. */
export function upstreamCart(order: OrderRecord, part: Part): Record<string, unknown> {
  const { toPartner } = AREAS[order.area]
  const lines = linesOf(order, part)
  // Of a display order each line knows the cart's lead time as its own source does.
  const delai = order.delai === null ? null : (lines[0]?.delai ?? order.delai)
  return {
    devis: part.devis,
    ...(delai === null ? {} : { delai }),
    adresse_livraison: JSON.parse(order.address) as unknown,
    lignes: lines.map((line) => toPartner(JSON.parse(line.body) as object, line.delai)),
  }
}
