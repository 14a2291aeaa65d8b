import type { Statement as Prepared } from 'better-sqlite3'
import { changed } from '../changed.ts'
import { ALONE } from '../claims.ts'
import type { Counts, Engine } from '../engine.ts'
import { StoreError } from '../errors.ts'
import { put, type Insertion, type Statement, type Work } from '../work.ts'
import { BUSY_TIMEOUT_MS, openDatabase, type Sqlite } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import { Soundness } from './soundness.ts'

/** A commit of another program takes a few milliseconds: those are waited for. */
const SERVICE_BUSY_MS = 20

/** Runs work on a file: a read in one turn, a change in the next durable commit. */
export class SqliteEngine implements Engine {
  readonly place: string
  readonly claims = ALONE
  readonly db: Sqlite
  readonly commit: GroupCommit
  readonly #sound: Soundness
  readonly #prepared = new Map<string, Prepared>()
  readonly #insertions = new Map<Insertion, Prepared>()

  /** @throws StoreError where the folder cannot be used */
  constructor(folder: string) {
    this.db = openDatabase(folder)
    this.commit = new GroupCommit(this.db)
    this.place = this.db.name
    this.#sound = new Soundness(this.db)
  }

  read<T>(work: () => Work<T>): Promise<T> {
    return this.#reading(() => {
      const steps = work()
      const step = steps.next()
      const last = step.done ? step : steps.next(this.#execute(step.value))
      if (!last.done) throw new Error('several statements are read in one snapshot')
      return last.value
    })
  }

  snapshot<T>(work: () => Work<T>): Promise<T> {
    return this.#reading(() => this.db.transaction(() => this.#run(work()))())
  }

  async write<T>(work: () => Work<T>): Promise<T> {
    this.#stayOpen()
    this.#sound.keep()
    try {
      return changed(await this.commit.submit(() => this.#run(work())))
    } catch (error) {
      throw this.#sound.found(error)
    }
  }

  /** SQLite tells of another connection's writes alone, and not what they were of. Cheap: no disk is read. */
  counts(): Promise<Counts> {
    const version = this.db.pragma('data_version', { simple: true }) as number
    return Promise.resolve({ images: version, events: version })
  }

  /**
   * A service answers everyone in one thread: from now on another program's lock is not waited for by SQLite, which
   * would hold the thread. Writes wait for it beside the others.
   */
  listen(): Promise<void> {
    this.db.pragma(`busy_timeout = ${SERVICE_BUSY_MS}`)
    return Promise.resolve()
  }

  /** Nobody else serves the folder. */
  tell(): Promise<void> {
    return Promise.resolve()
  }

  async probe(at: string): Promise<void> {
    this.#sound.check()
    return this.write(() =>
      put(
        'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        ...['health_checked_at', JSON.stringify(at)],
      ),
    )
  }

  duringForeignWrite<T>(write: Promise<T>): Promise<T> {
    return this.commit.holdDuring(write)
  }

  close(): Promise<void> {
    if (this.db.open) {
      this.db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
      this.commit.end()
      this.#sound.close()
    }
    return Promise.resolve()
  }

  /** Whoever asked, and went away, may come to the store after its end. @throws StoreError `closed` */
  #stayOpen(): void {
    if (!this.db.open) throw new StoreError('closed', {})
  }

  #reading<T>(read: () => T): Promise<T> {
    return new Promise((resolve) => {
      this.#stayOpen()
      try {
        resolve(read())
      } catch (error) {
        throw this.#sound.found(error)
      }
    })
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
      case 'row':
        return void this.#insertion(statement.into).run(...statement.values)
      case 'insert':
        return Number(this.#insertion(statement.into).run(...statement.values).lastInsertRowid)
    }
  }

  #statement(text: string): Prepared {
    let prepared = this.#prepared.get(text)
    if (!prepared) this.#prepared.set(text, (prepared = this.db.prepare(text)))
    return prepared
  }

  #insertion(into: Insertion): Prepared {
    let prepared = this.#insertions.get(into)
    if (!prepared) {
      const { table, columns } = into
      const places = columns.map(() => '?').join(', ')
      prepared = this.db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
      this.#insertions.set(into, prepared)
    }
    return prepared
  }
}
