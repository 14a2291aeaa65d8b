/** Asks a partner, after its catalogue was taken over, the prices that teach most. */
import { AREAS, type CheckedLine } from '../domain/areas.ts'
import { SEES_ALL } from '../domain/catalogue.ts'
import type { Configuration } from '../estimate/index.ts'
import { FaultList } from '../domain/faults.ts'
import type { Area } from '../domain/order.ts'
import type { KeptLine } from '../domain/quote/facts.ts'
import { isProduct } from '../domain/shared/line-roles.ts'
import { isWithin, toTheirs } from '../domain/source.ts'
import type { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { isOffline, isOfOneRequest, UpstreamError } from '../upstream/errors.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Logger } from './log.ts'
import type { PartnerLink } from './partner-link.ts'
import type { PriceBookService } from './price-book.ts'
import { itemKey, type Item } from './price-floors.ts'
import type { RefusedItem } from './source-catalogue.ts'
import type { UpstreamPrices } from './upstream-prices.ts'

export interface FillerServices {
  readonly store: Store
  readonly link: PartnerLink
  readonly prices: UpstreamPrices
  readonly priceBook: PriceBookService
  readonly catalogue: CatalogueService
  readonly log: Logger
}

/** What is asked for, and by whom. */
export interface Fill {
  readonly client: UpstreamClient
  /** requests at most */
  readonly budget: number
  readonly signal: AbortSignal
  /** told of requests that were made */
  readonly progress: (requests: number) => void
}

export interface Filled {
  readonly asked: number
  /** what the partner failed to price, by name: the others were asked all the same */
  readonly failed: readonly RefusedItem[]
}

/** Answers of an item beyond which others have more to teach. */
const ENOUGH_ANSWERS = 150
/** Requests planned for an item at once: each answer may change what is worth asking next. */
const ROUND = 10
/** Products that fail in a row: so many may, and the partner has trouble as a whole where more than half do. */
const FEW_IN_VAIN = 5
const MOST_IN_VAIN = 20

/** What came of one line. */
interface Asked {
  readonly requests: number
  /** the partner failed on it, or on one of its lead times */
  readonly failure: UpstreamError | null
  /** it answered nothing of it */
  readonly vain: boolean
}

export class PriceFiller {
  readonly #with: FillerServices
  /** products that failed the last time: others come first */
  #failing = new Map<string, RefusedItem>()

  constructor(services: FillerServices) {
    this.#with = services
  }

  /**
   * Asks the prices that teach most. A product that the partner fails on is left for another time; where it fails on most
   * of them, or cannot be reached, it has trouble as a whole.
   * @throws UpstreamError
   */
  async fill(fill: Fill): Promise<Filled> {
    const items = await this.#itemsByNeed()
    const failed = new Map<string, RefusedItem>()
    const before = this.#failing
    this.#failing = failed
    const answered = new Set<string>()
    const most = Math.min(Math.max(FEW_IN_VAIN, items.length / 2), MOST_IN_VAIN)
    let asked = 0
    /** products in a row of which nothing came */
    let vain = 0
    let last: UpstreamError | null = null
    for await (const { item, lines } of this.#planned(rounds(items, before))) {
      if (asked >= fill.budget) break
      const key = itemKey(item)
      if (failed.has(key)) continue
      const told = await this.#askItem(await lines(), { ...fill, budget: fill.budget - asked })
      asked += told.requests
      if (told.requests === 0) continue
      if (told.failure) {
        last = told.failure
        if (isOfOneRequest(last)) failed.set(key, this.#nameOf(item, last))
      }
      if (!told.vain) answered.add(key)
      vain = told.vain ? vain + 1 : 0
      if (told.failure && vain >= most) throw told.failure
    }
    if (last && failed.size > answered.size) throw last
    return { asked, failed: [...failed.values()] }
  }

  /**
   * Items, each with the lines that are to be asked of it. Those of the next are thought about while the partner answers
   * those of the present one, so that it never waits for that.
   */
  async *#planned(items: Iterable<Item>): AsyncGenerator<Planned> {
    let present: Planned | null = null
    for (const item of items) {
      // What is asked of the same one follows from the answers that it has now.
      const isSame: boolean = present !== null && itemKey(present.item) === itemKey(item)
      const ahead: Promise<CheckedLine[]> | null = isSame ? null : this.#plan(item)
      ahead?.catch(() => undefined)
      if (present) yield present
      present = { item, lines: () => ahead ?? this.#plan(item) }
    }
    if (present) yield present
  }

  async #plan(item: Item): Promise<CheckedLine[]> {
    const start = this.#defaultLine(item)
    const plan = start ? await this.#with.priceBook.plan(start, ROUND) : []
    return plan.flatMap((configuration) => this.#lineOf(item, configuration) ?? [])
  }

  /**
   * A round of one item's lines, the first by itself: where the partner fails on it, the others are not tried. Where it
   * must be asked for each lead time, that is done for the first alone: it shows how they follow from one another, and the
   * others' prices at the main one teach more.
   */
  async #askItem([first, ...others]: readonly CheckedLine[], fill: Fill): Promise<Asked> {
    if (!first) return NOTHING
    const { prices } = this.#with
    const budget = Math.min(fill.budget, ROUND)
    const all = [await this.#ask(first, fill, fill.budget)]
    await prices.kept()
    if (!all[0]!.vain) {
      const rest = others.slice(0, Math.max(0, budget - all[0]!.requests))
      all.push(...(await Promise.all(rest.map((line) => this.#ask(line, fill, 1)))))
      await prices.kept()
    }
    return {
      requests: all.reduce((sum, { requests }) => sum + requests, 0),
      failure: all.find(({ failure }) => failure)?.failure ?? null,
      vain: all.every(({ vain }) => vain),
    }
  }

  /** @param budget requests at most */
  async #ask(line: CheckedLine, { client, signal, progress }: Fill, budget: number): Promise<Asked> {
    const { prices } = this.#with
    let asked: Asked = { requests: 1, failure: null, vain: false }
    try {
      const { requests, failure } = await prices.askSome(client, line, 'background', signal, budget)
      asked = { requests, failure, vain: false }
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.kind === 'cancelled' || isOffline(error)) throw error
      // A refusal teaches, too.
      if (error.kind !== 'refused') asked = { requests: 1, failure: error, vain: true }
    }
    if (asked.failure) this.#with.log.warn({ err: asked.failure }, 'a price request failed')
    progress(asked.requests)
    return asked
  }

  /** A product that the partner failed on, by the partner's own id. */
  #nameOf({ area, id }: Item, { problem }: UpstreamError): RefusedItem {
    const { block } = this.#with.link
    const name = this.#with.catalogue.snapshot.nameOf(area, id) ?? ''
    return { area, id: block ? toTheirs(id, block) : id, name, problem, prices: true }
  }

  /** Items with what is known of them, and whether an open quote has them. */
  async #itemsByNeed(): Promise<Need[]> {
    const { store, catalogue, link, priceBook } = this.#with
    const { snapshot } = catalogue
    const { block } = link
    const own = ({ id }: { readonly id: number }) => block !== null && isWithin(id, block)
    const coverage = new Map(
      (await priceBook.coverage()).map((entry) => [itemKey({ area: entry.area, id: entry.itemId }), entry]),
    )
    const quoted = new Set(
      (await store.quotes.open()).flatMap(({ lines }) => lines.filter(isProduct).map(quotedItem)),
    )
    const of = (area: Area, entities: readonly { readonly id: number }[]): Item[] =>
      entities.filter(own).map(({ id }) => ({ area, id }))
    const items = [...of('print', snapshot.products(SEES_ALL)), ...of('display', snapshot.families(SEES_ALL))]
    return items.map((item) => {
      const key = itemKey(item)
      const known = coverage.get(key)
      return { item, answers: known?.answers ?? 0, lastAt: known?.lastAt ?? '', quoted: quoted.has(key) }
    })
  }

  #defaultLine({ area, id }: Item): CheckedLine | null {
    const line = AREAS[area].defaultLine(this.#with.catalogue.snapshot, id, SEES_ALL)
    return line && this.#check(area, line)
  }

  #lineOf({ area, id }: Item, configuration: Configuration): CheckedLine | null {
    return this.#check(area, AREAS[area].lineOf(id, configuration))
  }

  #check(area: Area, line: object): CheckedLine | null {
    return AREAS[area].checkRequest(line, this.#with.catalogue.snapshot, SEES_ALL, new FaultList())
  }
}

const NOTHING: Asked = { requests: 0, failure: null, vain: false }

interface Planned {
  readonly item: Item
  readonly lines: () => Promise<readonly CheckedLine[]>
}

interface Need {
  readonly item: Item
  answers: number
  readonly lastAt: string
  readonly quoted: boolean
}

/**
 * Items in the order of what they need: those of open quotes first, then the least known, the stalest among equals.
 * @param failing those that the partner failed on the last time: they come behind the others
 */
function* rounds(needs: Need[], failing: ReadonlyMap<string, unknown>): Generator<Item> {
  const weight = (need: Need) => need.answers / (need.quoted ? ENOUGH_ANSWERS : 1)
  const last = ({ item }: Need) => Number(failing.has(itemKey(item)))
  // Round after round, so that no item waits until another is known to the last.
  for (let round = 0; round < ENOUGH_ANSWERS / ROUND; round++) {
    const open = needs.filter(({ answers }) => answers < ENOUGH_ANSWERS)
    open.sort((a, b) => last(a) - last(b) || weight(a) - weight(b) || (a.lastAt < b.lastAt ? -1 : 1))
    for (const need of open) {
      yield need.item
      need.answers += ROUND
    }
  }
  // Everything is known once: the stalest is asked again.
  const stale = needs.sort((a, b) => (a.lastAt < b.lastAt ? -1 : 1))
  for (const { item } of stale) yield item
}

function quotedItem({ area, line }: KeptLine & { readonly area: Area }): string {
  return `${area} ${String(line[AREAS[area].itemField])}`
}
