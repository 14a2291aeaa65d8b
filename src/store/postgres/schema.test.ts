import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { postgresDatabase } from '../../testing/engines.ts'
import { MIGRATIONS } from '../sqlite/migrations.ts'
import { emptyStore } from '../sqlite/schema.ts'
import { BASELINE_VERSION } from './baseline.ts'
import { inPostgres, migratePostgres } from './schema.ts'

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly required: boolean
}

const OWN = ['counters', 'leases', 'comptoir_schema']
const sorted = (columns: Column[]) =>
  columns.toSorted((a, b) => `${a.table}.${a.name}`.localeCompare(`${b.table}.${b.name}`))

function columnsOfSqlite(): Column[] {
  const db = emptyStore()
  onTestFinished(() => void db.close())
  const types: Record<string, string> = { INTEGER: 'bigint', TEXT: 'text', BLOB: 'bytea' }
  const rows = db
    .prepare<[], { table: string; name: string; type: string; required: number; key: number }>(
      `SELECT m.name AS "table", c.name AS name, c.type AS type, c."notnull" AS required, c.pk AS key
       FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'`,
    )
    .all()
  return rows.map(({ table, name, type, required, key }) => ({
    ...{ table, name, type: types[type]!, required: required === 1 || key > 0 },
  }))
}

async function columnsOfPostgres(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT table_name AS "table", column_name AS name, data_type AS type, is_nullable = 'NO' AS required
     FROM information_schema.columns WHERE table_schema = 'public'`,
  )
  return rows.filter(({ table }) => !OWN.includes(table))
}

test('both engines have the same tables, with the same columns', async () => {
  const client = await connected(await postgresDatabase())
  expect(sorted(await columnsOfPostgres(client))).toEqual(sorted(columnsOfSqlite()))
})

test('both engines have the same indexes of their own', async () => {
  const db = emptyStore()
  onTestFinished(() => void db.close())
  const own = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    .pluck()
    .all()
  const client = await connected(await postgresDatabase())
  const { rows } = await client.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual((own as string[]).toSorted())
})

test('of programs that start at once one makes the schema, and all have it', async () => {
  const url = await postgresDatabase({ bare: true })
  await Promise.all(Array.from({ length: 5 }, () => migratePostgres(url)))
  const client = await connected(url)
  const { rows } = await client.query<{ version: string }>('SELECT version FROM comptoir_schema')
  expect(rows).toEqual([{ version: String(MIGRATIONS.length) }])
})

test('a step is made once, by an older store’s next program, and what it held stays', async () => {
  const url = await postgresDatabase()
  const client = await connected(url)
  await client.query("INSERT INTO settings VALUES ('kept', '1')")
  const step = { name: 'more', sql: 'CREATE TABLE more (id INTEGER PRIMARY KEY, at TEXT, hash BLOB) STRICT;' }
  const migrations = [...MIGRATIONS, step]
  await Promise.all([migratePostgres(url, migrations), migratePostgres(url, migrations)])
  expect((await client.query('SELECT * FROM settings')).rowCount).toBe(1)
  const more = (await columnsOfPostgres(client)).filter(({ table }) => table === 'more')
  expect(sorted(more).map(({ name, type }) => `${name} ${type}`)).toEqual([
    'at text',
    'hash bytea',
    'id bigint',
  ])
})

test('a step that fails leaves the store as it was, and says which', async () => {
  const url = await postgresDatabase()
  const migrations = [
    ...MIGRATIONS,
    { name: 'made', sql: 'CREATE TABLE made (id INTEGER);' },
    { name: 'broken', sql: 'CREATE TABLE settings (id INTEGER);' },
  ]
  await expect(migratePostgres(url, migrations)).rejects.toMatchObject({
    name: 'StoreError',
    code: 'database_migration_failed',
    params: { schema: MIGRATIONS.length + 2 },
  })
  const client = await connected(url)
  expect((await client.query("SELECT to_regclass('made') AS made")).rows).toEqual([{ made: null }])
  await migratePostgres(url)
})

test('a store of a newer program is refused, and left as it is', async () => {
  const url = await postgresDatabase()
  const client = await connected(url)
  await client.query('UPDATE comptoir_schema SET version = version + 1')
  await expect(migratePostgres(url)).rejects.toMatchObject({ name: 'StoreError', code: 'newer' })
})

test('another program’s database is refused, and nothing is made in it', async () => {
  const url = await postgresDatabase({ bare: true })
  const client = await connected(url)
  await client.query('CREATE TABLE theirs (id integer)')
  await expect(migratePostgres(url)).rejects.toMatchObject({ name: 'StoreError', code: 'database_foreign' })
  expect(await columnsOfPostgres(client)).toHaveLength(1)
})

test.each([
  ['no address at all', 'nonsense', 'url_invalid'],
  ['another protocol', 'mysql://a@b/c', 'url_invalid'],
  ['no server there', 'postgres://a:secret@127.0.0.1:1/c', 'away'],
])('%s: told in words, without the password', async (_what, url, code) => {
  const failure = (await migratePostgres(url).catch((error: unknown) => error)) as Error
  expect(failure).toMatchObject({ name: 'StoreError', code })
  expect(failure.message).not.toContain('secret')
})

test('a database that does not exist is told', async () => {
  const url = Object.assign(new URL(await postgresDatabase()), { pathname: '/not_there' }).href
  await expect(migratePostgres(url)).rejects.toMatchObject({ name: 'StoreError', code: 'database_missing' })
})

test('every step since the baseline is of types that are translated', () => {
  for (const { sql, postgres } of MIGRATIONS.slice(BASELINE_VERSION)) {
    const own = postgres ?? inPostgres(sql)
    expect(own).not.toMatch(/\b(STRICT|AUTOINCREMENT|WITHOUT ROWID|BLOB)\b|\bfold\(|->>/)
  }
})
