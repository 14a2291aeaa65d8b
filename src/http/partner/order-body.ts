/** An order as the partner API answers it (2.7; display: with its lead time), from the parts that are stored. */
import { orderNumber, type CommandeDisplay, type CommandePrint } from '../../domain/order.ts'
import { objectOf } from '../../domain/readable-entities.ts'
import { isGivenUp } from '../../domain/shared/order-states.ts'
import type { ListedOrder, OrderRecord } from '../../store/orders.ts'

function identityOf(order: ListedOrder) {
  return {
    id: order.id,
    status: order.status,
    number: orderNumber(order.id),
    reference_client: order.reference,
    ...(order.area === 'display' ? { delai: order.delai } : {}),
  }
}

function amountsOf(order: ListedOrder) {
  return {
    prix_fact_ht: order.prix_ht,
    remise_grand_compte_ht: order.remise_ht,
    prix_fact_total_ht: order.total_ht,
    prix_fact_total_tva: order.tva,
    prix_fact_total_ttc: order.total_ttc,
    // Nothing is paid for an order that was given up.
    amount_due: isGivenUp(order.status) ? 0 : order.total_ttc,
  }
}

/**
 * The order as JSON text: its address and its lines are texts already. What of them cannot be read any more is null, and of
 * a line its id alone: the order is there all the same, and its list is one.
 */
export function orderText(order: ListedOrder): string {
  const lines = order.lines.map(({ id, body }) => JSON.stringify({ id, ...objectOf(body) })).join(',')
  const identity = JSON.stringify(identityOf(order)).slice(0, -1)
  const amounts = JSON.stringify(amountsOf(order)).slice(1, -1)
  return `${identity},"adresse_livraison":${objectOf(order.address) ? order.address : null},${amounts},"lignes":[${lines}]}`
}

/** The same as a value. */
export function orderBody(order: OrderRecord): CommandePrint | CommandeDisplay {
  return {
    ...identityOf(order),
    adresse_livraison: JSON.parse(order.address) as CommandePrint['adresse_livraison'],
    ...amountsOf(order),
    lignes: order.lines.map(({ id, body }) => ({ id, ...(JSON.parse(body) as object) })),
  } as CommandePrint | CommandeDisplay
}
