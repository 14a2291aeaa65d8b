import type { CompiledFamily, CheckedDisplayLine } from '../domain/display/line.ts'
import { priceDisplay, priceDisplayAt } from '../domain/display/tariff.ts'
import { leadTimeLabel } from '../domain/lead-times.ts'
import type { CheckedPrintLine, CompiledProduct } from '../domain/print/line.ts'
import { pricePrint, pricePrintAt } from '../domain/print/tariff.ts'
import type { LeadTimePrice, Reason } from '../domain/tariff.ts'
import type { UpstreamPrices } from './upstream-prices.ts'
import type { UpstreamService } from './upstream.ts'

const NO_TARIFF: Reason = { code: 'no_tariff' }
const NO_LEAD_TIME: Reason = { code: 'no_lead_time' }

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

/** A line checked in its area. */
export type CheckedLine = CheckedPrintLine | CheckedDisplayLine

/** Prices of checked lines, wherever they come from: the shop's own tariffs, or the upstream partner where one is set. */
export class PriceService {
  readonly #upstream: UpstreamService
  readonly #upstreamPrices: UpstreamPrices

  constructor(upstream: UpstreamService, upstreamPrices: UpstreamPrices) {
    this.#upstream = upstream
    this.#upstreamPrices = upstreamPrices
  }

  /** Every lead time of the line with its price, fastest first. @throws Invalid where the partner refuses the line */
  of(line: CheckedLine): LeadTimePrice[] | Promise<LeadTimePrice[]> {
    return this.#upstream.client ? this.#upstreamPrices.prices(line) : tariffPrices(line)
  }

  /** The same of several lines of one product or family, from memory: no request is made for each. */
  ofAll(lines: readonly CheckedLine[]): LeadTimePrice[][] | Promise<LeadTimePrice[][]> {
    return this.#upstream.client ? this.#upstreamPrices.remembered(lines) : lines.map(tariffPrices)
  }

  /**
   * The price at the lead time that a line asks for: of our own tariff that one alone is computed.
   * @param delai its id; null for the main one
   * @param known every price of the line, where they have been found already
   */
  at(
    line: CheckedLine,
    delai: number | null,
    known?: readonly LeadTimePrice[],
  ): LeadTimePrice | Reason | Promise<LeadTimePrice | Reason> {
    return this.#upstream.client ? this.#upstreamAt(line, delai, known) : tariffPriceAt(line, delai)
  }

  async #upstreamAt(line: CheckedLine, delai: number | null, known?: readonly LeadTimePrice[]) {
    const prices = known ?? (await this.#upstreamPrices.prices(line))
    return this.#upstreamPrices.at(line, prices, delai)
  }

  /** The id that an order names a lead time by; null where it is not known. */
  idOf(line: CheckedLine, prices: readonly LeadTimePrice[], label: string): Promise<number | null> {
    return this.#upstreamPrices.idOf(line, prices, label)
  }
}

function tariffPriceAt(line: CheckedLine, delai: number | null): LeadTimePrice | Reason {
  if ('product' in line) {
    const { tariff } = line.product
    if (!tariff) return NO_TARIFF
    return pricePrintAt(tariff, line.configuration, delai ?? tariff.mainLeadTime) ?? NO_LEAD_TIME
  }
  const { family, configuration } = line
  const { tariff } = family
  if (!tariff) return NO_TARIFF
  const support = supportOf(family, configuration.support)
  return priceDisplayAt(tariff, configuration, support, delai ?? tariff.mainLeadTime) ?? NO_LEAD_TIME
}

function tariffPrices(line: CheckedLine): LeadTimePrice[] {
  return 'product' in line ? tariffPricesPrint(line) : tariffPricesDisplay(line)
}
