/** Stores that an older program left, on each engine. */
import pg from 'pg'
import { migratePostgres } from '../store/postgres/schema.ts'
import { openDatabase } from '../store/sqlite/database.ts'
import type { Migration } from '../store/sqlite/migration.ts'
import type { StorePlace } from '../store/store.ts'
import { postgresDatabase } from './engines.ts'
import { temporaryFolder } from './folder.ts'

/**
 * For `test.each`: the engine's name, and what makes such a store.
 * @param steps the schema that it has @param rows statements that fill it
 */
export function olderStores(
  steps: readonly Migration[],
  rows: readonly string[],
): [engine: string, make: () => Promise<StorePlace>][] {
  return [
    [
      'SQLite',
      () => {
        const folder = temporaryFolder()
        const before = openDatabase(folder, steps)
        for (const row of rows) before.exec(row)
        before.close()
        return Promise.resolve({ folder, url: null })
      },
    ],
    [
      'PostgreSQL',
      async () => {
        const url = await postgresDatabase({ bare: true })
        await migratePostgres(url, steps)
        const client = new pg.Client(url)
        await client.connect()
        for (const row of rows) await client.query(row)
        await client.end()
        return { folder: temporaryFolder(), url }
      },
    ],
  ]
}
