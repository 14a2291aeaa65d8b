import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import {
  integrityProblems,
  isOurs,
  openDatabase,
  readingOf,
  schemaVersion,
  STORE_FILE,
  type Sqlite,
} from './database.ts'
import { errorCode, StoreError } from '../errors.ts'
import { isOwnName, partialOf, removeDatabase, removeLeftovers, touchPrivate } from '../folder.ts'
import { DOUBT_WAITING } from '../copy.ts'
import { identityOf } from '../lock.ts'
import { MIGRATIONS } from './migrations.ts'
import { replaceStore } from './replace.ts'
import { schemaDifferences } from './schema.ts'

/** Pages that are copied before others get a turn, and a person who stops the command is heard. */
const PAGES_AT_ONCE = 1_000

/**
 * What a backup must not hold: secrets that only this machine can open anyway, also those in a setting. And what it cannot
 * know. Ids of events go on far beyond those that are given meanwhile: a reader who comes back with one of these is told to
 * read anew.
 */
export const REDACTION = `DELETE FROM settings WHERE key LIKE 'secret:%';
  UPDATE settings SET value = json_remove(value, '$.sealed')
    WHERE json_type(value) = 'object' AND json_type(value, '$.sealed') IS NOT NULL;
  ${DOUBT_WAITING};
  DELETE FROM events WHERE id < (SELECT max(id) FROM events);
  UPDATE events SET id = id + 1000000000`

/**
 * Writes a consistent copy of the store while others use it (SQLite's online backup), under a temporary name beside
 * its own first: a file of that name is always a whole backup, for its owner's eyes alone.
 *
 * @param file a name in the data folder is taken only where it is free and not one that the program uses
 * @param redact SQL run on the copy, for what a backup must not hold.
 * @param signal stops it; nothing is left
 * @returns its size in bytes.
 * @throws StoreError
 */
export async function backupTo(
  db: Sqlite,
  file: string,
  redact: string,
  signal?: AbortSignal,
): Promise<number> {
  const target = placeOf(file)
  refuseOwnFiles(dirname(db.name), file, target)
  const partial = partialOf(target)
  try {
    removeLeftovers(dirname(target), (entry) => entry.startsWith(`${basename(target)}.`))
    touchPrivate(partial)
    await copyTo(db, partial, signal)
    const copy = new Database(partial)
    try {
      copy.exec(redact)
      copy.pragma('journal_mode = DELETE')
      copy.exec('VACUUM')
      const [problem] = integrityProblems(copy, 'quick_check')
      if (problem) throw new StoreError('source_damaged', { problem })
    } finally {
      copy.close()
    }
    renameSync(partial, target)
    return statSync(target).size
  } catch (error) {
    throw notWritten(error, file)
  } finally {
    removeDatabase(partial)
  }
}

/** Where a name leads: through links to the file itself, so that what is written is put there and the link stays. */
function placeOf(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw notWritten(error, file)
  }
  try {
    return join(realpathSync(dirname(resolve(file))), basename(file))
  } catch (error) {
    throw notWritten(error, file)
  }
}

/** Files are compared, not names: a link, another case of letters or a second name lead to the same one. */
function refuseOwnFiles(folder: string, file: string, target: string): void {
  const stat = statSync(target, { throwIfNoEntry: false })
  if (stat && !stat.isFile()) throw new StoreError('backup_no_file', { file })
  const identity = identityOf(target)
  const present =
    identity !== null && readdirSync(folder).some((name) => identityOf(join(folder, name)) === identity)
  const reserved = identityOf(dirname(target)) === identityOf(folder) && isOwnName(basename(target))
  if (present || reserved) throw new StoreError('backup_in_use', { file })
  if (stat && stat.size > 0 && !isStore(target)) throw new StoreError('backup_of_others', { file })
}

/** Whether a file is a store of ours, of whatever age: another backup takes the place of those alone. */
function isStore(file: string): boolean {
  try {
    const db = new Database(file, { readonly: true })
    try {
      return isOurs(db)
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}

/** What kept a backup from being written, by the name that was asked for. */
export function notWritten(error: unknown, file: string): unknown {
  const code = errorCode(error)
  if (error instanceof StoreError || !/^(E[A-Z]+|SQLITE_(FULL|READONLY|IOERR|CANTOPEN)\w*)$/.test(code))
    return error
  return /^(SQLITE_FULL|ENOSPC)$/.test(code)
    ? new StoreError('full', { file }, error)
    : new StoreError('backup_unwritable', { file, cause: code }, error)
}

/**
 * SQLite's online backup begins anew each time another connection writes, and beside a busy service would never end:
 * one read transaction holds it to the state of its beginning.
 */
async function copyTo(db: Sqlite, file: string, signal?: AbortSignal): Promise<void> {
  db.exec('BEGIN')
  try {
    db.prepare('SELECT 1 FROM sqlite_schema').get()
    await db.backup(file, {
      progress: () => {
        signal?.throwIfAborted()
        return PAGES_AT_ONCE
      },
    })
  } finally {
    db.exec('COMMIT')
  }
}

/** What a restore did. */
export interface RestoredStore {
  /** the name under which the store from before was kept; null where there was none */
  readonly kept: string | null
  /**
   * Who may sign in now: the backup's people; those of the store that it replaced, which stay where it knows none; nobody
   * has to, as before; or nobody has to because those of the store that it replaced could not be read
   */
  readonly people: 'restored' | 'stayed' | 'none' | 'unread'
}

/**
 * Puts a backup in the place of the store. The present store is kept beside it, so that a restore can be undone.
 * Refuses while a service runs on the folder, and a file that is no sound backup. A backup from before there were people
 * takes sign-in away from nobody: those of the present store stay.
 *
 * @param options `signal` stops it while nothing is put in place yet, and nothing is left; `guarded` refuses to put a store
 * that knows no people in the place of one whose people cannot be read
 * @throws StoreError
 */
export async function restoreFrom(
  folder: string,
  backup: string,
  { signal, guarded = false }: { readonly signal?: AbortSignal | undefined; readonly guarded?: boolean } = {},
): Promise<RestoredStore> {
  const stat = statSync(backup, { throwIfNoEntry: false })
  if (!stat) throw new StoreError('backup_missing', { file: backup })
  // A pipe would be waited for, and no signal would end that.
  if (!stat.isFile()) throw new StoreError('not_a_backup', { file: backup })
  // It would be put in its own place, and whoever did so would believe to be back at an earlier day.
  if (identityOf(backup) === identityOf(join(folder, STORE_FILE)))
    throw new StoreError('backup_is_store', { file: backup })
  let people: RestoredStore['people'] = 'none'
  const kept = await replaceStore(folder, 'restore', async (staging) => {
    await copyOf(backup, staging, signal)
    const restored = join(staging, STORE_FILE)
    const replaced = join(folder, STORE_FILE)
    settle(restored)
    passOver(restored, replaced)
    people = keepPeople(restored, replaced)
    if (guarded && people === 'unread') throw new StoreError('people_unread', { file: backup })
  })
  return { kept, people }
}

/** People of the store that is replaced stay where the other one knows none: nobody could sign in, and so everybody would get in. */
function keepPeople(restored: string, replaced: string): RestoredStore['people'] {
  const db = new Database(restored)
  try {
    if (peopleIn(db).length > 0) return 'restored'
    const people = peopleOf(replaced)
    if (people === null) return 'unread'
    if (people.length === 0) return 'none'
    // The store that is replaced may be of a newer program.
    const known = new Set(
      db.prepare<[], string>("SELECT name FROM pragma_table_info('people')").pluck().all(),
    )
    const columns = Object.keys(people[0]!).filter((name) => known.has(name))
    const insert = db.prepare(
      `INSERT INTO people (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
    )
    db.transaction(() => people.forEach((person) => insert.run(person)))()
    return 'stayed'
  } finally {
    db.close()
  }
}

/** The people of the store that is replaced; null where they cannot be read. */
const peopleOf = (replaced: string) => (existsSync(replaced) ? readOf(replaced, peopleIn) : [])

/** The people of a store, also of one from before there were any. */
function peopleIn(db: Sqlite): Record<string, unknown>[] {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'people'").get()
  return table === undefined ? [] : db.prepare<[], Record<string, unknown>>('SELECT * FROM people').all()
}

/**
 * What no copy can know, of a store that was kept as it was, too: what has been sent since, and whose session was ended.
 */
function settle(restored: string): void {
  const db = new Database(restored)
  try {
    db.exec(`${DOUBT_WAITING}; DELETE FROM sessions`)
  } finally {
    db.close()
  }
}

/**
 * Looks whether a file is a backup that can be put in a store's place.
 * @param folder of that store: guarded, as {@link restoreFrom} has it; null: it is not to be replaced now
 * @throws StoreError for one that is not
 */
export function inspectBackup(file: string, folder: string | null): void {
  const source = openBackup(file)
  try {
    checkBackup(source, file)
    if (folder !== null && peopleIn(source).length === 0 && peopleOf(join(folder, STORE_FILE)) === null)
      throw new StoreError('people_unread', { file })
  } catch (error) {
    throw damageOf(error, file)
  } finally {
    source.close()
  }
}

/** What is passed over of the numbers that a store gave which nobody can read any more. */
const UNKNOWN_NUMBERS = 1000

/** Numbers that were given after the backup are with customers, too: they go on after those of the store that it replaces. */
function passOver(restored: string, replaced: string): void {
  const db = new Database(restored)
  try {
    const given = existsSync(replaced) ? readOf(replaced, lastNumbers) : null
    const before = lastNumbers(db)
    const last = (table: string) => before.get(table) ?? 0
    const forget = db.prepare('DELETE FROM sqlite_sequence WHERE name = ?')
    const keep = db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
    db.transaction(() => {
      for (const table of ['orders', 'quotes']) {
        forget.run(table)
        keep.run(
          table,
          Math.max(last(table), given ? (given.get(table) ?? 0) : last(table) + UNKNOWN_NUMBERS),
        )
      }
    })()
  } finally {
    db.close()
  }
}

/** The last number that each table gave. */
const lastNumbers = (db: Sqlite): ReadonlyMap<string, number> =>
  new Map(db.prepare<[], [string, number]>('SELECT name, seq FROM sqlite_sequence').raw().all())

/** Null where a store cannot be read: that may be why another is put in its place. */
function readOf<T>(store: string, read: (db: Sqlite) => T): T | null {
  try {
    const db = readingOf(store)
    try {
      return isOurs(db) ? read(db) : null
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}

/** Copies and checks the backup by opening it as the store that it will be, migrated to this program's schema. */
async function copyOf(backup: string, staging: string, signal?: AbortSignal): Promise<void> {
  const source = openBackup(backup)
  const copied = join(staging, STORE_FILE)
  try {
    checkBackup(source, backup)
    mkdirSync(staging, { mode: 0o700 })
    touchPrivate(copied)
    await copyTo(source, copied, signal)
  } catch (error) {
    throw damageOf(error, backup)
  } finally {
    source.close()
  }
  try {
    const copy = openDatabase(staging)
    copy.pragma('wal_checkpoint(TRUNCATE)')
    copy.pragma('journal_mode = DELETE')
    copy.close()
  } catch (error) {
    throw damageOf(error, backup)
  }
}

function openBackup(file: string): Sqlite {
  try {
    accessSync(file, constants.R_OK)
    const source = new Database(file, { readonly: true })
    // Whatever a stranger's file defines runs nothing.
    source.pragma('trusted_schema = OFF')
    source.pragma('schema_version')
    return source
  } catch (error) {
    const code = errorCode(error)
    if (/^E[A-Z]+$/.test(code)) throw new StoreError('backup_unreadable', { file, cause: code }, error)
    throw isDamage(error) ? damageOf(error, file) : new StoreError('not_a_backup', { file }, error)
  }
}

/** @throws StoreError for what this program could not go on with, or did not make: it would be the shop's store */
function checkBackup(source: Sqlite, file: string): void {
  const [problem] = integrityProblems(source, 'integrity_check')
  if (problem) throw new StoreError('backup_damaged', { file, problem })
  const schema = schemaVersion(source)
  if (schema <= 0 || !isOurs(source)) throw new StoreError('not_a_backup', { file })
  const known = MIGRATIONS.length
  if (schema > known) throw new StoreError('newer', { file, schema, known })
  const broken = (source.pragma('foreign_key_check') as unknown[]).length
  if (broken > 0) throw new StoreError('backup_damaged', { file, problem: `foreign_key_check: ${broken}` })
  const [difference] = schemaDifferences(source)
  if (difference) throw new StoreError('backup_altered', { file, ...difference })
}

const isDamage = (error: unknown) => errorCode(error).startsWith('SQLITE_CORRUPT')

/** A copy of ours can be written: where SQLite says that it cannot, the file says so of itself. */
const saysReadOnly = (error: unknown) =>
  (error instanceof StoreError ? String(error.params['cause']) : errorCode(error)).startsWith(
    'SQLITE_READONLY',
  )

/** What is wrong with the content of a backup, or of its copy, goes by the backup's name; a full disk does not. */
function damageOf(error: unknown, file: string): unknown {
  const content =
    error instanceof StoreError && /^(corrupt|empty|value_damaged|migration_failed)$/.test(error.code)
  if (!content && !isDamage(error) && !saysReadOnly(error)) return error
  const told = error instanceof StoreError ? (error.params['problem'] ?? error.params['cause']) : undefined
  const problem = told ?? (error as Error).message
  return new StoreError('backup_damaged', { file, problem }, error)
}

/** Free bytes of the disk that holds the folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existsSync(folder) ? folder : dirname(folder))
  return bavail * bsize
}
