import type { Sqlite } from './database.ts'
import { isBusy, StoreError } from '../errors.ts'

interface Waiting {
  readonly work: () => unknown
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  /** until when another program's lock is waited out, by `performance.now()` */
  readonly until: number
}

/** How long a write waits for another program that holds the store. */
const PATIENCE_MS = 5_000
const RETRY_MS = 20
/** How long one commit goes on taking writes: what comes after waits for the next, and who reads is served between. */
const LONG_MS = 20

/**
 * Lets writes that arrive together share one durable commit, each answered only after it: one `fsync` then serves
 * many. Each write is a savepoint of its own, so that one that fails takes none of the others with it.
 */
export class GroupCommit {
  readonly #db: Sqlite
  readonly #all: (batch: readonly Waiting[]) => number
  #waiting: Waiting[] = []
  #scheduled = false
  #holds = 0

  constructor(db: Sqlite) {
    this.#db = db
    const savepoint = db.transaction((work: () => unknown) => work())
    this.#all = db.transaction((batch: readonly Waiting[]) => {
      const end = performance.now() + LONG_MS
      for (const [i, { work, resolve, reject }] of batch.entries()) {
        if (i > 0 && performance.now() >= end) return i
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
      return batch.length
    }).immediate
  }

  #settled: (() => void)[] = []
  #retry: NodeJS.Timeout | null = null

  /** Commits for the last time: what cannot be written now is refused. */
  end(): void {
    do this.flush()
    while (this.#waiting.length > 0 && this.#retry === null)
    if (this.#retry) clearTimeout(this.#retry)
    for (const { reject } of this.#waiting) reject(new StoreError('closed', {}))
    this.#waiting = []
  }

  /** Runs `work` (synchronous, with this database alone) in the next commit; resolves with its result once durable. */
  submit<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const until = performance.now() + PATIENCE_MS
      this.#waiting.push({ work, resolve: resolve as (value: never) => void, reject, until })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      if (this.#holds === 0) this.flush()
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

  /**
   * Commits what waits now. Where another program holds the store it is tried again soon, without holding this thread,
   * until the patience of each write ends.
   */
  flush(): void {
    if (this.#retry) clearTimeout(this.#retry)
    this.#retry = null
    this.#scheduled = false
    const batch = this.#waiting
    if (batch.length === 0) return
    this.#waiting = []
    this.#settled = []
    try {
      const done = this.#all(batch)
      this.#waiting = [...batch.slice(done), ...this.#waiting]
    } catch (error) {
      const now = performance.now()
      const again = isBusy(error) ? batch.filter(({ until }) => until > now) : []
      for (const waiting of batch) if (!again.includes(waiting)) waiting.reject(error)
      this.#waiting = [...again, ...this.#waiting]
      if (again.length > 0) {
        this.#scheduled = true
        this.#retry = setTimeout(() => {
          if (this.#holds === 0) this.flush()
        }, RETRY_MS)
      }
      return
    }
    if (this.#waiting.length > 0) this.#schedule()
    for (const settle of this.#settled) settle()
  }
}
