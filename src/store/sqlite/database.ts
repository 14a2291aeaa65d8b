import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import Database from 'better-sqlite3'
import { momentForFile } from '../../domain/file-moments.ts'
import { errorCode, isLacking, StoreError, storeFailure } from '../errors.ts'
import {
  isOwnName,
  keepPrivate,
  LOCK_FILE,
  makeFolder,
  partialOf,
  placeNew,
  removeDatabase,
  removeLeftovers,
  STORE_FILE,
  touchPrivate,
} from '../folder.ts'
import type { Migration } from './migration.ts'
import { basicProblem } from './content.ts'
import { MIGRATIONS } from './migrations.ts'
import { schemaDifferences, type SchemaDifference } from './schema.ts'
import { teachFold } from './fold.ts'
import { tellUpgrade } from '../upgrade.ts'

export type Sqlite = Database.Database
export { STORE_FILE }

/** Marks our files ("Cptr"), so that another program's database is not taken for a store. */
const APPLICATION_ID = 0x43707472
/** How long a command waits for another that holds the store. */
export const BUSY_TIMEOUT_MS = 5_000
/** Up to this size a start can afford to read the whole file and see that it is sound; beyond, `doctor` does. */
const CHECKED_AT_START_BYTES = 64 * 1024 * 1024

/** Whether the folder holds a store; what it is worth shows when it is opened. */
export const hasStore = (folder: string) => existsSync(join(folder, STORE_FILE))

/**
 * Opens the store of a data folder, making or migrating it where needed.
 *
 * A new store is made under another name first: under its own it is whole. An older one is copied before it is
 * migrated, each step in one transaction with its version; a newer one, one that is damaged and one of another program
 * are refused with what to do, and left as they are.
 *
 * @throws StoreError with what the person at the machine can do.
 */
export function openDatabase(folder: string, migrations: readonly Migration[] = MIGRATIONS): Sqlite {
  const file = join(folder, STORE_FILE)
  try {
    makeFolder(folder)
    if (hasStore(folder)) {
      verify(file, migrations.length)
      removeLeftovers(folder, isOwnName)
    } else create(file, migrations)
    keepPrivate(folder)
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
    throw storeFailure(errorCode(error) === 'SQLITE_CANTOPEN' ? (refusalOf(folder) ?? error) : error, file)
  }
}

/** SQLite says of a read-only disk, and of a right that is lacking, that a file cannot be opened. */
function refusalOf(folder: string): unknown {
  try {
    accessSync(folder, constants.W_OK)
    return null
  } catch (error) {
    return error
  }
}

/** Makes a store; of two programs that do so at once, the first one's is the store. */
function create(file: string, migrations: readonly Migration[]): void {
  // From now on a missing lock file tells that someone removed it (lock.ts).
  touchPrivate(join(file, '..', LOCK_FILE))
  const partial = partialOf(file)
  try {
    touchPrivate(partial)
    const db = new Database(partial)
    try {
      configure(db)
      migrate(db, partial, migrations)
    } finally {
      db.close()
    }
    placeNew(partial, file)
  } finally {
    removeDatabase(partial)
  }
}

/**
 * Whether the folder holds a sound store of an earlier program, which opening it migrates. Nothing is written; what is
 * wrong with it shows when it is opened.
 */
export function needsMigration(folder: string, migrations: readonly Migration[] = MIGRATIONS): boolean {
  if (!hasStore(folder)) return false
  try {
    const db = readOnly(folder)
    try {
      const schema = schemaVersion(db)
      return isOurs(db) && schema > 0 && schema < migrations.length
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}

/** A second connection to the store that can only read, for reads that span several turns of the event loop. */
export const readOnly = (folder: string): Sqlite => readingOf(join(folder, STORE_FILE))

/**
 * A connection to a store's file that can only read. A write that a power cut broke off is taken back first, as SQLite does by
 * itself for who may write: only then can the file be read.
 */
export function readingOf(file: string): Sqlite {
  const read = (db: Sqlite) => {
    try {
      db.pragma('schema_version')
      return db
    } catch (error) {
      db.close()
      throw error
    }
  }
  const open = () => read(new Database(file, { readonly: true, timeout: BUSY_TIMEOUT_MS }))
  try {
    return open()
  } catch (error) {
    if (!/^SQLITE_READONLY_(ROLLBACK|RECOVERY)$/.test(errorCode(error)) || !isOurHead(headOf(file)))
      throw error
    read(new Database(file, { timeout: BUSY_TIMEOUT_MS })).close()
    return open()
  }
}

function headOf(file: string): Buffer {
  const opened = openSync(file, 'r')
  try {
    return readHead(opened)
  } finally {
    closeSync(opened)
  }
}

/** The first bytes of a file that is open, zeroes where it is shorter. */
export function readHead(opened: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  readSync(opened, head, 0, HEAD_BYTES, 0)
  return head
}

/** Whether a database bears our mark. */
export const isOurs = (db: Sqlite) => db.pragma('application_id', { simple: true }) === APPLICATION_ID

/** How many bytes of a file tell whether it may be a store. */
export const HEAD_BYTES = 72
const SQLITE_HEAD = 'SQLite format 3\0'
const APPLICATION_ID_AT = 68

/** Whether a file that begins so bears our mark: what it is worth shows when it is opened. */
export const isOurHead = (head: Buffer): boolean =>
  head.toString('latin1', 0, SQLITE_HEAD.length) === SQLITE_HEAD &&
  head.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID

/** Looks at an existing file without writing a byte of its own. */
function verify(file: string, known: number): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    throw new StoreError('unreadable', { file, cause: errorCode(error) }, error)
  }
  const stat = statSync(file)
  // SQLite says that the disk refuses.
  if (stat.isDirectory()) throw new StoreError('unwritable', { file, cause: 'EISDIR' })
  // A store is made whole: one without a byte has lost them.
  if (stat.size === 0) throw new StoreError('empty', { file })
  const db = readingOf(file)
  try {
    const schema = schemaVersion(db)
    const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number
    // A file that was just begun has no table yet: another program's may bear no numbers, but it has tables.
    const begun = db.pragma('application_id', { simple: true }) === 0 && schema === 0 && tables === 0
    if (!isOurs(db) && !begun) throw new StoreError('not_a_store', { file })
    if (schema > known) throw new StoreError('newer', { file, schema, known })
    const nonsense = schema < 0 || (schema === 0 && !begun) || (schema > 0 && tables === 0)
    const problem = nonsense
      ? `schema ${schema}, ${tables} tables`
      : stat.size <= CHECKED_AT_START_BYTES && integrityProblems(db, 'quick_check')[0]
    if (problem) throw new StoreError('corrupt', { file, problem })
    // Without one of its tables a service would begin, and fail at the first order.
    const lacking = schema > 0 && schemaDifferences(db).find(isLackingTable)
    if (lacking) throw new StoreError('corrupt', { file, problem: `no such table: ${lacking.name}` })
    const basic = schema > 0 ? basicProblem(db) : null
    if (basic !== null) throw new StoreError('corrupt', { file, problem: basic })
  } finally {
    db.close()
  }
}

const isLackingTable = ({ difference, type }: SchemaDifference) =>
  difference === 'missing' && type === 'table'

/**
 * Whether a service could work in the folder: its file, the lock and the folder take writes, and SQLite begins one
 * (and takes it back).
 * @returns what cannot be written, and the code that says why; null where all can
 */
export function refusedWrite(db: Sqlite, folder: string): { file: string; cause: string } | null {
  const lock = join(folder, LOCK_FILE)
  let file = db.name
  try {
    for (file of [db.name, folder, ...(existsSync(lock) ? [lock] : [])]) accessSync(file, constants.W_OK)
    file = db.name
    db.exec('BEGIN IMMEDIATE')
    db.exec('ROLLBACK')
    return null
  } catch (error) {
    return { file, cause: errorCode(error) || String(error) }
  }
}

/** How many migrations made the schema. */
export const schemaVersion = (db: Sqlite) => db.pragma('user_version', { simple: true }) as number

/** How many rows refer to others that are not there. */
export const brokenReferences = (db: Sqlite) => (db.pragma('foreign_key_check') as unknown[]).length

/**
 * Whether a file ends within its last page: SQLite would read zeroes there, and find nothing. Beside a write-ahead log it may,
 * where a power cut stopped the log from being written back: the page is in the log.
 */
function isCutShort(db: Sqlite): boolean {
  const page = db.pragma('page_size', { simple: true }) as number
  const log = statSync(`${db.name}-wal`, { throwIfNoEntry: false })
  return (log?.size ?? 0) === 0 && statSync(db.name).size % page !== 0
}

/** What SQLite finds wrong with the file, a line each; empty where it is sound. */
export function integrityProblems(db: Sqlite, check: 'quick_check' | 'integrity_check'): string[] {
  if (isCutShort(db)) return ['the file is cut short']
  return (
    (db.pragma(`${check}(20)`) as Record<string, string>[])
      .flatMap((row) => (Object.values(row)[0] ?? '').split('\n'))
      // A line that only names the database says nothing.
      .filter((line) => line !== 'ok' && line !== '' && !line.startsWith('***'))
  )
}

function configure(db: Sqlite): void {
  db.pragma('journal_mode = WAL')
  // Every acknowledged write survives a power cut: quotes and orders are what people live on.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  teachFold(db)
}

function migrate(db: Sqlite, file: string, migrations: readonly Migration[]): void {
  const before = schemaVersion(db)
  if (before === migrations.length) return
  const steps = migrations.length - before
  if (before > 0) {
    tellUpgrade(0, steps)
    keepCopy(db, file, before)
  }
  const step = db.transaction((index: number) => {
    // Two programs may start at once: the second finds the work done.
    if (schemaVersion(db) > index) return
    db.exec(migrations[index]!.sql)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${index + 1}`)
  })
  for (let index = before; index < migrations.length; index++) {
    if (before > 0) tellUpgrade(index - before + 1, steps)
    try {
      step.immediate(index)
    } catch (error) {
      const known = storeFailure(error, file)
      if (known instanceof StoreError && !isLacking(error)) throw known
      const problem = (error as Error).message
      throw new StoreError('migration_failed', { file, schema: index + 1, problem }, error)
    }
  }
}

/** Keeps the store as it is beside it; a copy that bears its name is whole. */
function keepCopy(db: Sqlite, file: string, version: number): void {
  const stamp = momentForFile(new Date().toISOString())
  const partial = partialOf(file)
  try {
    touchPrivate(partial)
    db.prepare('VACUUM INTO ?').run(partial)
    renameSync(partial, `${file}.v${version}-${stamp}-${randomBytes(3).toString('hex')}.bak`)
  } finally {
    removeDatabase(partial)
  }
}
