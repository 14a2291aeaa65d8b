/** Another store in the place of a folder's: the present one is kept beside it. */
import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { momentForFile, momentOf } from '../../domain/file-moments.ts'
import { isBusy, StoreError } from '../errors.ts'
import { DEVICE_FILE, isOwnName, removeLeftovers, SQLITE_SUFFIXES, stagingIn, STORE_FILE } from '../folder.ts'
import { lockFolder } from '../lock.ts'
import { openDatabase } from './database.ts'

/** It does not wait long for a command that is still at work. */
const BUSY_TIMEOUT_MS = 500

/** Why a store was kept, and when. */
const KEPT = /^comptoir\.db\.before-(restore|wipe)-([\dTZ-]+)$/

export type ReplacedBy = 'restore' | 'wipe'

/** What the name of a kept store says; null of another file. */
export function keptStore(name: string): { readonly why: ReplacedBy; readonly at: string } | null {
  const [, why, moment = ''] = KEPT.exec(name) ?? []
  const at = momentOf(moment)
  return why && at ? { why: why as ReplacedBy, at } : null
}

/**
 * Puts another store in the place of a folder's, which no service has meanwhile.
 *
 * @param make writes the other one into an empty folder of its own; what it throws leaves all as it was
 * @returns the name under which the store from before was kept, or null where there was none.
 * @throws StoreError `locked` where a service runs on the folder, `busy` where a command is at work
 */
export async function replaceStore(
  folder: string,
  why: ReplacedBy,
  make: (staging: string) => void | Promise<void>,
): Promise<string | null> {
  const lock = lockFolder(folder)
  const staging = stagingIn(folder)
  try {
    removeLeftovers(folder, isOwnName)
    await make(staging)
    const store = join(folder, STORE_FILE)
    const kept = existsSync(store)
      ? `${store}.before-${why}-${momentForFile(new Date().toISOString())}`
      : null
    if (kept) keep(store, kept)
    // Without its own write-ahead log the new file is whole by itself; the old log must not be read into it.
    for (const suffix of SQLITE_SUFFIXES) rmSync(store + suffix, { force: true })
    renameSync(join(staging, STORE_FILE), store)
    // Numbers that were given under its code are with customers: it goes on under another one.
    rmSync(join(folder, DEVICE_FILE), { force: true })
    return kept
  } finally {
    rmSync(staging, { recursive: true, force: true })
    lock.release()
  }
}

/** Who works here stays: nobody is locked out by it. */
const STAYS = ['people', 'sessions']

/**
 * Puts an empty store in the place of a folder's, with its people alone.
 * @returns as {@link replaceStore} @throws StoreError
 */
export function wipeStore(folder: string): Promise<string | null> {
  return replaceStore(folder, 'wipe', (staging) => {
    const db = openDatabase(staging)
    try {
      db.prepare('ATTACH ? AS before').run(join(folder, STORE_FILE))
      for (const table of STAYS) db.exec(`INSERT INTO main.${table} SELECT * FROM before.${table}`)
      db.exec('DETACH before')
      db.pragma('wal_checkpoint(TRUNCATE)')
      db.pragma('journal_mode = DELETE')
    } finally {
      db.close()
    }
  })
}

/** Gives the present store a second name. It keeps its own until the restored one takes its place in one step. */
function keep(store: string, kept: string): void {
  let busy: boolean
  try {
    const before = new Database(store, { timeout: BUSY_TIMEOUT_MS })
    try {
      busy = (before.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[])[0]?.busy === 1
      // Whole by itself: who reads the kept one leaves no log beside it.
      if (!busy) before.pragma('journal_mode = DELETE')
    } finally {
      before.close()
    }
  } catch (error) {
    if (isBusy(error)) throw new StoreError('busy', { file: store }, error)
    // A damaged store is the reason to restore: it is kept as it is, log and all.
    busy = false
    for (const suffix of SQLITE_SUFFIXES) {
      if (existsSync(store + suffix)) renameSync(store + suffix, kept + suffix)
    }
  }
  if (busy) throw new StoreError('busy', { file: store })
  try {
    linkSync(store, kept)
  } catch {
    // Not every disk has second names.
    copyFileSync(store, kept)
  }
}
