/** What a partner's cart says of the lines of an order: the price book learns it, whoever let the cart be asked. */
import { AREAS, type CheckedLine } from '../domain/areas.ts'
import { SEES_ALL } from '../domain/catalogue.ts'
import { leadTimeDays } from '../domain/lead-times.ts'
import { FaultList } from '../domain/faults.ts'
import type { Area } from '../domain/order.ts'
import type { OrderLineRecord } from '../store/orders.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { AnsweredCart } from '../upstream/read.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Logger } from './log.ts'
import type { PartnerLink } from './partner-link.ts'
import type { PriceBookService } from './price-book.ts'

export interface ToldCartServices {
  readonly link: PartnerLink
  readonly catalogue: CatalogueService
  readonly priceBook: PriceBookService
  readonly log: Logger
}

/** A line, and the price that the cart gives for it; null: none of its own. */
interface ToldLine {
  readonly line: OrderLineRecord
  readonly item: number
  /** as the catalogue has it now; null: it has it no more */
  readonly checked: CheckedLine | null
  readonly cents: number | null
  /** what it was known to cost before, cents */
  readonly known: number
  /** that is of before the partner moved a price of it, and known to be */
  readonly isOld: boolean
}

export class ToldCarts {
  readonly #with: ToldCartServices

  constructor(services: ToldCartServices) {
    this.#with = services
  }

  /**
   * Keeps what a cart says of its lines: a line's own price as the partner's answer to that line. Where a cart comes to
   * another amount and does not tell by which line, what was known of all that may be is doubted.
   * @param client that was asked: what another address said, or another token, is nothing of this partner's by now
   * @param lines that the cart was made of
   */
  async keep(
    client: UpstreamClient,
    area: Area,
    lines: readonly OrderLineRecord[],
    cart: AnsweredCart,
  ): Promise<void> {
    if (client !== this.#with.link.client) return
    try {
      await this.#keep(area, lines, cart)
    } catch (error) {
      // An order does not wait for what is good to know alone.
      this.#with.log.error({ err: error }, 'the price book cannot be written')
    }
  }

  async #keep(area: Area, lines: readonly OrderLineRecord[], cart: AnsweredCart): Promise<void> {
    const { priceBook } = this.#with
    const told = await Promise.all(lines.map((line, i) => this.#told(area, line, cart.lines[i] ?? null)))
    const untold: ToldLine[] = []
    let rest = cart.prix_ht
    for (const each of told) {
      const { line, checked, cents } = each
      const days = leadTimeDays(line.leadTime ?? '')
      rest -= cents ?? 0
      if (cents === null) untold.push(each)
      else if (checked && days !== null)
        await priceBook.record(checked, line.delai, [{ label: line.leadTime!, days, cents, message: '' }])
      else if (cents !== each.known) await priceBook.doubt({ area, id: each.item })
    }
    if (untold.reduce((sum, { known }) => sum + known, 0) === rest) return
    for (const { item, isOld } of untold) if (!isOld) await priceBook.doubt({ area, id: item })
  }

  async #told(area: Area, line: OrderLineRecord, cents: number | null): Promise<ToldLine> {
    const { catalogue, priceBook } = this.#with
    const rules = AREAS[area]
    const body = JSON.parse(line.body) as Record<string, unknown>
    const item = body[rules.itemField] as number
    const checked = rules.checkRequest(body, catalogue.snapshot, SEES_ALL, new FaultList())
    // What the partner was asked for since says more than what was ordered at.
    const observed = checked && (await priceBook.observed(checked)).get(line.leadTime ?? '')
    const known = observed?.cents ?? line.costCents
    return { line, item, checked, cents, known, isOld: observed?.beforeMove ?? false }
  }
}
