/** What a partner's last sync came to, kept for who asks later, or in another process. */
import type { Coded } from '../domain/messages.ts'
import { read } from '../domain/schema.ts'
import type { Store } from '../store/store.ts'
import { isOfOneRequest } from '../upstream/errors.ts'
import type { Clock } from './clock.ts'
import type { Logger } from './log.ts'
import type { PartnerLink } from './partner-link.ts'
import { problemOf } from './refusal.ts'
import type { RefusedItem } from './source-catalogue.ts'

/** How a sync stands (local-api.md, "What the screens call"). */
export interface SyncState {
  readonly state: 'idle' | 'running' | 'failed'
  readonly done: number
  readonly total: number
  readonly error: Coded | null
  /** what the last catalogue held that cannot be used: at most {@link REFUSED_KEPT} of `refusedCount` */
  readonly refused: readonly RefusedItem[]
  readonly refusedCount: number
  /** those of them whose ids its block does not hold: only a larger one would */
  readonly outsideCount: number
}

export const IDLE: SyncState = {
  ...{ state: 'idle', done: 0, total: 0, error: null },
  ...{ refused: [], refusedCount: 0, outsideCount: 0 },
}

type Refused = Pick<SyncState, 'refused' | 'refusedCount' | 'outsideCount'>

/** As it is stored. */
export interface SyncOutcome extends Refused {
  /** the address that was synced with */
  readonly url: string
  /** ISO */
  readonly at: string
  /** why it cannot be taken over as it is; null where it was, and of trouble that passes and that a try shows */
  readonly error: Coded | null
}

/** Refused products that are kept by name. */
export const REFUSED_KEPT = 50

/** Under which it is kept. */
export const outcomeKey = (sourceId: number) => `sync_outcome:${sourceId}`

export interface OutcomeServices {
  readonly store: Store
  readonly link: PartnerLink
  readonly clock: Clock
  readonly log: Logger
}

export class SyncOutcomes {
  readonly #with: OutcomeServices
  #last: SyncOutcome | null = null
  /** how often it is being written: what is stored is older */
  #writes = 0

  constructor(services: OutcomeServices) {
    this.#with = services
    this.reload()
  }

  /** Of the address that is set; null where none was at it. */
  get last(): SyncOutcome | null {
    return this.#last?.url === this.#with.link.url ? this.#last : null
  }

  /** Takes over what is stored. @returns whether it is another */
  reload(): boolean {
    const { store, link } = this.#with
    if (this.#writes > 0) return false
    const before = this.#last?.at
    this.#last = keptOutcome(store.settings.told(outcomeKey(link.id)))
    return this.#last?.at !== before
  }

  /** The catalogue of an address was taken over but for these. */
  took(url: string, refused: readonly RefusedItem[]): Promise<void> {
    const outsideCount = refused.filter(({ problem }) => problem.code === 'partner_id_outside').length
    const kept = refused.slice(0, REFUSED_KEPT)
    return this.#keep({ url, error: null, refused: kept, refusedCount: refused.length, outsideCount })
  }

  /** It was not: what was refused of the one in force still is. Trouble that passes is not kept. */
  async failed(url: string, error: unknown): Promise<void> {
    if (!isOfOneRequest(error) || error.kind !== 'unreadable') return
    try {
      await this.#keep({ url, ...refusedOf(this.last), error: problemOf(error) })
    } catch (failure) {
      // It is told in this run; the next sync tells it again.
      this.#with.log.error({ err: failure }, 'what a sync came to cannot be written')
    }
  }

  async #keep(outcome: Omit<SyncOutcome, 'at'>): Promise<void> {
    const { store, link, clock } = this.#with
    const last = { ...outcome, at: clock.now().toISOString() }
    this.#last = last
    this.#writes += 1
    try {
      await store.settings.set(outcomeKey(link.id), last)
    } finally {
      this.#writes -= 1
    }
  }
}

/** As it was kept; null where nothing was, or what cannot be read: the next sync writes it anew. */
function keptOutcome(kept: unknown): SyncOutcome | null {
  const { refused, error } = read.object(kept) ?? {}
  const isKept = read.array(refused) !== undefined && (error === null || read.object(error) !== undefined)
  return isKept ? (kept as SyncOutcome) : null
}

/** What of a catalogue was refused, as it was kept. */
export function refusedOf(outcome: SyncOutcome | null): Refused {
  const { refused, refusedCount, outsideCount } = outcome ?? IDLE
  return { refused, refusedCount, outsideCount }
}

/** How a sync stands that does not run in here. */
export function stateOf(outcome: SyncOutcome | null): SyncState {
  if (outcome === null) return IDLE
  const { error } = outcome
  return { ...IDLE, ...refusedOf(outcome), state: error === null ? 'idle' : 'failed', error }
}
