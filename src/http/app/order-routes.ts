/** Orders at the application's door. One line a route; the rules are the service's. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { AdresseLivraisonInput } from '../../domain/address.ts'
import { Quote } from '../../domain/quote/quote.ts'
import { Absentable } from '../../domain/schema.ts'
import { NamedSource } from '../../domain/source.ts'
import type { Service } from '../../service/service.ts'
import { requestLocale } from '../headers.ts'
import { pageHeaders, readPage } from '../paging.ts'
import { pathId } from '../path-id.ts'
import { actorOf, readerOf } from './access.ts'
import { created, type Api } from './api.ts'
import { orderFilter } from './filters.ts'
import { orderDetail, orderSummary } from './orders.ts'
import { quoteView } from './quote-view.ts'
import { bodyReader, DEFAULT_PAGE } from './requests.ts'
import { OrderDetail, OrderSummary, RepriceRequest } from './schemas.ts'

/** PUT /api/orders/:id/address; `before`: the address as it was read, else 409 `fields_changed`. */
const AddressRequest = Type.Object({
  address: AdresseLivraisonInput,
  before: Absentable(AdresseLivraisonInput),
})

/** POST /api/orders/:id/again: a draft of what was ordered, and in words what of it could not be taken over. */
const OrderAgain = Type.Object({
  quote: Quote,
  left: Type.Array(Type.String()),
  beforeCents: Type.Integer({ description: 'What was ordered came to with its services, excluding tax.' }),
})
export type OrderAgain = Static<typeof OrderAgain>

/** POST /api/orders/:id/cancel */
const CancelRequest = Type.Object({ reason: Type.String(), keepServices: Absentable(Type.Boolean()) })
export type CancelRequest = Static<typeof CancelRequest>

const read = {
  reprice: bodyReader(RepriceRequest),
  address: bodyReader(AddressRequest),
  cancel: bodyReader(CancelRequest),
}

export function orderRoutes(api: Api, service: Service): void {
  api.get('/api/orders', 'desk', Type.Array(OrderSummary), async (request, reply) => {
    const page = readPage(request.query)
    const found = await service.orders.summaries(
      orderFilter(request),
      page.limit ?? DEFAULT_PAGE,
      page.offset,
    )
    pageHeaders(
      reply,
      request.url,
      { ...page, limit: page.limit ?? DEFAULT_PAGE },
      found.total,
      found.unreadable,
    )
    return found.entries.map(orderSummary)
  })
  api.get('/api/orders/statuses', 'desk', Type.Array(Type.String()), () => service.orders.partnerStatuses())
  api.get('/api/orders/sources', 'desk', Type.Array(NamedSource), () => service.orders.sources())
  api.get('/api/orders/:id', 'desk', OrderDetail, (request) =>
    orderDetail(service, pathId(request), readerOf(request)),
  )
  api.post('/api/orders/:id/reprice', 'decide', OrderDetail, async (request) => {
    const id = pathId(request)
    await service.orderPrices.passOn(
      id,
      request.body === undefined ? null : (read.reprice(request).totalCents ?? null),
      actorOf(request),
    )
    return orderDetail(service, id, readerOf(request))
  })
  api.put('/api/orders/:id/address', 'decide', OrderDetail, async (request) => {
    const id = pathId(request)
    const { address, before } = read.address(request)
    await service.orderAddresses.change(id, address, before ?? undefined, actorOf(request))
    return orderDetail(service, id, readerOf(request))
  })
  api.post('/api/orders/:id/cancel', 'decide', OrderDetail, async (request) => {
    const id = pathId(request)
    const { reason, keepServices } = read.cancel(request)
    await service.orderCancellation.cancel(id, reason, keepServices === true, actorOf(request))
    return orderDetail(service, id, readerOf(request))
  })
  api.post('/api/orders/:id/look', 'desk', OrderDetail, async (request) => {
    const id = pathId(request)
    await service.orderLook.ask(id)
    return orderDetail(service, id, readerOf(request))
  })
  api.post('/api/orders/:id/again', 'desk', OrderAgain, async (request, reply) => {
    const locale = requestLocale(request)
    const { quote, ...said } = await created(
      reply,
      service.ordersAgain.draft(pathId(request), actorOf(request), locale),
    )
    return { quote: quoteView(quote, locale), ...said }
  })
}
