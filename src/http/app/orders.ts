/** Orders as the desk shows them: the partner API's shape, with the lines in words. */
import { sumOfTotals, type Totals } from '../../domain/cart.ts'
import { SEES_ALL } from '../../domain/catalogue.ts'
import { describeDisplay, describePrint } from '../../domain/describe.ts'
import type { LigneDisplay } from '../../domain/display/line.ts'
import { worded } from '../../domain/messages.ts'
import { orderNumber, type Area } from '../../domain/order.ts'
import type { LignePrint } from '../../domain/print/line.ts'
import { isReduced } from '../../domain/shared/before-whole.ts'
import { isGivenUp } from '../../domain/shared/order-states.ts'
import { readSummary, type SummaryPart } from '../../domain/summary.ts'
import type { OrderSummaryRecord } from '../../store/order-list.ts'
import type { OrderLineRecord, OrderRecord } from '../../store/orders.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import { heirOf } from '../../service/order-end.ts'
import { vatOfLine } from '../../service/order-prices.ts'
import { promisedOf } from '../../service/orders.ts'
import { partOf } from '../../service/quotes/carts.ts'
import { orderBody } from '../partner/order-body.ts'
import type { Service } from '../../service/service.ts'
import type { Reader } from './access.ts'
import { outboxView } from './outbox.ts'

/** Characters of a text that a list shows; what it is of shows the whole. */
const LIST_TEXT = 120

export const cut = (text: string) => (text.length > LIST_TEXT ? `${text.slice(0, LIST_TEXT)}…` : text)

export function orderSummary({ services, ...order }: OrderSummaryRecord) {
  return {
    ...order,
    grandTotalHtCents: order.totalHtCents + (services?.totals.prix_total_ht ?? 0),
    grandTotalTtcCents: order.totalTtcCents + (services?.totals.prix_final_ttc ?? 0),
    sources: [...order.sources],
    givenUp: [...order.givenUp],
    reference: cut(order.reference),
    recipient: cut(order.recipient),
    number: orderNumber(order.id),
  }
}

export async function orderDetail(service: Service, id: number, reader: Reader) {
  const order = await service.orders.detail(id)
  const transmissions = await service.outbox.ofOrder(id)
  const quote = order.quoteId === null ? undefined : await service.store.quotes.byId(order.quoteId)
  return {
    area: order.area,
    createdAt: order.createdAt,
    customer: service.customers.byId(order.customerId)?.name ?? '',
    quoteId: order.quoteId,
    company: quote?.company == null ? null : { id: quote.companyId, name: quote.company },
    contact: quote?.contact ?? null,
    quoteNumber: quote?.number ?? null,
    quoteRevision: order.quoteRevision,
    signedAt: quote ? await signedAt(service, quote.id, order.quoteRevision ?? quote.revision) : null,
    placedBy: service.people.nameOf(order.placedBy),
    leadTimes: order.lines.map((line) => line.leadTime),
    lineCents: order.lines.map((line) => line.cents),
    lineReduced: await reducedOf(service, order, quote),
    lineCosts: order.lines.map((line) => line.costCents),
    costHtCents: order.costHt,
    todaysTotalCents: (await service.orderPrices.today(order))?.totals.prix_total_ht ?? null,
    priceStays: await service.orderPrices.stays(order),
    vat: service.orderPrices.vat(order),
    vatRegime: order.vatRegime && { name: order.vatRegime.name, mention: order.vatRegime.mention },
    lineVat: order.lines.map(vatOfLine),
    lineNames: order.lines.map((line) => line.name),
    lineSummaries: order.lines.map((line) =>
      summaryOf(service, order.area, line).map((part) => worded(part, reader.locale)),
    ),
    order: orderBody(order),
    services: order.services,
    servicesHeir: await heirOf(service.store, order),
    servicesWith: await servicesWith(service, order),
    grandTotals: order.services && sumOfTotals([totalsOf(service, order), order.services.totals]),
    collected: quote?.collected === true,
    cancelBar: await service.orderCancellation.barOf(order),
    promised: order.lines.map((line) => promisedOf(line, order.createdAt)),
    lineSources: order.lines.map(({ sourceId }) => partnerName(service, sourceId)),
    transmissions: transmissions.map((entry) => outboxView(entry, reader)),
    acceptances: await service.outbox.acceptances(id),
    repricings: await service.store.orders.repricings(id),
  }
}

/** When the customer signed a revision of a quote; null: never. */
const signedAt = async ({ store }: Service, quoteId: number, revision: number): Promise<string | null> =>
  (await store.signatures.of(quoteId, revision))?.at ?? null

/** The order that the services of a cancelled one went on with; null: none did. */
async function servicesWith({ store }: Service, { id, status }: OrderRecord): Promise<number | null> {
  if (!isGivenUp(status)) return null
  const left = (await store.journal.ofOrder(id)).find(({ action }) => action === 'order_services_left')
  return left ? Number(left.facts['to']) : null
}

/** Of each line whether discounts of its quote are off its price: that is told there alone. */
async function reducedOf(
  { store }: Service,
  order: OrderRecord,
  quote: QuoteRecord | undefined,
): Promise<boolean[]> {
  const part = quote && partOf(quote, order, await store.orders.ofQuote(quote.id), store.sources.all())
  return order.lines.map((_, i) => {
    const sold = part?.products[i]
    return sold !== undefined && isReduced(sold)
  })
}

function totalsOf({ orderPrices }: Service, order: OrderRecord): Totals {
  return {
    prix_ht: order.prix_ht,
    remise_grand_compte_ht: order.remise_ht,
    prix_total_ht: order.total_ht,
    prix_tva: order.tva,
    prix_final_ttc: order.total_ttc,
    vat: orderPrices.vat(order),
  }
}

/** The partner that a line's product comes from, set or not; null: our own tariffs. */
function partnerName({ store }: Service, sourceId: number | null): string | null {
  return (sourceId === null ? undefined : store.sources.byId(sourceId))?.name || null
}

/**
 * What was chosen, as it was kept with the line; of one from before, by the names of the catalogue in force, and nothing
 * where the product has left it.
 */
function summaryOf(service: Service, area: Area, { body, summary }: OrderLineRecord): SummaryPart[] {
  if (summary !== null) return readSummary(summary)
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
