/** What comes in bursts, passed on a moment later and together. */

const MOMENT_MS = 50

export class Gathering<Key, Value> {
  readonly #most: number
  readonly #pass: (entries: readonly (readonly [Key, Value])[]) => void
  readonly #gathered = new Map<Key, Value>()

  /**
   * @param most so many at once, each key once
   * @param pass takes them
   */
  constructor(most: number, pass: (entries: readonly (readonly [Key, Value])[]) => void) {
    this.#most = most
    this.#pass = pass
  }

  /** Adds one. Of a key that comes again within the moment the last value counts. */
  add(key: Key, value: Value): void {
    if (this.#gathered.size === 0) setTimeout(() => this.#end(), MOMENT_MS).unref()
    this.#gathered.set(key, value)
  }

  #end(): void {
    const all = [...this.#gathered]
    this.#gathered.clear()
    for (let i = 0; i < all.length; i += this.#most) this.#pass(all.slice(i, i + this.#most))
  }
}
