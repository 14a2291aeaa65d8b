/** What is wrong with a database's store, for who examines it. Its own integrity is PostgreSQL's business. */
import { MIGRATIONS } from '../sqlite/migrations.ts'
import type { Examination } from '../sqlite/examination.ts'
import { StoreError } from '../errors.ts'
import { all, first } from '../work.ts'
import { rightLacking } from './connection.ts'
import type { PostgresEngine } from './engine.ts'
import { SERVICES } from './listener.ts'

/** What a change needs of the database, which nothing tells before one is refused. */
const RIGHTS = `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
  (SELECT relname::text FROM pg_class
   WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
     AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
       AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
   ORDER BY relname LIMIT 1) AS "closed"`

/** Looks whether a store can be written, by writing nothing to it. */
export async function examinationOf(engine: PostgresEngine): Promise<Examination> {
  const row = await engine.read(() => first<{ version: number }>('SELECT version FROM comptoir_schema'))
  const version = row?.version ?? 0
  const schema = { version, isCurrent: version === MIGRATIONS.length }
  try {
    const rights = await engine.write(() => first<{ isReadOnly: boolean; closed: string | null }>(RIGHTS))
    const { isReadOnly, closed } = rights!
    if (isReadOnly)
      throw new StoreError('database_read_only', { store: engine.place, problem: 'transaction_read_only' })
    if (closed !== null) throw rightLacking(engine.place, `permission denied for table ${closed}`)
    return { wrong: null, schema }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return { wrong: { code: 'store_refused', reason: error.code, params: error.params }, schema }
  }
}

/** A service that has the store, as the database sees it. */
export interface ServiceSeen {
  /** whence it is connected; null: on the database's own machine */
  readonly address: string | null
  /** since when, ISO */
  readonly since: string
}

/** Every service that has the store, whichever its folder, in the order in which they came. */
export const servicesOf = (engine: PostgresEngine): Promise<ServiceSeen[]> =>
  engine.read(() => all<ServiceSeen>(SERVICES))
