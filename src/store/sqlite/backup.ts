/** A consistent copy of the store, written while others use it. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  statSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { DOUBT_WAITING } from '../copy.ts'
import { errorCode, StoreError } from '../errors.ts'
import { isOwnName, partialOf, removeDatabase, removeLeftovers, touchPrivate } from '../folder.ts'
import { identityOf } from '../lock.ts'
import { basicProblem, unreadableValue } from './content.ts'
import { integrityProblems, isOurs, type Sqlite } from './database.ts'
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
    WHERE CASE WHEN json_valid(value)
      THEN json_type(value) = 'object' AND json_type(value, '$.sealed') IS NOT NULL END;
  ${DOUBT_WAITING};
  DELETE FROM events WHERE id < (SELECT max(id) FROM events);
  UPDATE events SET id = id + 1000000000`

/** A backup that was made. */
export interface MadeBackup {
  readonly bytes: number
  /** the place in the store, and in the copy, that cannot be read, and what is wrong there; null: all can */
  readonly unread: string | null
}

/**
 * Writes a consistent copy of the store while others use it (SQLite's online backup), under a temporary name beside
 * its own first: a file of that name is always a whole backup, for its owner's eyes alone. One is made of a store of which
 * rows cannot be read, too: a copy of what is there is better than none.
 *
 * @param file a name in the data folder is taken only where it is free and not one that the program uses; the store of another
 *   data folder is never replaced
 * @param redact SQL run on the copy, for what a backup must not hold.
 * @param signal stops it; nothing is left
 * @throws StoreError
 */
export async function backupTo(
  db: Sqlite,
  file: string,
  redact: string,
  signal?: AbortSignal,
): Promise<MadeBackup> {
  const target = placeOf(file)
  refuseOwnFiles(dirname(db.name), file, target)
  const partial = partialOf(target)
  try {
    removeLeftovers(dirname(target), (entry) => entry.startsWith(`${basename(target)}.`))
    touchPrivate(partial)
    await copyTo(db, partial, signal)
    let unread: string | null
    const copy = new Database(partial)
    try {
      copy.exec(redact)
      dropForeign(copy)
      copy.pragma('journal_mode = DELETE')
      copy.exec('VACUUM')
      const [problem] = integrityProblems(copy, 'quick_check')
      if (problem) throw new StoreError('source_damaged', { problem })
      refuseUseless(copy)
      unread = unreadableValue(copy)
    } finally {
      copy.close()
    }
    renameSync(partial, target)
    return { bytes: statSync(target).size, unread }
  } catch (error) {
    throw notWritten(error, file)
  } finally {
    removeDatabase(partial)
  }
}

/** What others added to the store, an index say, is none of the backup's: it could not be put back with it. */
function dropForeign(copy: Sqlite): void {
  for (const { difference, type, name } of schemaDifferences(copy))
    if (difference === 'foreign') copy.exec(`DROP ${type} IF EXISTS "${name.replaceAll('"', '""')}"`)
}

/** @throws StoreError for what no restore would take: it would only stand in the place of one that can be put back */
function refuseUseless(copy: Sqlite): void {
  const [difference] = schemaDifferences(copy)
  if (difference) throw new StoreError('source_altered', { ...difference })
  const problem = basicProblem(copy)
  if (problem !== null) throw new StoreError('source_damaged', { problem })
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
  if (present || reserved || isWorkedOn(target)) throw new StoreError('backup_in_use', { file })
  if (stat && stat.size > 0 && !isStore(target)) throw new StoreError('backup_of_others', { file })
}

/** Where a database says how it is written, and what says that there is a log beside it. */
const HEADER_BYTES = 20
const WRITE_VERSION_AT = 18
const WITH_A_LOG = 2

/** Whether a file is a store that a service works on, of this folder or another, running or not: a backup has no log. */
function isWorkedOn(file: string): boolean {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch {
    return false
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    readSync(handle, header, 0, HEADER_BYTES, 0)
    return header.toString('latin1').startsWith('SQLite format 3') && header[WRITE_VERSION_AT] === WITH_A_LOG
  } finally {
    closeSync(handle)
  }
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
export async function copyTo(db: Sqlite, file: string, signal?: AbortSignal): Promise<void> {
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

/** Free bytes of the disk that holds the folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existsSync(folder) ? folder : dirname(folder))
  return bavail * bsize
}

/**
 * Copies a store that nobody writes to, with what its log holds: SQLite reads none that it cannot write a file beside.
 * @param copy a free name
 */
export function copyStoreFiles(store: string, copy: string): void {
  for (const suffix of ['', '-wal']) {
    if (!existsSync(store + suffix)) continue
    touchPrivate(copy + suffix)
    copyFileSync(store + suffix, copy + suffix)
  }
}
