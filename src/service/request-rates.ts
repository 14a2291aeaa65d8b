/** How many requests each token has made: those of all services of the store count together. */
import type { Clock } from './clock.ts'
import type { Peers } from './peers.ts'
import type { SettingsService } from './settings.ts'

interface Window {
  start: number
  count: number
  /** of them those that the other services have not heard of */
  untold: number
}

const WINDOW_MS = 60_000
/** What is not told at once is told after so long. */
const TELL_MS = 250
/** Told at once: so many parts of the limit, so that many services that are flooded overshoot it by little. */
const PARTS = 50
/** So many that a message can carry them. */
const TOKENS_AT_ONCE = 300

export interface RateServices {
  readonly settings: SettingsService
  readonly clock: Clock
  readonly peers: Peers
}

export class RequestRates {
  readonly #with: RateServices
  readonly #windows = new Map<number, Window>()
  /** tokens whose requests the others have not heard of */
  readonly #untold = new Set<number>()
  #timer: NodeJS.Timeout | null = null

  constructor(services: RateServices) {
    this.#with = services
    services.peers.on('requests', ({ counts }) => {
      for (const [token, count] of counts) this.#window(token).count += count
    })
  }

  /** Counts a request of a token. @returns how many seconds it must wait; 0: it may go on */
  take(token: number): number {
    const window = this.#window(token)
    const limit = this.#with.settings.current.rateLimitPerMinute
    if (++window.count > limit)
      return Math.ceil((window.start + WINDOW_MS - this.#with.clock.monotonic()) / 1000)
    if (!this.#with.peers.areThere) return 0
    window.untold += 1
    this.#untold.add(token)
    if (window.untold >= limit / PARTS) this.#tell()
    else this.#timer ??= setTimeout(() => this.#tell(), TELL_MS).unref()
    return 0
  }

  #window(token: number): Window {
    const now = this.#with.clock.monotonic()
    let window = this.#windows.get(token)
    if (!window || now - window.start >= WINDOW_MS) {
      window = { start: now, count: 0, untold: 0 }
      this.#windows.set(token, window)
    }
    return window
  }

  #tell(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const counts = [...this.#untold].map((token) => {
      const window = this.#windows.get(token)!
      const { untold } = window
      window.untold = 0
      return [token, untold] as const
    })
    this.#untold.clear()
    for (let i = 0; i < counts.length; i += TOKENS_AT_ONCE)
      this.#with.peers.tell('requests', { counts: counts.slice(i, i + TOKENS_AT_ONCE) })
  }
}
