import type pg from 'pg'
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
import type { Value } from '../work.ts'
import { HeardClient } from './client.ts'
import { withoutPassword } from './address.ts'
import { connectionTo, postgresFailure } from './connection.ts'
import { SERVICES } from './listener.ts'
import { migratePostgres } from './schema.ts'
import { asLong, storable } from './text.ts'
import { LOCK } from './transaction.ts'

/** Ours, and of this engine alone. */
const OWN = ['comptoir_schema', 'counters', 'leases', 'writers']

async function connected(url: string): Promise<pg.Client> {
  await migratePostgres(url)
  const client = new HeardClient({
    ...connectionTo(url),
    ...{ statement_timeout: 0, idle_in_transaction_session_timeout: 0 },
  })
  await client.connect()
  return client
}

/** Reads the store of a database, which no service serves meanwhile. @throws StoreError `served` */
export async function postgresSource(url: string): Promise<CopySource> {
  const client = await connected(url)
  const told = failing(url)
  if ((await told(client.query(SERVICES))).rows.length > 0) {
    await client.end()
    throw new StoreError('served', { store: withoutPassword(url) })
  }
  await told(client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'))
  return {
    tables: () => told(tablesOf(client)),
    async *read({ name, columns }) {
      const names = columns.map((column) => `"${column.name}"`).join(', ')
      await told(client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${names} FROM "${name}"`))
      for (;;) {
        const query = { text: `FETCH ${ROWS_AT_ONCE} FROM copied`, rowMode: 'array' as const }
        const { rows } = await told(client.query<Value[]>(query))
        if (rows.length > 0) yield rows
        if (rows.length < ROWS_AT_ONCE) break
      }
      await told(client.query('CLOSE copied'))
    },
    async lastId({ name }) {
      const { rows } = await told(
        client.query<{ last: number }>('SELECT last FROM counters WHERE name = $1', [name]),
      )
      return rows[0]?.last ?? null
    },
    close: () => client.end(),
  }
}

/** Fills the empty store of a database. @throws StoreError `copy_not_empty` */
export async function postgresTarget(url: string): Promise<CopyTarget> {
  const client = await connected(url)
  const told = failing(url)
  try {
    await told(client.query('BEGIN'))
    await told(client.query(LOCK))
    const tables = await told(tablesOf(client))
    if (!(await told(isUnwritten(client, tables)))) {
      throw new StoreError('copy_not_empty', { store: withoutPassword(url) })
    }
    for (const { name } of tables.toReversed()) await told(client.query(`DELETE FROM "${name}"`))
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    async write({ name, columns }, rows) {
      const names = columns.map((column) => `"${column.name}"`).join(', ')
      const places = columns.map(({ type }, i) => `$${i + 1}::${ARRAYS[type]}`).join(', ')
      const values = columns.map((_column, i) => rows.map((row: CopiedRow) => storable(row[i]!)))
      await told(client.query(`INSERT INTO "${name}" (${names}) SELECT * FROM unnest(${places})`, values))
    },
    async setLastId({ name }, last) {
      const sql = 'INSERT INTO counters VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET last = excluded.last'
      await told(client.query(sql, [name, last]))
    },
    async holding({ name, columns }) {
      const sums = columns.map((column) =>
        column.type === 'integer'
          ? `COALESCE(sum("${column.name}" % ${MODULUS}), 0)`
          : `COALESCE(sum(octet_length(${column.type === 'text' ? asLong(`"${column.name}"`) : `"${column.name}"`})), 0)`,
      )
      const text = `SELECT count(*), ${sums.join(', ')} FROM "${name}"`
      const { rows } = await told(client.query<number[]>({ text, rowMode: 'array' }))
      const [count, ...found] = rows[0]!
      return { rows: count!, sums: found }
    },
    async commit() {
      await told(client.query(DOUBT_WAITING))
      await told(client.query('COMMIT'))
    },
    close: () => client.end(),
  }
}

const ARRAYS = { integer: 'bigint[]', text: 'text[]', bytes: 'bytea[]' } as const
const TYPES: Readonly<Record<string, CopiedTable['columns'][number]['type']>> = {
  bigint: 'integer',
  text: 'text',
  bytea: 'bytes',
}

/** What a statement's failure means, for a store at a URL. */
const failing =
  (url: string) =>
  async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw postgresFailure(error, url)
    }
  }

/** Every table of both engines, each after those that it refers to. */
async function tablesOf(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string }>(
    `SELECT table_name AS "table", column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`,
  )
  const references = await client.query<{ table: string; to: string }>(
    `SELECT from_class.relname AS "table", to_class.relname AS "to" FROM pg_constraint
     JOIN pg_class AS from_class ON from_class.oid = conrelid JOIN pg_class AS to_class ON to_class.oid = confrelid
     WHERE contype = 'f' AND from_class.relnamespace = current_schema()::regnamespace`,
  )
  const columns = Map.groupBy(
    rows.filter(({ table }) => !OWN.includes(table)),
    ({ table }) => table,
  )
  const ordered = new Set<string>()
  const add = (name: string) => {
    for (const { table, to } of references.rows)
      if (table === name && to !== name && !ordered.has(to)) add(to)
    ordered.add(name)
  }
  for (const name of columns.keys()) add(name)
  return [...ordered].map((name) => ({
    name,
    columns: columns.get(name)!.map((column) => ({ name: column.name, type: TYPES[column.type]! })),
  }))
}

/** Whether a store is as it was made: what a new one holds, and no more. */
async function isUnwritten(client: pg.Client, tables: readonly CopiedTable[]): Promise<boolean> {
  const MADE: Readonly<Record<string, number>> = { catalogue: 1, sources: 1, events: 1 }
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: number }>(`SELECT count(*) AS n FROM "${name}"`)
    if (rows[0]!.n !== (MADE[name] ?? 0)) return false
  }
  return true
}
