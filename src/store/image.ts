/**
 * A small table as it was last read: what is asked of it waits for no database. What this process writes is in it once
 * it is durable; what another wrote, once it was read anew.
 */
export class Image<T> {
  readonly #read: () => Promise<T>
  #value: T
  #changes = 0
  #last: Promise<void> = Promise.resolve()

  /** @param empty what it is until it is read for the first time */
  constructor(empty: T, read: () => Promise<T>) {
    this.#value = empty
    this.#read = read
  }

  get value(): T {
    return this.#value
  }

  /** Reads it anew. One read follows the other: an older one never ends last. */
  reload(): Promise<void> {
    const mine = this.#last.then(() => this.#take())
    this.#last = mine.catch(() => undefined)
    return mine
  }

  async #take(): Promise<void> {
    for (;;) {
      const before = this.#changes
      const value = await this.#read()
      // What was written meanwhile may not be in it.
      if (before !== this.#changes) continue
      this.#value = value
      return
    }
  }

  /** Takes over what was written, and is durable. */
  change(after: (before: T) => T): void {
    this.#changes += 1
    this.#value = after(this.#value)
  }
}
