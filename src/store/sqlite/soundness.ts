/** Whether the file under a service that runs is still the one that it opened, and sound as far as anything found. */
import Database from 'better-sqlite3'
import { errorCode, isLacking, StoreError } from '../errors.ts'
import { identityOf } from '../lock.ts'

/** How often the file's name is looked at: a look costs microseconds, writes may be thousands a second. */
const LOOK_MS = 500
/** How often a damaged store is read whole to see whether it is sound again: whoever asks waits for it. */
const RECHECK_MS = 60_000

export class Soundness {
  readonly #file: string
  readonly #opened: string | null
  #lookedAt = -Infinity
  #replaced = false
  #damage: StoreError | null = null
  #checkedAt = 0

  /** @param file that was just opened */
  constructor(file: string) {
    this.#file = file
    this.#opened = identityOf(file)
  }

  /**
   * What is written to a file that has lost its name is gone with this service.
   * @throws StoreError `replaced` where another file, or none, is in its place
   */
  keep(): void {
    if (performance.now() - this.#lookedAt > LOOK_MS) this.#look()
    if (this.#replaced) throw new StoreError('replaced', { file: this.#file })
  }

  #look(): void {
    this.#lookedAt = performance.now()
    this.#replaced = identityOf(this.#file) !== this.#opened
  }

  /** Remembers damage that something was stopped by. @returns the error as it is told */
  found(error: unknown): unknown {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(errorCode(error)) && !isLacking(error)) return error
    this.#damage = new StoreError('damaged', { file: this.#file, problem: (error as Error).message }, error)
    this.#checkedAt = performance.now()
    return this.#damage
  }

  /** @throws StoreError `replaced`; `damaged` from the first failure on, until the file can be read whole */
  check(): void {
    this.#look()
    this.keep()
    if (this.#damage && performance.now() - this.#checkedAt > RECHECK_MS) {
      this.#checkedAt = performance.now()
      if (isSound(this.#file)) this.#damage = null
    }
    if (this.#damage) throw this.#damage
  }
}

/** By a connection of its own: what the service's has in memory may be from before the damage. */
function isSound(file: string): boolean {
  try {
    const db = new Database(file, { readonly: true })
    try {
      return db.pragma('quick_check(1)', { simple: true }) === 'ok'
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}
