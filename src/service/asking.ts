/** Which services of a store ask a partner at present: they share what it may be asked. */
import type { Limits } from '../upstream/limiter.ts'
import type { Peers } from './peers.ts'

/** Who asks says so this often. */
const TELL_MS = 3_000
/** Who was not heard of for so long asks no more. */
const SILENT_MS = 10_000

export class Asking {
  readonly #peers: Peers
  readonly #now: () => number
  /** when each other service was heard of last, by the partner's source */
  readonly #others = new Map<number, Map<string, number>>()
  /** when this one said so last */
  readonly #told = new Map<number, number>()

  /** @param now milliseconds on a clock that nobody sets */
  constructor(peers: Peers, now: () => number = () => performance.now()) {
    this.#peers = peers
    this.#now = now
    peers.on('asking', ({ source }, from) => {
      const others = this.#others.get(source) ?? new Map<string, number>()
      this.#others.set(source, others.set(from, this.#now()))
    })
  }

  /**
   * This service is about to ask a partner.
   * @param limits of all services together
   * @returns its own part of them: one request at a time at least
   */
  share<T extends Limits>(source: number, limits: T): T {
    if (!this.#peers.areThere) return limits
    const now = this.#now()
    if (now - (this.#told.get(source) ?? -Infinity) >= TELL_MS) {
      this.#told.set(source, now)
      this.#peers.tell('asking', { source })
    }
    const others = this.#others.get(source)
    for (const [from, heardAt] of others ?? []) if (now - heardAt > SILENT_MS) others!.delete(from)
    const services = 1 + (others?.size ?? 0)
    return {
      ...limits,
      rate: limits.rate / services,
      concurrency: Math.max(1, Math.floor(limits.concurrency / services)),
    }
  }
}
