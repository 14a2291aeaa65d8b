/** What people keep at hand: favourites, what they configured lately, and the shop's saved configurations. */
import { AREAS, areaOf, rulesOf, type CheckedLine } from '../domain/areas.ts'
import { leadTimeLabel } from '../domain/lead-times.ts'
import { composedName, isPersonName, type Actor } from '../domain/people.ts'
import { offerOf } from '../domain/quote/facts.ts'
import type { PriceThen } from '../domain/quote/quote.ts'
import { isLeadTimeLost } from '../domain/shared/lost-lead-time.ts'
import { NOBODY, type Choice, type Configuration, type Recent, type ShelfItem } from '../store/shelf.ts'
import type { Store } from '../store/store.ts'
import type { Area } from '../domain/order.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import { noteOf } from './notes.ts'
import type { OfferService } from './offers.ts'
import type { PriceService } from './prices.ts'
import { Invalid, Refusal } from './refusal.ts'

const MOST_RECENTS = 30
/** For so long what was deleted can be brought back. */
const KEPT_MS = 86_400_000

/** A configuration as it is sent. */
export interface Configured {
  readonly area: Area
  readonly line: object
  readonly delai: number | null
  readonly leadTimeLabel?: string | null | undefined
}

export interface Shelf {
  readonly favourites: readonly ShelfItem[]
  readonly recents: readonly Recent[]
  readonly configurations: readonly Configuration[]
}

export interface ShelfServices {
  readonly store: Store
  readonly clock: Clock
  readonly catalogue: CatalogueService
  readonly offers: OfferService
  readonly prices: PriceService
}

/** A person's own; the shop's where nobody has signed in. */
const ownerOf = ({ person }: Actor) => person ?? NOBODY

export class ShelfService {
  readonly #store: Store
  readonly #clock: Clock
  readonly #catalogue: CatalogueService
  readonly #offers: OfferService
  readonly #prices: PriceService

  constructor({ store, clock, catalogue, offers, prices }: ShelfServices) {
    this.#store = store
    this.#clock = clock
    this.#catalogue = catalogue
    this.#offers = offers
    this.#prices = prices
  }

  of(who: Actor): Promise<Shelf> {
    return this.#store.shelf.of(ownerOf(who))
  }

  /** @throws Refusal `not_found` for what is to become a favourite and is not in the catalogue */
  setFavourite(who: Actor, item: ShelfItem, wanted: boolean): Promise<readonly ShelfItem[]> {
    const { area, id } = item
    if (wanted && this.#catalogue.snapshot.nameOf(area, id) === undefined)
      throw new Refusal('not_found', { what: AREAS[area].item, id })
    return this.#store.shelf.setFavourite(ownerOf(who), item, wanted, this.#now())
  }

  /** @throws Invalid */
  async configured(who: Actor, configured: Configured): Promise<readonly Recent[]> {
    const choice = await this.#choice(configured)
    return this.#store.shelf.configured(ownerOf(who), choice, this.#now(), MOST_RECENTS)
  }

  /** @throws Invalid */
  async save(who: Actor, name: string, configured: Configured): Promise<Configuration> {
    const called = nameOf(name)
    return this.#store.shelf.save(called, await this.#choice(configured), who.person, this.#now())
  }

  /** @throws Invalid; Refusal `not_found` */
  async rename(who: Actor, id: number, name: string): Promise<Configuration> {
    const change = { by: who, at: this.#now() }
    const after = nameOf(name)
    const renamed = await this.#store.shelf.rename(id, after, (before) =>
      noteOf(change, 'configuration_renamed', { before, after }),
    )
    return found(renamed)
  }

  /** @throws Refusal `not_found` */
  async remove(who: Actor, id: number): Promise<void> {
    const at = this.#now()
    const forgetBefore = new Date(this.#clock.now().getTime() - KEPT_MS).toISOString()
    const note = (name: string) => noteOf({ by: who, at }, 'configuration_deleted', { name })
    if (!(await this.#store.shelf.remove(id, at, forgetBefore, note))) throw new Refusal('not_found')
  }

  /** Brings back what was deleted less than a day ago. @throws Refusal `not_found` */
  async restore(who: Actor, id: number): Promise<Configuration> {
    const change = { by: who, at: this.#now() }
    const note = (name: string) => noteOf(change, 'configuration_restored', { name })
    return found(await this.#store.shelf.restore(id, note))
  }

  /** @throws Invalid, with places in the body that the line is a part of */
  #checked(area: Configured['area'], line: Configured['line']): CheckedLine {
    try {
      return this.#offers.check(area, line)
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      throw new Invalid(error.faults.map((fault) => ({ ...fault, path: `/line${fault.path}` })))
    }
  }

  /** Only what the catalogue offers is kept, in the form that it is checked in, with what it costs. @throws Invalid */
  async #choice({ area, line, delai, leadTimeLabel = null }: Configured): Promise<Choice> {
    const checked = this.#checked(area, line)
    const rules = rulesOf(checked)
    return {
      area: areaOf(checked),
      itemId: rules.itemId(checked),
      itemName: rules.itemName(checked),
      // A label is of one customer's line.
      line: { ...checked.line, label: '' },
      delai,
      leadTimeLabel,
      parts: rules.describe(checked),
      price: await this.#priceOf(checked, leadTimeLabel),
    }
  }

  /** From memory: nothing that is put on the shelf waits for a partner. */
  async #priceOf(checked: CheckedLine, label: string | null): Promise<PriceThen | null> {
    const [prices = []] = await this.#prices.ofAll([checked])
    const price = prices.map(offerOf).find((each) => each.label === label && each.priceCents !== null)
    if (!price) return null
    const { priceCents, status, low, high } = price
    return { priceCents, status, low, high }
  }

  /** Whether the catalogue still offers all that is chosen, the lead time among it. */
  fits({ area, line, itemId, leadTimeLabel: label }: Choice): boolean {
    if (this.#catalogue.snapshot.nameOf(area, itemId) === undefined) return false
    try {
      const checked = this.#checked(area, line)
      const offered = rulesOf(checked).leadTimes(checked)
      return !isLeadTimeLost(
        label,
        offered.map(({ days }) => (days === null ? null : leadTimeLabel(days))),
      )
    } catch (error) {
      if (error instanceof Invalid) return false
      throw error
    }
  }

  #now(): string {
    return this.#clock.now().toISOString()
  }
}

function found(configuration: Configuration | null): Configuration {
  if (!configuration) throw new Refusal('not_found')
  return configuration
}

/** A name as it is kept. @throws Invalid */
function nameOf(text: string): string {
  const name = composedName(text)
  if (name === '') throw new Invalid([{ path: '/name', code: 'field_required' }])
  if (!isPersonName(name)) throw new Invalid([{ path: '/name', code: 'person_name_invalid' }])
  return name
}
