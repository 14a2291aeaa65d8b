/** Orders as the desk shows them: the partner API's shape, with the lines in words. */
import { SEES_ALL } from '../../domain/catalogue.ts'
import { describeDisplay, describePrint } from '../../domain/describe.ts'
import type { LigneDisplay } from '../../domain/display/line.ts'
import type { Locale } from '../../domain/messages.ts'
import { orderNumber, type Area } from '../../domain/order.ts'
import type { LignePrint } from '../../domain/print/line.ts'
import type { OrderSummaryRecord } from '../../store/orders.ts'
import { promisedOf } from '../../service/orders.ts'
import { orderBody } from '../partner/order-body.ts'
import type { Service } from '../../service/service.ts'
import { outboxView } from './outbox.ts'

/** A list shows the beginning of a text; the order itself shows the whole. */
const LIST_TEXT = 120

const cut = (text: string) => (text.length > LIST_TEXT ? `${text.slice(0, LIST_TEXT)}…` : text)

export function orderSummary(order: OrderSummaryRecord) {
  return {
    ...order,
    reference: cut(order.reference),
    recipient: cut(order.recipient),
    number: orderNumber(order.id),
  }
}

export function orderDetail(service: Service, id: number, locale: Locale) {
  const order = service.orders.detail(id)
  const entry = service.outbox.entry(id)
  return {
    area: order.area,
    createdAt: order.createdAt,
    customer: service.customers.byId(order.customerId)?.name ?? '',
    quoteId: order.quoteId,
    leadTimes: order.lines.map((line) => line.leadTime),
    lineCents: order.lines.map((line) => line.cents),
    lineCosts: order.lines.map((line) => line.costCents),
    costHtCents: order.costHt,
    todaysTotalCents: service.orderPrices.today(order)?.totals.prix_total_ht ?? null,
    lineNames: order.lines.map((line) => line.name),
    lineSummaries: order.lines.map((line) => inWords(service, order.area, line.body)),
    order: orderBody(order),
    promised: order.lines.map((line) => promisedOf(line, order.createdAt)),
    outbox: entry && outboxView(entry, locale),
    acceptances: service.outbox.acceptances(id),
    repricings: service.store.orders.repricings(id),
  }
}

/** What was chosen, by the names of the catalogue in force; nothing where the product has left it. */
function inWords(service: Service, area: Area, body: string): string[] {
  const { snapshot } = service.catalogue
  if (area === 'print') {
    const line = JSON.parse(body) as LignePrint
    const product = snapshot.product(line.produit, SEES_ALL)
    return product ? describePrint(product, line) : []
  }
  const line = JSON.parse(body) as LigneDisplay
  const family = snapshot.family(line.famille, SEES_ALL)
  return family ? describeDisplay(family, line) : []
}
