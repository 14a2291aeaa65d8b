import { setTimeout as soon } from 'node:timers/promises'
import { rulesOf, type CheckedLine } from '../domain/areas.ts'
import type { Reason } from '../domain/reasons.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import type { MarkUpService } from './mark-ups.ts'
import type { Partner, Partners } from './partners.ts'
import { idUntold } from './no-price.ts'
import { Invalid } from './refusal.ts'
import { neverAsked } from './remembered-prices.ts'
import type { AskedLine, CartHead } from './upstream-cart-prices.ts'

/** So long a partner's answer is waited for where a price is known without it. */
const PATIENCE_MS = 2_000

export interface PriceServices {
  readonly partners: Partners
  readonly markUps: MarkUpService
}

/**
 * Sale prices of checked lines, wherever their costs come from: the shop's own tariffs, or the partner whose product it
 * is. Every price that is shown or served comes through here.
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
    const partner = this.#with.partners.ofLine(line)
    if (!partner) return this.#sold(line, rulesOf(line).tariffPrices(line))
    return partner.prices.prices(line).then((prices) => this.#sold(line, prices))
  }

  /**
   * The same for who does not wait for long: where a partner takes its time, what is known by then, if a price is; its
   * answer is remembered when it comes.
   */
  async soon(line: CheckedLine): Promise<readonly LeadTimePrice[]> {
    const asked = Promise.resolve(this.of(line))
    const over = new AbortController()
    const late = soon(PATIENCE_MS, 'late' as const, { signal: over.signal, ref: false }).catch(() => asked)
    const first = await Promise.race([asked, late]).finally(() => over.abort())
    if (first !== 'late') return first
    // Whatever comes of it later, nobody waits for it any more.
    asked.catch(() => undefined)
    const known = await this.known(line)
    return known.some((price) => (price.cents ?? price.known?.cents ?? null) !== null) ? known : asked
  }

  /**
   * The same for who gets nothing else: where none of a partner's lead times is known, for it does not answer, that is
   * said, for an answer without any would read as one of a family that has no tariff.
   * @throws Invalid also `price_unavailable`
   */
  told(line: CheckedLine): readonly LeadTimePrice[] | Promise<readonly LeadTimePrice[]> {
    const found = this.of(line)
    if (!(found instanceof Promise)) return found
    return found.then((prices) => {
      const away = this.#with.partners.ofLine(line)?.remembered.silence(this.#source(prices))
      if (away) throw new Invalid([{ path: '', code: 'price_unavailable', reason: neverAsked(away) }])
      return prices
    })
  }

  /**
   * The same of several lines of one product or family, from memory: no request is made for each.
   * @param estimated whether what a partner never said is estimated
   */
  ofAll(
    lines: readonly CheckedLine[],
    estimated = true,
  ): (readonly LeadTimePrice[])[] | Promise<(readonly LeadTimePrice[])[]> {
    const [first] = lines
    const partner = first ? this.#with.partners.ofLine(first) : null
    if (!partner) return lines.map((line) => this.#sold(line, rulesOf(line).tariffPrices(line)))
    return partner.prices
      .remembered(lines, estimated)
      .then((all) => all.map((prices, i) => this.#sold(lines[i]!, prices)))
  }

  /**
   * Every lead time of the line as it is known by now, at once: no partner is asked.
   * @throws Invalid where the partner refused the line when it was asked last
   */
  known(line: CheckedLine): readonly LeadTimePrice[] | Promise<readonly LeadTimePrice[]> {
    const partner = this.#with.partners.ofLine(line)
    if (!partner) return this.of(line)
    const { remembered, link } = partner
    return remembered.ofLine(line, link.away).then((prices) => this.#sold(line, prices))
  }

  /** Whether a partner named a lead time of a line before, and has it no more. @param prices of the line, from memory */
  isGone(line: CheckedLine, prices: readonly LeadTimePrice[], label: string): boolean {
    return this.#with.partners.ofLine(line)?.remembered.isGone(this.#source(prices), label) ?? false
  }

  /** That a partner refused lines of one product or family when it was asked last, in its words; null of every other. */
  async refusals(lines: readonly CheckedLine[]): Promise<(Invalid | null)[]> {
    const [first] = lines
    const partner = first ? this.#with.partners.ofLine(first) : null
    return partner ? partner.remembered.refusals(lines) : lines.map(() => null)
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
    const { partners, markUps } = this.#with
    const partner = partners.ofLine(line)
    return partner
      ? this.#partnerAt(partner, line, delai, known)
      : markUps.soldAt(line, rulesOf(line).tariffPriceAt(line, delai))
  }

  async #partnerAt(
    { prices: source }: Partner,
    line: CheckedLine,
    delai: number | null,
    known?: readonly LeadTimePrice[],
  ) {
    const prices = known ? this.#source(known) : await source.prices(line)
    return this.#with.markUps.soldAt(line, await source.at(line, prices, delai))
  }

  /** Whether a line's price is asked of a partner, with its whole cart. */
  asksCartOf(line: CheckedLine): boolean {
    return this.#with.partners.ofLine(line)?.link.client != null
  }

  /**
   * The prices of a cart's lines by one request to each partner that has some, all at once; null for each line that must
   * be asked for by itself, the partner's words for one that it refuses.
   * @param isWanted whether somebody waits for them still
   */
  async ofCart(
    lines: readonly AskedLine[],
    head: CartHead,
    isWanted: () => boolean,
  ): Promise<(LeadTimePrice | Invalid | null)[]> {
    const { partners, markUps } = this.#with
    const parts = new Map<Partner, number[]>()
    lines.forEach(({ checked }, i) => {
      const partner = partners.ofLine(checked)
      if (partner) parts.set(partner, [...(parts.get(partner) ?? []), i])
    })
    const found: (LeadTimePrice | Invalid | null)[] = lines.map(() => null)
    const asked = [...parts].map(async ([partner, places]) => {
      const own = places.map((i) => lines[i]!)
      const prices = await partner.prices.ofCart(own, head, isWanted)
      places.forEach((i, at) => {
        const price = prices[at]
        found[i] =
          price && !(price instanceof Invalid)
            ? markUps.sold(lines[i]!.checked, [price])[0]!
            : (price ?? null)
      })
    })
    await Promise.all(asked)
    return found
  }

  /** Has partners asked for lines where their answers are missing or old. @returns of each line whether its answer is on its way */
  async want(lines: readonly CheckedLine[]): Promise<boolean[]> {
    const [first] = lines
    const partner = first ? this.#with.partners.ofLine(first) : null
    return partner ? partner.grid.want(lines) : lines.map(() => false)
  }

  /** When the prices of lines of one product or family were found to be others than their partner had said, milliseconds. */
  movedAt([first]: readonly CheckedLine[]): number {
    const partner = first ? this.#with.partners.ofLine(first) : null
    return partner && first ? partner.priceBook.movedAt(first) : 0
  }

  /** The id that an order names a lead time by; null where it is not known. */
  async idOf(line: CheckedLine, prices: readonly LeadTimePrice[], label: string): Promise<number | null> {
    const partner = this.#with.partners.ofLine(line)
    return partner ? partner.prices.idOf(line, this.#source(prices), label) : null
  }

  /** Why that is not known: the ids that it may be; null where there are none. */
  whyNoId(line: CheckedLine, label: string): Reason | null {
    const partner = this.#with.partners.ofLine(line)
    return partner && idUntold(partner, line, label)
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
