/** Work that must not overlap, one after the other in the order in which it came. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `work` once all before it has ended, however it ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work, work)
    this.#last = mine
    return mine
  }
}
