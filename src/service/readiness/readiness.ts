/** Whether this machine can leave for a visit without a network, and what it takes to be (docs/local-api.md, `/api/readiness`). */
import type { CheckedLine } from '../../domain/areas.ts'
import type { Actor } from '../../domain/people.ts'
import { freeBytes } from '../../store/sqlite/backup.ts'
import type { Events } from '../events.ts'
import type { Logger } from '../log.ts'
import type { Partner, Partners } from '../partners.ts'
import { Refusal } from '../refusal.ts'
import { Errand, type ErrandState } from './errand.ts'
import { fetchPrices } from './fetched-prices.ts'
import { neededPrices, type NeededPrice, type NeededPriceServices, type PriceState } from './needed-prices.ts'

/** How the making ready stands. */
export interface Preparation extends ErrandState {
  /** what is being fetched */
  readonly step: 'catalogue' | 'prices'
  /** when one last ended with all that it was to fetch, ISO; null before */
  readonly preparedAt: string | null
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
  /** companies and private persons that a quote can be for */
  readonly customers: number
  readonly freeMebibytes: number
  readonly diskLow: boolean
}

type Found = Omit<Readiness, 'preparation'>

export interface ReadinessServices extends NeededPriceServices {
  readonly partners: Partners
  readonly events: Events
  readonly log: Logger
}

const MOST_LACKING = 50
const LOW_DISK_BYTES = 500 * 1024 * 1024
const MEBIBYTE = 1024 * 1024
/** What a partner said longer ago is asked again: its tariffs may be others since this morning. */
const LATELY_MS = 900_000
/** While partners are being asked the screen looks often: what they say is seen by then. */
const RUNNING_MS = 2_000
/** What needs a person's eye comes first. */
const URGENCY: readonly PriceState[] = ['invalid', 'missing', 'estimated', 'old']

export class ReadinessService {
  readonly #with: ReadinessServices
  readonly #errand: Errand<Pick<Preparation, 'step'>>
  #preparedAt: string | null = null
  #known: { readonly who: string; readonly at: number; readonly found: Promise<Found> } | null = null

  constructor(services: ReadinessServices) {
    this.#with = services
    const { clock, log, events } = services
    this.#errand = new Errand(
      { step: 'catalogue' },
      {
        ...{ clock, log, failure: 'the visit cannot be prepared' },
        changed: () => events.emit('readiness'),
      },
    )
  }

  /** How ready it is, from what is here: nobody is asked. @param who whose favourites and recents are needed */
  async of(who: Actor): Promise<Readiness> {
    const key = JSON.stringify(who)
    const age = performance.now() - (this.#known?.at ?? -Infinity)
    if (!this.#known || !this.#errand.isRunning || this.#known.who !== key || age > RUNNING_MS) {
      const found = this.#find(who)
      this.#known = { who: key, at: performance.now(), found }
      found.catch(() => (this.#known = null))
    }
    return {
      ...(await this.#known.found),
      preparation: { ...this.#errand.state, preparedAt: this.#preparedAt },
    }
  }

  async #find(who: Actor): Promise<Found> {
    const { store, catalogue } = this.#with
    const open = await store.quotes.open()
    const [needed, known, tariffsLoadedAt, free] = await Promise.all([
      neededPrices(who, open, this.#with),
      store.companies.list({ search: '', archived: false }, 1, 0),
      catalogue.tariffsLoadedAt(),
      freeBytes(store.folder),
    ])
    const hasTariffs = catalogue.snapshot.sources.some(({ kind }) => kind === 'tariffs')
    const count = (state: PriceState) => needed.filter((each) => each.state === state).length
    const lacking = needed.filter(({ state }) => state !== 'ready')
    return {
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
      customers: known.total,
      freeMebibytes: Math.floor(free / MEBIBYTE),
      diskLow: free < LOW_DISK_BYTES,
    }
  }

  /**
   * Begins to make it ready: every partner's catalogue is taken over, then it is asked the prices that are needed, but
   * for those that it gave just now. What comes of it is seen in {@link of}; asked again while it runs, it runs on.
   * @throws Refusal `no_upstream` where no partner is set: what is here is all there is
   */
  begin(who: Actor): void {
    const partners = this.#with.partners.all()
    if (partners.length === 0) throw new Refusal('no_upstream')
    this.#errand.begin({ total: partners.length }, (signal) => this.#prepare(who, partners, signal))
  }

  /** Stops what runs; what was fetched stays. */
  stop(): Promise<void> {
    return this.#errand.stop()
  }

  async #prepare(who: Actor, partners: readonly Partner[], signal: AbortSignal): Promise<void> {
    await Promise.all(partners.map((partner) => this.#catalogue(partner, signal)))
    if (signal.aborted) return
    const needed = await neededPrices(who, await this.#with.store.quotes.open(), this.#with, LATELY_MS)
    const lines = partners.map((partner) => ({ partner, lines: this.#linesOf(partner, needed) }))
    const total = lines.reduce((sum, each) => sum + each.lines.length, 0)
    this.#errand.tell({ step: 'prices', done: 0, total })
    await Promise.all(
      lines.map(({ partner, lines: own }) =>
        fetchPrices(partner, own, signal, {
          asked: () => this.#errand.step(),
          failed: (error) => this.#errand.failed(partner.link.source.name, error),
        }),
      ),
    )
    if (!signal.aborted && this.#errand.state.failures.length === 0)
      this.#preparedAt = this.#with.clock.now().toISOString()
  }

  /** Takes over the partner's catalogue; where that already runs, waits for it, and fails as it does. */
  async #catalogue({ link, sync }: Partner, signal: AbortSignal): Promise<void> {
    const cancel = () => void sync.cancel()
    signal.addEventListener('abort', cancel)
    try {
      if (!link.client) return this.#errand.failed(link.source.name, link.problem)
      await link.resume()
      await sync.run(0)
    } catch (error) {
      const isRunning = error instanceof Refusal && error.code === 'sync_running'
      if (isRunning) {
        await this.#ended(sync, signal)
        if (!signal.aborted && sync.state.error) this.#errand.failed(link.source.name, sync.state.error)
      } else if (!signal.aborted) this.#errand.failed(link.source.name, error)
    } finally {
      signal.removeEventListener('abort', cancel)
      this.#errand.step()
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

  /** What is asked of a partner: its lines that fit and have no price of just now, each once. */
  #linesOf(partner: Partner, needed: readonly NeededPrice[]): CheckedLine[] {
    const lines = new Map<string, CheckedLine>()
    for (const { checked, state } of needed) {
      if (!checked || state === 'ready' || this.#with.partners.ofLine(checked) !== partner) continue
      lines.set(partner.prices.keyOf(checked), checked)
    }
    return [...lines.values()]
  }
}
