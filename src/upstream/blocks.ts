const BLOCK_BYTES = 1_048_576
/** The first one: of many small answers that are kept each is small. */
const FIRST_BYTES = 4_096

/**
 * Bytes as they arrive, gathered in blocks of their own: small pieces do not each keep the buffer that they came in,
 * nothing large is ever copied at once, and the blocks can be handed to another thread.
 */
export class Blocks {
  readonly list: Uint8Array<ArrayBuffer>[] = []
  #last = new Uint8Array(0)
  #used = 0

  add(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length;) {
      if (this.#used === this.#last.length) {
        this.#last = new Uint8Array(Math.min(BLOCK_BYTES, Math.max(FIRST_BYTES, 4 * this.#last.length)))
        this.#used = 0
        this.list.push(this.#last.subarray(0, 0))
      }
      const part = chunk.subarray(from, from + this.#last.length - this.#used)
      this.#last.set(part, this.#used)
      this.#used += part.length
      this.list[this.list.length - 1] = this.#last.subarray(0, this.#used)
      from += part.length
    }
  }

  clear(): void {
    this.list.length = 0
    this.#last = new Uint8Array(0)
    this.#used = 0
  }
}
