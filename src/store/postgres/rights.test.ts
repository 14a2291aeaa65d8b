/** A database that does not let its user do what a store needs: told in words of its own, with what to type at the server. */
import { expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { postgresDatabase } from '../../testing/engines.ts'
import { StoreError } from '../errors.ts'
import { insert } from '../work.ts'
import { PostgresEngine } from './engine.ts'
import { examinationOf } from './examination.ts'
import { hasPostgresStore, migratePostgres } from './schema.ts'

/** An address of another user of the database, who may what is said. */
async function asClerk(url: string, ...granted: string[]): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const clerk = `clerk-${new URL(url).pathname.slice(1)}`
  onTestFinished(async () => {
    await client.query(`DROP OWNED BY "${clerk}"; DROP ROLE "${clerk}"`)
    await client.end()
  })
  await client.query(
    `CREATE ROLE "${clerk}" LOGIN PASSWORD 'secret'; REVOKE ALL ON SCHEMA public FROM PUBLIC`,
  )
  for (const sql of granted) await client.query(sql.replace('CLERK', `"${clerk}"`))
  return Object.assign(new URL(url), { username: clerk, password: 'secret' }).href
}

const USAGE = 'GRANT USAGE ON SCHEMA public TO CLERK'
const ALL = 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO CLERK'

async function refusal(asked: () => Promise<unknown>): Promise<StoreError> {
  const error = await asked().then(
    () => undefined,
    (refused: unknown) => refused,
  )
  expect(error).toBeInstanceOf(StoreError)
  const { message } = error as StoreError
  for (const other of ['--data', 'folder', 'cannot be written', 'secret'])
    expect(message).not.toContain(other)
  return error as StoreError
}

test('of a schema: to who makes a store, and to who looks for one', async () => {
  const bare = await postgresDatabase({ bare: true })
  const mayUse = await asClerk(bare, USAGE)
  const made = await refusal(() => migratePostgres(mayUse))
  expect(made).toMatchObject({ code: 'right_lacking' })
  const clerk = new URL(mayUse).username
  expect(made.message).toContain(
    `(permission denied for schema public); give him the right, at the server, as its owner: GRANT USAGE, CREATE ON SCHEMA public TO "${clerk}"`,
  )
  const mayNothing = await asClerk(await postgresDatabase())
  expect(await refusal(() => hasPostgresStore(mayNothing))).toMatchObject({ code: 'right_lacking' })
})

test('of a table: to who opens the store, and to who examines it', async () => {
  const store = await postgresDatabase()
  const opened = await refusal(async () => PostgresEngine.open(await asClerk(store, USAGE)))
  expect(opened.message).toContain('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO')
  const other = await postgresDatabase()
  const engine = new PostgresEngine(await asClerk(other, USAGE, ALL, 'REVOKE INSERT ON settings FROM CLERK'))
  onTestFinished(() => engine.close())
  expect((await examinationOf(engine)).wrong).toMatchObject({
    code: 'store_refused',
    reason: 'right_lacking',
    params: { problem: 'permission denied for table settings' },
  })
})

test('to write at all', async () => {
  const url = await asClerk(
    await postgresDatabase(),
    USAGE,
    ALL,
    'ALTER ROLE CLERK SET default_transaction_read_only = on',
  )
  const engine = new PostgresEngine(url)
  onTestFinished(() => engine.close())
  const row = { table: 'events', columns: ['customer_id', 'type', 'data', 'at'] } as const
  const written = () => engine.write(() => insert(row, null, 'order', '{}', '2026-01-01'))
  expect(await refusal(written)).toMatchObject({ code: 'database_read_only' })
  expect((await examinationOf(engine)).wrong).toMatchObject({ reason: 'database_read_only' })
})
