/** How the tables reach SQLite: what is read at once, what is written in the next durable commit. */
import type { Sqlite } from './database.ts'
import type { GroupCommit } from './group-commit.ts'

export class Engine {
  readonly db: Sqlite
  readonly #commit: GroupCommit

  constructor(db: Sqlite, commit: GroupCommit) {
    this.db = db
    this.#commit = commit
  }

  /** Reads. One `work` sees one state of the store, whatever is written meanwhile. */
  read<T>(work: () => T): Promise<T> {
    return new Promise((resolve) => {
      resolve(work())
    })
  }

  /** Makes one whole change: durable when this resolves, and nothing of it where it rejects. */
  write<T>(work: () => T): Promise<T> {
    return this.#commit.submit(work)
  }
}
