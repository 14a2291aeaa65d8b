/** Prices with their provenance, for the screens (contract.md, `POST /api/prices`). */
import { AREAS, type CheckedLine } from '../domain/areas.ts'
import { SEES_ALL, type Visibility } from '../domain/catalogue.ts'
import { FaultList } from '../domain/faults.ts'
import { faultMessage, reasonMessage, type Locale } from '../domain/messages.ts'
import type { Area } from '../domain/order.ts'
import type { PricedLeadTime } from '../domain/quote.ts'
import { costOf, type LeadTimePrice } from '../domain/tariff.ts'
import type { CatalogueService } from './catalogue.ts'
import type { GridPrices } from './price-grid.ts'
import type { PriceService } from './prices.ts'
import { Invalid } from './refusal.ts'

export interface MatrixRow {
  readonly quantities: readonly number[]
  readonly leadTimes: readonly PricedLeadTime[]
  readonly message: string
  /** the partner is being asked: another look shows more */
  readonly pending: boolean
}

export class OfferService {
  readonly #catalogue: CatalogueService
  readonly #prices: PriceService
  readonly #grid: GridPrices

  constructor(catalogue: CatalogueService, prices: PriceService, grid: GridPrices) {
    this.#catalogue = catalogue
    this.#prices = prices
    this.#grid = grid
  }

  /** @throws Invalid with the same faults as the partner API's `prix/` */
  check(area: Area, body: unknown, visibility: Visibility = SEES_ALL): CheckedLine {
    const faults = new FaultList()
    const line = AREAS[area].checkRequest(body, this.#catalogue.snapshot, visibility, faults)
    if (!line) throw new Invalid(faults)
    return line
  }

  /** Every lead time of a line with its price, fastest first. @throws Invalid */
  async offers(checked: CheckedLine, locale: Locale): Promise<PricedLeadTime[]> {
    const prices = await this.#prices.of(checked)
    return prices.map((price) => pricedLeadTime(price, locale))
  }

  /**
   * The same line at other quantities; a row that is not offered says why. An upstream's prices are from memory, and
   * within its reach it is asked for what is missing: such rows are pending.
   */
  async matrix(
    area: Area,
    line: object,
    quantities: readonly (readonly number[])[],
    locale: Locale,
  ): Promise<MatrixRow[]> {
    const rows = quantities.map((row) => {
      const body = AREAS[area].withQuantities(line, row)
      try {
        return { quantities: row, checked: this.check(area, body), message: '' }
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
        const message = error.faults.map((fault) => faultMessage(fault, locale)).join(' ')
        return { quantities: row, checked: null, message }
      }
    })
    const offered = rows.flatMap(({ checked }) => checked ?? [])
    const pending = this.#grid.want(offered)
    const priced = await this.#prices.ofAll(offered)
    let next = 0
    return rows.map(({ quantities: row, checked, message }) => {
      if (!checked) return { quantities: row, leadTimes: [], message, pending: false }
      const at = next++
      const leadTimes = (priced[at] ?? []).map((price) => pricedLeadTime(price, locale))
      return { quantities: row, leadTimes, message, pending: pending[at] ?? false }
    })
  }
}

/** A price with its provenance: firm, observed earlier, estimated, or none. */
export function pricedLeadTime(price: LeadTimePrice, locale: Locale): PricedLeadTime {
  const { leadTime, cents, reason, known } = price
  const estimate = known?.kind === 'estimated' ? known : null
  const priceCents = cents ?? known?.cents ?? null
  return {
    label: leadTime.label,
    days: leadTime.days,
    delai: leadTime.id,
    status: known ? known.kind : cents === null ? 'unavailable' : 'firm',
    priceCents,
    costCents: costOf(price),
    low: estimate?.low ?? null,
    high: estimate?.high ?? null,
    observedAt: known?.kind === 'observed' ? known.observedAt : null,
    message: reason && priceCents === null ? reasonMessage(reason, locale) : '',
  }
}
