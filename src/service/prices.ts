import { rulesOf, type CheckedLine } from '../domain/areas.ts'
import type { Reason } from '../domain/reasons.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import type { MarkUpService } from './mark-ups.ts'
import type { AskedLine, CartHead, UpstreamPrices } from './upstream-prices.ts'
import type { UpstreamService } from './upstream.ts'

export interface PriceServices {
  readonly upstream: UpstreamService
  readonly upstreamPrices: UpstreamPrices
  readonly markUps: MarkUpService
}

/**
 * Sale prices of checked lines, wherever their costs come from: the shop's own tariffs, or the upstream partner where
 * one is set. Every price that is shown or served comes through here.
 */
export class PriceService {
  readonly #with: PriceServices
  /** what the source said, of prices that were raised */
  readonly #sources = new WeakMap<readonly LeadTimePrice[], readonly LeadTimePrice[]>()

  constructor(services: PriceServices) {
    this.#with = services
  }

  /** Every lead time of the line with its price, fastest first. @throws Invalid where the partner refuses the line */
  of(line: CheckedLine): readonly LeadTimePrice[] | Promise<readonly LeadTimePrice[]> {
    const { upstream, upstreamPrices } = this.#with
    if (!upstream.client) return this.#sold(line, rulesOf(line).tariffPrices(line))
    return upstreamPrices.prices(line).then((prices) => this.#sold(line, prices))
  }

  /** The same of several lines of one product or family, from memory: no request is made for each. */
  ofAll(lines: readonly CheckedLine[]): (readonly LeadTimePrice[])[] | Promise<(readonly LeadTimePrice[])[]> {
    const { upstream, upstreamPrices } = this.#with
    if (!upstream.client) return lines.map((line) => this.#sold(line, rulesOf(line).tariffPrices(line)))
    return upstreamPrices
      .remembered(lines)
      .then((all) => all.map((prices, i) => this.#sold(lines[i]!, prices)))
  }

  /**
   * The price at the lead time that a line asks for: of our own tariff that one alone is computed.
   * @param delai its id; null for the main one
   * @param known every price of the line, where {@link of} has given them already
   */
  at(
    line: CheckedLine,
    delai: number | null,
    known?: readonly LeadTimePrice[],
  ): LeadTimePrice | Reason | Promise<LeadTimePrice | Reason> {
    const { upstream, markUps } = this.#with
    return upstream.client
      ? this.#upstreamAt(line, delai, known)
      : markUps.soldAt(line, rulesOf(line).tariffPriceAt(line, delai))
  }

  async #upstreamAt(line: CheckedLine, delai: number | null, known?: readonly LeadTimePrice[]) {
    const { upstreamPrices, markUps } = this.#with
    const prices = known ? this.#source(known) : await upstreamPrices.prices(line)
    return markUps.soldAt(line, await upstreamPrices.at(line, prices, delai))
  }

  /** Whether carts are asked of a partner as a whole. */
  get asksCarts(): boolean {
    return this.#with.upstream.client !== null
  }

  /** The prices of a cart's lines by one request; null for each that must be asked for by itself. */
  async ofCart(lines: readonly AskedLine[], head: CartHead): Promise<(LeadTimePrice | null)[]> {
    const { upstreamPrices, markUps } = this.#with
    const prices = await upstreamPrices.ofCart(lines, head)
    return prices.map((price, i) => price && markUps.sold(lines[i]!.checked, [price])[0]!)
  }

  /** The id that an order names a lead time by; null where it is not known. */
  idOf(line: CheckedLine, prices: readonly LeadTimePrice[], label: string): Promise<number | null> {
    return this.#with.upstreamPrices.idOf(line, this.#source(prices), label)
  }

  #sold(line: CheckedLine, prices: readonly LeadTimePrice[]): readonly LeadTimePrice[] {
    const sold = this.#with.markUps.sold(line, prices)
    if (sold !== prices) this.#sources.set(sold, prices)
    return sold
  }

  #source(prices: readonly LeadTimePrice[]): readonly LeadTimePrice[] {
    return this.#sources.get(prices) ?? prices
  }
}
