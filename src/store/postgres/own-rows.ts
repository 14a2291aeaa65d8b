/** The rows of a numbered table that this process has written: every transaction numbers its own one after the other. */
export class OwnRows {
  #count = 0
  /** those that were committed after whatever was read last, by their ids */
  readonly #later: { readonly after: number; readonly last: number }[] = []

  /** Those of a transaction that was committed. @param after the id before its first one @param last that of its last one */
  add(after: number, last: number): void {
    if (last > after) this.#later.push({ after, last })
  }

  /** How many have no higher id than one that was read: of a transaction all or none. */
  upTo(id: number): number {
    for (let next = this.#later[0]; next && next.last <= id; next = this.#later[0]) {
      this.#count += next.last - next.after
      this.#later.shift()
    }
    return this.#count
  }
}
