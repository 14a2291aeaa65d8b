/** What stands in the way of a quote, before anybody tries. */
import { addressFaults, deskAddressFaults, type AdresseLivraison } from '../address.ts'
import { collectionFaults } from '../collection.ts'
import type { Fault } from '../faults.ts'
import { soldOffer } from './amounts.ts'
import { isExpired, type QuoteState } from '../shared/quote-states.ts'
import type { KeptLine, Obstacle } from './facts.ts'
import type { Day } from '../shared/calendar.ts'
import { countOf, isIncluded, isProduct } from '../shared/line-roles.ts'
import type { Vat, VatTable } from '../vat.ts'
import { lineRegimeFault, ownVat, regimeFault, regimeInForce, type VatRegime } from '../vat-regimes.ts'

interface Open {
  readonly state: QuoteState
  readonly address: AdresseLivraison
  readonly collected: boolean
  readonly validUntil: Day
  readonly lines: readonly KeptLine[]
  readonly vatRegime: VatRegime | null
  /** of its company; empty: it has none */
  readonly vatNumber: string
}

/** What of the settings tells VAT. */
interface VatSettings {
  readonly vat: VatTable
  readonly vatRegimes: readonly VatRegime[]
  /** that of the quote */
  readonly quoteVat: Vat
}

/**
 * Everything that keeps an open quote from being sent or ordered, each by its place in the quote. An estimate may be
 * sent, knowingly, and an address completed afterwards; neither can be missing from an order.
 * @param isOwn whether a product is of the own tariffs; a partner sends the others
 */
export function obstaclesOf(
  quote: Open,
  { vat, vatRegimes, quoteVat }: VatSettings,
  today: Day,
  isOwn: (line: KeptLine) => boolean,
): Obstacle[] {
  const { address, lines } = quote
  const found: Obstacle[] = []
  const stop = (stops: Obstacle['stops'], faults: readonly Fault[]) =>
    found.push(...faults.map((fault) => ({ ...fault, stops })))
  const outside = countOf(lines)
  if (!lines.some(isIncluded))
    stop('both', [{ path: '/lines', code: 'lines_required', ...(outside > 0 && { params: { outside } }) }])
  else if (!lines.some((line) => isProduct(line) && isIncluded(line)))
    stop('order', [{ path: '/lines', code: 'product_line_required' }])
  lines.forEach((line, i) => {
    if (line.area === 'heading') return
    const path = `/lines/${i}`
    const included = isIncluded(line)
    // What is outside of the total is not ordered, but shown to the customer: it needs a price for that.
    const stops = included ? 'both' : 'send'
    const { status, reason, priceCents } = soldOffer(line.price, line.sale)
    if (line.problem) stop(stops, [{ path, code: 'price_unavailable', because: line.problem }])
    else if (priceCents === null)
      stop(stops, [{ path, code: 'price_unavailable', ...(reason && { reason }) }])
    else if (status === 'estimated' && included) stop('order', [{ path, code: 'price_estimated' }])
    const taxed = { state: quote.state, vatRegime: line.vatRegime }
    // What makes no difference to what is sold need not be there any more.
    const mistaxed = ownVat(quoteVat, regimeInForce(taxed, vatRegimes))
      ? lineRegimeFault(taxed, vatRegimes, quote.vatNumber, path)
      : null
    if (mistaxed) stop(stops, [mistaxed])
  })
  if (quote.collected) {
    const sent = lines.some((line) => isProduct(line) && isIncluded(line) && !isOwn(line))
    stop('order', collectionFaults(address, vat, sent))
  } else {
    stop('order', addressFaults({ ...address }, '/address'))
    stop('both', deskAddressFaults(address, vat, '/address'))
  }
  const untaxed = regimeFault(quote, vatRegimes, quote.vatNumber)
  if (untaxed) stop('both', [untaxed])
  if (quote.state === 'draft' && isExpired(quote.state, quote.validUntil, today)) {
    stop('send', [{ path: '/validUntil', code: 'validity_over' }])
  }
  return found
}
