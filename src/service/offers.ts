/** Prices with their provenance, for the screens (local-api.md, "What the screens call"). */
import { AREAS, type CheckedLine } from '../domain/areas.ts'
import { SEES_ALL, type Visibility } from '../domain/catalogue.ts'
import { FaultList, type Fault } from '../domain/faults.ts'
import type { Area } from '../domain/order.ts'
import { offerOf, type Offer } from '../domain/quote/facts.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Customer } from './customers.ts'
import type { PriceService } from './prices.ts'
import { Invalid } from './refusal.ts'

export interface MatrixRow {
  readonly quantities: readonly number[]
  readonly leadTimes: readonly Offer[]
  /** why the row is not offered */
  readonly faults: readonly Fault[]
  /** the partner is being asked: another look shows more */
  readonly pending: boolean
}

/** Who a line is for, and what that account sees. */
export type Account = Pick<Customer, 'name' | 'visibility'>

/** Of what is not there, or not seen. */
const UNSEEN: ReadonlySet<Fault['code']> = new Set(['product_unknown', 'family_unknown'])

export class OfferService {
  readonly #catalogue: CatalogueService
  readonly #prices: PriceService

  constructor({
    catalogue,
    prices,
  }: {
    readonly catalogue: CatalogueService
    readonly prices: PriceService
  }) {
    this.#catalogue = catalogue
    this.#prices = prices
  }

  /** @throws Invalid with the same faults as the partner API's `prix/` */
  check(area: Area, body: unknown, visibility: Visibility = SEES_ALL): CheckedLine {
    const faults = new FaultList()
    const line = AREAS[area].checkRequest(body, this.#catalogue.snapshot, visibility, faults)
    if (!line) throw new Invalid(faults)
    return line
  }

  /**
   * The same of the desk's own quotes, for an account: what only this account lacks is told as that, which the account
   * itself is never told.
   * @throws Invalid
   */
  checkFor(area: Area, body: object, { name: account, visibility }: Account): CheckedLine {
    try {
      return this.check(area, body, visibility)
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      throw new Invalid(
        error.faults.map((fault) => {
          if (!UNSEEN.has(fault.code)) return fault
          const name = this.#catalogue.snapshot.nameOf(area, Number(fault.params?.['id']))
          return name === undefined ? fault : { ...fault, params: { ...fault.params, account, name } }
        }),
      )
    }
  }

  /** Every lead time of a line with its price, fastest first. @throws Invalid */
  async offers(checked: CheckedLine): Promise<Offer[]> {
    return (await this.#prices.of(checked)).map(offerOf)
  }

  /** The same as it is known by now, at once: no partner is asked. @throws Invalid */
  async atOnce(checked: CheckedLine): Promise<Offer[]> {
    return (await this.#prices.known(checked)).map(offerOf)
  }

  /**
   * The same of several lines of one product or family, from memory: no partner is asked.
   * @param estimated whether what a partner never said is estimated
   */
  async known(lines: readonly CheckedLine[], estimated: boolean): Promise<Offer[][]> {
    return (await this.#prices.ofAll(lines, estimated)).map((prices) => prices.map(offerOf))
  }

  /**
   * The same line at other quantities; a row that is not offered says why. An upstream's prices are from memory, and
   * within its reach it is asked for what is missing: such rows are pending.
   */
  async matrix(area: Area, line: object, quantities: readonly (readonly number[])[]): Promise<MatrixRow[]> {
    const rows = quantities.map((row) => {
      const body = AREAS[area].withQuantities(line, row)
      try {
        return { quantities: row, checked: this.check(area, body), faults: [] }
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
        return { quantities: row, checked: null, faults: error.faults }
      }
    })
    const offered = rows.flatMap(({ checked }) => checked ?? [])
    const look = async () => ({
      pending: await this.#prices.want(offered),
      priced: await this.#prices.ofAll(offered),
      refused: await this.#prices.refusals(offered),
    })
    const moved = this.#prices.movedAt(offered)
    const first = await look()
    // What the partner answered meanwhile may show that the rest is old.
    const isOld = this.#prices.movedAt(offered) !== moved
    const { pending, priced, refused } = isOld ? await look() : first
    let next = 0
    return rows.map(({ quantities: row, checked, faults }) => {
      if (!checked) return { quantities: row, leadTimes: [], faults, pending: false }
      const at = next++
      const refusal = refused[at]
      const leadTimes = refusal ? [] : (priced[at] ?? []).map(offerOf)
      return {
        ...{ quantities: row, leadTimes, pending: pending[at] ?? false },
        faults: refusal ? refusal.faults : faults,
      }
    })
  }
}
