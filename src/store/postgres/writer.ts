/**
 * Changes that arrive together share one transaction and one commit, as with SQLite's group commit, and all changes of
 * all processes are made one after the other: each transaction begins by taking one lock. So the numbers of orders and
 * quotes never collide and leave no gaps, and what a change reads is as the one before it left it.
 */
import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import type pg from 'pg'
import { StoreError } from '../errors.ts'
import type { Work } from '../work.ts'
import { HeardClient } from './client.ts'
import { withoutPassword } from './address.ts'
import { connectionTo, isAway, isStale, postgresFailure } from './connection.ts'
import { OwnRows } from './own-rows.ts'
import { NEEDED_COUNTER, refuseOutdated } from './outdated.ts'
import { readTimeout, type Silence } from './silence.ts'
import { LOCK, Transaction, type Mark } from './transaction.ts'

interface Waiting {
  readonly work: () => Work<unknown>
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  /** until when an absent database or another's change is waited out, by `performance.now()` */
  until: number
  /** it was told what became of it */
  settled: boolean
}

/** A client, and the socket that it speaks on. */
interface Connection {
  readonly client: pg.Client
  readonly socket: Socket
}

export const PATIENCE_MS = 5_000
export const RETRY_MS = 100
/** What one commit takes at most: what comes after waits for the next. */
const LARGEST_BATCH = 500

export class Writer {
  readonly #url: string
  readonly #silence: Silence
  readonly #patienceMs: number
  readonly #name = randomUUID()
  /** how many transactions it has tried to commit */
  #commits = 0
  #waiting: Waiting[] = []
  #connection: Connection | null = null
  /** of the connection that is there, or being made */
  #socket: Socket | null = null
  /** what is being made, and what of it is being committed */
  #making: readonly Waiting[] = []
  #finishing: readonly Waiting[] = []
  #running: Promise<void> | null = null
  #ended = false
  /** what was written to the table of events */
  readonly #events = new OwnRows()
  /** the commit that is under way */
  #committing: Promise<void> = Promise.resolve()

  /** @param patienceMs how long a change waits for a database that is away, or for a long change of another process */
  constructor(url: string, silence: Silence, patienceMs = PATIENCE_MS) {
    this.#url = url
    this.#silence = silence
    this.#patienceMs = patienceMs
  }

  /** Makes one whole change with others; resolves with what it returns once it is durable. @throws StoreError */
  submit<T>(work: () => Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#ended) {
        reject(new StoreError('closed', {}))
        return
      }
      const until = performance.now() + this.#patienceMs
      const end = this.#silence.watch(() => this.#giveUp(waiting))
      const settle =
        <V>(as: (value: V) => void) =>
        (value: V) => {
          waiting.settled = true
          end()
          as(value)
        }
      const waiting: Waiting = {
        work,
        resolve: settle(resolve),
        reject: settle(reject),
        until,
        settled: false,
      }
      this.#waiting.push(waiting)
      this.#running ??= this.#run()
    })
  }

  /** The database is silent: a change that is not yet being committed is made no more, of another nobody knows. */
  #giveUp(waiting: Waiting): void {
    // Nor is it tried again.
    waiting.until = 0
    if (this.#finishing.includes(waiting)) waiting.reject(this.#unknown())
    // What it has begun on this connection ends with it.
    else if (this.#making.includes(waiting)) this.#socket?.destroy(readTimeout())
    else {
      this.#waiting = this.#waiting.filter((one) => one !== waiting)
      waiting.reject(postgresFailure(readTimeout(), this.#url))
    }
  }

  /** How many of the events up to one that was read are this process's own: those that are told of here already. */
  async ownEvents(upTo: number): Promise<number> {
    // It may be of a commit that was not answered yet.
    await this.#committing
    return this.#events.upTo(upTo)
  }

  /** Makes what waits, and ends the connection. */
  async end(): Promise<void> {
    this.#ended = true
    await this.#running
    await this.#connection?.client.end().catch(() => undefined)
    this.#connection = null
  }

  async #run(): Promise<void> {
    // What comes in the same turn shares the first commit, too.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, LARGEST_BATCH)
      const again = await this.#attempt(batch, () => this.#waiting.splice(0, LARGEST_BATCH - batch.length))
      if (again.length === 0) continue
      this.#waiting = [...again.filter(({ settled }) => !settled), ...this.#waiting]
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    // In the turn that found nothing more: what comes from now on begins anew.
    this.#running = null
  }

  /**
   * @param more what came while the lock was waited for: it goes along
   * @returns what could not be made for now, and is tried again
   */
  async #attempt(batch: Waiting[], more: () => readonly Waiting[] = () => []): Promise<readonly Waiting[]> {
    try {
      this.#making = batch
      const results = await this.#make(batch, more)
      this.#silence.heard()
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as never)
      return []
    } catch (error) {
      this.#silence.failed(error)
      if (isPassing(error)) return this.#later(batch, error)
      if (batch.length === 1 || isUnknown(error)) {
        for (const { reject } of batch) reject(postgresFailure(error, this.#url))
        return []
      }
    } finally {
      this.#making = this.#finishing = []
    }
    // One of them cannot be made: each by itself, so that it takes none of the others with it.
    const again: Waiting[] = []
    for (const one of batch) if (!one.settled) again.push(...(await this.#attempt([one])))
    return again
  }

  #later(batch: readonly Waiting[], error: unknown): readonly Waiting[] {
    const now = performance.now()
    const again = this.#ended ? [] : batch.filter(({ until }) => until > now)
    for (const waiting of batch)
      if (!again.includes(waiting)) waiting.reject(postgresFailure(error, this.#url))
    return again
  }

  /** Makes changes in one transaction: all of them, or none. @returns what they returned, in their order */
  async #make(batch: Waiting[], more: () => readonly Waiting[]): Promise<readonly unknown[]> {
    const connection = await this.#connected()
    const transaction = new Transaction(connection.client, connection.socket)
    let results: unknown[]
    let events: number
    try {
      await transaction.begin()
      refuseOutdated(transaction.counters.get(NEEDED_COUNTER), this.#url)
      events = lastEvent(transaction)
      batch.push(...more())
      results = []
      for (const { work } of batch) results.push(await transaction.run(work()))
    } catch (error) {
      await transaction.undo()
      // The next one prepares its statements anew.
      if (isStale(error)) this.#drop(connection)
      throw error
    }
    const commit = this.#commit(transaction, connection, batch)
    this.#committing = commit.then(
      () => this.#events.add(events, lastEvent(transaction)),
      () => undefined,
    )
    await commit
    return results
  }

  async #commit(transaction: Transaction, connection: Connection, batch: readonly Waiting[]): Promise<void> {
    this.#finishing = batch
    const mark = { writer: this.#name, nth: ++this.#commits }
    try {
      await transaction.commit(mark)
    } catch (error) {
      if (!isAway(error)) throw error
      this.#drop(connection)
      if (!(await this.#wasMade(mark, batch))) throw error
    }
  }

  /**
   * Whether a transaction was made whose commit was not answered: its mark is there once the lock that it held is free.
   * The server's own number of it would not tell: after a crash that undid it another one may bear the same.
   * @throws StoreError `commit_unknown` where nobody tells in time: no one may be told that it was, or was not
   */
  async #wasMade({ writer, nth }: Mark, batch: readonly Waiting[]): Promise<boolean> {
    const until = Math.max(...batch.map((waiting) => waiting.until))
    for (;;) {
      try {
        const { client } = await this.#connected()
        await client.query(`BEGIN; ${LOCK}`)
        const { rows } = await client.query<{ last: number }>({
          text: 'SELECT last FROM writers WHERE writer = $1',
          values: [writer],
        })
        await client.query('ROLLBACK')
        return rows[0]?.last === nth
      } catch (error) {
        if (!isPassing(error)) throw error
        if (this.#connection) this.#drop(this.#connection)
      }
      if (performance.now() > until) throw this.#unknown()
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  #unknown(): StoreError {
    return new StoreError('commit_unknown', { store: withoutPassword(this.#url) })
  }

  async #connected(): Promise<Connection> {
    if (this.#connection) return this.#connection
    const socket = new Socket()
    this.#socket = socket
    const stream = () => socket
    const client = new HeardClient({ ...connectionTo(this.#url), pipeline: true, stream } as pg.ClientConfig)
    const connection = { client, socket }
    // What becomes of a lost connection is told by the statements on it.
    client.on('error', () => this.#drop(connection))
    client.on('end', () => this.#drop(connection))
    // A server that stands still, or a line that carries nothing, ends nothing by itself.
    socket.setTimeout(silenceOf(this.#patienceMs))
    socket.on('timeout', () => {
      if (this.#running) socket.destroy(new Error('Query read timeout'))
    })
    await client.connect()
    this.#connection = connection
    return connection
  }

  #drop(connection: Connection): void {
    if (this.#connection === connection) this.#connection = null
    connection.client.end().catch(() => undefined)
  }
}

const lastEvent = ({ counters }: Transaction) => counters.get('events') ?? 0

/** How long a database may be silent that was asked something: longer than another's change is waited for. */
export const silenceOf = (patienceMs: number): number => 2 * patienceMs

/** Whether an error is one that goes by: the database is away, or another's change takes long. */
const isPassing = (error: unknown) =>
  isAway(error) ||
  isStale(error) ||
  /^(55P03|40001|40P01)$/.test((error as { readonly code?: string }).code ?? '')

/** Whether nobody can tell if a change was made: made again, it might be there twice. */
const isUnknown = (error: unknown) => error instanceof StoreError && error.code === 'commit_unknown'
