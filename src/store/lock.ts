import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { isBusy, StoreError, storeFailure } from './errors.ts'
import { LOCK_FILE, makeFolder, STORE_FILE, touchPrivate } from './folder.ts'

/** How long a service that runs is given to take back a lock file that was removed; it looks once a second. */
const RECLAIM_MS = 4_000
/** Whoever only looks whether the folder is held, or holds it for a moment, is waited for. */
const MOMENT_MS = 1_000

/** A lock on a data folder that the system lets go of when its process ends, however it ends. */
export interface FolderLock {
  /**
   * Looks whether the lock file is still the one that is held, and takes the new one where someone removed it.
   * @returns false where another service has the folder by now
   */
  keep(): boolean
  release(): void
}

/**
 * Takes the data folder for one service: two would transmit the same orders.
 *
 * The lock is on the file, not on its name. Where the file of a folder with a store is missing, someone removed it, and
 * a service that runs would not be seen: a new file is laid down first, which that service takes within its next
 * look ({@link FolderLock.keep}), and only what is still free then is ours.
 *
 * @throws StoreError `locked` where another process holds it.
 */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, LOCK_FILE)
  try {
    makeFolder(folder)
    if (touchPrivate(file) && existsSync(join(folder, STORE_FILE))) pause(RECLAIM_MS)
    let held = hold(file)
    return {
      keep() {
        if (identityOf(file) === held.identity) return true
        try {
          touchPrivate(file)
          const next = hold(file)
          held.release()
          held = next
          return true
        } catch (error) {
          if (isBusy(error)) return false
          throw error
        }
      },
      release: () => held.release(),
    }
  } catch (error) {
    if (isBusy(error)) throw new StoreError('locked', { folder }, error)
    throw storeFailure(error, file)
  }
}

/** Locks the file that bears the name now. */
function hold(file: string): { identity: string | null; release(): void } {
  refuseDirectory(file)
  // SQLite would open a file that it cannot write for reading, and lock nothing.
  accessSync(file, constants.W_OK)
  const db = new Database(file, { timeout: MOMENT_MS })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN EXCLUSIVE')
    return { identity: identityOf(file), release: () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Which file bears a name, whatever other names it has; null where none does. */
export function identityOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat ? `${stat.dev}:${stat.ino}` : null
}

/** Whether a service holds the folder now. Others that look meanwhile hold nothing. */
export function isFolderLocked(folder: string): boolean {
  const file = join(folder, LOCK_FILE)
  if (!existsSync(file)) return false
  refuseDirectory(file)
  try {
    const db = new Database(file, { readonly: true, timeout: 0 })
    try {
      db.exec('SELECT 1 FROM sqlite_master')
      return false
    } finally {
      db.close()
    }
  } catch (error) {
    if (isBusy(error)) return true
    throw storeFailure(error, file)
  }
}

/** SQLite would say no more than that it cannot open it. @throws StoreError */
function refuseDirectory(file: string): void {
  if (statSync(file).isDirectory()) throw new StoreError('unwritable', { file, cause: 'EISDIR' })
}

const pause = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
