/** For tests: stores that hold nothing but keys, and backups of them. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { temporaryFolder } from '../../testing/folder.ts'
import { backupTo } from './backup.ts'
import { openDatabase, type Sqlite } from './database.ts'

/** Takes nothing out of a backup. */
export const NOTHING = 'SELECT 1'

export const put = (db: Sqlite, key: string, value = '1') =>
  db.prepare('INSERT INTO settings VALUES (?, ?)').run(key, value)
export const keys = (db: Sqlite) =>
  db.prepare('SELECT key FROM settings ORDER BY rowid').pluck().all() as string[]
export const keysIn = (file: string) => {
  const db = new Database(file, { readonly: true })
  try {
    return keys(db)
  } finally {
    db.close()
  }
}

/** A folder with a store that holds the keys, and the path of a backup of it. */
export async function backedUp(...names: string[]) {
  const folder = temporaryFolder()
  const file = join(temporaryFolder(), 'copy.bak')
  const db = openDatabase(folder)
  for (const name of names) put(db, name)
  await backupTo(db, file, NOTHING)
  db.close()
  return { folder, file }
}
