import { AREAS } from '../domain/areas.ts'
import type { OrderRecord } from '../store/orders.ts'

/** An order as the cart that the partner is sent. @param devis unique to the order */
export function upstreamCart(order: OrderRecord, devis: string): Record<string, unknown> {
  const { toPartner } = AREAS[order.area]
  return {
    devis,
    ...(order.delai === null ? {} : { delai: order.delai }),
    adresse_livraison: JSON.parse(order.address) as unknown,
    lignes: order.lines.map((line) => toPartner(JSON.parse(line.body) as object, line.delai)),
  }
}
