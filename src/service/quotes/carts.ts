import type { Fault } from '../../domain/faults.ts'
import type { OrderServices } from '../../domain/order-services.ts'
import { amountsOfQuote } from '../../domain/quote/amounts.ts'
import type { LineAmounts } from '../../domain/quote/line-amounts.ts'
import type { QuoteDiscount } from '../../domain/quote/lines.ts'
import { isIncluded, isProduct } from '../../domain/shared/line-roles.ts'
import type { Source } from '../../domain/source.ts'
import { ownVat } from '../../domain/vat-regimes.ts'
import type { OrderRecord } from '../../store/orders.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { PricedCart } from '../carts.ts'
import type { CatalogueService } from '../catalogue.ts'
import type { Customer } from '../customers.ts'
import type { OfferService } from '../offers.ts'
import type { PriceService } from '../prices.ts'
import { soldLines, type ProductLine, type SoldLine } from './lines.ts'
import { bodyOf, groupsOf, servicesIn, type Group, type QuotePricing } from './prices.ts'
import { Invalid } from '../refusal.ts'

interface Services {
  readonly catalogue: CatalogueService
  readonly offers: OfferService
  readonly prices: PriceService
}

/** The carts that a quote becomes, at the prices that it holds. @throws Invalid where a lead time has no known id */
export async function cartsOf(
  read: QuoteRecord,
  customer: Customer,
  pricing: QuotePricing,
  services: Services,
): Promise<PricedCart[]> {
  const faults: Fault[] = []
  const quote = pricing.inForce(read)
  const sold = soldLines(quote.lines, quote.discount) ?? []
  const places = quote.lines.flatMap((line, i) => (isIncluded(line) ? [i] : []))
  const lines = await Promise.all(
    sold.map((line, i) => (isProduct(line) ? withLeadTimeId(line, places[i]!, services, faults) : line)),
  )
  if (faults.length > 0) throw new Invalid(faults)
  const { sources } = services.catalogue.snapshot
  return groupsOf(lines, sources).map((group) => cart(group, quote, customer, pricing, services.offers))
}

/** A line of a quote as it went into an order, with what its own discount and that of the whole took off it, in cents. */
type PartLine = SoldLine & Pick<LineAmounts, 'discountCents' | 'wholeCents'>

/** What of a quote an order is. */
export interface QuotePart {
  /** by the order's lines, in their order */
  readonly products: readonly (PartLine & ProductLine)[]
  /** what was sold with it and is nobody's to make */
  readonly services: readonly PartLine[]
  readonly discount: QuoteDiscount | null
}

/**
 * What of a quote one of its orders was made of: how its lines were sold is told by the quote alone.
 * @param orders of that quote, in the order in which they were placed
 * @param sources every one ever: the lines are grouped as they were then
 */
export function partOf(
  quote: QuoteRecord,
  order: Pick<OrderRecord, 'id' | 'services'>,
  orders: readonly { readonly id: number }[],
  sources: readonly Source[],
): QuotePart {
  const amounts = amountsOfQuote(quote).lines
  const lines = quote.lines.flatMap((line, i) => {
    const { netCents = 0, discountCents = 0, wholeCents = 0 } = amounts[i] ?? {}
    return isIncluded(line) ? { ...line, netCents, discountCents, wholeCents } : []
  })
  const at = orders.findIndex(({ id }) => id === order.id)
  return {
    products: groupsOf(lines, sources)[at]?.lines ?? [],
    services: order.services === null ? [] : servicesIn(lines),
    discount: quote.discount,
  }
}

/** What of a quote is sold with its orders and nobody's to make; null: nothing. */
export function servicesOf(
  quote: QuoteRecord,
  customer: Customer,
  pricing: QuotePricing,
): OrderServices | null {
  const vat = pricing.vat(quote)
  const lines = servicesIn(soldLines(pricing.inForce(quote).lines, quote.discount) ?? [])
  if (lines.length === 0) return null
  return {
    lines: lines.map(({ text, quantity, unitCents, netCents, price, vatRegime }) => {
      const own = ownVat(vat, vatRegime)
      const sold = { text, quantity: quantity!, unitCents: unitCents!, netCents, costCents: price.costCents }
      return { ...sold, ...(own && { vat: own }) }
    }),
    totals: pricing.groupTotals(lines, customer, vat),
  }
}

/** An order names its lead time by id: of a partner's price whose label alone is known, the id is found first. */
async function withLeadTimeId<Line extends ProductLine>(
  line: Line,
  index: number,
  { offers, prices }: Services,
  faults: Fault[],
): Promise<Line> {
  if (line.price.delai !== null) return line
  const checked = offers.check(line.area, bodyOf(line))
  const delai = await prices.idOf(checked, await prices.of(checked), line.price.label)
  if (delai === null || (line.delai !== null && line.delai !== delai)) {
    const { label } = line.price
    const reason = delai === null ? prices.whyNoId(checked, label) : null
    const path = `/lines/${index}`
    faults.push({
      path,
      code: 'lead_time_unavailable',
      ...(reason ? { reason } : { params: { delai: label } }),
    })
  }
  return { ...line, delai, price: { ...line.price, delai } }
}

function cart(
  group: Group,
  quote: QuoteRecord,
  customer: Customer,
  pricing: QuotePricing,
  offers: OfferService,
): PricedCart {
  const { area, lines } = group
  const vat = pricing.vat(quote)
  return {
    area,
    devis: quote.reference || (quote.number ?? ''),
    address: pricing.destination(quote.address),
    delai: area === 'display' ? (lines[0]?.price.delai ?? null) : null,
    lines: lines.map((line) => {
      const { label, days, delai, costCents } = line.price
      const checked = offers.check(line.area, bodyOf(line))
      return {
        line: checked.line,
        name: line.name,
        checked,
        asked: delai,
        leadTime: { id: delai, days, label },
        quoteLine: line.id,
        cents: line.netCents,
        costCents: costCents ?? line.price.priceCents!,
        // A price that a person set, or took something off, is not what the mark-ups make of its cost.
        agreed: line.sale !== null || line.netCents !== line.price.priceCents,
        vatRegime: ownVat(vat, line.vatRegime) && line.vatRegime,
      }
    }),
    totals: pricing.groupTotals(group.lines, customer, vat),
    vatRate: vat.rate,
  }
}
