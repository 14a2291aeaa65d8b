/** What stands in the way of a quote, before anybody tries. */
import { addressFaults, deskAddressFaults, type AdresseLivraison } from '../address.ts'
import type { Fault } from '../faults.ts'
import { isExpired, type QuoteState } from './quote.ts'
import type { KeptLine, Obstacle } from './facts.ts'
import type { Day } from '../shared/calendar.ts'
import type { VatTable } from '../vat.ts'

interface Open {
  readonly state: QuoteState
  readonly address: AdresseLivraison
  readonly validUntil: Day
  readonly lines: readonly KeptLine[]
}

/**
 * Everything that keeps an open quote from being sent or ordered, each by its place in the quote. An estimate may be
 * sent, knowingly, and an address completed afterwards; neither can be missing from an order.
 */
export function obstaclesOf(quote: Open, table: VatTable, today: Day): Obstacle[] {
  const { address, lines } = quote
  const found: Obstacle[] = []
  const stop = (stops: Obstacle['stops'], faults: readonly Fault[]) =>
    found.push(...faults.map((fault) => ({ ...fault, stops })))
  if (lines.length === 0) stop('both', [{ path: '/lines', code: 'lines_required' }])
  lines.forEach((line, i) => {
    const path = `/lines/${i}`
    const { status, reason, priceCents } = line.price
    if (line.problem) stop('both', [{ path, code: 'price_unavailable', because: line.problem }])
    else if (priceCents === null)
      stop('both', [{ path, code: 'price_unavailable', ...(reason && { reason }) }])
    else if (status === 'estimated') stop('order', [{ path, code: 'price_estimated' }])
  })
  stop('order', addressFaults({ ...address }, '/address'))
  stop('both', deskAddressFaults(address, table, '/address'))
  if (quote.state === 'draft' && isExpired(quote.state, quote.validUntil, today)) {
    stop('send', [{ path: '/validUntil', code: 'validity_over' }])
  }
  return found
}
