import type { Store } from '../store/store.ts'
import { errorCode } from '../store/errors.ts'
import type { Clock } from './clock.ts'

const FRESH_MS = 1_000
const SILENT_MS = 5_000

/** Whether the store can be written, as who watches the service asks. */
export class StoreHealth {
  readonly #store: Store
  readonly #clock: Clock
  #last: { readonly at: number; readonly answer: Promise<string | null> } | null = null

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * By writing to it: the code of what refuses, null where nothing does. Who asks needs no key, so it is written once a
   * second at most.
   */
  problem(): Promise<string | null> {
    const now = performance.now()
    if (this.#last === null || now - this.#last.at > FRESH_MS)
      this.#last = { at: now, answer: this.#probed() }
    return this.#last.answer
  }

  #probed(): Promise<string | null> {
    const probed = this.#store.engine.probe(this.#clock.now().toISOString()).then(
      () => null,
      (error: unknown) => errorCode(error) || String(error),
    )
    // A database that stands still answers nothing, and whoever watches waits for an answer.
    const silent = new Promise<string>((resolve) => {
      const timer = setTimeout(() => resolve('away'), SILENT_MS)
      void probed.then(() => clearTimeout(timer))
    })
    return Promise.race([probed, silent])
  }
}
