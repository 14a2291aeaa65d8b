/** What stands in a store's schema, held against what the migrations make: damage and strangers are told by name. */
import Database from 'better-sqlite3'
import type { Migration } from './migration.ts'
import { MIGRATIONS } from './migrations.ts'
import { teachFold } from './fold.ts'

type Sqlite = Database.Database

/** One thing of the schema that is not as the migrations make it. */
export interface SchemaDifference {
  readonly difference: 'missing' | 'foreign' | 'changed'
  /** as SQLite names it: table, index, trigger or view */
  readonly type: string
  readonly name: string
}

interface SchemaEntry {
  readonly type: string
  readonly name: string
  readonly sql: string
}

/** An empty store of a version, in memory. The caller closes it. */
export function emptyStore(
  version = MIGRATIONS.length,
  migrations: readonly Migration[] = MIGRATIONS,
): Sqlite {
  const db = new Database(':memory:')
  teachFold(db)
  for (const { sql } of migrations.slice(0, version)) db.exec(sql)
  return db
}

/** Every thing that the store lacks, has besides or has otherwise than a store of its version, missing ones first. */
export function schemaDifferences(db: Sqlite): SchemaDifference[] {
  const version = db.pragma('user_version', { simple: true }) as number
  const model = emptyStore(version)
  try {
    const expected = entriesOf(model)
    const found = entriesOf(db)
    const told = (difference: SchemaDifference['difference'], { type, name }: SchemaEntry) => ({
      difference,
      type,
      name,
    })
    const besides = [...found]
      .filter(([key]) => !expected.has(key))
      .map(([, entry]) => told('foreign', entry))
    const lacking = [...expected].flatMap(([key, entry]) => {
      const there = found.get(key)
      if (!there) return [told('missing', entry)]
      return there.sql === entry.sql ? [] : [told('changed', entry)]
    })
    return [...lacking, ...besides]
  } finally {
    model.close()
  }
}

/** SQLite's own tables and indexes (`sqlite_…`) come and go with its use; it has no triggers and views. */
function entriesOf(db: Sqlite): ReadonlyMap<string, SchemaEntry> {
  const rows = db
    .prepare<[], SchemaEntry>(
      `SELECT type, name, COALESCE(sql, '') AS sql FROM sqlite_schema
       WHERE type NOT IN ('table', 'index') OR name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all()
  return new Map(
    rows.map((entry) => [`${entry.type} ${entry.name}`, { ...entry, sql: entry.sql.replace(/\s+/g, ' ') }]),
  )
}

/** Whether the store is as it was made: nobody has written to it. */
export function isUnwritten(db: Sqlite): boolean {
  const model = emptyStore()
  try {
    const counted = (of: Sqlite) =>
      [...entriesOf(of).values()]
        .filter(({ type }) => type === 'table')
        .map(({ name }) => `${name} ${String(of.prepare(`SELECT count(*) FROM "${name}"`).pluck().get())}`)
        .sort()
        .join()
    return counted(db) === counted(model)
  } finally {
    model.close()
  }
}
