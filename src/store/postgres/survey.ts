/** How much a database's store holds, never what. */
import { MIGRATIONS } from '../sqlite/migrations.ts'
import { knownTables, type Survey } from '../sqlite/survey.ts'
import { errorCode } from '../errors.ts'
import { all, first } from '../work.ts'
import type { PostgresEngine } from './engine.ts'

const TABLES = `SELECT relname::text AS "name" FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')`
/** Of PostgreSQL's store alone. */
const OWN = /^(comptoir_|counters$|leases$)/

export async function surveyOfDatabase(engine: PostgresEngine): Promise<Survey> {
  const there = new Set((await engine.read(() => all<{ name: string }>(TABLES))).map(({ name }) => name))
  const known = knownTables().filter((name) => there.has(name))
  const rows: Record<string, number | string> = {}
  for (const name of known) rows[name] = await rowsOf(engine, name)
  const about = await engine.read(() =>
    first<{ version: string; bytes: number }>(
      `SELECT current_setting('server_version') AS "version", pg_database_size(current_database()) AS "bytes"`,
    ),
  )
  const schema = await engine.read(() => first<{ version: number }>('SELECT version FROM comptoir_schema'))
  return {
    engine: 'postgresql',
    version: about!.version,
    schema: { version: schema?.version ?? null, known: MIGRATIONS.length },
    sizes: { database: about!.bytes },
    rows,
    foreignTables: [...there].filter((name) => !known.includes(name) && !OWN.test(name)).length,
    failed: null,
  }
}

async function rowsOf(engine: PostgresEngine, table: string): Promise<number | string> {
  try {
    return (await engine.read(() => first<{ n: number }>(`SELECT count(*) AS "n" FROM "${table}"`)))!.n
  } catch (error) {
    return errorCode(error) || 'unreadable'
  }
}
