/**
 * The cells of a price grid that the partner was not asked for lately: asked for behind whatever a person waits for,
 * within its limits. Nobody waits here; what it answers is in the price book when the grid is next looked at.
 */
import type { CheckedLine } from '../domain/areas.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { AnsweredPrice } from '../upstream/read.ts'
import type { Clock } from './clock.ts'
import type { Logger } from './log.ts'
import { itemOf, type PriceBookService } from './price-book.ts'
import { itemKey } from './price-floors.ts'
import type { SettingsService } from './settings.ts'
import type { UpstreamPrices } from './upstream-prices.ts'
import type { PartnerLink } from './partner-link.ts'

export interface GridServices {
  readonly link: PartnerLink
  readonly prices: UpstreamPrices
  readonly priceBook: PriceBookService
  readonly settings: SettingsService
  readonly clock: Clock
  readonly log: Logger
}

/** Lines that wait at most: those of the newest grid come first, the oldest are forgotten. */
const MOST_WAITING = 48
/** So many are asked at once, of the four that the partner allows. */
const AT_ONCE = 2
/** An answer that old is asked for anew. */
const FRESH_MS = 15 * 60_000
/** Lines whose last asking is remembered. */
const MOST_REMEMBERED = 5_000

export class GridPrices {
  readonly #with: GridServices
  /** by what is asked, the next one first */
  #waiting = new Map<string, CheckedLine>()
  readonly #underWay = new Map<string, Promise<void>>()
  /** when each was asked for last, whatever came of it; the oldest first */
  readonly #askedAt = new Map<string, number>()
  #partner: string | null = null
  #restUntil = 0
  #stop = new AbortController()
  /** by {@link itemKey}: whose lead times were looked for by their ids, once a run */
  readonly #sought = new Set<string>()
  #seeking: Promise<void> = Promise.resolve()

  constructor(services: GridServices) {
    this.#with = services
  }

  /**
   * Has the partner asked for these lines where its answers are missing or old.
   * @returns of each line whether its answer is on its way
   */
  async want(lines: readonly CheckedLine[]): Promise<boolean[]> {
    const { link, prices } = this.#with
    // What was answered just now may show that the rest is old.
    await prices.kept()
    const keys = lines.map((line) => prices.keyOf(line))
    const missing = await Promise.all(lines.map((line) => this.#isOld(line)))
    if (this.#partner !== link.url) {
      this.#partner = link.url
      this.#waiting.clear()
      this.#askedAt.clear()
    }
    if (!link.worthAsking || performance.now() < this.#restUntil || this.#stop.signal.aborted) {
      return lines.map(() => false)
    }
    const wanted = new Map(
      keys.flatMap((key, i) =>
        missing[i] && this.#isOpen(key, lines[i]!) ? [[key, lines[i]!] as const] : [],
      ),
    )
    this.#waiting = new Map([...wanted, ...this.#waiting].slice(0, MOST_WAITING))
    this.#next()
    return keys.map((key) => this.#waiting.has(key) || this.#underWay.has(key))
  }

  /** Asks no more; resolves once what is under way has ended. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#waiting.clear()
    await Promise.allSettled(this.#underWay.values())
    await this.#seeking
    await this.#with.prices.kept()
  }

  /** Whether it may be asked: it is not being asked, and was not just now. */
  #isOpen(key: string, line: CheckedLine): boolean {
    if (this.#underWay.has(key)) return false
    const asked = this.#askedAt.get(key)
    return asked === undefined || asked < this.#oldest(line)
  }

  /** What was said of a line before then is to be asked anew, milliseconds: it is old, or the item's prices have moved since. */
  #oldest(line: CheckedLine): number {
    const { clock, priceBook } = this.#with
    return Math.max(clock.now().getTime() - FRESH_MS, priceBook.movedAt(line))
  }

  /** Whether the partner's answers to a line are missing or old. */
  async #isOld(line: CheckedLine): Promise<boolean> {
    const oldest = this.#oldest(line)
    const observed = [...(await this.#with.priceBook.observed(line)).values()]
    const fresh = observed.filter(({ at }) => Date.parse(at) >= oldest)
    return fresh.length < this.#with.prices.costOf(line)
  }

  /** What is shown now may be ordered when the partner is out of reach: by then it can tell no id. */
  #seekIds(line: CheckedLine, answered: readonly AnsweredPrice[]): void {
    const { link, prices, log } = this.#with
    const item = `${link.url} ${itemKey(itemOf(line))}`
    this.#seeking = this.#seeking
      .then(async () => {
        if (this.#sought.has(item) || this.#stop.signal.aborted) return
        if (await prices.seekIds(line, answered, this.#stop.signal)) this.#sought.add(item)
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the ids of lead times were not found'))
  }

  #next(): void {
    while (this.#underWay.size < AT_ONCE) {
      const [next] = this.#waiting
      if (!next) return
      const [key, line] = next
      this.#waiting.delete(key)
      const asking = this.#ask(key, line).finally(() => {
        this.#underWay.delete(key)
        this.#next()
      })
      this.#underWay.set(key, asking)
    }
  }

  async #ask(key: string, line: CheckedLine): Promise<void> {
    const { link, prices, clock, settings, log } = this.#with
    const { client } = link
    if (!client) return
    this.#askedAt.delete(key)
    this.#askedAt.set(key, clock.now().getTime())
    for (const [oldest] of this.#askedAt) {
      if (this.#askedAt.size <= MOST_REMEMBERED) break
      this.#askedAt.delete(oldest)
    }
    try {
      const answered = await prices.ask(client, line, 'background', this.#stop.signal)
      await prices.kept()
      this.#seekIds(line, answered)
    } catch (error) {
      // A refusal is an answer. Anything else may pass: the grid is asked for again when it is next looked at.
      if (error instanceof UpstreamError && error.kind === 'refused') return
      this.#askedAt.delete(key)
      this.#waiting.clear()
      this.#restUntil = performance.now() + settings.current.retryMs
      if (!this.#stop.signal.aborted) log.warn({ err: error }, 'the partner gave no prices for a grid')
    }
  }
}
