import { noTurn, stopped, tooBusy, type UpstreamError } from './errors.ts'

/** How eagerly a request is wanted: what a person waits for comes before what fills the price book. */
export type Priority = 'now' | 'background'

export interface Limits {
  /** requests a second */
  readonly rate: number
  /** requests under way at once */
  readonly concurrency: number
}

interface Waiting {
  readonly start: () => void
  /** how long a pause that the partner asks for it waits out, in milliseconds */
  readonly longestPause: number
  readonly giveUp: () => void
}

/**
 * Requests are spaced a little wider than the rate asks: the network bunches what left evenly, and the partner counts
 * what arrives.
 */
const SPACING = 1.05

/** Keeps requests to the partner within its limits, spaced evenly, in the order of their priority. */
export class Limiter {
  readonly #limits: () => Limits
  readonly #queues: Readonly<Record<Priority, Waiting[]>> = { now: [], background: [] }
  #running = 0
  #earliest = 0
  #pausedUntil = 0
  #timer: NodeJS.Timeout | null = null

  constructor(limits: () => Limits) {
    this.#limits = limits
  }

  /** For how many milliseconds no request may start because the partner asked for it. */
  get paused(): number {
    return Math.max(0, this.#pausedUntil - performance.now())
  }

  /**
   * Runs `task` when its turn comes.
   * @param patience how long its turn is waited for, in milliseconds
   * @param longestPause how long a pause is waited out meanwhile, in milliseconds
   * @param signal ends the wait for the turn; a task that has begun is not touched
   * @throws UpstreamError `cancelled` or, once the patience is over, where it never began `throttled` if the partner asked
   *   for that, else `queued`
   */
  async run<T>(
    task: () => Promise<T>,
    priority: Priority,
    signal?: AbortSignal,
    patience = Infinity,
    longestPause = patience,
  ): Promise<T> {
    await this.#turn(priority, signal, patience, longestPause)
    try {
      return await task()
    } finally {
      this.#running -= 1
      this.#next()
    }
  }

  #turn(
    priority: Priority,
    signal: AbortSignal | undefined,
    patience: number,
    longestPause: number,
  ): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      if (this.paused > longestPause) return reject(tooBusy(this.paused))
      const queue = this.#queues[priority]
      const leave = (error: UpstreamError) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        queue.splice(queue.indexOf(waiting), 1)
        this.#rest()
        reject(error)
      }
      const abort = () => leave(stopped())
      const waiting: Waiting = {
        longestPause,
        giveUp: () =>
          leave(this.paused > 0 ? tooBusy(Math.max(longestPause, this.paused)) : noTurn(patience)),
        start: () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', abort)
          resolve()
        },
      }
      const timer = Number.isFinite(patience) ? setTimeout(waiting.giveUp, patience) : undefined
      queue.push(waiting)
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      this.#next()
    })
  }

  /** Lets no request start before `milliseconds` from now: the partner asked for it (Retry-After). */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds)
    // Who has not so much patience is told at once.
    const { paused } = this
    const all = [...this.#queues.now, ...this.#queues.background]
    for (const waiting of all.filter(({ longestPause }) => longestPause < paused)) waiting.giveUp()
  }

  /** Requests may start again: a person wants it so, whatever the partner asked for. */
  resume(): void {
    this.#pausedUntil = 0
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#next()
  }

  /** Nobody waits any more: neither does the timer, which would keep a program from ending. */
  #rest(): void {
    if (!this.#timer || this.#queues.now.length > 0 || this.#queues.background.length > 0) return
    clearTimeout(this.#timer)
    this.#timer = null
  }

  #next(): void {
    if (this.#timer) return
    const { rate, concurrency } = this.#limits()
    while (
      this.#running < concurrency &&
      (this.#queues.now.length > 0 || this.#queues.background.length > 0)
    ) {
      const now = performance.now()
      const earliest = Math.max(this.#earliest, this.#pausedUntil)
      if (now < earliest) {
        this.#timer = setTimeout(() => {
          this.#timer = null
          this.#next()
        }, earliest - now)
        return
      }
      const next = this.#queues.now.shift() ?? this.#queues.background.shift()
      this.#running += 1
      this.#earliest = now + (SPACING * 1000) / rate
      next?.start()
    }
  }
}
