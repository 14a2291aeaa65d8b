import type { Statement as Prepared } from 'better-sqlite3'
import type { Engine } from '../engine.ts'
import type { Insertion, Statement, Work } from '../work.ts'
import type { Sqlite } from './database.ts'
import type { GroupCommit } from './group-commit.ts'

/** Runs work on a file: a read in one turn, a change in the next durable commit. */
export class SqliteEngine implements Engine {
  readonly #db: Sqlite
  readonly #commit: GroupCommit
  readonly #prepared = new Map<string, Prepared>()
  readonly #insertions = new Map<Insertion, Prepared>()

  constructor(db: Sqlite, commit: GroupCommit) {
    this.#db = db
    this.#commit = commit
  }

  read<T>(work: () => Work<T>): Promise<T> {
    return new Promise((resolve) => {
      const steps = work()
      const step = steps.next()
      const last = step.done ? step : steps.next(this.#execute(step.value))
      if (!last.done) throw new Error('several statements are read in one snapshot')
      resolve(last.value)
    })
  }

  snapshot<T>(work: () => Work<T>): Promise<T> {
    return new Promise((resolve) => {
      resolve(this.#db.transaction(() => this.#run(work()))())
    })
  }

  write<T>(work: () => Work<T>): Promise<T> {
    return this.#commit.submit(() => this.#run(work()))
  }

  #run<T>(steps: Work<T>): T {
    let step = steps.next()
    while (!step.done) step = steps.next(this.#execute(step.value))
    return step.value
  }

  #execute(statement: Statement): unknown {
    switch (statement.kind) {
      case 'first':
        return this.#statement(statement.text).get(...statement.values)
      case 'all':
        return this.#statement(statement.text).all(...statement.values)
      case 'change':
        return this.#statement(statement.text).run(...statement.values).changes
      case 'put':
        return void this.#statement(statement.text).run(...statement.values)
      case 'insert':
        return Number(this.#insertion(statement.into).run(...statement.values).lastInsertRowid)
    }
  }

  #statement(text: string): Prepared {
    let prepared = this.#prepared.get(text)
    if (!prepared) this.#prepared.set(text, (prepared = this.#db.prepare(text)))
    return prepared
  }

  #insertion(into: Insertion): Prepared {
    let prepared = this.#insertions.get(into)
    if (!prepared) {
      const { table, columns } = into
      const places = columns.map(() => '?').join(', ')
      prepared = this.#db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
      this.#insertions.set(into, prepared)
    }
    return prepared
  }
}
