/** The lead time that a partner means where none is named: its id says nothing, its answers have shown the label. */
import { rulesOf, type CheckedLine } from '../domain/areas.ts'
import type { Store } from '../store/store.ts'
import type { LeadTimeIds } from './lead-time-ids.ts'
import type { PartnerLink } from './partner-link.ts'
import { itemOf } from './price-book.ts'

/** Followed by the partner's address. */
const KEY = 'main_lead_times'

export interface MainLeadTimeServices {
  readonly store: Store
  readonly link: PartnerLink
  readonly leadTimeIds: LeadTimeIds
}

export class MainLeadTimes {
  readonly #with: MainLeadTimeServices

  constructor(services: MainLeadTimeServices) {
    this.#with = services
  }

  get #key(): string {
    return `${KEY} ${this.#with.link.url}`
  }

  #known(): Record<string, string> {
    return labelsOf(this.#with.store.settings.get(this.#key))
  }

  /** The label of the partner's main lead time: as it has shown it, or the only one that the product has. */
  labelOf(checked: CheckedLine): string | null {
    const { area, id } = itemOf(checked)
    const shown = this.#known()[`${area} ${id}`]
    if (shown !== undefined) return shown
    const [only, another] = rulesOf(checked).leadTimeIds(checked) ?? []
    return only === undefined || another !== undefined ? null : this.#with.leadTimeIds.labelOf(only)
  }

  remember(checked: CheckedLine, label: string): Promise<void> {
    return this.#set(checked, label)
  }

  /**
   * Takes note of an answer to a request that named no lead time: a main one that it does not hold is forgotten, and learnt
   * anew.
   * @param labels every lead time that it shows; none at all says nothing
   */
  async holdTo(checked: CheckedLine, labels: readonly string[]): Promise<void> {
    const { area, id } = itemOf(checked)
    const shown = this.#known()[`${area} ${id}`]
    if (shown !== undefined && labels.length > 0 && !labels.includes(shown))
      await this.#set(checked, undefined)
  }

  async #set(checked: CheckedLine, label: string | undefined): Promise<void> {
    const { area, id } = itemOf(checked)
    const item = `${area} ${id}`
    if (this.#known()[item] === label) return
    // Of another item one may be learnt meanwhile.
    await this.#with.store.settings.update(this.#key, (before) => {
      const { [item]: _, ...others } = labelsOf(before)
      return label === undefined ? others : { ...others, [item]: label }
    })
  }
}

/** As it is stored, by area and id. */
const labelsOf = (stored: unknown) => (stored as Record<string, string> | undefined) ?? {}
