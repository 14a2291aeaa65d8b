/**
 * Changes that arrive together share one transaction and one commit, as with SQLite's group commit, and all changes of
 * all processes are made one after the other: each transaction begins by taking one lock. So the numbers of orders and quotes never collide and leave no gaps, and what a change reads is as the one before it
 * left it.
 */
import pg from 'pg'
import { StoreError } from '../errors.ts'
import type { Statement, Work } from '../work.ts'
import { connectionTo, isAway, postgresFailure, withoutPassword } from './connection.ts'
import { prepared } from './text.ts'

interface Waiting {
  readonly work: () => Work<unknown>
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  /** until when an absent database or another's change is waited out, by `performance.now()` */
  readonly until: number
}

const PATIENCE_MS = 5_000
const RETRY_MS = 100
/** What one commit takes at most: what comes after waits for the next. */
const LARGEST_BATCH = 500

/** Whoever writes holds it until his transaction ends: "Cptr". */
export const LOCK = 'SELECT pg_advisory_xact_lock(1131443314)'
/**
 * Read once the lock is held. The transaction's own number tells later whether it was made, where the answer to its
 * commit was lost.
 */
const COUNTERS = 'SELECT name, last, pg_current_xact_id()::text AS xid FROM counters'

const NUMBERED =
  'INSERT INTO counters (name, last) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET last = excluded.last'

/** The last ids that were given, by table. */
type Counters = Map<string, number>

export class Writer {
  readonly #url: string
  readonly #patienceMs: number
  #waiting: Waiting[] = []
  #client: pg.Client | null = null
  #running: Promise<void> | null = null
  #ended = false
  /** the numbers of the last change of this process, as they were committed */
  committed: ReadonlyMap<string, number> = new Map()

  /** @param patienceMs how long a change waits for a database that is away, or for a long change of another process */
  constructor(url: string, patienceMs = PATIENCE_MS) {
    this.#url = url
    this.#patienceMs = patienceMs
  }

  /** Makes one whole change with others; resolves with what it returns once it is durable. @throws StoreError */
  submit<T>(work: () => Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#ended) {
        reject(new Error('the store was closed'))
        return
      }
      const until = performance.now() + this.#patienceMs
      this.#waiting.push({ work, resolve: resolve as (value: never) => void, reject, until })
      this.#running ??= this.#run()
    })
  }

  /** Makes what waits, and ends the connection. */
  async end(): Promise<void> {
    this.#ended = true
    await this.#running
    await this.#client?.end().catch(() => undefined)
    this.#client = null
  }

  async #run(): Promise<void> {
    // What comes in the same turn shares the first commit, too.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, LARGEST_BATCH)
      const again = await this.#attempt(batch)
      if (again.length === 0) continue
      this.#waiting = [...again, ...this.#waiting]
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    // In the turn that found nothing more: what comes from now on begins anew.
    this.#running = null
  }

  /** @returns what could not be made for now, and is tried again */
  async #attempt(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    try {
      const results = await this.#make(batch)
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as never)
      return []
    } catch (error) {
      if (isPassing(error)) return this.#later(batch, error)
      if (batch.length === 1 || isUnknown(error)) {
        for (const { reject } of batch) reject(postgresFailure(error, this.#url))
        return []
      }
    }
    // One of them cannot be made: each by itself, so that it takes none of the others with it.
    const again: Waiting[] = []
    for (const one of batch) again.push(...(await this.#attempt([one])))
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
  async #make(batch: readonly Waiting[]): Promise<readonly unknown[]> {
    const client = await this.#connected()
    const transaction = new Transaction(client)
    let results: unknown[]
    let xid: string
    try {
      xid = await transaction.begin()
      results = []
      for (const { work } of batch) results.push(await transaction.run(work()))
      await transaction.numbered()
    } catch (error) {
      await transaction.undo()
      throw error
    }
    try {
      await client.query('COMMIT')
    } catch (error) {
      if (!isAway(error)) throw error
      this.#drop(client)
      if (!(await this.#wasMade(xid, batch))) throw error
    }
    this.committed = transaction.counters
    return results
  }

  /**
   * Whether a transaction was made whose commit was not answered.
   * @throws StoreError `commit_unknown` where nobody tells in time: no one may be told that it was, or was not
   */
  async #wasMade(xid: string, batch: readonly Waiting[]): Promise<boolean> {
    const until = Math.max(...batch.map((waiting) => waiting.until))
    for (;;) {
      try {
        const client = await this.#connected()
        const { rows } = await client.query<{ status: string | null }>(
          'SELECT pg_xact_status($1::xid8) AS status',
          [xid],
        )
        const { status } = rows[0]!
        if (status === 'committed' || status === 'aborted') return status === 'committed'
      } catch (error) {
        if (!isPassing(error)) throw error
      }
      if (performance.now() > until)
        throw new StoreError('commit_unknown', { store: withoutPassword(this.#url) })
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const client = new pg.Client({ ...connectionTo(this.#url), pipeline: true } as pg.ClientConfig)
    // What becomes of a lost connection is told by the statements on it.
    client.on('error', () => this.#drop(client))
    client.on('end', () => this.#drop(client))
    await client.connect()
    this.#client = client
    return client
  }

  #drop(client: pg.Client): void {
    if (this.#client === client) this.#client = null
    client.end().catch(() => undefined)
  }
}

/** Whether an error is one that goes by: the database is away, or another's change takes long. */
const isPassing = (error: unknown) =>
  isAway(error) || /^(55P03|40001|40P01|25P03)$/.test((error as { readonly code?: string }).code ?? '')

/** Whether nobody can tell if a change was made: made again, it might be there twice. */
const isUnknown = (error: unknown) => error instanceof StoreError && error.code === 'commit_unknown'

/** One transaction, whose statements go out one behind the other without waiting for answers that nobody reads. */
class Transaction {
  readonly #client: pg.Client
  readonly #sent: Promise<unknown>[] = []
  readonly #given = new Set<string>()
  readonly counters: Counters = new Map()

  constructor(client: pg.Client) {
    this.#client = client
  }

  /** @returns the transaction's number */
  async begin(): Promise<string> {
    this.#send(this.#client.query('BEGIN'))
    this.#send(this.#client.query({ name: 'comptoir_lock', text: LOCK }))
    const { rows } = await this.#client.query<{ name: string; last: number; xid: string }>({
      name: 'comptoir_counters',
      text: COUNTERS,
    })
    for (const { name, last } of rows) this.counters.set(name, last)
    return rows[0]!.xid
  }

  async run<T>(steps: Work<T>): Promise<T> {
    let step = steps.next()
    while (!step.done) step = steps.next(await this.#execute(step.value))
    return step.value
  }

  #execute(statement: Statement): unknown {
    if (statement.kind === 'insert') {
      const { table, columns } = statement.into
      const id = (this.counters.get(table) ?? 0) + 1
      this.counters.set(table, id)
      this.#given.add(table)
      const places = columns.map(() => '?').join(', ')
      const text = `INSERT INTO ${table} (id, ${columns.join(', ')}) VALUES (?, ${places})`
      this.#send(this.#client.query(prepared(text, [id, ...statement.values]) as pg.QueryConfig))
      return id
    }
    const answer = this.#client.query(prepared(statement.text, statement.values) as pg.QueryConfig)
    if (statement.kind === 'put') {
      this.#send(answer)
      return undefined
    }
    return resultOf(statement.kind, answer)
  }

  /** A statement whose answer is awaited at the end: its failure is the transaction's. */
  #send(answer: Promise<unknown>): void {
    this.#sent.push(answer)
    answer.catch(() => undefined)
  }

  /** Writes the counters; resolves once all that was sent has been done. */
  async numbered(): Promise<void> {
    for (const table of this.#given) {
      const query = prepared(NUMBERED, [table, this.counters.get(table)!])
      this.#send(this.#client.query(query as pg.QueryConfig))
    }
    await Promise.all(this.#sent)
  }

  /** Makes nothing of it. */
  async undo(): Promise<void> {
    await Promise.allSettled(this.#sent)
    await this.#client.query('ROLLBACK').catch(() => undefined)
  }
}

/** What a statement's answer is to the work that made it. */
export async function resultOf(
  kind: 'first' | 'all' | 'change',
  answer: Promise<pg.QueryResult>,
): Promise<unknown> {
  const { rows, rowCount } = await answer
  return kind === 'change' ? (rowCount ?? 0) : kind === 'all' ? (rows as unknown[]) : (rows[0] as unknown)
}
