/** How much a store's file holds, never what: of one that is damaged, as far as it can be read. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { errorCode } from '../errors.ts'
import { SQLITE_SUFFIXES } from '../folder.ts'
import { BUSY_TIMEOUT_MS, schemaVersion, STORE_FILE, type Sqlite } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import { emptyStore } from './schema.ts'

export interface Survey {
  readonly engine: 'sqlite' | 'postgresql'
  /** of the engine */
  readonly version: string | null
  readonly schema: { readonly version: number | null; readonly known: number }
  /** bytes by what they are of */
  readonly sizes: Readonly<Record<string, number>>
  /** how many rows each of our tables has, or why that is not known: a code */
  readonly rows: Readonly<Record<string, number | string>>
  /** tables that are not ours */
  readonly foreignTables: number | null
  /** why the store cannot be opened: a code */
  readonly failed: string | null
}

const NAMES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"

/** The tables that the migrations make. */
export function knownTables(): string[] {
  const model = emptyStore()
  try {
    return tablesIn(model).sort()
  } finally {
    model.close()
  }
}

const tablesIn = (db: Sqlite) => db.prepare(NAMES).pluck().all() as string[]

/** Takes as long as reading an index of every table, and writes nothing. */
export function surveyOf(folder: string): Survey {
  const file = join(folder, STORE_FILE)
  const sizes = sizesOf(file)
  const unread = { engine: 'sqlite', sizes, version: null, rows: {}, foreignTables: null } as const
  const schema = { version: null, known: MIGRATIONS.length }
  let db: Sqlite | null = null
  try {
    db = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    const known = knownTables()
    const there = tablesIn(db)
    return {
      ...unread,
      version: db.prepare('SELECT sqlite_version()').pluck().get() as string,
      schema: { ...schema, version: schemaVersion(db) },
      rows: Object.fromEntries(known.map((name) => [name, rowsOf(db!, name)])),
      foreignTables: there.filter((name) => !known.includes(name)).length,
      failed: null,
    }
  } catch (error) {
    return { ...unread, schema, failed: errorCode(error) || 'unreadable' }
  } finally {
    db?.close()
  }
}

function sizesOf(file: string): Record<string, number> {
  const sizes = ['', ...SQLITE_SUFFIXES].map((suffix) => {
    const size = statSync(`${file}${suffix}`, { throwIfNoEntry: false })?.size
    return [suffix === '' ? 'file' : suffix.slice(1), size] as const
  })
  return Object.fromEntries(sizes.filter((entry): entry is [string, number] => entry[1] !== undefined))
}

function rowsOf(db: Sqlite, table: string): number | string {
  try {
    return db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number
  } catch (error) {
    return errorCode(error) || 'unreadable'
  }
}
