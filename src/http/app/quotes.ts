/** Quotes at the application's door. One line a route; the rules are the service's. */
import type { FastifyInstance } from 'fastify'
import {
  QUOTE_STATES,
  QuoteDelivery,
  QuoteInput,
  QuoteMove,
  QuoteNew,
  quoteNumber,
  QuoteOrder,
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
import { bodyReader, DEFAULT_PAGE, queryText } from './requests.ts'

const read = {
  preview: bodyReader(QuoteInput),
  made: bodyReader(QuoteNew),
  update: bodyReader(QuoteUpdate),
  delivery: bodyReader(QuoteDelivery),
  version: bodyReader(QuoteVersion),
  move: bodyReader(QuoteMove),
  order: bodyReader(QuoteOrder),
}

export function quoteRoutes(app: FastifyInstance, { quotes }: Service): void {
  app.post('/api/quotes/price', (request) => quotes.preview(read.preview(request), locale(request)))
  app.get('/api/quotes', (request, reply) => {
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
  app.post('/api/quotes', async (request, reply) =>
    reply.code(201).send(await quotes.create(read.made(request), locale(request))),
  )
  app.get('/api/quotes/:id', (request) => quotes.get(pathId(request), locale(request)))
  app.put('/api/quotes/:id', (request) =>
    quotes.update(pathId(request), read.update(request), locale(request)),
  )
  app.delete('/api/quotes/:id', (request, reply) => {
    const version = Number.parseInt(queryText(request, 'version'))
    quotes.delete(pathId(request), Number.isNaN(version) ? null : version, locale(request))
    return reply.code(204).send()
  })
  app.get('/api/quotes/:id/prices', (request) => quotes.prices(pathId(request), locale(request)))
  app.post('/api/quotes/:id/reprice', (request) =>
    quotes.reprice(pathId(request), read.version(request), locale(request)),
  )
  app.put('/api/quotes/:id/delivery', (request) =>
    quotes.deliver(pathId(request), read.delivery(request), locale(request)),
  )
  app.post('/api/quotes/:id/duplicate', async (request, reply) =>
    reply.code(201).send(await quotes.duplicate(pathId(request), locale(request))),
  )
  app.put('/api/quotes/:id/state', (request) =>
    quotes.move(pathId(request), read.move(request), locale(request)),
  )
  app.post('/api/quotes/:id/order', async (request, reply) => {
    const asked = request.body === undefined ? {} : read.order(request)
    return reply.code(201).send(await quotes.order(pathId(request), asked, locale(request)))
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
