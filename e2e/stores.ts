/**
 * The stores of programs under test: files of their data folders, or with COMPTOIR_TEST_ENGINE=postgres each in a
 * database of its own, on one server for the run.
 */
import pg from 'pg'
import { migratePostgres } from '../src/store/postgres/schema.ts'
import { databaseLike, dropDatabase } from '../src/testing/databases.ts'
import { startPostgres } from '../src/testing/postgres-server.ts'

export const ON_POSTGRES = process.env['COMPTOIR_TEST_ENGINE'] === 'postgres'
/** Why a test is left out there. */
export const OF_FILES = 'is about a store that is a file'
/** The workers are told an empty store's address by the environment: vitest's and Playwright's have that in common. */
const EMPTY = 'COMPTOIR_TEST_EMPTY_STORE'

/** Before a run: starts the server where one is needed. @returns what stops it */
export default async function setup(): Promise<() => Promise<void>> {
  if (!ON_POSTGRES) return () => Promise.resolve()
  const server = await startPostgres({ fsync: false })
  const url = await server.create()
  await migratePostgres(url)
  process.env[EMPTY] = url
  return server.stop
}

/** The stores of one program's data folders. */
export class Stores {
  readonly #databases = new Map<string, Promise<string>>()

  /** What the program is told of the store that belongs to a folder. */
  async environment(folder: string): Promise<Record<string, string>> {
    if (!ON_POSTGRES) return {}
    let database = this.#databases.get(folder)
    if (!database) this.#databases.set(folder, (database = databaseLike(process.env[EMPTY]!)))
    return { COMPTOIR_STORE: await database }
  }

  /** A folder's store becomes a copy of another's, which no program has open. */
  async copy(folder: string, from: Stores, fromFolder: string): Promise<void> {
    const { COMPTOIR_STORE: url } = await from.environment(fromFolder)
    if (url !== undefined) this.#databases.set(folder, databaseLike(url))
  }

  /** Every row of a folder's store, as a text. */
  async rows(folder: string): Promise<readonly string[]> {
    const { COMPTOIR_STORE: url } = await this.environment(folder)
    const client = new pg.Client({ connectionString: url! })
    await client.connect()
    try {
      const { rows } = await client.query<{ name: string }>(
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
      )
      const all: string[] = []
      for (const { name } of rows) {
        const table = await client.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" t`)
        all.push(...table.rows.map(({ text }) => `${name}: ${text}`))
      }
      return all
    } finally {
      await client.end()
    }
  }

  async end(): Promise<void> {
    for (const database of this.#databases.values()) await dropDatabase(await database)
  }
}
