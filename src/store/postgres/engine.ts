import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { changed, changeMeantSince } from '../changed.ts'
import { StoreError } from '../errors.ts'
import type { Claims } from '../claims.ts'
import type { Counts, Engine, Heard } from '../engine.ts'
import { all, first, type Statement, type Work } from '../work.ts'
import { HeardClient } from './client.ts'
import { withoutPassword } from './address.ts'
import { connectionTo, isAway, isStale, postgresFailure } from './connection.ts'
import { Leases } from './leases.ts'
import { Listener, MESSAGES, messageOf } from './listener.ts'
import { NEEDED_COUNTER, refuseOutdated } from './outdated.ts'
import { migratePostgres } from './schema.ts'
import { Silence } from './silence.ts'
import { prepared } from './text.ts'
import { resultOf } from './transaction.ts'
import { PATIENCE_MS, RETRY_MS, silenceOf, Writer } from './writer.ts'

/** Connections that read; changes have one of their own. */
const READERS = 8
const READER_IDLE_MS = 30_000

/** Runs work on a PostgreSQL database. */
export class PostgresEngine implements Engine {
  readonly place: string
  readonly claims: Claims
  readonly #url: string
  readonly #pool: pg.Pool
  readonly #writer: Writer
  readonly #silence: Silence
  readonly #patienceMs: number
  #listener: Listener | null = null
  readonly #telling = new Set<Promise<void>>()
  #closed: Promise<void> | null = null

  /** @param patienceMs as {@link Writer} takes it. @throws StoreError `url_invalid` */
  constructor(url: string, patienceMs = PATIENCE_MS) {
    this.place = withoutPassword(url)
    this.#url = url
    this.#patienceMs = patienceMs
    this.#pool = new pg.Pool({
      ...connectionTo(url),
      Client: HeardClient,
      max: READERS,
      idleTimeoutMillis: READER_IDLE_MS,
      query_timeout: silenceOf(patienceMs),
    })
    // An idle connection that is lost is replaced when the next one is needed.
    this.#pool.on('error', () => undefined)
    this.#silence = new Silence(url, patienceMs)
    this.#writer = new Writer(url, this.#silence, patienceMs)
    this.claims = new Leases(this.#pool)
  }

  /** Opens the store of a database, bringing it to the newest schema. @throws StoreError where it cannot be used */
  static async open(url: string): Promise<PostgresEngine> {
    await migratePostgres(url)
    return new PostgresEngine(url)
  }

  async read<T>(work: () => Work<T>): Promise<T> {
    const steps = work()
    const step = steps.next()
    if (step.done) return step.value
    const last = steps.next(await this.#connected((client) => execute(client, step.value)))
    if (!last.done) throw new Error('several statements are read in one snapshot')
    return last.value
  }

  snapshot<T>(work: () => Work<T>): Promise<T> {
    return this.#connected(async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const steps = work()
      let step = steps.next()
      while (!step.done) step = steps.next(await execute(client, step.value))
      await client.query('COMMIT')
      return step.value
    })
  }

  /**
   * Reads on a connection; on another one where what it has prepared is of the tables before a migration, or where the
   * database is away for a moment and what is read is for a change.
   */
  #connected<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#asked(async () => {
      if (this.#pool.ending) throw new StoreError('closed', {})
      for (let stale = 0; ;) {
        try {
          return await this.#on(await this.#pool.connect(), work)
        } catch (error) {
          if (isAway(error) && this.#isWaitedFor()) await pause(RETRY_MS)
          else if (!isStale(error) || stale++ === READERS) throw error
        }
      }
    })
  }

  #isWaitedFor(): boolean {
    const since = changeMeantSince()
    return since !== null && this.#closed === null && performance.now() < since + this.#patienceMs
  }

  async #on<T>(client: pg.PoolClient, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let failure: Error | undefined
    // One that is lost after its last statement is not given back either.
    const lost = (error: Error) => {
      failure = error
    }
    client.on('error', lost)
    try {
      return await work(client)
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      client.off('error', lost)
      // A connection on which something failed, with its transaction perhaps, is not used again.
      client.release(failure)
    }
  }

  write<T>(work: () => Work<T>): Promise<T> {
    return this.#writer.submit(work).then(changed)
  }

  async counts(): Promise<Counts> {
    const found = await this.read(function* () {
      const rows = yield* all<{ name: string; last: number }>(
        `SELECT name, last FROM counters WHERE name IN ('images', 'events', '${NEEDED_COUNTER}')`,
      )
      return new Map(rows.map(({ name, last }) => [name, last]))
    })
    refuseOutdated(found.get(NEEDED_COUNTER), this.#url)
    const events = found.get('events')!
    return { images: found.get('images')!, events: events - (await this.#writer.ownEvents(events)) }
  }

  async listen(heard: Heard): Promise<void> {
    this.#listener ??= new Listener(this.#url, heard)
    await this.#told(() => this.#listener!.begin())
  }

  tell(text: string): Promise<void> {
    const telling = this.#asked(async () => {
      await this.#pool.query('SELECT pg_notify($1, $2)', [MESSAGES, messageOf(text)])
    }).finally(() => this.#telling.delete(telling))
    this.#telling.add(telling)
    return telling
  }

  /** A change that changes nothing, but is a transaction of its own, with a number. */
  async probe(): Promise<void> {
    await this.write(() => first('SELECT 1'))
  }

  /** Other connections' writes hold nobody up but by their lock. */
  duringForeignWrite<T>(write: Promise<T>): Promise<T> {
    return write
  }

  /** A second time is as good as once. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close())
  }

  async #close(): Promise<void> {
    await this.#listener?.end()
    await this.#writer.end()
    // A pool that ends answers no query that still waits for a connection.
    await Promise.allSettled(this.#telling)
    await this.#pool.end()
    await this.#silence.end()
  }

  #asked<T>(asked: () => Promise<T>): Promise<T> {
    return this.#told(() => this.#silence.unless(asked))
  }

  async #told<T>(asked: () => Promise<T>): Promise<T> {
    try {
      return await asked()
    } catch (error) {
      throw postgresFailure(error, this.#url)
    }
  }
}

function execute(on: pg.PoolClient, statement: Statement): Promise<unknown> {
  if ('into' in statement || statement.kind === 'put') throw new Error('a reader writes nothing')
  return resultOf(statement.kind, on.query(prepared(statement.text, statement.values) as pg.QueryConfig))
}
