/** Prices with their provenance, for the screens (contract.md, `POST /api/prices`). */
import { checkDisplayRequest, checkPrintRequest } from '../domain/cart-check.ts'
import { SEES_ALL, type Visibility } from '../domain/catalogue.ts'
import { describeDisplay, describePrint } from '../domain/describe.ts'
import type { CheckedDisplayLine } from '../domain/display/line.ts'
import type { Fault } from '../domain/faults.ts'
import { faultMessage, reasonMessage, type Locale } from '../domain/messages.ts'
import type { Area } from '../domain/order.ts'
import type { CheckedPrintLine } from '../domain/print/line.ts'
import type { PricedLeadTime } from '../domain/quote.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import type { CatalogueService } from './catalogue.ts'
import type { PriceService } from './prices.ts'
import { Invalid } from './refusal.ts'

/** A line checked in its area. */
export type CheckedLine =
  { area: 'print'; line: CheckedPrintLine } | { area: 'display'; line: CheckedDisplayLine }

export interface MatrixRow {
  readonly quantities: readonly number[]
  readonly leadTimes: readonly PricedLeadTime[]
  readonly message: string
}

export class OfferService {
  readonly #catalogue: CatalogueService
  readonly #prices: PriceService

  constructor(catalogue: CatalogueService, prices: PriceService) {
    this.#catalogue = catalogue
    this.#prices = prices
  }

  /** @throws Invalid with the same faults as the partner API's `prix/` */
  check(area: Area, body: unknown, visibility: Visibility = SEES_ALL): CheckedLine {
    const faults: Fault[] = []
    const { snapshot } = this.#catalogue
    if (area === 'print') {
      const line = checkPrintRequest(body, snapshot, visibility, faults)
      if (line) return { area, line }
    } else {
      const line = checkDisplayRequest(body, snapshot, visibility, faults)
      if (line) return { area, line }
    }
    throw new Invalid(faults)
  }

  /** Every lead time of a line with its price, fastest first. @throws Invalid */
  async offers(checked: CheckedLine, locale: Locale): Promise<PricedLeadTime[]> {
    const prices =
      checked.area === 'print'
        ? await this.#prices.print(checked.line, null)
        : await this.#prices.display(checked.line, null)
    return prices.map((price) => pricedLeadTime(price, locale))
  }

  /** The same line at other quantities; a row that is not offered says why. */
  async matrix(
    area: Area,
    line: object,
    quantities: readonly (readonly number[])[],
    locale: Locale,
  ): Promise<MatrixRow[]> {
    const rows: MatrixRow[] = []
    for (const row of quantities) {
      const body = area === 'print' ? { ...line, quantites_multiples: row } : { ...line, quantite: row[0] }
      try {
        rows.push({
          quantities: row,
          leadTimes: await this.offers(this.check(area, body), locale),
          message: '',
        })
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
        const message = error.faults.map((fault) => faultMessage(fault, locale)).join(' ')
        rows.push({ quantities: row, leadTimes: [], message })
      }
    }
    return rows
  }

  name(checked: CheckedLine): string {
    return checked.area === 'print'
      ? checked.line.product.produit.nom
      : checked.line.family.famille.nom_complet
  }

  summary(checked: CheckedLine): string[] {
    return checked.area === 'print'
      ? describePrint(checked.line.product, checked.line.line)
      : describeDisplay(checked.line.family, checked.line.line)
  }
}

export function pricedLeadTime({ leadTime, cents, reason }: LeadTimePrice, locale: Locale): PricedLeadTime {
  return {
    label: leadTime.label,
    days: leadTime.days,
    delai: leadTime.id,
    status: cents === null ? 'unavailable' : 'firm',
    priceCents: cents,
    low: null,
    high: null,
    observedAt: null,
    message: reason ? reasonMessage(reason, locale) : '',
  }
}
