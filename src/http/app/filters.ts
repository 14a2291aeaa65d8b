/** What a list is narrowed by, as its address says: alike for what is shown of it and what is exported. */
import type { FastifyRequest } from 'fastify'
import { QUOTE_STATES, type QuoteState } from '../../domain/quote/quote.ts'
import type { OrderFilter } from '../../store/order-list.ts'
import type { QuoteFilter } from '../../store/quotes.ts'
import { queryId, queryText } from './requests.ts'

export function quoteFilter(request: FastifyRequest): QuoteFilter {
  const state = queryText(request, 'state')
  return {
    search: queryText(request, 'search'),
    companyId: queryId(request, 'company'),
    state: (QUOTE_STATES as readonly string[]).includes(state) ? (state as QuoteState) : null,
  }
}

export function orderFilter(request: FastifyRequest): OrderFilter {
  const area = queryText(request, 'area')
  const source = queryText(request, 'source')
  return {
    search: queryText(request, 'search'),
    area: area === 'print' || area === 'display' ? area : null,
    status: queryText(request, 'status') || null,
    quote: queryText(request, 'quote') || null,
    // What names no source is of none.
    sourceId: source === '' ? null : /^\d{1,9}$/.test(source) ? Number(source) : 0,
    companyId: queryId(request, 'company'),
  }
}
