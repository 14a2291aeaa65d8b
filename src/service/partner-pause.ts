/** What a partner asks for with `Retry-After` where nobody would wait for it: kept for a restart, and for other processes. */
import type { Store } from '../store/store.ts'
import { LONGEST_WAIT_MS } from '../upstream/headers.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'

/** Under which it is kept, as the time until which the partner is left alone; who deletes it lifts it. */
export const pauseKey = (sourceId: number) => `partner_pause:${sourceId}`

export interface PauseServices {
  readonly store: Store
  readonly events: Events
  readonly clock: Clock
}

export class PartnerPause {
  readonly #with: PauseServices
  readonly #key: string
  /** as it is stored, as far as is known here */
  #kept: unknown = undefined
  /** how often it is being written: what is stored is older */
  #writes = 0
  /** ISO */
  #until = ''
  /** on the clock that nobody sets */
  #endsAt = -Infinity
  #timer: NodeJS.Timeout | null = null

  constructor(sourceId: number, services: PauseServices) {
    this.#with = services
    this.#key = pauseKey(sourceId)
  }

  /** Until when the partner is left alone, ISO; null while it may be asked. */
  get until(): string | null {
    return this.left > 0 ? this.#until : null
  }

  /** For how many milliseconds still. */
  get left(): number {
    return Math.max(0, this.#endsAt - performance.now())
  }

  /** The partner has asked for it. */
  begin(milliseconds: number): void {
    if (milliseconds <= this.left) return
    const until = new Date(this.#with.clock.now().getTime() + milliseconds).toISOString()
    this.#set(until, milliseconds)
    void this.#keep(until)
  }

  /** A person wants the partner asked all the same: at once here. Resolves once other processes know, or never will. */
  async lift(): Promise<void> {
    if (this.#kept === undefined && this.#writes === 0 && this.until === null) return
    this.#set('', 0)
    await this.#keep(undefined)
  }

  /** What cannot be written holds in this run. */
  async #keep(until: string | undefined): Promise<void> {
    const { settings } = this.#with.store
    this.#writes += 1
    try {
      await (until === undefined ? settings.delete(this.#key) : settings.set(this.#key, until))
    } catch {
      // Nor can it be told to anyone.
    }
    this.#writes -= 1
    this.#kept = this.#stored
  }

  get #stored(): unknown {
    return this.#with.store.settings.told(this.#key)
  }

  /** Takes over what is stored. @returns whether another process has begun or lifted it */
  reload(): boolean {
    const { clock } = this.#with
    const kept = this.#stored
    if (kept === this.#kept || this.#writes > 0) return false
    this.#kept = kept
    const until = typeof kept === 'string' ? kept : ''
    const left = until === '' ? 0 : Date.parse(until) - clock.now().getTime()
    // A clock that was set back makes it no longer than a partner may ask for.
    this.#set(until, Math.min(Math.max(0, left), LONGEST_WAIT_MS))
    return true
  }

  /** Nobody is told any more when it ends. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  #set(until: string, milliseconds: number): void {
    const { events } = this.#with
    this.stop()
    this.#until = until
    this.#endsAt = performance.now() + milliseconds
    if (milliseconds > 0) this.#timer = setTimeout(() => events.emit('status'), milliseconds).unref()
    events.emit('status')
  }
}
