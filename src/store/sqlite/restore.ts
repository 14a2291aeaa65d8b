/** A backup in the place of the store, once it is known to be one that a service can go on with. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { OrdersSince } from '../../domain/restored-orders.ts'
import { DOUBT_WAITING } from '../copy.ts'
import { errorCode, isDiskFailure, StoreError } from '../errors.ts'
import { touchPrivate } from '../folder.ts'
import { identityOf } from '../lock.ts'
import { copyStoreFiles, copyTo } from './backup.ts'
import { basicProblem, LARGEST_NUMBER, unreadableValue } from './content.ts'
import {
  integrityProblems,
  isOurs,
  openDatabase,
  schemaVersion,
  STORE_FILE,
  type Sqlite,
} from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import { replaceStore } from './replace.ts'
import { readOf } from './replaced.ts'
import { ordersSince } from './restored-orders.ts'
import { keepPeople, keepTaken, peopleIn, peopleOf, type RestoredPeople } from './restored-people.ts'
import { schemaDifferences } from './schema.ts'

/** What a restore did. */
export interface RestoredStore extends RestoredPeople {
  /** the name under which the store from before was kept; null where there was none */
  readonly kept: string | null
  /** orders that the store that it replaced has beyond the backup; null: they cannot be read */
  readonly ordersSince: OrdersSince | null
}

/** What a restored store itself is to tell from then on. */
export type RestoreTold = Pick<RestoredStore, 'reopened' | 'seeAgain' | 'ordersSince'>

export interface RestoreOptions {
  readonly signal?: AbortSignal | undefined
  readonly guarded?: boolean
  readonly unread?: boolean
  readonly begin?: ((folder: string) => Promise<void>) | undefined
  readonly note?: ((folder: string, told: RestoreTold) => Promise<void>) | undefined
}

/**
 * Puts a backup in the place of the store. The present store is kept beside it, so that a restore can be undone.
 * Refuses while a service runs on the folder, and a file that is no sound backup. A backup from before there were people
 * takes sign-in away from nobody: those of the present store stay.
 *
 * @param options `signal` stops it while nothing is put in place yet, and nothing is left; `guarded` refuses to put a store
 * that knows no people in the place of one whose people cannot be read; `unread` takes one of which rows cannot be read, which is
 * refused else; `begin` begins what will work with it in a folder, and
 * ends it: what it throws is what is wrong with the backup; `note` writes into the store of a folder what is to be told of it, before
 * it takes the place: whatever ends the program then, that is told
 * @throws StoreError
 */
export async function restoreFrom(
  folder: string,
  backup: string,
  { signal, guarded = false, unread = false, begin, note }: RestoreOptions = {},
): Promise<RestoredStore> {
  const stat = statSync(backup, { throwIfNoEntry: false })
  if (!stat) throw new StoreError('backup_missing', { file: backup })
  // A pipe would be waited for, and no signal would end that.
  if (!stat.isFile()) throw new StoreError('not_a_backup', { file: backup })
  // It would be put in its own place, and whoever did so would believe to be back at an earlier day.
  if (identityOf(backup) === identityOf(join(folder, STORE_FILE)))
    throw new StoreError('backup_is_store', { file: backup })
  let people: RestoredStore['people'] = 'none'
  let taken: Pick<RestoredStore, 'reopened' | 'seeAgain'> = { reopened: [], seeAgain: [] }
  let since: RestoredStore['ordersSince'] = null
  const kept = await replaceStore(folder, 'restore', async (staging) => {
    const problem = await copyOf(backup, staging, signal)
    await begin?.(staging).catch((error: unknown) => {
      throw isDiskFailure(error) ? error : unusable(error, backup)
    })
    // That it may be put back so is said of one alone that a service can begin with.
    if (problem !== null && !unread) throw new StoreError('backup_unread', { file: backup, problem })
    const restored = join(staging, STORE_FILE)
    const replaced = join(folder, STORE_FILE)
    settle(restored)
    passOver(restored, replaced)
    people = keepPeople(restored, replaced)
    taken = keepTaken(restored, replaced)
    since = ordersSince(restored, replaced)
    if (guarded && people === 'unread') throw new StoreError('people_unread', { file: backup })
    await note?.(staging, { ...taken, ordersSince: since })
    wholeByItself(restored)
  })
  return { kept, people, ...taken, ordersSince: since }
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

/** Nothing of it is in a log beside it. */
function wholeByItself(file: string): void {
  const db = new Database(file)
  try {
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}

/**
 * Looks whether a file is a backup that can be put in a store's place.
 * @param folder of that store: guarded, as {@link restoreFrom} has it; null: it is not to be replaced now
 * @returns the place that cannot be read of it, and what is wrong there; null: all can
 * @throws StoreError for one that is not
 */
export function inspectBackup(file: string, folder: string | null): string | null {
  const source = openBackup(file)
  try {
    checkBackup(source, file)
    if (folder !== null && peopleIn(source).length === 0 && peopleOf(join(folder, STORE_FILE)) === null)
      throw new StoreError('people_unread', { file })
    return unreadableValue(source)
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
        const there = given && given.get(table) !== null ? (given.get(table) ?? 0) : null
        keep.run(table, Math.max(last(table), there ?? last(table) + UNKNOWN_NUMBERS))
      }
    })()
  } finally {
    db.close()
  }
}

/** The last number that each table gave; null for what it cannot have given. */
const lastNumbers = (db: Sqlite): ReadonlyMap<string, number | null> =>
  new Map(
    db
      .prepare<[number], [string, number | null]>(
        'SELECT name, iif(seq BETWEEN 0 AND ?, seq, NULL) FROM sqlite_sequence',
      )
      .raw()
      .all(LARGEST_NUMBER),
  )

/**
 * Copies and checks the backup by opening it as the store that it will be, migrated to this program's schema.
 * @returns the place that cannot be read of it, and what is wrong there; null: all can
 */
async function copyOf(backup: string, staging: string, signal?: AbortSignal): Promise<string | null> {
  mkdirSync(staging, { mode: 0o700 })
  const source = openBackup(backup, staging)
  const copied = join(staging, STORE_FILE)
  let unread: string | null
  try {
    checkBackup(source, backup)
    unread = unreadableValue(source)
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
    return unread
  } catch (error) {
    throw damageOf(error, backup)
  }
}

/** The name of a store in the folder of the restore. */
const READ_FROM = 'read-from.db'

/** @param aside a folder for a copy of what its own place does not let be read: a store that is no backup, on a read-only disk */
function openBackup(file: string, aside?: string): Sqlite {
  try {
    accessSync(file, constants.R_OK)
    try {
      return reading(file)
    } catch (error) {
      if (aside === undefined || !/^SQLITE_(CANTOPEN|READONLY)/.test(errorCode(error))) throw error
      const copy = join(aside, READ_FROM)
      copyStoreFiles(file, copy)
      return reading(copy)
    }
  } catch (error) {
    const code = errorCode(error)
    if (/^E[A-Z]+$/.test(code)) throw new StoreError('backup_unreadable', { file, cause: code }, error)
    throw isDamage(error) ? damageOf(error, file) : new StoreError('not_a_backup', { file }, error)
  }
}

function reading(file: string): Sqlite {
  const source = new Database(file, { readonly: true })
  try {
    // Whatever a stranger's file defines runs nothing.
    source.pragma('trusted_schema = OFF')
    source.pragma('schema_version')
    return source
  } catch (error) {
    source.close()
    throw error
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
  const content = basicProblem(source)
  if (content !== null) throw new StoreError('backup_damaged', { file, problem: content })
}

/** What a program says that cannot begin over a copy. */
function unusable(error: unknown, file: string): unknown {
  const told = damageOf(error, file)
  if (told !== error) return told
  const problem = error instanceof Error ? error.message : String(error)
  return new StoreError('backup_damaged', { file, problem }, error)
}

const isDamage = (error: unknown) => errorCode(error).startsWith('SQLITE_CORRUPT')

/** A copy of ours can be written: where SQLite says that it cannot, the file says so of itself. */
const saysReadOnly = (error: unknown) =>
  (error instanceof StoreError ? String(error.params['cause']) : errorCode(error)).startsWith(
    'SQLITE_READONLY',
  )

/** What a store says of its content, without the name of the copy. */
const placeOf = ({ code, params }: StoreError) =>
  code === 'value_damaged' ? `settings.value: ${params['name']}` : (params['problem'] ?? params['cause'])

/** What is wrong with the content of a backup, or of its copy, goes by the backup's name; a full disk does not. */
function damageOf(error: unknown, file: string): unknown {
  const content =
    error instanceof StoreError && /^(corrupt|empty|value_damaged|migration_failed)$/.test(error.code)
  if (!content && !isDamage(error) && !saysReadOnly(error)) return error
  const told = error instanceof StoreError ? placeOf(error) : undefined
  const problem = told ?? (error as Error).message
  return new StoreError('backup_damaged', { file, problem }, error)
}
