/** Prices of the partner: fresh ones while it answers, those it gave before and estimates of them while it does not. */
import { euros } from '../domain/euros.ts'
import type { Fault } from '../domain/faults.ts'
import type { Area } from '../domain/order.ts'
import { withoutLeadTime } from '../domain/print/line.ts'
import type { KnownPrice, LeadTimePrice, Reason } from '../domain/tariff.ts'
import type { Estimate } from '../domain/estimate/index.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { Priority } from '../upstream/limiter.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { AnsweredPrice } from '../upstream/read.ts'
import type { Clock } from './clock.ts'
import type { LeadTimeIds } from './lead-time-ids.ts'
import type { Logger } from './log.ts'
import { upstreamDisplayLine, upstreamPrintLine } from './outbox-cart.ts'
import { itemOf, type ObservedPrice, type PriceBookService } from './price-book.ts'
import type { CheckedLine } from './prices.ts'
import { Invalid } from './refusal.ts'
import type { SettingsService } from './settings.ts'
import type { UpstreamService } from './upstream.ts'
import type { Store } from '../store/store.ts'

export interface UpstreamPriceServices {
  readonly store: Store
  readonly upstream: UpstreamService
  readonly priceBook: PriceBookService
  readonly leadTimeIds: LeadTimeIds
  readonly settings: SettingsService
  readonly clock: Clock
  readonly log: Logger
}

/** Followed by the partner's address. */
const MAIN_KEY = 'main_lead_times'
const DAY_MS = 86_400_000
/** An estimate whose interval is wider says nothing that a customer could be told. */
const WIDEST_RATIO = 4
const TOO_LITTLE_KNOWN: Reason = { code: 'too_little_known' }
const NEVER_ASKED: Reason = { code: 'never_asked' }
const NOT_ASKED_YET: Reason = { code: 'not_asked_yet' }
const UNANSWERED: Reason = { code: 'upstream_unreachable' }

export class UpstreamPrices {
  readonly #with: UpstreamPriceServices
  readonly #underWay = new Map<string, Promise<LeadTimePrice[]>>()
  readonly #keeping = new Set<Promise<void>>()
  /** the partner answers only the lead time asked for */
  #asksEach = false

  constructor(services: UpstreamPriceServices) {
    this.#with = services
  }

  /**
   * Every lead time of a line, fastest first: asked of the partner now where it is within reach, else from memory.
   * @throws Invalid with the partner's own words where it refuses the line
   */
  async prices(checked: CheckedLine): Promise<LeadTimePrice[]> {
    const { client, worthAsking } = this.#with.upstream
    if (!client || !worthAsking) return this.remembered(checked)
    // Two who ask the same at once share one answer.
    const key = this.keyOf(checked)
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
      const { prices } = await this.ask(client, checked, 'now')
      return prices.map((price) => this.#firm(checked, price))
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.kind === 'refused') throw refusal(checked, error)
      this.#with.log.warn({ err: error }, 'the partner gave no prices')
      // It may have answered some of what was asked.
      await this.kept()
      // Within reach, and no answer: that it was never asked would not be true.
      const unknown = this.#with.upstream.online ? UNANSWERED : NEVER_ASKED
      const [prices] = await this.rememberedAll([checked], unknown)
      return prices ?? []
    }
  }

  /**
   * Asks the partner for every lead time of a line, and keeps what it says. One that answers only the lead time asked
   * for is asked for each.
   * @param budget requests at most
   * @throws UpstreamError
   */
  async ask(
    client: UpstreamClient,
    checked: CheckedLine,
    priority: Priority,
    signal?: AbortSignal,
    budget = Infinity,
  ): Promise<{ readonly prices: AnsweredPrice[]; readonly requests: number }> {
    const { area } = itemOf(checked)
    const { leadTimeIds } = this.#with
    const first = await this.#askOne(client, area, checked, null, priority, signal)
    const delais = 'product' in checked ? checked.product.produit.delais : []
    const [main] = first
    if (first.length !== 1 || !main || delais.length < 2) {
      const labels = first.map(({ label }) => label)
      if (delais.length > 0) leadTimeIds.learnSet(delais, labels)
      return { prices: first, requests: 1 }
    }
    this.#asksEach = true
    this.#rememberMain(checked, main.label)
    const answers = new Map(first.map((price) => [price.label, price]))
    const rest = delais.filter((delai) => leadTimeIds.labelOf(delai) !== main.label).slice(0, budget - 1)
    const others = await Promise.all(
      rest.map(async (id) => ({ id, prices: await this.#askAt(client, checked, id, priority, signal) })),
    )
    const shown = others.flatMap(({ id, prices }) =>
      prices.length === 1 ? [{ id, label: prices[0]!.label }] : [],
    )
    leadTimeIds.learnEach(shown)
    for (const price of others.flatMap(({ prices }) => prices)) answers.set(price.label, price)
    return { prices: [...answers.values()].sort((a, b) => a.days - b.days), requests: 1 + rest.length }
  }

  /** How many requests a line's prices take, by what the partner has shown of its ways. */
  costOf(checked: CheckedLine): number {
    return this.#asksEach && 'product' in checked ? Math.max(1, checked.product.produit.delais.length) : 1
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
      this.#keep(this.#with.priceBook.record(checked, delai, answers))
      return answers
    } catch (error) {
      // Refused at a lead time that it was asked for, it may be taken at another.
      if (error instanceof UpstreamError && error.kind === 'refused' && delai === null) {
        this.#keep(this.#with.priceBook.refuse(checked, error.words ?? ''))
      }
      throw error
    }
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
      leadTime: { id: this.#idOf(checked, label), days, label },
      cents,
      reason: cents === null ? { code: 'upstream_message', params: { message: message || '—' } } : null,
    }
  }

  #idOf(checked: CheckedLine, label: string): number | null {
    return this.#with.leadTimeIds.idOf(label, 'product' in checked ? checked.product.produit.delais : null)
  }

  /** What is known of a line without asking: the partner's earlier answers, and estimates for what it never said. */
  async remembered(checked: CheckedLine): Promise<LeadTimePrice[]> {
    const [prices] = await this.rememberedAll([checked])
    return prices ?? []
  }

  /**
   * The same of several lines of one product or family.
   * @param unknown why there is no price where nothing is known
   */
  async rememberedAll(
    lines: readonly CheckedLine[],
    unknown: Reason = this.#with.upstream.worthAsking ? NOT_ASKED_YET : NEVER_ASKED,
  ): Promise<LeadTimePrice[][]> {
    const [first] = lines
    if (!first) return []
    const estimates = await this.#estimates(lines)
    return lines.map((checked, i) => this.#fromMemory(checked, estimates[i] ?? new Map(), unknown))
  }

  async #estimates(lines: readonly CheckedLine[]): Promise<Map<string, Estimate>[]> {
    try {
      return await this.#with.priceBook.estimate(itemOf(lines[0]!), lines)
    } catch (error) {
      this.#with.log.error({ err: error }, 'estimating failed')
      return []
    }
  }

  #fromMemory(
    checked: CheckedLine,
    estimates: ReadonlyMap<string, Estimate>,
    unknown: Reason,
  ): LeadTimePrice[] {
    const { settings, clock } = this.#with
    const oldest = clock.now().getTime() - settings.current.observedMaxAgeDays * DAY_MS
    const observed = this.#with.priceBook.observed(checked)
    const labels = new Set([...this.#labelsOf(checked), ...observed.keys(), ...estimates.keys()])
    return [...labels]
      .map((label): LeadTimePrice => {
        const days = Number(label.slice(2))
        const leadTime = { id: this.#idOf(checked, label), days, label }
        const price = observed.get(label)
        if (price) return { leadTime, ...observedPrice(price, oldest) }
        const estimate = estimates.get(label)
        if (estimate && estimate.high <= estimate.low * WIDEST_RATIO) {
          return { leadTime, ...estimatedPrice(estimate) }
        }
        const tooWide = estimate && unknown === NEVER_ASKED
        return { leadTime, cents: null, reason: tooWide ? TOO_LITTLE_KNOWN : unknown }
      })
      .sort((a, b) => a.leadTime.days - b.leadTime.days)
  }

  /** The lead times of a product whose labels are known. */
  #labelsOf(checked: CheckedLine): string[] {
    if (!('product' in checked)) return []
    return checked.product.produit.delais.flatMap((id) => this.#with.leadTimeIds.labelOf(id) ?? [])
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
    const known = delai === null ? this.#mainLabel(checked) : this.#with.leadTimeIds.labelOf(delai)
    const cart = known === null ? await this.#byCart(checked, prices, delai) : null
    // The partner's cart has a price where several lead times share it, too: only which one it is stays unknown.
    if (cart?.label === null) {
      return { leadTime: { id: delai, days: 0, label: '' }, cents: cart.cents, reason: null }
    }
    const label = known ?? cart?.label
    const price = prices.find(({ leadTime }) => leadTime.label === label)
    if (!price) return this.#noPriceAt(checked, prices, delai, label)
    return delai === null ? price : { ...price, leadTime: { ...price.leadTime, id: delai } }
  }

  /** Why a line has no price at the lead time that it asks for, and what would give it one. */
  #noPriceAt(
    checked: CheckedLine,
    prices: readonly LeadTimePrice[],
    delai: number | null,
    label: string | undefined,
  ): Reason {
    if (prices.length === 0) return NEVER_ASKED
    if (label !== undefined) return { code: 'lead_time_not_answered', params: { label } }
    const offline = this.#with.upstream.worthAsking ? 0 : 1
    if (delai !== null) return { code: 'lead_time_not_known', params: { delai, offline } }
    const ids = 'product' in checked ? checked.product.produit.delais : this.#with.leadTimeIds.all
    const named = ids.flatMap((id) => {
      const known = this.#with.leadTimeIds.labelOf(id)
      return known !== null && prices.some(({ leadTime }) => leadTime.label === known)
        ? `${id} (${known})`
        : []
    })
    return { code: 'main_lead_time_not_known', params: { offline, delais: named.join(', ') } }
  }

  /**
   * What a cart of this one line costs at the partner, and the label of that price; null where it cannot be told. The prices are asked again
   * after the cart: had they moved in between, the cart could show one label at the price of another.
   */
  async #byCart(
    checked: CheckedLine,
    prices: readonly LeadTimePrice[],
    delai: number | null,
  ): Promise<{ readonly label: string | null; readonly cents: number } | null> {
    const { client, worthAsking } = this.#with.upstream
    if (!client || !worthAsking || prices.some(({ known }) => known)) return null
    const { area } = itemOf(checked)
    try {
      const cart = await client.simulate(area, {
        devis: '',
        ...(area === 'display' && delai !== null ? { delai } : {}),
        lignes: [lineOf(checked, delai)],
      })
      const cents = cart.lines[0] ?? cart.prix_ht
      const same = prices.filter((price) => price.cents === cents)
      if (same.length === 0) return null
      if (same.length > 1) return { label: null, cents }
      const { label } = same[0]!.leadTime
      const after = (await this.ask(client, checked, 'now')).prices.filter((price) => price.cents === cents)
      if (after.length !== 1 || after[0]!.label !== label) return null
      if (delai === null) this.#rememberMain(checked, label)
      else this.#with.leadTimeIds.learn(delai, label)
      return { label, cents }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      this.#with.log.warn({ err: error }, 'the partner did not show a lead time')
      return null
    }
  }

  /** The id of a label, found by the partner's own carts where its prices have not told; null where nothing tells. */
  async idOf(checked: CheckedLine, prices: readonly LeadTimePrice[], label: string): Promise<number | null> {
    const known = this.#idOf(checked, label)
    if (known !== null) return known
    // A family names no lead times of its own: any of the partner's may be it.
    const ids = 'product' in checked ? checked.product.produit.delais : this.#with.leadTimeIds.all
    for (const delai of ids) {
      if (this.#with.leadTimeIds.labelOf(delai) !== null) continue
      if ((await this.#byCart(checked, prices, delai))?.label === label) return delai
    }
    return null
  }

  get #mainKey(): string {
    return `${MAIN_KEY} ${this.#with.upstream.url}`
  }

  #mains(): Record<string, string> {
    return (this.#with.store.settings.get(this.#mainKey) as Record<string, string> | undefined) ?? {}
  }

  /** The label of the partner's main lead time: as it has shown it, or the only one that the product has. */
  #mainLabel(checked: CheckedLine): string | null {
    const { area, id } = itemOf(checked)
    const shown = this.#mains()[`${area} ${id}`]
    if (shown !== undefined) return shown
    const [only, another] = 'product' in checked ? checked.product.produit.delais : []
    return only === undefined || another !== undefined ? null : this.#with.leadTimeIds.labelOf(only)
  }

  #rememberMain(checked: CheckedLine, label: string): void {
    const { area, id } = itemOf(checked)
    const mains = this.#mains()
    if (mains[`${area} ${id}`] === label) return
    this.#with.store.settings.set(this.#mainKey, { ...mains, [`${area} ${id}`]: label })
  }
}

/** The line as the partner is asked for it. */
function lineOf(checked: CheckedLine, delai: number | null): Record<string, unknown> {
  return 'product' in checked
    ? upstreamPrintLine(withoutLeadTime(checked.line), delai)
    : upstreamDisplayLine(checked.line)
}

function refusal(checked: CheckedLine, error: UpstreamError): Invalid {
  const path = 'product' in checked && Object.keys(checked.line.valeurs).length > 0 ? '/valeurs' : ''
  const text = error.words || error.message
  const fault: Fault = {
    path,
    code: 'value_invalid',
    reason: { code: 'upstream_message', params: { message: text } },
  }
  return new Invalid([fault])
}

/** An earlier answer: a price within the set age, beyond it only known. */
function observedPrice(
  { cents, message, at }: ObservedPrice,
  oldest: number,
): Omit<LeadTimePrice, 'leadTime'> {
  if (cents === null)
    return { cents, reason: { code: 'upstream_message', params: { message: message || '—' } } }
  const known: KnownPrice = { kind: 'observed', cents, observedAt: at }
  if (Date.parse(at) >= oldest) return { cents, reason: null, known }
  return {
    cents: null,
    reason: {
      code: 'observed_too_old',
      params: { price: euros(cents, 'fr'), priceEn: euros(cents, 'en'), date: at.slice(0, 10) },
    },
    known,
  }
}

/** An estimate is never given as a price: it is known, and said in words. */
function estimatedPrice({ cents, low, high }: Estimate): Omit<LeadTimePrice, 'leadTime'> {
  const percent = cents > 0 ? Math.max(1, Math.ceil((Math.max(high - cents, cents - low) / cents) * 100)) : 0
  return {
    cents: null,
    reason: {
      code: 'offline_estimate',
      params: { price: euros(cents, 'fr'), priceEn: euros(cents, 'en'), percent },
    },
    known: { kind: 'estimated', cents, low, high },
  }
}
