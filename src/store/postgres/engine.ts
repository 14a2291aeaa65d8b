import pg from 'pg'
import type { Engine } from '../engine.ts'
import type { Statement, Work } from '../work.ts'
import { connectionTo, postgresFailure } from './connection.ts'
import { prepared } from './text.ts'
import { resultOf, Writer } from './writer.ts'

/** Connections that read; changes have one of their own. */
const READERS = 8
const READER_IDLE_MS = 30_000

/** Runs work on a PostgreSQL database. */
export class PostgresEngine implements Engine {
  readonly #url: string
  readonly #pool: pg.Pool
  readonly #writer: Writer

  /** @throws StoreError `url_invalid` */
  constructor(url: string) {
    this.#url = url
    this.#pool = new pg.Pool({ ...connectionTo(url), max: READERS, idleTimeoutMillis: READER_IDLE_MS })
    // An idle connection that is lost is replaced when the next one is needed.
    this.#pool.on('error', () => undefined)
    this.#writer = new Writer(url)
  }

  async read<T>(work: () => Work<T>): Promise<T> {
    const steps = work()
    const step = steps.next()
    if (step.done) return step.value
    const last = steps.next(await this.#told(() => execute(this.#pool, step.value)))
    if (!last.done) throw new Error('several statements are read in one snapshot')
    return last.value
  }

  snapshot<T>(work: () => Work<T>): Promise<T> {
    return this.#told(async () => {
      const client = await this.#pool.connect()
      let failure: Error | undefined
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
        const steps = work()
        let step = steps.next()
        while (!step.done) step = steps.next(await execute(client, step.value))
        await client.query('COMMIT')
        return step.value
      } catch (error) {
        failure = error as Error
        throw error
      } finally {
        // A connection whose transaction did not end is not used again.
        client.release(failure)
      }
    })
  }

  write<T>(work: () => Work<T>): Promise<T> {
    return this.#writer.submit(work)
  }

  async close(): Promise<void> {
    await this.#writer.end()
    await this.#pool.end()
  }

  async #told<T>(asked: () => Promise<T>): Promise<T> {
    try {
      return await asked()
    } catch (error) {
      throw postgresFailure(error, this.#url)
    }
  }
}

function execute(on: pg.Pool | pg.PoolClient, statement: Statement): Promise<unknown> {
  if (statement.kind === 'insert' || statement.kind === 'put') throw new Error('a reader writes nothing')
  return resultOf(statement.kind, on.query(prepared(statement.text, statement.values) as pg.QueryConfig))
}
