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
}

/** Keeps requests to the partner within its limits, spaced evenly, in the order of their priority. */
export class Limiter {
  readonly #limits: () => Limits
  readonly #queues: Readonly<Record<Priority, Waiting[]>> = { now: [], background: [] }
  #running = 0
  #earliest = 0
  #timer: NodeJS.Timeout | null = null

  constructor(limits: () => Limits) {
    this.#limits = limits
  }

  /** Runs `task` when its turn comes. */
  async run<T>(task: () => Promise<T>, priority: Priority): Promise<T> {
    await new Promise<void>((start) => {
      this.#queues[priority].push({ start })
      this.#next()
    })
    try {
      return await task()
    } finally {
      this.#running -= 1
      this.#next()
    }
  }

  /** Lets no request start before `milliseconds` from now: the partner asked for it (Retry-After). */
  pause(milliseconds: number): void {
    this.#earliest = Math.max(this.#earliest, performance.now() + milliseconds)
  }

  #next(): void {
    if (this.#timer) return
    const { rate, concurrency } = this.#limits()
    while (
      this.#running < concurrency &&
      (this.#queues.now.length > 0 || this.#queues.background.length > 0)
    ) {
      const now = performance.now()
      if (now < this.#earliest) {
        this.#timer = setTimeout(() => {
          this.#timer = null
          this.#next()
        }, this.#earliest - now)
        return
      }
      const next = this.#queues.now.shift() ?? this.#queues.background.shift()
      this.#running += 1
      this.#earliest = Math.max(now, this.#earliest) + 1000 / rate
      next?.start()
    }
  }
}
