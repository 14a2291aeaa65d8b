/** Keeps the catalogue and the price book in step with one partner. */
import { AREAS, type CheckedLine } from '../domain/areas.ts'
import { setMaxListeners } from 'node:events'
import { SEES_ALL } from '../domain/catalogue.ts'
import type { Configuration } from '../estimate/index.ts'
import { FaultList } from '../domain/faults.ts'
import type { Coded } from '../domain/messages.ts'
import type { Area } from '../domain/order.ts'
import type { PartnerProblem } from '../domain/partner-problems.ts'
import type { KeptLine } from '../domain/quote-facts.ts'
import { isWithin } from '../domain/source.ts'
import type { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { isOffline, stopped, UpstreamError } from '../upstream/errors.ts'
import type { Page } from '../upstream/read-catalogue.ts'
import type { Background } from './background/background.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import type { Logger } from './log.ts'
import type { Item, PriceBookService } from './price-book.ts'
import type { Queue } from './queue.ts'
import { problemOf, Refusal } from './refusal.ts'
import type { SettingsService } from './settings.ts'
import type { RefusedItem } from './source-catalogue.ts'
import type { UpstreamPrices } from './upstream-prices.ts'
import type { PartnerLink } from './partner-link.ts'

export interface SyncServices {
  readonly store: Store
  readonly link: PartnerLink
  readonly prices: UpstreamPrices
  readonly priceBook: PriceBookService
  readonly catalogue: CatalogueService
  readonly background: Background
  readonly settings: SettingsService
  readonly events: Events
  readonly clock: Clock
  readonly log: Logger
  /** one partner's catalogue is loaded at a time */
  readonly loads: Queue
}

/** How a sync stands (local-api.md, "What the screens call"). */
export interface SyncState {
  readonly state: 'idle' | 'running' | 'failed'
  readonly done: number
  readonly total: number
  readonly error: Coded | null
  /** what the last catalogue held that cannot be used: at most {@link REFUSED_KEPT} of `refusedCount` */
  readonly refused: readonly RefusedItem[]
  readonly refusedCount: number
}

export interface SyncResult {
  readonly changed: boolean
  readonly changes: number
  readonly prices: number
  /** what could not be taken over, by name; the rest was */
  readonly refused: readonly RefusedItem[]
}

export const IDLE: SyncState = { state: 'idle', done: 0, total: 0, error: null, refused: [], refusedCount: 0 }
/** The catalogue was taken over, and then the price requests came to an end before their number. */
export class PricesFailed extends Error {
  readonly taken: Omit<SyncResult, 'prices'>

  constructor(taken: Omit<SyncResult, 'prices'>, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'PricesFailed'
    this.taken = taken
  }
}

const CATALOGUE_STEPS = 3
/** Refused products that are shown by name. */
export const REFUSED_KEPT = 50
/** Answers of an item beyond which others have more to teach. */
const ENOUGH_ANSWERS = 150
/** Requests planned for an item at once: each answer may change what is worth asking next. */
const ROUND = 10
/** Price requests that fail in a row: the partner has trouble, and the rest is asked another time. */
const MOST_VAIN = 5
const LONGEST_TICK_MS = 30_000
const MINUTE_MS = 60_000
const NEVER = -Infinity

export class PartnerSync {
  readonly #with: SyncServices
  #state: SyncState = IDLE
  #running: { readonly stop: AbortController; readonly done: Promise<SyncResult> } | null = null
  #timer: NodeJS.Timeout | null = null
  /** on the clock that nobody sets */
  #startedAt = NEVER
  /** price requests that failed in a row */
  #vain = 0

  constructor(services: SyncServices) {
    this.#with = services
  }

  get state(): SyncState {
    return this.#state
  }

  /** When the partner's catalogue was last taken over whole, ISO. */
  get lastSync(): string | null {
    return this.#with.store.sources.byId(this.#with.link.id)?.lastSync ?? null
  }

  /** Begins to sync by itself: now, at the set interval, when the partner answers again, and with another partner. */
  start(): void {
    this.#with.events.on('online', this.#online)
    this.#with.events.on('partner', this.#partner)
    this.#tick()
  }

  readonly #online = (id: number) => {
    if (id === this.#with.link.id) this.#automatic()
  }

  readonly #partner = (id: number) => {
    if (id === this.#with.link.id) this.#partnerChanged()
  }

  async stop(): Promise<void> {
    this.#with.events.off('online', this.#online)
    this.#with.events.off('partner', this.#partner)
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    await this.cancel()
  }

  #tick(): void {
    const { link, settings } = this.#with
    if (link.client) {
      if (this.#startedAt === NEVER) this.#automatic()
      else if (!link.online && !this.#running) void link.client.ping()
      const interval = settings.current.syncIntervalMinutes * MINUTE_MS
      if (interval > 0 && performance.now() - this.#startedAt >= interval) this.#automatic()
    }
    this.#timer = setTimeout(() => this.#tick(), Math.min(settings.current.retryMs, LONGEST_TICK_MS)).unref()
  }

  #automatic(): void {
    const { link, settings, log } = this.#with
    const { retryMs, fillerPrices } = settings.current
    if (!link.client || this.#running || performance.now() - this.#startedAt < retryMs) return
    this.run(fillerPrices).catch((error: unknown) => {
      if (!isCancelled(error)) log.warn({ err: error }, 'the sync failed')
    })
  }

  /** Its catalogue is wanted at once. */
  #partnerChanged(): void {
    this.#startedAt = NEVER
    if (!this.#timer) return
    // What runs asks at the address from before.
    void this.cancel().then(() => {
      if (this.#timer) this.#automatic()
    })
  }

  /** Stops what runs; what was taken over whole stays. */
  async cancel(): Promise<void> {
    this.#running?.stop.abort()
    await this.#running?.done.catch(() => undefined)
  }

  /** Begins to sync; what comes of it is seen in {@link state}. @throws Refusal `sync_running`; UpstreamError without a token that can be used */
  begin(prices: number): void {
    if (!this.#with.link.client) throw this.#cannot()
    if (this.#running) throw new Refusal('sync_running')
    this.run(prices).catch((error: unknown) => {
      if (!isCancelled(error)) this.#with.log.warn({ err: error }, 'the sync failed')
    })
  }

  /**
   * Takes over the partner's catalogue, then asks at most `prices` price requests.
   * @throws Refusal `sync_running`; UpstreamError without a token that can be used; UpstreamError, Error where it fails: the old catalogue stays whole;
   * PricesFailed where only the price requests do
   */
  run(prices: number): Promise<SyncResult> {
    const { client } = this.#with.link
    if (!client) return Promise.reject(this.#cannot())
    if (this.#running) return Promise.reject(new Refusal('sync_running'))
    this.#startedAt = performance.now()
    const stop = new AbortController()
    // Each request that waits listens.
    setMaxListeners(0, stop.signal)
    this.#show({ ...IDLE, state: 'running', total: CATALOGUE_STEPS + prices })
    const done = this.#run(client, prices, stop.signal)
      .then(
        (result) => {
          this.#show({ ...this.#state, state: 'idle' })
          return result
        },
        (error: unknown) => {
          const cause = error instanceof PricesFailed ? error.cause : error
          const cancelled = isCancelled(error)
          this.#show({
            ...this.#state,
            state: cancelled ? 'idle' : 'failed',
            error: cancelled ? null : problemOf(cause),
          })
          throw error
        },
      )
      .finally(() => {
        this.#running = null
      })
    this.#running = { stop, done }
    return done
  }

  /** Why the partner cannot be asked. */
  #cannot(): UpstreamError {
    return new UpstreamError('unauthorized', this.#with.link.problem as PartnerProblem)
  }

  #show(state: SyncState): void {
    this.#state = state
    this.#with.events.emit('sync')
  }

  #progress(steps = 1): void {
    this.#show({ ...this.#state, done: this.#state.done + steps })
  }

  async #run(client: UpstreamClient, prices: number, signal: AbortSignal): Promise<SyncResult> {
    const { clock, store, link, loads } = this.#with
    const products = await client.catalogue('print', signal)
    this.#progress()
    const families = await client.catalogue('display', signal)
    this.#progress()
    const { refused, ...loaded } = await loads.run(() => this.#load(client, products, families, signal))
    store.sources.setLastSync(link.id, clock.now().toISOString())
    this.#show({ ...this.#state, refused: refused.slice(0, REFUSED_KEPT), refusedCount: refused.length })
    this.#progress()
    const taken = { changed: loaded.changed, changes: loaded.changes, refused }
    try {
      return { ...taken, prices: prices > 0 ? await this.#fill(client, prices, signal) : 0 }
    } catch (error) {
      throw new PricesFailed(taken, error)
    }
  }

  /** Takes over the partner's lists, in the background thread but for the writing. */
  async #load(
    client: UpstreamClient,
    products: readonly Page[],
    families: readonly Page[],
    signal: AbortSignal,
  ) {
    const { background, store, catalogue, link } = this.#with
    const { id } = link
    // What another address's ids stand for says nothing about this one's.
    const samePartner = store.sources.byId(id)?.catalogueUrl === client.url
    const known = [...catalogue.snapshot.leadTimes.values()].filter(
      ({ days }) => samePartner && days !== null,
    )
    // Another address or token may be set by now: these lists are not the partner's any more.
    const hold = () => {
      if (signal.aborted || client !== link.client) throw stopped()
    }
    hold()
    const { refused } = await background.run({
      ...{ type: 'load', folder: store.folder, sourceId: id, products, families, samePartner },
      knownDays: known,
      token: client.token,
    })
    hold()
    if (!samePartner) store.sources.setCatalogueUrl(id, null)
    const loaded = await store.commit.holdDuring(background.run({ type: 'apply' }))
    store.sources.setCatalogueUrl(id, client.url)
    const source = store.sources.byId(id)
    if (source) link.reload(source)
    await catalogue.reload()
    return { ...loaded, refused }
  }

  /** Asks the prices that teach most, at most `budget` requests. @returns how many were asked */
  async #fill(client: UpstreamClient, budget: number, signal: AbortSignal): Promise<number> {
    let asked = 0
    this.#vain = 0
    for (const item of this.#itemsByNeed()) {
      if (asked >= budget) break
      const start = this.#defaultLine(item)
      if (!start) continue
      const cost = this.#with.prices.costOf(start)
      const plan = await this.#with.priceBook.plan(
        start,
        Math.min(ROUND, Math.max(1, Math.floor((budget - asked) / cost))),
      )
      const lines = plan.flatMap((configuration) => this.#lineOf(item, configuration) ?? [])
      // The first shows whether the partner must be asked for each lead time; the others then go together.
      for (const together of [lines.slice(0, 1), lines.slice(1)]) {
        const left = budget - asked
        const share = together.length > 0 ? Math.floor(left / together.length) : 0
        if (share < 1) break
        const requests = await Promise.all(together.map((line) => this.#ask(client, line, signal, share)))
        await this.#with.prices.kept()
        asked += requests.reduce((sum, count) => sum + count, 0)
      }
    }
    return asked
  }

  /** @returns how many requests were made */
  async #ask(
    client: UpstreamClient,
    line: CheckedLine,
    signal: AbortSignal,
    budget: number,
  ): Promise<number> {
    let requests = 1
    try {
      requests = (await this.#with.prices.ask(client, line, 'background', signal, budget)).requests
      this.#vain = 0
    } catch (error) {
      // A refusal teaches, too; one line that fails does not stop the others; silence and failures in a row do.
      if (!(error instanceof UpstreamError) || error.kind === 'cancelled' || isOffline(error)) throw error
      if (error.kind === 'refused') this.#vain = 0
      else {
        this.#with.log.warn({ err: error }, 'a price request failed')
        if (++this.#vain >= MOST_VAIN) throw error
      }
    }
    this.#progress(requests)
    return requests
  }

  /** Items in the order of what they need: those of open quotes first, then the least known, the stalest among equals. */
  *#itemsByNeed(): Generator<Item> {
    const { store, catalogue, link } = this.#with
    const { snapshot } = catalogue
    const { block } = link
    const own = ({ id }: { readonly id: number }) => block !== null && isWithin(id, block)
    const coverage = new Map(
      this.#with.priceBook.coverage().map((entry) => [`${entry.area} ${entry.itemId}`, entry]),
    )
    const quoted = new Set(store.quotes.open().flatMap(({ lines }) => lines.map(quotedItem)))
    const items: Item[] = [
      ...snapshot
        .products(SEES_ALL)
        .filter(own)
        .map(({ id }) => ({ area: 'print' as const, id })),
      ...snapshot
        .families(SEES_ALL)
        .filter(own)
        .map(({ id }) => ({ area: 'display' as const, id })),
    ]
    const needs = items.map((item) => {
      const key = `${item.area} ${item.id}`
      const known = coverage.get(key)
      return { item, answers: known?.answers ?? 0, lastAt: known?.lastAt ?? '', quoted: quoted.has(key) }
    })
    const weight = (need: (typeof needs)[number]) => need.answers / (need.quoted ? ENOUGH_ANSWERS : 1)
    // Round after round, so that no item waits until another is known to the last.
    for (let round = 0; round < ENOUGH_ANSWERS / ROUND; round++) {
      const open = needs.filter(({ answers }) => answers < ENOUGH_ANSWERS)
      open.sort((a, b) => weight(a) - weight(b) || (a.lastAt < b.lastAt ? -1 : 1))
      for (const need of open) {
        yield need.item
        need.answers += ROUND
      }
    }
    // Everything is known once: the stalest is asked again.
    const stale = needs.sort((a, b) => (a.lastAt < b.lastAt ? -1 : 1))
    for (const { item } of stale) yield item
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

/** We stopped it: nothing failed. */
function isCancelled(error: unknown): boolean {
  const cause = error instanceof PricesFailed ? error.cause : error
  return cause instanceof UpstreamError && cause.kind === 'cancelled'
}

function quotedItem({ area, line }: KeptLine): string {
  return `${area} ${String(line[AREAS[area].itemField])}`
}
