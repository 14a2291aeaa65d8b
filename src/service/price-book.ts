/** The price book: every price the partner ever gave, what it says again, and what can be estimated from it. */
import { areaOf, rulesOf, type CheckedLine } from '../domain/areas.ts'
import { configurationKey } from '../estimate/answers.ts'
import type { Configuration, Observation } from '../estimate/index.ts'
import type { PriceAnswer, PricedItem } from '../store/price-book.ts'
import type { Store } from '../store/store.ts'
import type { AnsweredPrice } from '../upstream/read.ts'
import type { Background } from './background/background.ts'
import type { Estimated, Knowledge } from './background/protocol.ts'
import type { Clock } from './clock.ts'
import {
  goneBy,
  itemKey,
  later,
  PriceFloors,
  type Item,
  type Offered,
  type PriceFloor,
} from './price-floors.ts'
import type { PartnerLink } from './partner-link.ts'
import { Queue } from './queue.ts'

/** The latest answers that a model is fitted on: its time grows with their cube, what it learns hardly any more. */
const MOST_ANSWERS = 300

/** Followed by the partner's address: when prices of its items were doubted last, ISO, by {@link itemKey}. */
const DOUBTS = 'doubted_prices'

/** A price that the partner gave for this very configuration. */
export interface ObservedPrice {
  readonly cents: number | null
  readonly message: string
  readonly days: number
  /** ISO */
  readonly at: string
  /** whether the partner has given its product or family another price since, somewhere */
  readonly beforeMove: boolean
}

/** What the partner said to one configuration. */
export interface Answered {
  /** the latest of each lead time, by label */
  readonly prices: ReadonlyMap<string, ObservedPrice>
  /** whether it named a lead time before, and has it no more */
  readonly isGone: (label: string) => boolean
}

/** Where nothing can be said. */
export const UNKNOWN: Estimated = { estimates: new Map(), refused: new Map(), lacking: [] }

const configurationOf = (checked: CheckedLine) => rulesOf(checked).configuration(checked)

/** The product or family of a line. */
export function itemOf(checked: CheckedLine): Item {
  return { area: areaOf(checked), id: rulesOf(checked).itemId(checked) }
}

export class PriceBookService {
  readonly #store: Store
  readonly #clock: Clock
  readonly #background: Background
  readonly #link: PartnerLink
  /** how often each item's answers changed in this run: a model is fitted once a state of knowledge */
  readonly #revisions = new Map<string, number>()
  /** when an item's prices were found to be others than those of before, ISO */
  readonly #movedAt = new Map<string, string>()
  /** the same as the store knows it, as far as it was asked; "": never */
  readonly #storedMoves = new Map<string, Promise<string>>()
  readonly #floors = new PriceFloors()
  /** as they were read last */
  #doubts: { readonly key: string; readonly text: string | undefined; readonly at: Doubts } = {
    key: '',
    text: undefined,
    at: {},
  }
  /** how often anything changed in this run */
  #changes = 0
  #points = 0
  /** by item, as of what is known of it: what {@link isBehind} said */
  readonly #behind = new Map<string, { readonly key: string; readonly behind: Promise<boolean> }>()
  /** whose prices were counted; null: nobody's yet */
  #of: string | null = null
  /** one read follows the other: an older one never ends last */
  readonly #reads = new Queue()
  #epoch = 0

  /** It counts no prices until {@link reload} has. */
  constructor(store: Store, clock: Clock, background: Background, link: PartnerLink) {
    this.#store = store
    this.#clock = clock
    this.#background = background
    this.#link = link
  }

  /** Where the prices come from that are kept and given now: those of another address do not count. */
  get #partner(): string {
    return this.#link.url
  }

  /** Of whom points are counted: a partner has ids from its first sync on. */
  get #counted(): string {
    return `${this.#partner} ${this.#link.block?.base ?? ''}`
  }

  #item({ area, id }: Item): PricedItem {
    return { upstream: this.#partner, area, id }
  }

  /** When what was known of an item's prices was doubted last, ISO; "": never. */
  #doubtedAt(item: Item): string {
    const key = `${DOUBTS} ${this.#partner}`
    const text = this.#store.settings.text(key)
    // It is asked of every product that a list shows.
    if (this.#doubts.text !== text || this.#doubts.key !== key)
      this.#doubts = { key, text, at: doubtsIn(this.#store.settings.told(key)) }
    return this.#doubts.at[itemKey(item)] ?? ''
  }

  /** Under which it is remembered when an item's prices moved. */
  #movesOf(item: Item): string {
    return `${this.#partner} ${itemKey(item)}`
  }

  /** Another text once anything in the book is another. */
  get state(): string {
    return `${this.#counted} ${this.#epoch} ${this.#changes}`
  }

  /** How many prices the book holds. */
  get points(): number {
    return this.#points
  }

  /** Another process may have written to the book, or another partner been set. */
  reload(): Promise<void> {
    return this.#reads.run(async () => {
      const of = this.#counted
      const points = await this.#store.priceBook.points(this.#partner, this.#link.block)
      if (points === this.#points && this.#of === of) return
      const isFirst = this.#of === null
      this.#of = of
      this.#points = points
      if (isFirst) return
      this.#revisions.clear()
      this.#storedMoves.clear()
      this.#epoch += 1
    })
  }

  /**
   * The fastest lead time and the lowest price that the partner gave for each product or family, by {@link itemKey}: from
   * memory, where what it has said more since is read anew.
   * @param oldest milliseconds: prices given before are told where there are none since
   * @param offered what the catalogue has no more is no price of it
   */
  floors(oldest: number, offered: Offered): Promise<ReadonlyMap<string, PriceFloor>> {
    return this.#floors.at(this.#counted, `${this.#epoch} ${this.#changes}`, oldest, {
      marks: async () => {
        const marks = await this.#store.priceBook.marks(this.#partner, this.#link.block)
        return marks.map((mark) => ({ ...mark, lastAt: later(mark.lastAt, this.#doubtedAt(mark)) }))
      },
      doubtedAt: (item) => this.#doubtedAt(item),
      answers: (area, from, to) => this.#store.priceBook.ofRange(this.#partner, area, from, to),
      ...offered,
    })
  }

  /** When the prices of a line's item were found in this run to be others than the partner had said, milliseconds; 0: never. */
  movedAt(checked: CheckedLine): number {
    const item = itemOf(checked)
    const at = later(this.#movedAt.get(this.#movesOf(item)) ?? '', this.#doubtedAt(item))
    return at === '' ? 0 : Date.parse(at)
  }

  /** When an item's prices were last found to be others than the partner had said, in this run or before, ISO; "": never. */
  async #lastMove(item: Item): Promise<string> {
    const key = this.#movesOf(item)
    let stored = this.#storedMoves.get(key)
    if (stored === undefined) {
      stored = this.#store.priceBook.movedAt(this.#item(item)).then((at) => at ?? '')
      this.#storedMoves.set(key, stored)
      stored.catch(() => this.#storedMoves.delete(key))
    }
    return later(later(await stored, this.#movedAt.get(key) ?? ''), this.#doubtedAt(item))
  }

  /** Whether an item's estimates are made of answers from before its prices moved, too. */
  isBehind(item: Item): Promise<boolean> {
    const key = this.#key(item)
    const name = itemKey(item)
    let known = this.#behind.get(name)
    if (known?.key !== key) {
      const behind = this.#lastMove(item).then((at) =>
        at === '' ? false : this.#store.priceBook.hasBefore(this.#item(item), at),
      )
      this.#behind.set(name, (known = { key, behind }))
      behind.catch(() => this.#behind.delete(name))
    }
    return known.behind
  }

  /** How many answers each product or family has, and when it had the last. */
  coverage() {
    return this.#store.priceBook.coverage(this.#partner, this.#link.block)
  }

  /** Keeps the partner's answer to a line. @param delai the lead time that the request named */
  async record(checked: CheckedLine, delai: number | null, answers: readonly AnsweredPrice[]): Promise<void> {
    const item = itemOf(checked)
    const stored = this.#item(item)
    const configuration = configurationOf(checked)
    const answer = {
      fingerprint: configurationKey(configuration),
      configuration: JSON.stringify(configuration),
      delai,
      prices: Object.fromEntries(answers.map(({ label, cents, message }) => [label, { cents, message }])),
      confirmedAt: this.#clock.now().toISOString(),
    }
    const { points, taken, contradicted } = await this.#store.priceBook.record(stored, answer)
    const key = this.#movesOf(item)
    // What was said before prices moved is known to be old: another of it is no news.
    if (contradicted !== null && contradicted >= later(this.#movedAt.get(key) ?? '', this.#doubtedAt(item)))
      this.#movedAt.set(key, answer.confirmedAt)
    if (points > 0 || taken) this.#changed(item, points)
  }

  /** The partner asks another amount, and does not tell by what: all prices of an item that it gave are from before that. */
  async doubt(item: Item): Promise<void> {
    const now = this.#clock.now().toISOString()
    await this.#store.settings.update(`${DOUBTS} ${this.#partner}`, (before) => {
      return { ...doubtsIn(before), [itemKey(item)]: now }
    })
    this.#changed(item, 0)
  }

  /** Keeps that the partner refused a configuration: its bounds are known by its refusals alone. */
  async refuse(checked: CheckedLine, words: string): Promise<void> {
    const item = itemOf(checked)
    const stored = this.#item(item)
    const configuration = configurationOf(checked)
    const now = this.#clock.now().toISOString()
    await this.#store.priceBook.refuse(
      stored,
      configurationKey(configuration),
      JSON.stringify(configuration),
      words,
      now,
    )
    this.#changed(item, 0)
  }

  /** What the partner refused of products and families that its catalogue has otherwise now, it may take. */
  async forgetRefusals(items: readonly Item[]): Promise<void> {
    if (items.length === 0) return
    await this.#store.priceBook.forgetRefusals(items.map((item) => this.#item(item)))
    for (const item of items) this.#changed(item, 0)
  }

  #changed(item: Item, points: number): void {
    const key = itemKey(item)
    this.#revisions.set(key, (this.#revisions.get(key) ?? 0) + 1)
    this.#points += points
    this.#changes += 1
  }

  /** The labels of a product's lead times by the last answer that names so many; null: none did. */
  lastNamed(item: Item, count: number): Promise<string[] | null> {
    return this.#store.priceBook.lastNamed(this.#item(item), count)
  }

  /** The latest that the partner said to this very configuration, by label. */
  async observed(checked: CheckedLine): Promise<ReadonlyMap<string, ObservedPrice>> {
    return (await this.answered(checked)).prices
  }

  /** The same, with what is gone by it. */
  async answered(checked: CheckedLine): Promise<Answered> {
    const observed = new Map<string, ObservedPrice>()
    const item = itemOf(checked)
    const answers = await this.#store.priceBook.ofConfiguration(
      this.#item(item),
      configurationKey(configurationOf(checked)),
    )
    const moved = await this.#lastMove(item)
    const isGone = goneBy(answers)
    for (const { prices, confirmedAt: at } of answers) {
      for (const [label, price] of Object.entries(prices)) {
        if (isGone(label)) continue
        observed.set(label, { ...price, days: Number(label.slice(2)), at, beforeMove: at < moved })
      }
    }
    return { prices: observed, isGone }
  }

  /**
   * The partner's words to lines of one item that it refused when it was asked last; null of every other.
   * @param oldest ISO: what it refused before then it may take by now
   */
  async refusedOf(lines: readonly CheckedLine[], oldest: string): Promise<(string | null)[]> {
    const [first] = lines
    if (!first) return []
    const refused = await this.#store.priceBook.refused(this.#item(itemOf(first)), oldest)
    return lines.map((line) => refused.get(configurationKey(configurationOf(line))) ?? null)
  }

  /** What can be estimated of lines of one item, by label; nothing where too little is known, or where they leave out what is needed. */
  async estimate(item: Item, lines: readonly CheckedLine[]): Promise<readonly Estimated[]> {
    const [first] = lines
    if (!first) return []
    const key = this.#key(item)
    const configurations = lines.map(configurationOf)
    const task = { type: 'estimate' as const, configurations }
    let result = await this.#background.run({ ...task, knowledge: { key } })
    if (result === 'forgotten')
      result = await this.#background.run({ ...task, knowledge: await this.knowledge(first) })
    return result === 'forgotten' ? lines.map(() => UNKNOWN) : result
  }

  /** The configurations of a line's item whose prices would teach most, best first. */
  async plan(checked: CheckedLine, count: number): Promise<readonly Configuration[]> {
    const { id } = itemOf(checked)
    const knowledge = await this.knowledge(checked)
    return this.#background.run({ type: 'plan', knowledge, count, seed: id })
  }

  #key(item: Item): string {
    const key = itemKey(item)
    return `${this.#partner} ${this.#epoch} ${key} ${this.#revisions.get(key) ?? 0}`
  }

  /** All that is known of a line's item. */
  async knowledge(checked: CheckedLine): Promise<Knowledge> {
    const item = itemOf(checked)
    const rules = rulesOf(checked)
    const { priceBook } = this.#store
    const stored = this.#item(item)
    // Named by what was known before it is read: what comes meanwhile is of the next.
    const key = this.#key(item)
    const refused = (await priceBook.refusals(stored)).map((text) => JSON.parse(text) as Configuration)
    const answers = await priceBook.ofItem(stored)
    return {
      key,
      space: rules.space(checked),
      observations: observationsOf(answers.slice(-MOST_ANSWERS)),
      hints: { ...rules.hints(checked), refused },
    }
  }
}

type Doubts = Readonly<Record<string, string>>

/** As they are stored. */
const doubtsIn = (stored: unknown): Doubts => (stored as Doubts | undefined) ?? {}

/** One observation an answer; the estimator merges those of one configuration. */
function observationsOf(answers: readonly PriceAnswer[]): Observation[] {
  return answers.map(({ configuration, prices, confirmedAt }) => {
    const said = Object.entries(prices)
    return {
      configuration: JSON.parse(configuration) as Configuration,
      cents: Object.fromEntries(
        said.flatMap(([label, { cents }]) => (cents === null ? [] : [[label, cents]])),
      ),
      refused: Object.fromEntries(
        said.flatMap(([label, { cents, message }]) => (cents === null ? [[label, message]] : [])),
      ),
      observedAt: Date.parse(confirmedAt),
    }
  })
}
