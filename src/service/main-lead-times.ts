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
    return (this.#with.store.settings.get(this.#key) as Record<string, string> | undefined) ?? {}
  }

  /** The label of the partner's main lead time: as it has shown it, or the only one that the product has. */
  labelOf(checked: CheckedLine): string | null {
    const { area, id } = itemOf(checked)
    const shown = this.#known()[`${area} ${id}`]
    if (shown !== undefined) return shown
    const [only, another] = rulesOf(checked).leadTimeIds(checked) ?? []
    return only === undefined || another !== undefined ? null : this.#with.leadTimeIds.labelOf(only)
  }

  remember(checked: CheckedLine, label: string): void {
    this.#set(checked, label)
  }

  /**
   * Takes note of an answer to a request that named no lead time: a main one that it does not hold is forgotten, and learnt
   * anew.
   * @param labels every lead time that it shows; none at all says nothing
   */
  holdTo(checked: CheckedLine, labels: readonly string[]): void {
    const { area, id } = itemOf(checked)
    const shown = this.#known()[`${area} ${id}`]
    if (shown !== undefined && labels.length > 0 && !labels.includes(shown)) this.#set(checked, undefined)
  }

  #set(checked: CheckedLine, label: string | undefined): void {
    const { area, id } = itemOf(checked)
    const { [`${area} ${id}`]: before, ...others } = this.#known()
    if (before === label) return
    this.#with.store.settings.set(
      this.#key,
      label === undefined ? others : { ...others, [`${area} ${id}`]: label },
    )
  }
}
