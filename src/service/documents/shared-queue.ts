/** Documents under way, one after the other: what is asked for again meanwhile is made once for all who ask. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Queue } from '../queue.ts'
import { Refusal } from '../refusal.ts'

/** Each waits for its turn of up to a second, and holds what it is made of: who comes after so many comes again. */
const MOST_WAITING = 32
/** One connection is accepted a turn of the event loop, and heard one later: those who came meanwhile are answered. */
const TURNS_BETWEEN = 10

export class SharedQueue<T> {
  readonly #queue = new Queue()
  readonly #waiting = new Map<string, Promise<T>>()

  /**
   * Runs `work`, or has the share of one under the same key that has not begun: whoever shares it finds in it whatever was
   * written before he asked.
   * @throws Refusal `documents_busy` where too many wait; what `work` throws
   */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(key)
    if (waiting) return waiting
    if (this.#waiting.size >= MOST_WAITING) return Promise.reject(new Refusal('documents_busy'))
    const mine = this.#queue.run(async () => {
      for (let turn = 0; turn < TURNS_BETWEEN; turn++) await nextTurn()
      this.#waiting.delete(key)
      return work()
    })
    this.#waiting.set(key, mine)
    return mine
  }
}
