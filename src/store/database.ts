import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { errorCode, isDiskFailure, StoreError } from './errors.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'

export type Sqlite = Database.Database

/** Marks our files ("Cptr"), so that another program's database is not taken for a store. */
const APPLICATION_ID = 0x43707472
const BUSY_TIMEOUT_MS = 5_000
/** Up to this size a start can afford to read the whole file and see that it is sound; beyond, `doctor` does. */
const CHECKED_AT_START_BYTES = 64 * 1024 * 1024

export const STORE_FILE = 'comptoir.db'
const LOCK_FILE = 'comptoir.lock'

/**
 * Opens the store of a data folder, making or migrating it where needed.
 *
 * An older store is copied before it is migrated, each step in one transaction with its version; a newer one, one that
 * is damaged and one of another program are refused with what to do, and left as they are.
 *
 * @throws StoreError in words for the person at the machine.
 */
export function openDatabase(folder: string, migrations: readonly Migration[] = MIGRATIONS): Sqlite {
  const file = join(folder, STORE_FILE)
  try {
    mkdirSync(folder, { recursive: true })
    if (existsSync(file) && statSync(file).size > 0) verify(file, migrations.length)
    const db = new Database(file, { timeout: BUSY_TIMEOUT_MS })
    try {
      configure(db)
      migrate(db, file, migrations)
    } catch (error) {
      db.close()
      throw error
    }
    return db
  } catch (error) {
    throw inWords(error, file)
  }
}

/** A second connection to the store that can only read, for reads that span several turns of the event loop. */
export function readOnly(folder: string): Sqlite {
  return new Database(join(folder, STORE_FILE), { readonly: true, timeout: BUSY_TIMEOUT_MS })
}

/** Looks at an existing file without writing a byte. */
function verify(file: string, newest: number): void {
  const db = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    const version = db.pragma('user_version', { simple: true }) as number
    const id = db.pragma('application_id', { simple: true }) as number
    // A store that was just begun has no table yet: another program's may bear no numbers, but it has tables.
    const begun = () => id === 0 && version === 0 && !db.prepare('SELECT 1 FROM sqlite_schema').get()
    if (id !== APPLICATION_ID && !begun()) {
      throw new StoreError('corrupt', `${file} is not a Comptoir store; choose another folder with --data`)
    }
    if (version > newest) {
      throw new StoreError(
        'newer',
        `${file} was written by a newer Comptoir (schema ${version}, this program knows ${newest}); install the newer version`,
      )
    }
    if (statSync(file).size <= CHECKED_AT_START_BYTES) {
      const [problem] = integrityProblems(db, 'quick_check')
      if (problem) throw new StoreError('corrupt', damaged(file, problem))
    }
  } finally {
    db.close()
  }
}

/** What SQLite finds wrong with the file; empty where it is sound. */
export function integrityProblems(db: Sqlite, check: 'quick_check' | 'integrity_check'): string[] {
  return (db.pragma(`${check}(20)`) as Record<string, string>[])
    .map((row) => Object.values(row)[0] ?? '')
    .filter((line) => line !== 'ok')
}

function damaged(file: string, problem: string): string {
  return `${file} is damaged (${problem.split('\n')[0]}); it was not changed: restore a backup with "comptoir restore FILE", or move it away to begin anew`
}

function inWords(error: unknown, file: string): unknown {
  if (error instanceof StoreError) return error
  const code = errorCode(error)
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')) {
    return new StoreError('corrupt', damaged(file, (error as Error).message), error)
  }
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return new StoreError('full', `the disk of ${file} is full; free some space and start again`, error)
  }
  // ENOENT is what making a folder on a read-only disk says.
  if (isDiskFailure(error) || code === 'ENOTDIR' || code === 'EEXIST' || code === 'ENOENT') {
    return new StoreError(
      'unwritable',
      `${file} cannot be written (${(error as Error).message}); give this user the right to write there, or choose another folder with --data`,
      error,
    )
  }
  return error
}

function configure(db: Sqlite): void {
  db.pragma('journal_mode = WAL')
  // Every acknowledged write survives a power cut: quotes and orders are what people live on.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
}

function migrate(db: Sqlite, file: string, migrations: readonly Migration[]): void {
  const before = db.pragma('user_version', { simple: true }) as number
  if (before === migrations.length) return
  if (before > 0) {
    const stamp = new Date().toISOString().replace(/[:.]/g, '-')
    db.prepare('VACUUM INTO ?').run(`${file}.v${before}-${stamp}-${randomBytes(3).toString('hex')}.bak`)
  }
  const step = db.transaction((index: number) => {
    // Two programs may start at once: the second finds the work done.
    if ((db.pragma('user_version', { simple: true }) as number) > index) return
    db.exec(migrations[index]!.sql)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${index + 1}`)
  })
  for (let index = before; index < migrations.length; index++) step.immediate(index)
}

/** A lock on a data folder that the system lets go of when its process ends, however it ends. */
export interface FolderLock {
  release(): void
}

/**
 * Takes the data folder for one service: two would transmit the same orders.
 * @throws StoreError `locked` where another process holds it.
 */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, LOCK_FILE)
  try {
    mkdirSync(folder, { recursive: true })
    const db = new Database(file, { timeout: 0 })
    try {
      db.pragma('locking_mode = EXCLUSIVE')
      db.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      db.close()
      throw error
    }
    return { release: () => db.close() }
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE_BUSY')) {
      throw new StoreError(
        'locked',
        `${folder} is in use by another Comptoir (a running service or the desktop application); stop it first, or choose another folder with --data`,
        error,
      )
    }
    throw inWords(error, file)
  }
}

/** Whether a service holds the folder now. */
export function isFolderLocked(folder: string): boolean {
  if (!existsSync(join(folder, LOCK_FILE))) return false
  try {
    lockFolder(folder).release()
    return false
  } catch (error) {
    if (error instanceof StoreError && error.code === 'locked') return true
    throw error
  }
}
