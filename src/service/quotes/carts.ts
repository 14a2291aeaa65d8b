import type { Fault } from '../../domain/faults.ts'
import { quoteNumber } from '../../domain/quote/quote.ts'
import type { KeptLine } from '../../domain/quote/facts.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { PricedCart } from '../carts.ts'
import type { CatalogueService } from '../catalogue.ts'
import type { Customer } from '../customers.ts'
import type { OfferService } from '../offers.ts'
import type { PriceService } from '../prices.ts'
import { bodyOf, groupsOf, type Group, type QuotePricing } from './prices.ts'
import { Invalid } from '../refusal.ts'

interface Services {
  readonly catalogue: CatalogueService
  readonly offers: OfferService
  readonly prices: PriceService
}

/** The carts that a quote becomes, at the prices that it holds. @throws Invalid where a lead time has no known id */
export async function cartsOf(
  quote: QuoteRecord,
  customer: Customer,
  pricing: QuotePricing,
  services: Services,
): Promise<PricedCart[]> {
  const faults: Fault[] = []
  const lines = await Promise.all(quote.lines.map((line, i) => withLeadTimeId(line, i, services, faults)))
  if (faults.length > 0) throw new Invalid(faults)
  const { sources } = services.catalogue.snapshot
  return groupsOf(lines, sources).map((group) => cart(group, quote, customer, pricing, services.offers))
}

/** An order names its lead time by id: of a partner's price whose label alone is known, the id is found first. */
async function withLeadTimeId(
  line: KeptLine,
  index: number,
  { offers, prices }: Services,
  faults: Fault[],
): Promise<KeptLine> {
  if (line.price.delai !== null) return line
  const checked = offers.check(line.area, bodyOf(line))
  const delai = await prices.idOf(checked, await prices.of(checked), line.price.label)
  if (delai === null || (line.delai !== null && line.delai !== delai)) {
    const params = { delai: line.price.label }
    faults.push({ path: `/lines/${index}`, code: 'lead_time_unavailable', params })
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
  return {
    area,
    devis: quote.reference || quoteNumber(quote.id),
    address: pricing.destination(quote.address),
    delai: area === 'display' ? (lines[0]?.price.delai ?? null) : null,
    lines: lines.map((line) => {
      const { label, days, delai, priceCents, costCents } = line.price
      const checked = offers.check(line.area, bodyOf(line))
      return {
        line: checked.line,
        name: line.name,
        checked,
        asked: delai,
        leadTime: { id: delai, days, label },
        cents: priceCents!,
        costCents: costCents ?? priceCents!,
      }
    }),
    totals: pricing.groupTotals(group, customer, quote.address),
  }
}
