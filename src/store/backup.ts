import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { integrityProblems, lockFolder, openDatabase, STORE_FILE, type Sqlite } from './database.ts'
import { StoreError } from './errors.ts'

/** A restore does not wait long for a command that is still at work. */
const BUSY_TIMEOUT_MS = 500

/**
 * Writes a consistent copy of the store while others use it (SQLite's online backup), under a temporary name first:
 * a file of that name is always a whole backup.
 *
 * @param redact SQL run on the copy, for what a backup must not hold.
 * @returns its size in bytes.
 */
export async function backupTo(db: Sqlite, file: string, redact: string): Promise<number> {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  try {
    await copyTo(db, partial)
    const copy = new Database(partial)
    try {
      copy.exec(redact)
      copy.pragma('journal_mode = DELETE')
      copy.exec('VACUUM')
      const [problem] = integrityProblems(copy, 'quick_check')
      if (problem)
        throw new StoreError('corrupt', `the store is damaged (${problem}); this backup was not kept`)
    } finally {
      copy.close()
    }
    renameSync(partial, file)
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(partial + suffix, { force: true })
  }
  return statSync(file).size
}

/**
 * SQLite's online backup begins anew each time another connection writes, and beside a busy service would never end:
 * one read transaction holds it to the state of its beginning.
 */
async function copyTo(db: Sqlite, file: string): Promise<void> {
  db.exec('BEGIN')
  try {
    db.prepare('SELECT 1 FROM sqlite_schema').get()
    await db.backup(file)
  } finally {
    db.exec('COMMIT')
  }
}

/**
 * Puts a backup in the place of the store. The present store is kept beside it, so that a restore can be undone.
 * Refuses while a service runs on the folder, and a file that is no sound backup.
 *
 * @returns the name under which the store from before was kept, or null where there was none.
 * @throws StoreError
 */
export async function restoreFrom(folder: string, backup: string): Promise<string | null> {
  if (!existsSync(backup)) throw new StoreError('not_a_backup', `${backup} does not exist`)
  const lock = lockFolder(folder)
  const staging = join(folder, `restore-${randomBytes(4).toString('hex')}`)
  try {
    await copyOf(backup, staging)
    const store = join(folder, STORE_FILE)
    const kept = existsSync(store)
      ? `${store}.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`
      : null
    if (kept) keep(store, kept)
    // Without its own write-ahead log the restored file is whole by itself; the old log must not be read into it.
    for (const suffix of ['-wal', '-shm']) rmSync(store + suffix, { force: true })
    renameSync(join(staging, STORE_FILE), store)
    return kept
  } finally {
    rmSync(staging, { recursive: true, force: true })
    lock.release()
  }
}

/** Copies and checks the backup by opening it as the store that it will be, migrated to this program's schema. */
async function copyOf(backup: string, staging: string): Promise<void> {
  let source: Sqlite
  try {
    source = new Database(backup, { readonly: true })
    source.pragma('schema_version')
  } catch (error) {
    throw new StoreError(
      'not_a_backup',
      `${backup} is not a Comptoir backup (${(error as Error).message})`,
      error,
    )
  }
  try {
    const [problem] = integrityProblems(source, 'integrity_check')
    if (problem)
      throw new StoreError('not_a_backup', `${backup} is damaged (${problem}); choose another backup`)
    if ((source.pragma('user_version', { simple: true }) as number) === 0) {
      throw new StoreError('not_a_backup', `${backup} is not a Comptoir backup`)
    }
    mkdirSync(staging, { recursive: true })
    await source.backup(join(staging, STORE_FILE))
  } finally {
    source.close()
  }
  const copy = openDatabase(staging)
  copy.pragma('wal_checkpoint(TRUNCATE)')
  copy.pragma('journal_mode = DELETE')
  copy.close()
}

/** Gives the present store a second name. It keeps its own until the restored one takes its place in one step. */
function keep(store: string, kept: string): void {
  let busy: boolean
  try {
    const before = new Database(store, { timeout: BUSY_TIMEOUT_MS })
    try {
      busy = (before.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[])[0]?.busy === 1
    } finally {
      before.close()
    }
  } catch {
    // A damaged store is the reason to restore: it is kept as it is, log and all.
    busy = false
    for (const suffix of ['-wal', '-shm']) {
      if (existsSync(store + suffix)) renameSync(store + suffix, kept + suffix)
    }
  }
  if (busy) throw new StoreError('locked', `${store} is being used by another command; try again in a moment`)
  try {
    linkSync(store, kept)
  } catch {
    // Not every disk has second names.
    copyFileSync(store, kept)
  }
}

/** Free bytes of the disk that holds the folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existsSync(folder) ? folder : dirname(folder))
  return bavail * bsize
}
