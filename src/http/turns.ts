/** Long work in pieces: who asks for little is not kept waiting by those who ask for much. */

type Work = (next: (work: Work) => void) => void

/**
 * Runs one piece of work in each turn of the event loop: what else has come in is served in between. A piece may name
 * the one that follows it before all others, so that what it has made is not held for long.
 */
export class Turns {
  readonly #waiting: Work[] = []
  #running = false

  take(work: Work): void {
    this.#waiting.push(work)
    this.#schedule()
  }

  /** Resolves when it is the caller's turn: what he does then is his piece. */
  mine(): Promise<void> {
    return new Promise((resolve) => this.take(() => resolve()))
  }

  #schedule(): void {
    if (this.#running || this.#waiting.length === 0) return
    this.#running = true
    setImmediate(() => {
      this.#running = false
      try {
        this.#waiting.shift()?.((next) => void this.#waiting.unshift(next))
      } finally {
        this.#schedule()
      }
    })
  }
}
