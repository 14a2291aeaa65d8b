/** Prices with their provenance, for the screens (contract.md, `POST /api/prices`). */
import { checkDisplayRequest, checkPrintRequest } from '../domain/cart-check.ts'
import { SEES_ALL, type Visibility } from '../domain/catalogue.ts'
import { describeDisplay, describePrint } from '../domain/describe.ts'
import type { Fault } from '../domain/faults.ts'
import { faultMessage, reasonMessage, type Locale } from '../domain/messages.ts'
import type { Area } from '../domain/order.ts'
import type { PricedLeadTime } from '../domain/quote.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import type { CatalogueService } from './catalogue.ts'
import type { CheckedLine, PriceService } from './prices.ts'
import { Invalid } from './refusal.ts'

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
    const check = area === 'print' ? checkPrintRequest : checkDisplayRequest
    const line = check(body, snapshot, visibility, faults)
    if (!line) throw new Invalid(faults)
    return line
  }

  /** Every lead time of a line with its price, fastest first. @throws Invalid */
  async offers(checked: CheckedLine, locale: Locale): Promise<PricedLeadTime[]> {
    const prices = await this.#prices.of(checked)
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
    return 'product' in checked ? checked.product.produit.nom : checked.family.famille.nom_complet
  }

  summary(checked: CheckedLine): string[] {
    return 'product' in checked
      ? describePrint(checked.product, checked.line)
      : describeDisplay(checked.family, checked.line)
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
