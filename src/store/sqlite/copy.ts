import type Database from 'better-sqlite3'
import {
  DOUBT_WAITING,
  MODULUS,
  ROWS_AT_ONCE,
  type CopiedRow,
  type CopiedTable,
  type CopySource,
  type CopyTarget,
} from '../copy.ts'
import { StoreError } from '../errors.ts'
import { lockFolder, type FolderLock } from '../lock.ts'
import { openDatabase, readOnly, type Sqlite } from './database.ts'
import { isUnwritten } from './schema.ts'

/** Reads the store of a data folder, which no service has meanwhile. @throws StoreError `locked` */
export function sqliteSource(folder: string): CopySource {
  const lock = lockFolder(folder)
  try {
    return readingOf(folder, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

function readingOf(folder: string, lock: FolderLock): CopySource {
  // Brings an older store to the newest schema first, as every program does.
  openDatabase(folder).close()
  const db = readOnly(folder)
  db.exec('BEGIN')
  return {
    tables: () => Promise.resolve(tablesOf(db)),
    async *read({ name, columns }) {
      const sql = `SELECT ${columns.map((column) => `"${column.name}"`).join(', ')} FROM "${name}"`
      let rows: CopiedRow[] = []
      for (const row of db.prepare(sql).raw().iterate() as Iterable<CopiedRow>) {
        rows.push(row)
        if (rows.length < ROWS_AT_ONCE) continue
        yield rows
        rows = []
      }
      if (rows.length > 0) yield rows
    },
    lastId: (table) => Promise.resolve(lastIdOf(db, table)),
    close() {
      db.close()
      lock.release()
      return Promise.resolve()
    },
  }
}

/** Fills the empty store of a data folder, which is made where it is missing. @throws StoreError `copy_not_empty` */
export function sqliteTarget(folder: string): CopyTarget {
  const db = openDatabase(folder)
  if (!isUnwritten(db)) {
    db.close()
    throw new StoreError('copy_not_empty', { store: folder })
  }
  db.pragma('foreign_keys = OFF')
  db.exec('BEGIN IMMEDIATE')
  const insertions = new Map<string, Database.Statement>()
  for (const { name } of tablesOf(db)) db.exec(`DELETE FROM "${name}"`)
  return {
    write({ name, columns }, rows) {
      let insertion = insertions.get(name)
      if (!insertion) {
        const names = columns.map((column) => `"${column.name}"`).join(', ')
        insertion = db.prepare(
          `INSERT INTO "${name}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
        )
        insertions.set(name, insertion)
      }
      for (const row of rows) insertion.run(...row)
      return Promise.resolve()
    },
    setLastId({ name }, last) {
      // Where rows are numbered by the largest one, there is nothing to keep.
      if (isSequenced(db, name)) {
        db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name)
        // Of a table that never had a row, SQLite keeps none.
        if (last > 0) db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, last)
      }
      return Promise.resolve()
    },
    holding({ name, columns }) {
      const sums = columns.map((column) =>
        column.type === 'integer'
          ? `COALESCE(sum("${column.name}" % ${MODULUS}), 0)`
          : `COALESCE(sum(octet_length("${column.name}")), 0)`,
      )
      const [rows, ...found] = db
        .prepare(`SELECT count(*), ${sums.join(', ')} FROM "${name}"`)
        .raw()
        .get() as number[]
      return Promise.resolve({ rows: rows!, sums: found })
    },
    commit() {
      const broken = db.pragma('foreign_key_check') as readonly { readonly table: string }[]
      if (broken.length > 0) throw new StoreError('copy_differs', { table: broken[0]!.table })
      db.exec(DOUBT_WAITING)
      db.exec('COMMIT')
      return Promise.resolve()
    },
    close() {
      db.close()
      return Promise.resolve()
    },
  }
}

const TYPES: Readonly<Record<string, CopiedTable['columns'][number]['type']>> = {
  INTEGER: 'integer',
  TEXT: 'text',
  BLOB: 'bytes',
}

/** Every table of ours, each after those that it refers to. */
function tablesOf(db: Sqlite): CopiedTable[] {
  const names = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all()
  const ordered = new Set<string>()
  const add = (name: string) => {
    const references = db.pragma(`foreign_key_list("${name}")`) as readonly { readonly table: string }[]
    for (const { table } of references) if (table !== name && !ordered.has(table)) add(table)
    ordered.add(name)
  }
  names.forEach(add)
  return [...ordered].map((name) => {
    const columns = db.pragma(`table_info("${name}")`) as readonly { name: string; type: string }[]
    return { name, columns: columns.map((column) => ({ name: column.name, type: TYPES[column.type]! })) }
  })
}

const isSequenced = (db: Sqlite, name: string) =>
  /AUTOINCREMENT/.test(db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name) as string)

/** Tables whose rows have numbers of ours have an `id`, and are not of the catalogue, whose ids are the sources' own. */
function lastIdOf(db: Sqlite, { name, columns }: CopiedTable): number | null {
  if (!columns.some((column) => column.name === 'id') || GIVEN.has(name)) return null
  const largest = db.prepare(`SELECT COALESCE(max(id), 0) FROM "${name}"`).pluck().get() as number
  const sequence = isSequenced(db, name)
    ? (db.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck().get(name) as number | undefined)
    : undefined
  return Math.max(largest, sequence ?? 0)
}

/** Their ids are given by others. */
const GIVEN = new Set(['catalogue', 'lead_times', 'products', 'families', 'print_tariffs', 'display_tariffs'])
