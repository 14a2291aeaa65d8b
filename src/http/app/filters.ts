/** What a list is narrowed by, as its address says: alike for what is shown of it and what is exported. */
import type { FastifyRequest } from 'fastify'
import { QUOTE_STATES } from '../../domain/quote/quote.ts'
import type { OrderFilter } from '../../store/order-list.ts'
import type { QuoteFilter } from '../../store/quotes.ts'
import { queryId, queryMaybe, queryText } from './requests.ts'

/** @throws Invalid where a state is named that there is not: all of them would be answered in its place */
export function quoteFilter(request: FastifyRequest): QuoteFilter {
  return {
    search: queryText(request, 'search'),
    companyId: queryId(request, 'company'),
    state: queryMaybe(request, 'state', QUOTE_STATES),
  }
}

/** @throws Invalid */
export function orderFilter(request: FastifyRequest): OrderFilter {
  const source = queryText(request, 'source')
  return {
    search: queryText(request, 'search'),
    area: queryMaybe(request, 'area', ['print', 'display'] as const),
    status: queryText(request, 'status') || null,
    quote: queryText(request, 'quote') || null,
    // What names no source is of none.
    sourceId: source === '' ? null : /^\d{1,9}$/.test(source) ? Number(source) : 0,
    companyId: queryId(request, 'company'),
  }
}
