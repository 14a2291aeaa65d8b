/** Quotes at the application's door. One line a route; the rules are the service's. */
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import {
  Quote,
  QuoteDelivery,
  QuoteMove,
  QuoteNew,
  QuoteOrder,
  QuotePrices,
  QuoteReprice,
  QuoteToPreview,
  QuoteUpdate,
} from '../../domain/quote/quote.ts'
import { QuoteChoice } from '../../domain/quote/choice.ts'
import { TotalFound, WantedTotal } from '../../domain/quote/wanted-total.ts'
import type { QuoteFacts } from '../../domain/quote/facts.ts'
import type { Service } from '../../service/service.ts'
import { requestLocale as locale } from '../headers.ts'
import { pageHeaders, readPage } from '../paging.ts'
import { pathId } from '../path-id.ts'
import { accessTo, actorOf } from './access.ts'
import { created, type Api } from './api.ts'
import { quoteFilter } from './filters.ts'
import { bodyReader, DEFAULT_PAGE, queryText } from './requests.ts'
import { comparedView, previewView, quoteSummary, quoteView } from './quote-view.ts'
import { QuoteOrdered, QuotePreview, QuoteSummary } from './schemas.ts'

const read = {
  preview: bodyReader(QuoteToPreview),
  made: bodyReader(QuoteNew),
  update: bodyReader(QuoteUpdate),
  delivery: bodyReader(QuoteDelivery),
  wanted: bodyReader(WantedTotal),
  reprice: bodyReader(QuoteReprice),
  choice: bodyReader(QuoteChoice),
  move: bodyReader(QuoteMove),
  order: bodyReader(QuoteOrder),
}

/** Whether who asks may see, and so say, what tells purchase prices. */
const seesCosts = (request: FastifyRequest) => accessTo(request).rights.has('costs')

export function quoteRoutes(api: Api, { quotes, quoteDecisions }: Service): void {
  /** A quote, or the promise of one, in the words of the request's language. */
  const shown = async (request: FastifyRequest, quote: Promise<QuoteFacts>) =>
    quoteView(await quote, locale(request))

  api.post('/api/quotes/price', 'desk', QuotePreview, async (request) =>
    previewView(await quotes.preview(read.preview(request), seesCosts(request)), locale(request)),
  )
  api.get('/api/quotes', 'desk', Type.Array(QuoteSummary), async (request, reply) => {
    const page = readPage(request.query)
    const found = await quotes.list(quoteFilter(request), page.limit ?? DEFAULT_PAGE, page.offset)
    pageHeaders(
      reply,
      request.url,
      { ...page, limit: page.limit ?? DEFAULT_PAGE },
      found.total,
      found.unreadable,
    )
    return found.entries.map((quote) => quoteSummary(quote, quotes.expired(quote), locale(request)))
  })
  api.post('/api/quotes', 'desk', Quote, (request, reply) =>
    created(reply, shown(request, quotes.create(read.made(request), actorOf(request), seesCosts(request)))),
  )
  api.get('/api/quotes/:id', 'desk', Quote, (request) => shown(request, quotes.get(pathId(request))))
  api.put('/api/quotes/:id', 'desk', Quote, (request) =>
    shown(
      request,
      quotes.update(pathId(request), read.update(request), actorOf(request), seesCosts(request)),
    ),
  )
  api.remove('/api/quotes/:id', 'desk', (request) => {
    const version = Number.parseInt(queryText(request, 'version'))
    return quotes.delete(pathId(request), Number.isNaN(version) ? null : version, actorOf(request))
  })
  api.get('/api/quotes/:id/prices', 'desk', QuotePrices, async (request) =>
    comparedView(await quotes.prices(pathId(request)), locale(request)),
  )
  api.post('/api/quotes/:id/reprice', 'desk', Quote, (request) =>
    shown(request, quotes.reprice(pathId(request), read.reprice(request))),
  )
  api.post('/api/quotes/:id/wanted-total', 'desk', TotalFound, (request) =>
    quotes.wantedTotal(pathId(request), read.wanted(request)),
  )
  api.put('/api/quotes/:id/delivery', 'desk', Quote, (request) =>
    shown(request, quotes.deliver(pathId(request), read.delivery(request))),
  )
  api.post('/api/quotes/:id/duplicate', 'desk', Quote, (request, reply) =>
    created(reply, shown(request, quotes.duplicate(pathId(request), actorOf(request)))),
  )
  api.post('/api/quotes/:id/choice', 'desk', Quote, (request) =>
    shown(request, quoteDecisions.choice(pathId(request), read.choice(request))),
  )
  api.put('/api/quotes/:id/state', 'desk', Quote, (request) =>
    shown(request, quoteDecisions.move(pathId(request), read.move(request), actorOf(request))),
  )
  api.post('/api/quotes/:id/order', 'desk', QuoteOrdered, async (request, reply) => {
    const asked = request.body === undefined ? {} : read.order(request)
    const { orders, quote } = await created(
      reply,
      quoteDecisions.order(pathId(request), asked, actorOf(request)),
    )
    return { orders, quote: quoteView(quote, locale(request)) }
  })
}
