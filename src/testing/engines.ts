/** Both engines of the store, for tests that are run against each. */
import { inject, onTestFinished } from 'vitest'
import { databaseLike, dropDatabase } from './databases.ts'

/** The address of a PostgreSQL store of the test's own; empty, or without a table. */
export async function postgresDatabase({ bare = false } = {}): Promise<string> {
  const url = await databaseLike(inject('postgres'), { bare })
  onTestFinished(() => dropDatabase(url))
  return url
}

/** Where the stores of a run of tests are: in files, or with COMPTOIR_TEST_ENGINE=postgres each in a database of its own. */
export function storeOfRun(): Promise<string | null> {
  return process.env['COMPTOIR_TEST_ENGINE'] === 'postgres' ? postgresDatabase() : Promise.resolve(null)
}
