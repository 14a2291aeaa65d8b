/** Which id a partner knows a lead time by: found by its own carts where its prices have not shown it. */
import { rulesOf, type CheckedLine } from '../domain/areas.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import type { LeadTimeIds } from './lead-time-ids.ts'
import type { PartnerLink } from './partner-link.ts'
import { itemOf } from './price-book.ts'
import type { RememberedPrices } from './remembered-prices.ts'
import type { SettingsService } from './settings.ts'

/** How many ids one search tries: a partner may have hundreds, and a customer waits. The next search goes on after them. */
const MOST_TRIED = 6
const MOST_REMEMBERED = 10_000

export interface LeadTimeSearchServices {
  readonly link: PartnerLink
  readonly leadTimeIds: LeadTimeIds
  readonly remembered: RememberedPrices
  readonly settings: SettingsService
}

/** The label whose price the partner's cart of a line has at a lead time; null where it does not tell. */
type LabelInCart = (
  checked: CheckedLine,
  prices: readonly LeadTimePrice[],
  delai: number,
  signal?: AbortSignal,
) => Promise<string | null>

/** Whether a cart's price tells a lead time: it says nothing where another one has it, too. */
export function isTelling(prices: readonly LeadTimePrice[], label: string): boolean {
  const cents = prices.find(({ leadTime }) => leadTime.label === label)?.cents ?? null
  return cents !== null && prices.filter((price) => price.cents === cents).length === 1
}

export class LeadTimeSearch {
  readonly #with: LeadTimeSearchServices
  readonly #labelInCart: LabelInCart
  readonly #running = new Map<string, Promise<number | null>>()
  /** when an id of an item told nothing, on a clock that nobody sets */
  readonly #vainAt = new Map<string, number>()

  constructor(services: LeadTimeSearchServices, labelInCart: LabelInCart) {
    this.#with = services
    this.#labelInCart = labelInCart
  }

  /**
   * The id of a label. Who looks for the same at once shares one search, and what told nothing is left alone for a while.
   * @param prices what the partner asks for the line by now
   * @returns null where nothing tells
   */
  async idOf(
    checked: CheckedLine,
    prices: readonly LeadTimePrice[],
    label: string,
    signal?: AbortSignal,
  ): Promise<number | null> {
    const known = this.#with.remembered.idOf(checked, label)
    if (known !== null || !this.#with.link.worthAsking) return known
    const { area, id } = itemOf(checked)
    const item = `${this.#with.link.url} ${area} ${id}`
    const key = `${item} ${label}`
    const running = this.#running.get(key)
    if (running) return running
    const search = this.#search(checked, prices, label, item, signal).finally(() => this.#running.delete(key))
    this.#running.set(key, search)
    return search
  }

  async #search(
    checked: CheckedLine,
    prices: readonly LeadTimePrice[],
    label: string,
    item: string,
    signal: AbortSignal | undefined,
  ): Promise<number | null> {
    // No id is asked for in vain, and none is left alone once the partner's prices do tell.
    if (!isTelling(prices, label)) return null
    const { leadTimeIds, link, settings } = this.#with
    const began = performance.now()
    const isOpen = (delai: number) =>
      leadTimeIds.labelOf(delai) === null &&
      began - (this.#vainAt.get(`${item} ${delai}`) ?? -Infinity) >= settings.current.retryMs
    // A family names no lead times of its own: any of the partner's may be it.
    const ids = rulesOf(checked).leadTimeIds(checked) ?? leadTimeIds.all
    for (const delai of ids.filter(isOpen).slice(0, MOST_TRIED)) {
      if (signal?.aborted || performance.now() - began >= link.timeoutMs) break
      const shown = await this.#labelInCart(checked, prices, delai, signal)
      if (shown === label) return delai
      if (this.#vainAt.size >= MOST_REMEMBERED) this.#vainAt.clear()
      this.#vainAt.set(`${item} ${delai}`, performance.now())
    }
    return null
  }
}
