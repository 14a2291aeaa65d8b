/** What fails leaves no store behind, and no folder: a mistyped name must not look like a shop without orders. */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { hasStore } from './sqlite/database.ts'
import { isOwnName, STORE_FILE } from './folder.ts'
import { isFolderLocked } from './lock.ts'
import { isUnwritten } from './sqlite/schema.ts'

/**
 * Looks at a data folder before a store may be made in it.
 * @returns takes back what was made since: only where nobody else uses the folder, and nothing was written to the store
 */
export function beforeMaking(folder: string): () => void {
  const path = resolve(folder)
  if (hasStore(path)) return () => undefined
  const missing: string[] = []
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at)
  const before = new Set(namesIn(path))
  return () => {
    try {
      if (!existsSync(path) || isFolderLocked(path) || isInUse(path)) return
      for (const name of namesIn(path)) {
        if (isOwnName(name) && !before.has(name)) rmSync(join(path, name), { recursive: true, force: true })
      }
      for (const made of missing) rmdirSync(made)
    } catch {
      // Another's by now, or not to be removed: the failure itself is what is told.
    }
  }
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

function isInUse(folder: string): boolean {
  if (!hasStore(folder)) return false
  const db = new Database(join(folder, STORE_FILE), { timeout: 0 })
  try {
    // Refused while another has it open: that one is about to write.
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN EXCLUSIVE')
    return !isUnwritten(db)
  } finally {
    db.close()
  }
}
