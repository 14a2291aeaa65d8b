/** Quotes at the application's door. One line a route; the rules are the service's. */
import Type from 'typebox'
import {
  Quote,
  QUOTE_STATES,
  QuoteDelivery,
  QuoteInput,
  QuoteMove,
  QuoteNew,
  quoteNumber,
  QuoteOrder,
  QuotePrices,
  QuoteUpdate,
  QuoteVersion,
  uncertaintyOf,
  type QuoteState,
} from '../../domain/quote.ts'
import type { Service } from '../../service/service.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import { requestLocale as locale } from '../headers.ts'
import { pageHeaders, readPage } from '../paging.ts'
import { pathId } from '../path-id.ts'
import { created, type Api } from './api.ts'
import { bodyReader, DEFAULT_PAGE, queryText } from './requests.ts'
import { QuoteOrdered, QuotePreview, QuoteSummary } from './schemas.ts'

const read = {
  preview: bodyReader(QuoteInput),
  made: bodyReader(QuoteNew),
  update: bodyReader(QuoteUpdate),
  delivery: bodyReader(QuoteDelivery),
  version: bodyReader(QuoteVersion),
  move: bodyReader(QuoteMove),
  order: bodyReader(QuoteOrder),
}

export function quoteRoutes(api: Api, { quotes }: Service): void {
  api.post('/api/quotes/price', QuotePreview, (request) =>
    quotes.preview(read.preview(request), locale(request)),
  )
  api.get('/api/quotes', Type.Array(QuoteSummary), (request, reply) => {
    const page = readPage(request.query)
    const state = queryText(request, 'state')
    const filter = {
      search: queryText(request, 'search'),
      state: (QUOTE_STATES as readonly string[]).includes(state) ? (state as QuoteState) : null,
    }
    const found = quotes.list(filter, page.limit ?? DEFAULT_PAGE, page.offset)
    pageHeaders(reply, request.url, { ...page, limit: page.limit ?? DEFAULT_PAGE }, found.total)
    return found.quotes.map((quote) => quoteSummary(quote, quotes.expired(quote)))
  })
  api.post('/api/quotes', Quote, (request, reply) =>
    created(reply, quotes.create(read.made(request), locale(request))),
  )
  api.get('/api/quotes/:id', Quote, (request) => quotes.get(pathId(request), locale(request)))
  api.put('/api/quotes/:id', Quote, (request) =>
    quotes.update(pathId(request), read.update(request), locale(request)),
  )
  api.remove('/api/quotes/:id', (request) => {
    const version = Number.parseInt(queryText(request, 'version'))
    quotes.delete(pathId(request), Number.isNaN(version) ? null : version, locale(request))
  })
  api.get('/api/quotes/:id/prices', QuotePrices, (request) => quotes.prices(pathId(request), locale(request)))
  api.post('/api/quotes/:id/reprice', Quote, (request) =>
    quotes.reprice(pathId(request), read.version(request), locale(request)),
  )
  api.put('/api/quotes/:id/delivery', Quote, (request) =>
    quotes.deliver(pathId(request), read.delivery(request), locale(request)),
  )
  api.post('/api/quotes/:id/duplicate', Quote, (request, reply) =>
    created(reply, quotes.duplicate(pathId(request), locale(request))),
  )
  api.put('/api/quotes/:id/state', Quote, (request) =>
    quotes.move(pathId(request), read.move(request), locale(request)),
  )
  api.post('/api/quotes/:id/order', QuoteOrdered, (request, reply) => {
    const asked = request.body === undefined ? {} : read.order(request)
    return created(reply, quotes.order(pathId(request), asked, locale(request)))
  })
}

function quoteSummary(quote: QuoteRecord, expired: boolean) {
  return {
    id: quote.id,
    number: quoteNumber(quote.id),
    state: quote.state,
    expired,
    customer: quote.customer,
    reference: quote.reference,
    recipient: quote.address.societe || quote.address.nom,
    updatedAt: quote.updatedAt,
    validUntil: quote.validUntil,
    lineCount: quote.lines.length,
    totalCents: quote.totals?.prix_total_ht ?? null,
    indicative: quote.indicative,
    uncertainty: uncertaintyOf(quote.lines),
    invalid: quote.problem,
  }
}
