/** Prices of the partner: fresh ones while it answers, those it gave before and estimates of them while it does not. */
import { rulesOf, type CheckedLine } from '../domain/areas.ts'
import { leadTimeDays } from '../domain/lead-times.ts'
import type { Area } from '../domain/order.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import type { Reason } from '../domain/reasons.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { Priority } from '../upstream/limiter.ts'
import { isOfOneRequest, isRefusal, stopped, UpstreamError } from '../upstream/errors.ts'
import type { AnsweredPrice } from '../upstream/read.ts'
import type { LeadTimeIds } from './lead-time-ids.ts'
import { isTelling, LeadTimeSearch } from './lead-time-search.ts'
import type { Logger } from './log.ts'
import { MainLeadTimes } from './main-lead-times.ts'
import { noPriceAt } from './no-price.ts'
import { itemOf, type PriceBookService } from './price-book.ts'
import { refusal } from './partner-refusal.ts'
import { unpriced, type RememberedPrices } from './remembered-prices.ts'
import { CartPrices, lineOf } from './upstream-cart-prices.ts'
import { awayBy, type PartnerLink } from './partner-link.ts'
import type { SettingsService } from './settings.ts'
import type { Store } from '../store/store.ts'

export interface UpstreamPriceServices {
  readonly store: Store
  readonly link: PartnerLink
  readonly priceBook: PriceBookService
  readonly leadTimeIds: LeadTimeIds
  readonly remembered: RememberedPrices
  readonly settings: SettingsService
  readonly log: Logger
}

export class UpstreamPrices {
  readonly #with: UpstreamPriceServices
  readonly #mains: MainLeadTimes
  readonly #search: LeadTimeSearch
  readonly #carts: CartPrices
  readonly #underWay = new Map<string, Promise<LeadTimePrice[]>>()
  readonly #keeping = new Set<Promise<void>>()
  /** the partner answers only the lead time asked for */
  #asksEach = false

  constructor(services: UpstreamPriceServices) {
    this.#with = services
    this.#mains = new MainLeadTimes(services)
    this.#search = new LeadTimeSearch(services, async (checked, prices, delai, signal) => {
      return (await this.#byCart(checked, prices, delai, signal))?.label ?? null
    })
    this.#carts = new CartPrices(services, {
      labelOf: (checked, delai) => this.#labelOf(checked, delai),
      price: async ({ checked, delai }) => this.at(checked, await this.prices(checked), delai),
      keep: (written) => this.#keep(written),
    })
  }

  /**
   * Every lead time of a line, fastest first: asked of the partner now where it is within reach, else from memory.
   * @throws Invalid with the partner's own words where it refuses the line, or did when it was asked last
   */
  async prices(checked: CheckedLine): Promise<LeadTimePrice[]> {
    const { client, worthAsking } = this.#with.link
    if (!client || !worthAsking) return this.#with.remembered.ofLine(checked, this.#with.link.away)
    // Two who ask the same at once share one answer.
    const key = `${client.account} ${this.keyOf(checked)}`
    const running = this.#underWay.get(key)
    if (running) return running
    const asked = this.#fresh(client, checked).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, asked)
    return asked
  }

  /** What the partner is asked for a line's prices: the same for lines that differ in nothing else. */
  keyOf(checked: CheckedLine): string {
    return JSON.stringify(lineOf(checked, null))
  }

  async #fresh(client: UpstreamClient, checked: CheckedLine): Promise<LeadTimePrice[]> {
    try {
      const prices = await this.ask(client, checked, 'now')
      return prices.map((price) => this.#firm(checked, price))
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (isRefusal(error)) throw refusal(checked, error)
      this.#with.log.warn({ err: error }, 'the partner gave no prices')
      // It may have answered some of what was asked.
      await this.kept()
      return this.#with.remembered.ofLine(checked, awayBy(error.kind))
    }
  }

  /** Every lead time of a line, as {@link askSome} asks for them. @throws UpstreamError where it failed on one of them, too */
  async ask(
    client: UpstreamClient,
    checked: CheckedLine,
    priority: Priority,
    signal?: AbortSignal,
  ): Promise<AnsweredPrice[]> {
    const { prices, failure } = await this.askSome(client, checked, priority, signal)
    if (failure) throw failure
    return prices
  }

  /**
   * Asks the partner for every lead time of a line, and keeps what it says. One that answers only the lead time asked
   * for is asked for each; where it fails on some of them the others are kept.
   * @param budget requests at most; of one alone comes the price at the partner's main lead time, or all of them
   * @throws UpstreamError
   */
  async askSome(
    client: UpstreamClient,
    checked: CheckedLine,
    priority: Priority,
    signal?: AbortSignal,
    budget = Infinity,
  ): Promise<{
    readonly prices: AnsweredPrice[]
    readonly requests: number
    readonly failure: UpstreamError | null
  }> {
    const { leadTimeIds } = this.#with
    const first = await this.#askOne(client, itemOf(checked).area, checked, null, priority, signal)
    const delais = rulesOf(checked).leadTimeIds(checked) ?? []
    const [main, another] = first
    const labels = first.map(({ label }) => label)
    await this.#mains.holdTo(checked, labels)
    if (!main || another || delais.length < 2) {
      leadTimeIds.learnSet(delais, labels)
      return { prices: first, requests: 1, failure: null }
    }
    const answers = new Map(first.map((price) => [price.label, price]))
    const rest = delais.filter((delai) => leadTimeIds.labelOf(delai) !== main.label).slice(0, budget - 1)
    if (rest.length === 0) return { prices: first, requests: 1, failure: null }
    let failure: UpstreamError | null = null
    const others = await Promise.all(
      rest.map(async (id) => {
        try {
          return { id, prices: await this.#askAt(client, checked, id, priority, signal) }
        } catch (error) {
          if (!isOfOneRequest(error)) throw error
          failure ??= error
          return { id, prices: [] }
        }
      }),
    )
    const shown = others.flatMap(({ id, prices }) =>
      prices.length === 1 ? [{ id, label: prices[0]!.label }] : [],
    )
    leadTimeIds.learnEach(shown)
    // A single answer was a whim of who shows several to a request that names one.
    this.#asksEach = others.every(({ prices }) => prices.length < 2)
    const isOther = shown.length === delais.length && !shown.some(({ label }) => label === main.label)
    if (this.#asksEach && !isOther) await this.#mains.remember(checked, main.label)
    for (const price of others.flatMap(({ prices }) => prices)) answers.set(price.label, price)
    const prices = [...answers.values()].sort((a, b) => a.days - b.days)
    return { prices, requests: 1 + rest.length, failure }
  }

  /** How many requests a line's prices take, by what the partner has shown of its ways. */
  costOf(checked: CheckedLine): number {
    return this.#asksEach ? Math.max(1, rulesOf(checked).leadTimeIds(checked)?.length ?? 1) : 1
  }

  /** The prices at one lead time; none where the partner does not take the line at it. */
  async #askAt(
    client: UpstreamClient,
    checked: CheckedLine,
    delai: number,
    priority: Priority,
    signal: AbortSignal | undefined,
  ): Promise<AnsweredPrice[]> {
    try {
      return await this.#askOne(client, itemOf(checked).area, checked, delai, priority, signal)
    } catch (error) {
      if (error instanceof UpstreamError && error.kind === 'refused') return []
      throw error
    }
  }

  async #askOne(
    client: UpstreamClient,
    area: Area,
    checked: CheckedLine,
    delai: number | null,
    priority: Priority,
    signal: AbortSignal | undefined,
  ): Promise<AnsweredPrice[]> {
    try {
      const answers = await client.prices(area, lineOf(checked, delai), priority, signal)
      this.#holdTo(client)
      const unreadable = answers.filter((answer) => answer.unreadable !== undefined)
      if (unreadable.length > 0) {
        this.#with.log.warn({ ...itemOf(checked), unreadable }, 'prices of the partner cannot be read')
      }
      this.#keep(this.#with.priceBook.record(checked, delai, answers))
      return answers
    } catch (error) {
      // Refused at a lead time that it was asked for, it may be taken at another.
      if (error instanceof UpstreamError && isRefusal(error) && delai === null) {
        this.#keep(this.#with.priceBook.refuse(checked, error.words ?? ''))
      }
      throw error
    }
  }

  /** What the partner said at another address, or to another token, is no answer of the one that is set by now. */
  #holdTo(client: UpstreamClient): void {
    if (client !== this.#with.link.client) throw stopped()
  }

  /** Who asks for a price does not wait until the book has it. */
  #keep(written: Promise<void>): void {
    const done: Promise<void> = written
      .catch((error: unknown) => this.#with.log.error({ err: error }, 'the price book cannot be written'))
      .finally(() => this.#keeping.delete(done))
    this.#keeping.add(done)
  }

  /** Resolves once every answer so far is in the price book. */
  async kept(): Promise<void> {
    await Promise.all(this.#keeping)
  }

  #firm(checked: CheckedLine, { label, days, cents, message }: AnsweredPrice): LeadTimePrice {
    return {
      leadTime: { id: this.#with.remembered.idOf(checked, label), days, label },
      cents,
      reason: cents === null ? unpriced(message) : null,
    }
  }

  /** What is known of lines of one product or family without asking. @param estimated whether the rest is estimated */
  remembered(lines: readonly CheckedLine[], estimated = true): Promise<LeadTimePrice[][]> {
    return this.#with.remembered.of(lines, this.#with.link.away, estimated)
  }

  /** The label of a lead time by its id, null: of the main one; null where no answer has shown it. */
  #labelOf(checked: CheckedLine, delai: number | null): string | null {
    return delai === null ? this.#mains.labelOf(checked) : this.#with.leadTimeIds.labelOf(delai)
  }

  /**
   * The price at the lead time that a line asks for, by its id; of one that asks for none, at the partner's main one.
   * Where no answer has shown yet which label an id stands for, the partner's own cart tells. A price at a lead time
   * that was asked for carries that very id: its answer may not have known it, or name another of the same days.
   */
  async at(
    checked: CheckedLine,
    prices: readonly LeadTimePrice[],
    delai: number | null,
  ): Promise<LeadTimePrice | Reason> {
    const known = this.#labelOf(checked, delai)
    const cart = known === null ? await this.#byCart(checked, prices, delai) : null
    // The partner's cart has a price where several lead times share it, too: only which one it is stays unknown.
    if (cart?.label === null) {
      return { leadTime: { id: delai, days: 0, label: '' }, cents: cart.cents, reason: null }
    }
    const label = known ?? cart?.label
    const price = prices.find(({ leadTime }) => leadTime.label === label)
    if (!price)
      return (
        (await this.#shownByCart(checked, delai, known)) ??
        noPriceAt(this.#with, checked, prices, delai, label)
      )
    return delai === null ? price : { ...price, leadTime: { ...price.leadTime, id: delai } }
  }

  /** The same of the lines of a cart, by few requests ({@link CartPrices.of}). */
  ofCart(...asked: Parameters<CartPrices['of']>): ReturnType<CartPrices['of']> {
    return this.#carts.of(...asked)
  }

  /**
   * What a cart of this one line costs at the partner, and the label of that price; null where it cannot be told. The prices are asked again after the cart: had they moved in between, the cart could show one label at the price of another.
   */
  async #byCart(
    checked: CheckedLine,
    prices: readonly LeadTimePrice[],
    delai: number | null,
    signal?: AbortSignal,
  ): Promise<{ readonly label: string | null; readonly cents: number } | null> {
    const { client, worthAsking } = this.#with.link
    if (!client || !worthAsking || prices.some(({ known }) => known)) return null
    try {
      const cents = await this.#cartCents(client, checked, delai, signal)
      const same = prices.filter((price) => price.cents === cents)
      if (same.length === 0) return null
      if (same.length > 1) return { label: null, cents }
      const { label } = same[0]!.leadTime
      const after = (await this.ask(client, checked, 'now', signal)).filter((price) => price.cents === cents)
      if (after.length !== 1 || after[0]!.label !== label) return null
      if (delai === null) await this.#mains.remember(checked, label)
      else this.#with.leadTimeIds.learn(delai, label)
      return { label, cents }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (!signal?.aborted) this.#with.log.warn({ err: error }, 'the partner did not show a lead time')
      return null
    }
  }

  /** What a cart of this one line costs at the partner. @throws UpstreamError */
  async #cartCents(
    client: UpstreamClient,
    checked: CheckedLine,
    delai: number | null,
    signal?: AbortSignal,
  ): Promise<number> {
    const { area } = itemOf(checked)
    const head = area === 'display' && delai !== null ? { delai } : {}
    const cart = await client.simulate(area, { devis: '', ...head, lignes: [lineOf(checked, delai)] }, signal)
    this.#holdTo(client)
    return cart.lines[0] ?? cart.prix_ht
  }

  /**
   * The price of a display line at a lead time that the partner's prices do not show: some show the main one alone, and
   * take the others in carts.
   */
  async #shownByCart(
    checked: CheckedLine,
    delai: number | null,
    label: string | null,
  ): Promise<LeadTimePrice | null> {
    const { client, worthAsking } = this.#with.link
    if (!client || !worthAsking || delai === null || label === null || rulesOf(checked).leadTimeIds(checked))
      return null
    try {
      const cents = await this.#cartCents(client, checked, delai)
      return { leadTime: { id: delai, days: leadTimeDays(label) ?? 0, label }, cents, reason: null }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      return null
    }
  }

  /**
   * Finds the ids of lead times that the partner's answer to a line names, and that no answer has shown: an order offline
   * needs them.
   * @returns whether the answer had anything to find them by
   */
  async seekIds(
    checked: CheckedLine,
    answered: readonly AnsweredPrice[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const prices = answered.map((price) => this.#firm(checked, price))
    const open = prices.filter(({ leadTime }) => leadTime.id === null && isTelling(prices, leadTime.label))
    for (const { leadTime } of open) await this.idOf(checked, prices, leadTime.label, signal)
    return open.length > 0
  }

  /** The id of a label, found by the partner's own carts where its prices have not told; null where nothing tells. */
  idOf(
    checked: CheckedLine,
    prices: readonly LeadTimePrice[],
    label: string,
    signal?: AbortSignal,
  ): Promise<number | null> {
    return this.#search.idOf(checked, prices, label, signal)
  }
}
