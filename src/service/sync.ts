/** The sync of all partners together, for who asks for it or looks at it (docs/local-api.md, `/api/sync`). */
import type { Coded } from '../domain/messages.ts'
import type { Partner, Partners } from './partners.ts'
import { Refusal, Unasked } from './refusal.ts'
import { IDLE, REFUSED_KEPT, type SyncState } from './sync-outcome.ts'

/** Why a partner's last sync failed. */
export interface SyncFailure {
  /** null where it is the only partner */
  readonly partner: string | null
  readonly error: Coded
}

export class SyncService {
  readonly #partners: Partners

  constructor({ partners }: { readonly partners: Partners }) {
    this.#partners = partners
  }

  /** How the syncs stand: running while one does, else failed where the last one of a partner failed. */
  get state(): SyncState {
    const states = this.#partners.all().map(({ sync }) => sync.state)
    const sum = (of: (state: SyncState) => number) => states.reduce((total, state) => total + of(state), 0)
    const of = (wanted: SyncState['state']) => states.find(({ state }) => state === wanted)
    return {
      state: (of('running') ?? of('failed') ?? IDLE).state,
      done: sum(({ done }) => done),
      total: sum(({ total }) => total),
      error: of('failed')?.error ?? null,
      refused: states.flatMap(({ refused }) => refused).slice(0, REFUSED_KEPT),
      refusedCount: sum(({ refusedCount }) => refusedCount),
      outsideCount: sum(({ outsideCount }) => outsideCount),
    }
  }

  /** What the last sync of each partner failed of. */
  get failures(): SyncFailure[] {
    const partners = this.#partners.all()
    return partners.flatMap(({ link, sync: { state } }) =>
      state.state === 'failed' && state.error
        ? [{ partner: partners.length > 1 ? link.source.name : null, error: state.error }]
        : [],
    )
  }

  /** When all partners' catalogues had been taken over whole, ISO; null where one never was. */
  get lastSync(): string | null {
    const times = this.#partners.all().map(({ sync }) => sync.lastSync)
    const [first = null] = times.some((at) => at === null) ? [] : times.toSorted()
    return first
  }

  /**
   * Begins to sync every partner that does not yet; what comes of it is seen in {@link state}. What
   * has become of the orders that they have is asked, too.
   * @param prices price requests at most, of each
   * @throws Refusal `no_upstream`, `sync_running` where every one runs
   */
  begin(prices: number): void {
    const able = this.#able()
    const idle = able.filter(({ sync }) => sync.state.state !== 'running')
    if (idle.length === 0) throw new Refusal('sync_running')
    for (const { sync, outbox } of idle) {
      sync.begin(prices)
      outbox.lookAtOrders()
    }
  }

  /** Those that can be asked. @throws Refusal `no_upstream`; Unasked with why the first cannot be, where none can */
  #able(): Partner[] {
    const all = this.#partners.all()
    const able = all.filter(({ link }) => link.client !== null)
    if (able.length > 0) return able
    const problem = all[0]?.link.problem
    throw problem ? new Unasked(problem) : new Refusal('no_upstream')
  }

  /** Stops what runs, whichever service runs it; what was taken over whole stays. */
  async giveUp(): Promise<void> {
    await Promise.all(this.#partners.all().map(({ sync }) => sync.giveUp()))
  }
}
