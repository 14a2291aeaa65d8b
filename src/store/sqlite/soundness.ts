/** Whether the file under a service that runs is still the one that it opened, and sound as far as anything found. */
import Database from 'better-sqlite3'
import { closeSync, openSync, renameSync } from 'node:fs'
import { momentForFile } from '../../domain/file-moments.ts'
import { errorCode, isLacking, StoreError } from '../errors.ts'
import { identityOf } from '../lock.ts'
import { readHead, readingOf, type Sqlite } from './database.ts'

/** How often the file's name is looked at: a look costs microseconds, writes may be thousands a second. */
const LOOK_MS = 500
/** How often a damaged store is read whole to see whether it is sound again: whoever asks waits for it. */
const RECHECK_MS = 60_000
/** What of a file's head (sqlite.org/fileformat2.html, 1.3) stays as long as a service runs, beside counts: form, schema, marks. */
const formOf = (head: Buffer): string => head.toString('latin1', 0, 24) + head.toString('latin1', 40)
/** How many pages a file has: no less while nobody makes it compact. */
const pagesOf = (head: Buffer): number => head.readUInt32BE(28)

export class Soundness {
  readonly #db: Sqlite
  readonly #file: string
  readonly #opened: string | null
  /** The file as it is read beside SQLite. To close it takes SQLite's locks from this process (sqlite.org/howtocorrupt.html, 2.2): it stays open. */
  readonly #descriptor: number
  /** the log of changes; null: there was none yet */
  #log: string | null = null
  /** null where it is not known: another program keeps the log from being written back */
  readonly #form: string | null
  #pages = 0
  #lookedAt = -Infinity
  #lost: { readonly file: string; readonly log?: 1 } | null = null
  #damage: StoreError | null = null
  #checkedAt = 0

  /** @param db that was just opened */
  constructor(db: Sqlite) {
    this.#db = db
    this.#file = db.name
    this.#opened = identityOf(this.#file)
    this.#descriptor = openSync(this.#file, 'r')
    this.#form = writtenBack(db) ? formOf(readHead(this.#descriptor)) : null
  }

  get #logFile(): string {
    return `${this.#file}-wal`
  }

  /**
   * What is written to a file that has lost its name is gone with this service.
   * @throws StoreError `replaced` where another file, or none, is in its place
   */
  keep(): void {
    if (performance.now() - this.#lookedAt > LOOK_MS) this.#look()
    if (this.#lost !== null) throw new StoreError('replaced', this.#lost)
  }

  #look(): void {
    this.#lookedAt = performance.now()
    const isOther = identityOf(this.#file) !== this.#opened || this.#isOverwritten()
    const hasLostLog = !isOther && this.#hasLostLog()
    // What is in it already must not wait for an orderly end.
    if (hasLostLog && !this.#lost?.log) writtenBack(this.#db)
    this.#lost = isOther ? { file: this.#file } : hasLostLog ? { file: this.#logFile, log: 1 } : null
  }

  /** Whether the log was taken away: what is written to it then is gone with this service. */
  #hasLostLog(): boolean {
    const log = identityOf(this.#logFile)
    this.#log ??= log
    return log !== this.#log
  }

  /** Whether the file was written over in its place, by an older copy or a backup of it, or by what is no store. */
  #isOverwritten(): boolean {
    const head = readHead(this.#descriptor)
    const isOther = this.#form !== null && formOf(head) !== this.#form
    if (isOther || pagesOf(head) < this.#pages) return true
    this.#pages = pagesOf(head)
    return false
  }

  /**
   * Closes the connection. SQLite would write the log of the former file into the one that was put over it: that log is kept
   * apart, under a name that nothing reads.
   */
  close(): void {
    const isOverwritten = identityOf(this.#file) === this.#opened && this.#isOverwritten()
    const reader = isOverwritten ? this.#readingBeside() : null
    this.#db.close()
    reader?.close()
    closeSync(this.#descriptor)
    if (reader && !this.#hasLostLog())
      renameSync(this.#logFile, `${this.#logFile}.${momentForFile(new Date().toISOString())}.bak`)
  }

  /** Whoever only reads keeps the last who writes from taking the log back; null where the file is none of SQLite's. */
  #readingBeside(): Sqlite | null {
    try {
      const reader = readingOf(this.#file)
      reader.exec('BEGIN')
      reader.pragma('user_version')
      return reader
    } catch {
      return null
    }
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

/** Writes what the log has into the file. @returns whether all of it is there: another program may read the log, or the file be read-only */
function writtenBack(db: Sqlite): boolean {
  try {
    const [{ busy, log, checkpointed }] = db.pragma('wal_checkpoint(PASSIVE)') as [Record<string, number>]
    return busy === 0 && log === checkpointed
  } catch {
    return false
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
