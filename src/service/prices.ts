import { rulesOf, type CheckedLine } from '../domain/areas.ts'
import type { Reason } from '../domain/reasons.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import type { UpstreamPrices } from './upstream-prices.ts'
import type { UpstreamService } from './upstream.ts'

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
    return this.#upstream.client ? this.#upstreamPrices.prices(line) : rulesOf(line).tariffPrices(line)
  }

  /** The same of several lines of one product or family, from memory: no request is made for each. */
  ofAll(lines: readonly CheckedLine[]): LeadTimePrice[][] | Promise<LeadTimePrice[][]> {
    return this.#upstream.client
      ? this.#upstreamPrices.remembered(lines)
      : lines.map((line) => rulesOf(line).tariffPrices(line))
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
    return this.#upstream.client
      ? this.#upstreamAt(line, delai, known)
      : rulesOf(line).tariffPriceAt(line, delai)
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
