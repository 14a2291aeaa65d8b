/** Makes and migrates the schema of a PostgreSQL store, in step with SQLite's. */
import type pg from 'pg'
import { StoreError } from '../errors.ts'
import { tellUpgrade } from '../upgrade.ts'
import type { Migration } from '../sqlite/migration.ts'
import { MIGRATIONS } from '../sqlite/migrations.ts'
import { BASELINE, BASELINE_VERSION, COUNTED } from './baseline.ts'
import { HeardClient } from './client.ts'
import { withoutPassword } from './address.ts'
import { connectionTo, postgresFailure, rightLacking } from './connection.ts'
import { NEEDED_COUNTER } from './outdated.ts'
import { LOCK } from './transaction.ts'

/** PostgreSQL 14 */
const OLDEST = 140_000
const VERSION_TABLE = 'comptoir_schema'
/** How many steps a program must know that goes on with the store: those that run look at it with every change. */
const NEEDED = `INSERT INTO counters (name, last) VALUES ('${NEEDED_COUNTER}', $1)
  ON CONFLICT (name) DO UPDATE SET last = excluded.last`

/**
 * Brings the database to the newest schema; an empty one is filled. Of programs that start at once one does it, the
 * others wait.
 * @throws StoreError where it cannot be used: what it holds stays as it was
 */
export async function migratePostgres(
  url: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await onConnection(url, async (client) => {
    await refuseUnfit(client, url)
    await client.query('BEGIN')
    await client.query(LOCK)
    await migrate(client, url, migrations)
    await client.query('COMMIT')
  })
}

/**
 * Whether a database holds a store: what it is worth shows when it is opened. Nothing is written.
 * @throws StoreError where the database cannot be looked into, or is another program's
 */
export function hasPostgresStore(url: string): Promise<boolean> {
  return onConnection(url, (client) => isStore(client, url))
}

async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new HeardClient({ ...connectionTo(url), statement_timeout: 0 })
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw postgresFailure(error, url)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function refuseUnfit(client: pg.Client, url: string): Promise<void> {
  const store = withoutPassword(url)
  const { rows } = await client.query<{ version: number; encoding: string; name: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
       current_setting('server_encoding') AS encoding`,
  )
  const { version, name, encoding } = rows[0]!
  if (version < OLDEST) throw new StoreError('server_too_old', { store, version: name })
  if (encoding !== 'UTF8') throw new StoreError('encoding_unfit', { store, encoding })
}

/** Whether the tables of a database are ours; false: it has none. @throws StoreError `database_foreign` */
async function isStore(client: pg.Client, url: string): Promise<boolean> {
  const { rows } = await client.query<{ seen: boolean; ours: boolean; tables: number }>(
    `SELECT current_schema() IS NOT NULL AS seen, to_regclass($1) IS NOT NULL AS ours,
       (SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')) AS tables`,
    [VERSION_TABLE],
  )
  const { seen, ours, tables } = rows[0]!
  if (!seen) throw rightLacking(url, 'permission denied for schema public')
  if (!ours && tables > 0) throw new StoreError('database_foreign', { store: withoutPassword(url) })
  return ours
}

async function migrate(client: pg.Client, url: string, migrations: readonly Migration[]): Promise<void> {
  const store = withoutPassword(url)
  const isNew = !(await isStore(client, url))
  if (isNew) {
    await client.query(`CREATE TABLE ${VERSION_TABLE} (version BIGINT NOT NULL);
      INSERT INTO ${VERSION_TABLE} VALUES (${BASELINE_VERSION}); ${BASELINE}`)
  }
  const found = await client.query<{ version: number }>(`SELECT version FROM ${VERSION_TABLE}`)
  const version = found.rows[0]!.version
  if (version > migrations.length)
    throw new StoreError('newer', { file: store, schema: version, known: migrations.length })
  for (const [i, step] of migrations.entries()) {
    if (i < version) continue
    if (!isNew) tellUpgrade(i - version + 1, migrations.length - version)
    try {
      await client.query(step.postgres ?? inPostgres(step.sql))
    } catch (error) {
      const told = postgresFailure(error, url)
      if (told instanceof StoreError) throw told
      const problem = (error as Error).message
      throw new StoreError('database_migration_failed', { store, schema: i + 1, problem }, error)
    }
  }
  if (version === migrations.length) return
  const needed = migrations.findLastIndex(({ beside }, i) => i >= version && !beside) + 1
  // Who makes the store has nobody beside him.
  if (!isNew && needed > 0) await client.query(NEEDED, [needed])
  await client.query(COUNTED)
  await client.query(`UPDATE ${VERSION_TABLE} SET version = $1`, [migrations.length])
}

const TYPES: Readonly<Record<string, string>> = { INTEGER: 'BIGINT', BLOB: 'BYTEA', TEXT: 'TEXT COLLATE "C"' }

/** A step that makes tables, columns and indexes, in PostgreSQL's words. Numbers of rows are given by the engine. */
export function inPostgres(sql: string): string {
  return sql
    .replace(/\) STRICT(, WITHOUT ROWID)?;/g, ');')
    .replace(/ AUTOINCREMENT\b/g, '')
    .replace(/\b(INTEGER|BLOB|TEXT)\b/g, (type) => TYPES[type]!)
}
