/** One server for a run of tests, started by the first that needs it: each test has a database of its own. */
import type { TestProject } from 'vitest/node'
import { migratePostgres } from '../store/postgres/schema.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** the address of an empty store, to be copied */
    postgres: string
  }
}

/** Starts the server, with an empty store in it. @returns what stops it */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ fsync: false })
  const url = await server.create()
  await migratePostgres(url)
  project.provide('postgres', url)
  return server.stop
}
