/** Something that partners are asked for in the background, one at a time: how far it is, what it failed of, when it ended. */
import type { Coded } from '../../domain/messages.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import { problemOf } from '../refusal.ts'

export interface ErrandState {
  readonly state: 'idle' | 'running'
  readonly done: number
  readonly total: number
  /** what the last one failed of, the first of each partner */
  readonly failures: readonly { readonly partner: string; readonly error: Coded }[]
  /** when the last one ended, ISO; null before the first */
  readonly endedAt: string | null
}

export interface ErrandNeeds {
  readonly clock: Clock
  readonly log: Logger
  /** called whenever it stands differently */
  readonly changed: () => void
  /** what is logged where it fails as a whole */
  readonly failure: string
}

const IDLE: ErrandState = { state: 'idle', done: 0, total: 0, failures: [], endedAt: null }

/** @typeParam More what else is told of how it stands */
export class Errand<More extends object> {
  readonly #with: ErrandNeeds
  readonly #first: More
  #state: ErrandState & More
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null

  constructor(first: More, needs: ErrandNeeds) {
    this.#with = needs
    this.#first = first
    this.#state = { ...IDLE, ...first }
  }

  get state(): ErrandState & More {
    return this.#state
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  /** Begins; asked again while it runs, it runs on. */
  begin(begun: Partial<ErrandState & More>, task: (signal: AbortSignal) => Promise<void>): void {
    if (this.#running) return
    const { clock, log, failure } = this.#with
    const stop = new AbortController()
    this.#show({ ...IDLE, ...this.#first, ...begun, state: 'running' })
    const done = task(stop.signal)
      .catch((error: unknown) => {
        log.error({ err: error }, failure)
        this.failed('', error)
      })
      .then(() => {
        this.#running = null
        this.#show({ ...this.#state, state: 'idle', endedAt: clock.now().toISOString() })
      })
    this.#running = { stop, done }
  }

  /** Stops what runs; what was fetched stays. */
  async stop(): Promise<void> {
    this.#running?.stop.abort()
    await this.#running?.done
  }

  tell(now: Partial<ErrandState & More>): void {
    this.#show({ ...this.#state, ...now })
  }

  /** One more of the total is done, whatever came of it. */
  step(): void {
    this.#show({ ...this.#state, done: this.#state.done + 1 })
  }

  /** @param partner its name; '': all of it */
  failed(partner: string, error: unknown): void {
    const { failures } = this.#state
    if (failures.some((known) => known.partner === partner)) return
    const told = isCoded(error) ? error : problemOf(error)
    this.#show({ ...this.#state, failures: [...failures, { partner, error: told }] })
  }

  #show(state: ErrandState & More): void {
    this.#state = state
    this.#with.changed()
  }
}

const isCoded = (error: unknown): error is Coded =>
  typeof error === 'object' && error !== null && 'code' in error && !(error instanceof Error)
