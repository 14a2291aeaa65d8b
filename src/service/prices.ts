import type { CompiledFamily, CheckedDisplayLine } from '../domain/display/line.ts'
import { priceDisplay } from '../domain/display/tariff.ts'
import { leadTimeLabel } from '../domain/lead-times.ts'
import type { CheckedPrintLine, CompiledProduct } from '../domain/print/line.ts'
import { pricePrint } from '../domain/print/tariff.ts'
import type { LeadTimePrice, Reason } from '../domain/tariff.ts'

const NO_TARIFF: Reason = { code: 'no_tariff' }

/** Prices of a print line from the shop's own tariff, fastest first. */
export function tariffPricesPrint({ product, configuration }: CheckedPrintLine): LeadTimePrice[] {
  return product.tariff ? pricePrint(product.tariff, configuration) : unpriced(product)
}

/** Without a tariff every known lead time of the product stands without a price, and says why. */
function unpriced(product: CompiledProduct): LeadTimePrice[] {
  return product.leadTimes
    .flatMap(({ id, days }) => (days === null ? [] : [{ id, days, label: leadTimeLabel(days) }]))
    .sort((a, b) => a.days - b.days)
    .map((leadTime) => ({ leadTime, cents: null, reason: NO_TARIFF }))
}

/** Prices of a display line from the shop's own tariff, fastest first; none where the family has no tariff. */
export function tariffPricesDisplay({ family, configuration }: CheckedDisplayLine): LeadTimePrice[] {
  return family.tariff
    ? priceDisplay(family.tariff, configuration, supportOf(family, configuration.support))
    : []
}

const supportOf = (family: CompiledFamily, id: number) => family.supports.get(id)

/**
 * The price at the lead time that a line asks for.
 * @param leadTime its id; null where none is known.
 */
export function priceAtLeadTime(
  prices: readonly LeadTimePrice[],
  leadTime: number | null,
): LeadTimePrice | Reason {
  return (
    prices.find((price) => price.leadTime.id === leadTime) ??
    (prices.length > 0 ? { code: 'no_lead_time' } : NO_TARIFF)
  )
}

/** A line checked in its area. */
export type CheckedLine = CheckedPrintLine | CheckedDisplayLine

/** Prices of checked lines, wherever they come from. */
export class PriceService {
  /** Every lead time of the line with its price, fastest first. */
  of(line: CheckedLine): LeadTimePrice[] | Promise<LeadTimePrice[]> {
    return 'product' in line ? tariffPricesPrint(line) : tariffPricesDisplay(line)
  }
}
