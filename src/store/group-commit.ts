import type { Sqlite } from './database.ts'

interface Waiting {
  readonly work: () => unknown
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

/**
 * Lets writes that arrive together share one durable commit, each answered only after it: one `fsync` then serves
 * many. Each write is a savepoint of its own, so that one that fails takes none of the others with it.
 */
export class GroupCommit {
  readonly #db: Sqlite
  readonly #all: (batch: readonly Waiting[]) => void
  #waiting: Waiting[] = []
  #scheduled = false
  #holds = 0

  constructor(db: Sqlite) {
    this.#db = db
    const savepoint = db.transaction((work: () => unknown) => work())
    this.#all = db.transaction((batch: readonly Waiting[]) => {
      for (const { work, resolve, reject } of batch) {
        let result: unknown
        try {
          result = savepoint(work)
        } catch (error) {
          // The whole transaction may be gone (disk full): then no one may be told that it succeeded.
          if (!this.#db.inTransaction) throw error
          this.#settled.push(() => reject(error))
          continue
        }
        this.#settled.push(() => resolve(result as never))
      }
    }).immediate
  }

  #settled: (() => void)[] = []

  /** Runs `work` (synchronous, with this database alone) in the next commit; resolves with its result once durable. */
  submit<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: never) => void, reject })
      if (this.#scheduled) return
      this.#scheduled = true
      setImmediate(() => {
        if (this.#holds === 0) this.flush()
      })
    })
  }

  /**
   * Lets writes wait until another connection's long one has ended: SQLite would have this thread wait for it, with
   * everything else that the thread does.
   */
  async holdDuring<T>(long: Promise<T>): Promise<T> {
    this.#holds += 1
    try {
      return await long
    } finally {
      this.#holds -= 1
      if (this.#holds === 0) this.flush()
    }
  }

  /** Commits what waits now. */
  flush(): void {
    this.#scheduled = false
    const batch = this.#waiting
    if (batch.length === 0) return
    this.#waiting = []
    this.#settled = []
    try {
      this.#all(batch)
    } catch (error) {
      for (const { reject } of batch) reject(error)
      return
    }
    for (const settle of this.#settled) settle()
  }
}
