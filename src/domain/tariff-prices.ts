/** Prices of checked lines from our own tariffs. */
import type { CheckedDisplayLine } from './display/line.ts'
import { priceDisplay, priceDisplayAt } from './display/tariff.ts'
import { leadTimeLabel } from './lead-times.ts'
import type { CheckedPrintLine, CompiledProduct } from './print/line.ts'
import { pricePrint, pricePrintAt } from './print/tariff.ts'
import type { Reason } from './reasons.ts'
import type { LeadTimePrice } from './tariff.ts'

export const NO_TARIFF: Reason = { code: 'no_tariff' }
const NO_LEAD_TIME: Reason = { code: 'no_lead_time' }

/** Every lead time of a print line, fastest first. */
export function printTariffPrices({ product, configuration }: CheckedPrintLine): LeadTimePrice[] {
  return product.tariff ? pricePrint(product.tariff, configuration) : unpriced(product)
}

/** Without a tariff every known lead time of the product stands without a price, and says why. */
function unpriced(product: CompiledProduct): LeadTimePrice[] {
  return product.leadTimes
    .flatMap(({ id, days }) => (days === null ? [] : [{ id, days, label: leadTimeLabel(days) }]))
    .sort((a, b) => a.days - b.days)
    .map((leadTime) => ({ leadTime, cents: null, reason: NO_TARIFF }))
}

/** One lead time of a print line. @param delai its id; null for the main one */
export function printTariffPriceAt(
  { product: { tariff }, configuration }: CheckedPrintLine,
  delai: number | null,
): LeadTimePrice | Reason {
  if (!tariff) return NO_TARIFF
  return pricePrintAt(tariff, configuration, delai ?? tariff.mainLeadTime) ?? NO_LEAD_TIME
}

/** Every lead time of a display line, fastest first; none where the family has no tariff. */
export function displayTariffPrices({ family, configuration }: CheckedDisplayLine): LeadTimePrice[] {
  const { tariff, supports } = family
  return tariff ? priceDisplay(tariff, configuration, supports.get(configuration.support)) : []
}

/** One lead time of a display line. @param delai its id; null for the main one */
export function displayTariffPriceAt(
  { family: { tariff, supports }, configuration }: CheckedDisplayLine,
  delai: number | null,
): LeadTimePrice | Reason {
  if (!tariff) return NO_TARIFF
  const support = supports.get(configuration.support)
  return priceDisplayAt(tariff, configuration, support, delai ?? tariff.mainLeadTime) ?? NO_LEAD_TIME
}
