/** A store whose file is damaged under the service that has it open. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { STORE_FILE } from './database.ts'

/** Overwrites the first page of a table in a data folder's store, as a failing disk may. */
export function damageTable(folder: string, table: string): void {
  const file = join(folder, STORE_FILE)
  const db = new Database(file)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const page = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) as number
  const size = db.pragma('page_size', { simple: true }) as number
  db.close()
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(4000, 0xff), 0, 4000, (page - 1) * size)
  closeSync(descriptor)
}
