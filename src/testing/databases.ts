/** Databases of a test's own on the server of a run. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Makes a copy of a database, to which nobody is connected; or an empty one on its server. @returns its address */
export async function databaseLike(url: string, { bare = false } = {}): Promise<string> {
  const name = `comptoir_test_${randomBytes(6).toString('hex')}`
  await run(url, `CREATE DATABASE ${name} TEMPLATE ${bare ? 'template0' : nameOf(url)}`)
  return named(url, name)
}

/** Removes a database, and ends who is connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  await run(url, `DROP DATABASE ${nameOf(url)} WITH (FORCE)`)
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)
const named = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: named(url, 'postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
