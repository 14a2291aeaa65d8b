/** Both engines of the store, for tests that are run against each. */
import pg from 'pg'
import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'

/** The address of a PostgreSQL store of the test's own; empty, or without a table. */
export async function postgresDatabase({ bare = false } = {}): Promise<string> {
  const template = new URL(inject('postgres'))
  const name = `comptoir_test_${randomBytes(6).toString('hex')}`
  const source = bare ? 'template0' : template.pathname.slice(1)
  const admin = Object.assign(new URL(template), { pathname: '/postgres' }).href
  await run(admin, `CREATE DATABASE ${name} TEMPLATE ${source}`)
  onTestFinished(() => run(admin, `DROP DATABASE ${name} WITH (FORCE)`))
  return Object.assign(new URL(template), { pathname: `/${name}` }).href
}

/** Where the stores of a run of tests are: in files, or with COMPTOIR_TEST_ENGINE=postgres each in a database of its own. */
export function storeOfRun(): Promise<string | null> {
  return process.env['COMPTOIR_TEST_ENGINE'] === 'postgres' ? postgresDatabase() : Promise.resolve(null)
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
