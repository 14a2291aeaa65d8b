/** Keeps the catalogue and the price book in step with one partner. */
import { setMaxListeners } from 'node:events'
import type { PartnerProblem } from '../domain/partner-problems.ts'
import type { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { stopped, UpstreamError } from '../upstream/errors.ts'
import type { Page } from '../upstream/read-catalogue.ts'
import type { Background } from './background/background.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import type { Logger } from './log.ts'
import type { PriceBookService } from './price-book.ts'
import { PriceFiller } from './price-filler.ts'
import type { Queue } from './queue.ts'
import { problemOf, Refusal, Unasked } from './refusal.ts'
import type { SettingsService } from './settings.ts'
import type { SyncNews } from './sync-news.ts'
import { refusedOf, stateOf, SyncOutcomes, type SyncState } from './sync-outcome.ts'
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
  /** of the syncs of the store's other services */
  readonly news: SyncNews
}

export interface SyncResult {
  readonly changed: boolean
  readonly changes: number
  readonly prices: number
  /** what could not be taken over, by name; the rest was */
  readonly refused: readonly RefusedItem[]
}

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
const LONGEST_TICK_MS = 30_000
const MINUTE_MS = 60_000
const NEVER = -Infinity
/** What was read whole so shortly before is not read again because the line was down for a moment. */
const FRESH_MS = 10 * MINUTE_MS

export class PartnerSync {
  readonly #with: SyncServices
  readonly #filler: PriceFiller
  readonly #outcomes: SyncOutcomes
  #state: SyncState
  #running: { readonly stop: AbortController; readonly done: Promise<SyncResult> } | null = null
  #timer: NodeJS.Timeout | null = null
  /** on the clock that nobody sets */
  #startedAt = NEVER

  constructor(services: SyncServices) {
    this.#with = services
    this.#filler = new PriceFiller(services)
    this.#outcomes = new SyncOutcomes(services)
    this.#state = stateOf(this.#outcomes.last)
    services.news.watch(services.link.id, {
      changed: () => services.events.emit('sync'),
      ended: ({ state, error }) => {
        if (!this.#running) this.#show({ ...stateOf(this.#outcomes.last), state, error })
      },
      stop: () => void this.cancel(),
    })
  }

  /** Takes over what a sync of another process came to. */
  reload(): void {
    if (!this.#outcomes.reload() || this.#running) return
    this.#startedAt = performance.now()
    this.#state = stateOf(this.#outcomes.last)
    this.#with.events.emit('sync')
  }

  /** How it stands, whichever service of the store runs it. */
  get state(): SyncState {
    const elsewhere = this.#running ? null : this.#with.news.running(this.#with.link.id)
    if (!elsewhere) return this.#state
    const { done, total } = elsewhere
    return { ...stateOf(this.#outcomes.last), state: 'running', error: null, done, total }
  }

  /** When the partner's catalogue was last taken over whole, ISO. */
  get lastSync(): string | null {
    return this.#with.store.sources.byId(this.#with.link.id)?.lastSync ?? null
  }

  /** Begins to sync by itself: now, at the set interval, when the partner answers again after a while, and with another partner. */
  start(): void {
    this.#with.events.on('online', this.#online)
    this.#with.events.on('partner', this.#partner)
    this.#tick()
  }

  readonly #online = (id: number) => {
    const isFresh = this.#state.state === 'idle' && performance.now() - this.#startedAt < FRESH_MS
    if (id === this.#with.link.id && !isFresh) this.#automatic()
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
    // What asked to be left alone is, until then.
    if (link.client && link.pausedUntil === null) {
      if (this.#startedAt === NEVER) this.#automatic()
      // What another service, or a command that is over, found of it need not hold here, or any more.
      else if (!(link.answersHere && link.online) && !this.#running) void link.client.ping()
      const interval = settings.current.syncIntervalMinutes * MINUTE_MS
      if (interval > 0 && performance.now() - this.#startedAt >= interval) this.#automatic()
    }
    this.#timer = setTimeout(() => this.#tick(), Math.min(settings.current.retryMs, LONGEST_TICK_MS)).unref()
  }

  #automatic(): void {
    const { link, settings, log } = this.#with
    const { retryMs, fillerPrices } = settings.current
    if (
      !link.client ||
      link.pausedUntil !== null ||
      this.state.state === 'running' ||
      performance.now() - this.#startedAt < retryMs
    )
      return
    const before = this.#startedAt
    this.run(fillerPrices).catch((error: unknown) => {
      // Who has it may have been killed in it: until something comes of his, this one is still to be made.
      if (error instanceof Refusal) this.#startedAt = before
      else if (!isCancelled(error)) log.warn({ err: error }, 'the sync failed')
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

  /** A person wants it stopped, whichever service runs it; of another one it is seen in {@link state} when it has. */
  async giveUp(): Promise<void> {
    this.#with.news.stop(this.#with.link.id)
    await this.cancel()
  }

  /** Stops what runs here; what was taken over whole stays. */
  async cancel(): Promise<void> {
    this.#running?.stop.abort()
    await this.#running?.done.catch(() => undefined)
  }

  /** Begins to sync, because a person wants it now; what comes of it is seen in {@link state}. @throws Refusal `sync_running`, `partner_unasked` */
  begin(prices: number): void {
    const { problem } = this.#with.link
    if (problem !== null && !this.#with.link.client) throw new Unasked(problem)
    if (this.state.state === 'running') throw new Refusal('sync_running')
    void this.#with.link.resume()
    this.run(prices).catch((error: unknown) => {
      // Another service was first: its sync is the one that was wanted.
      if (!isCancelled(error) && !(error instanceof Refusal))
        this.#with.log.warn({ err: error }, 'the sync failed')
    })
  }

  /**
   * Takes over the partner's catalogue, then asks at most `prices` price requests.
   * @throws Refusal `sync_running`; UpstreamError without a token that can be used; UpstreamError, Error where it fails: the old catalogue stays whole;
   * PricesFailed where only the price requests do
   */
  run(prices: number): Promise<SyncResult> {
    const { link, news } = this.#with
    const { client } = link
    if (!client) return Promise.reject(this.#cannot())
    if (this.#running) return Promise.reject(new Refusal('sync_running'))
    this.#startedAt = performance.now()
    const stop = new AbortController()
    // Each request that waits listens.
    setMaxListeners(0, stop.signal)
    this.#show({
      ...stateOf(this.#outcomes.last),
      ...{ state: 'running', error: null },
      total: CATALOGUE_STEPS + prices,
    })
    const done = this.#alone(() => this.#run(client, prices, stop.signal))
      .then(
        (result) => {
          this.#show({ ...this.#state, state: 'idle' })
          return result
        },
        async (error: unknown) => {
          const cause = error instanceof PricesFailed ? error.cause : error
          // Another service syncs it: nothing has failed.
          const elsewhere = cause instanceof Refusal
          const cancelled = isCancelled(error) || elsewhere
          if (!(error instanceof PricesFailed) && !elsewhere) await this.#outcomes.failed(client.url, cause)
          this.#show({
            ...(elsewhere ? stateOf(this.#outcomes.last) : this.#state),
            state: cancelled ? 'idle' : 'failed',
            error: cancelled ? null : problemOf(cause),
          })
          throw error
        },
      )
      .finally(() => {
        this.#running = null
        news.ended(link.id, this.#state)
      })
    this.#running = { stop, done }
    return done
  }

  /** One service at a time syncs a partner. @throws Refusal `sync_running` */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const { store, link, news } = this.#with
    const giveBack = await store.engine.claims.attempt(`sync:${link.id}`)
    if (!giveBack) throw new Refusal('sync_running')
    news.begun(link.id, () => this.#state)
    try {
      return await work()
    } finally {
      await giveBack()
    }
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
    await store.sources.setLastSync(link.id, clock.now().toISOString())
    await this.#took(client, refused)
    this.#progress()
    const taken = { changed: loaded.changed, changes: loaded.changes, refused }
    if (prices === 0) return { ...taken, prices: 0 }
    try {
      const progress = (requests: number) => this.#progress(requests)
      const { asked, failed } = await this.#filler.fill({ client, budget: prices, signal, progress })
      if (failed.length === 0) return { ...taken, prices: asked }
      const all = [...refused, ...failed]
      await this.#took(client, all)
      return { ...taken, refused: all, prices: asked }
    } catch (error) {
      throw new PricesFailed(taken, error)
    }
  }

  /** The catalogue was taken over but for these. */
  async #took({ url }: UpstreamClient, refused: readonly RefusedItem[]): Promise<void> {
    await this.#outcomes.took(url, refused)
    this.#show({ ...this.#state, ...refusedOf(this.#outcomes.last) })
  }

  /** Takes over the partner's lists, in the background thread but for the writing. */
  async #load(
    client: UpstreamClient,
    products: readonly Page[],
    families: readonly Page[],
    signal: AbortSignal,
  ) {
    const { background, store, catalogue, link, priceBook } = this.#with
    const { id } = link
    await store.sources.reload()
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
      ...{ type: 'load', at: store.at, sourceId: id, products, families, samePartner },
      knownDays: known,
      token: client.token,
    })
    hold()
    const keepUrl = (url: string | null) => store.sources.setCatalogueUrl(id, url)
    if (!samePartner) {
      await keepUrl(null)
      hold()
    }
    const loaded = await store.duringForeignWrite(background.run({ type: 'apply' }))
    await keepUrl(client.url)
    const source = store.sources.byId(id)
    if (source) link.reload(source)
    await priceBook.reload()
    const [latest] = loaded.changed ? await store.catalogue.changes(1) : []
    if (latest?.version === loaded.version) await priceBook.forgetRefusals(latest.entries)
    await catalogue.reload()
    return { ...loaded, refused }
  }
}

/** We stopped it: nothing failed. */
function isCancelled(error: unknown): boolean {
  const cause = error instanceof PricesFailed ? error.cause : error
  return cause instanceof UpstreamError && cause.kind === 'cancelled'
}
