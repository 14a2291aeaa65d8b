/** Whether this machine can leave for a visit without a network, and what it takes to be (docs/local-api.md, `/api/readiness`). */
import type { CheckedLine } from '../../domain/areas.ts'
import type { Coded } from '../../domain/messages.ts'
import type { Actor } from '../../domain/people.ts'
import { freeBytes } from '../../store/sqlite/backup.ts'
import type { CustomerService } from '../customers.ts'
import type { Events } from '../events.ts'
import type { Logger } from '../log.ts'
import type { Partner, Partners } from '../partners.ts'
import { problemOf, Refusal } from '../refusal.ts'
import { fetchPrices } from './fetched-prices.ts'
import { neededPrices, type NeededPrice, type NeededPriceServices, type PriceState } from './needed-prices.ts'

/** How the making ready stands. */
export interface Preparation {
  readonly state: 'idle' | 'running'
  /** what is being fetched */
  readonly step: 'catalogue' | 'prices'
  readonly done: number
  readonly total: number
  /** what the last one failed of, by partner */
  readonly failures: readonly { readonly partner: string; readonly error: Coded }[]
  /** when the last one ended, ISO; null before the first */
  readonly endedAt: string | null
}

export interface Readiness {
  readonly preparation: Preparation
  readonly prices: Readonly<Record<PriceState, number>>
  /** what has no price of today, those without any first */
  readonly lacking: readonly NeededPrice[]
  /** when the shop's own tariffs were loaded, ISO; null where there are none */
  readonly tariffsLoadedAt: string | null
  readonly openQuotes: number
  /** those of them with a line that no longer fits the catalogue */
  readonly brokenQuotes: number
  readonly customers: number
  readonly freeMebibytes: number
  readonly diskLow: boolean
}

export interface ReadinessServices extends NeededPriceServices {
  readonly partners: Partners
  readonly customers: CustomerService
  readonly events: Events
  readonly log: Logger
}

const MOST_LACKING = 50
const LOW_DISK_BYTES = 500 * 1024 * 1024
const MEBIBYTE = 1024 * 1024
const IDLE: Preparation = { state: 'idle', step: 'catalogue', done: 0, total: 0, failures: [], endedAt: null }
/** What needs a person's eye comes first. */
const URGENCY: readonly PriceState[] = ['invalid', 'missing', 'estimated', 'old']

export class ReadinessService {
  readonly #with: ReadinessServices
  #preparation: Preparation = IDLE
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null

  constructor(services: ReadinessServices) {
    this.#with = services
  }

  /** How ready it is, from what is here: nobody is asked. @param who whose favourites and recents are needed */
  async of(who: Actor): Promise<Readiness> {
    const { store, customers, catalogue } = this.#with
    const [needed, open, known, tariffsLoadedAt, free] = await Promise.all([
      neededPrices(who, this.#with),
      store.quotes.open(),
      customers.all(),
      catalogue.loadedAt(),
      freeBytes(store.folder),
    ])
    const hasTariffs = catalogue.snapshot.sources.some(({ kind }) => kind === 'tariffs')
    const count = (state: PriceState) => needed.filter((each) => each.state === state).length
    const lacking = needed.filter(({ state }) => state !== 'ready')
    return {
      preparation: this.#preparation,
      prices: {
        ready: count('ready'),
        old: count('old'),
        estimated: count('estimated'),
        missing: count('missing'),
        invalid: count('invalid'),
      },
      lacking: lacking
        .toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state))
        .slice(0, MOST_LACKING),
      tariffsLoadedAt: hasTariffs ? tariffsLoadedAt : null,
      openQuotes: open.length,
      brokenQuotes: open.filter(({ lines }) => lines.some(({ problem }) => problem !== null)).length,
      customers: known.length,
      freeMebibytes: Math.floor(free / MEBIBYTE),
      diskLow: free < LOW_DISK_BYTES,
    }
  }

  /**
   * Begins to make it ready: every partner's catalogue is taken over, then it is asked the prices that are needed and
   * are not of today. What comes of it is seen in {@link of}; asked again while it runs, it runs on.
   * @throws Refusal `no_upstream` where no partner is set: what is here is all there is
   */
  begin(who: Actor): void {
    if (this.#running) return
    const partners = this.#with.partners.all()
    if (partners.length === 0) throw new Refusal('no_upstream')
    const stop = new AbortController()
    this.#show({ ...IDLE, state: 'running', total: partners.length })
    const done = this.#prepare(who, partners, stop.signal)
      .catch((error: unknown) => {
        this.#with.log.error({ err: error }, 'the visit cannot be prepared')
        this.#failed('', error)
      })
      .then(() => {
        this.#running = null
        this.#show({ ...this.#preparation, state: 'idle', endedAt: this.#with.clock.now().toISOString() })
      })
    this.#running = { stop, done }
  }

  /** Stops what runs; what was fetched stays. */
  async stop(): Promise<void> {
    this.#running?.stop.abort()
    await this.#running?.done
  }

  async #prepare(who: Actor, partners: readonly Partner[], signal: AbortSignal): Promise<void> {
    await Promise.all(partners.map((partner) => this.#catalogue(partner, signal)))
    if (signal.aborted) return
    const needed = await neededPrices(who, this.#with)
    const lines = partners.map((partner) => ({ partner, lines: this.#linesOf(partner, needed) }))
    const total = lines.reduce((sum, each) => sum + each.lines.length, 0)
    this.#show({ ...this.#preparation, step: 'prices', done: 0, total })
    await Promise.all(
      lines.map(({ partner, lines: own }) =>
        fetchPrices(partner, own, signal, {
          asked: () => this.#progress(),
          failed: (error) => this.#failed(partner.link.source.name, error),
        }),
      ),
    )
  }

  /** Takes over the partner's catalogue; where that already runs, waits for it. */
  async #catalogue({ link, sync }: Partner, signal: AbortSignal): Promise<void> {
    const cancel = () => void sync.cancel()
    signal.addEventListener('abort', cancel)
    try {
      if (!link.client) return this.#failed(link.source.name, link.problem)
      await link.resume()
      await sync.run(0)
    } catch (error) {
      const isRunning = error instanceof Refusal && error.code === 'sync_running'
      if (isRunning) await this.#ended(sync, signal)
      else if (!signal.aborted) this.#failed(link.source.name, error)
    } finally {
      signal.removeEventListener('abort', cancel)
      this.#progress()
    }
  }

  /** Resolves once a sync that another began has ended. */
  async #ended(sync: Partner['sync'], signal: AbortSignal): Promise<void> {
    const { events } = this.#with
    await new Promise<void>((resolve) => {
      const look = () => {
        if (sync.state.state === 'running' && !signal.aborted) return
        events.off('sync', look)
        signal.removeEventListener('abort', look)
        resolve()
      }
      events.on('sync', look)
      signal.addEventListener('abort', look)
      look()
    })
  }

  /** What is asked of a partner: its lines that fit and have no price of today, each once. */
  #linesOf(partner: Partner, needed: readonly NeededPrice[]): CheckedLine[] {
    const lines = new Map<string, CheckedLine>()
    for (const { checked, state } of needed) {
      if (!checked || state === 'ready' || this.#with.partners.ofLine(checked) !== partner) continue
      lines.set(partner.prices.keyOf(checked), checked)
    }
    return [...lines.values()]
  }

  #failed(partner: string, error: unknown): void {
    const told = isCoded(error) ? error : problemOf(error)
    const { failures } = this.#preparation
    if (failures.some((known) => known.partner === partner)) return
    this.#show({ ...this.#preparation, failures: [...failures, { partner, error: told }] })
  }

  #progress(): void {
    this.#show({ ...this.#preparation, done: this.#preparation.done + 1 })
  }

  #show(preparation: Preparation): void {
    this.#preparation = preparation
    this.#with.events.emit('readiness')
  }
}

const isCoded = (error: unknown): error is Coded =>
  typeof error === 'object' && error !== null && 'code' in error && !(error instanceof Error)
