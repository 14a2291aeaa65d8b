import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Statement, Work } from '../work.ts'
import { NewRows, type RowsWritten } from './new-rows.ts'
import { prepared } from './text.ts'

/** Whoever writes holds it until his transaction ends: "Cptr". */
export const LOCK = 'SELECT pg_advisory_xact_lock(1131443314)'
/** One message and one answer. The counters are read once the lock is held. */
const BEGIN = `BEGIN; ${LOCK}; SELECT name, last FROM counters`
const NUMBERED = `INSERT INTO counters (name, last) SELECT * FROM unnest(?::text[], ?::bigint[])
  ON CONFLICT (name) DO UPDATE SET last = excluded.last`
const MARKED = `INSERT INTO writers (writer, last, at) VALUES (?, ?, ?)
  ON CONFLICT (writer) DO UPDATE SET last = excluded.last, at = excluded.at`
const FORGOTTEN = 'DELETE FROM writers WHERE at < ?'
/** A process that has written nothing for that long has ended. */
const FORGOTTEN_AFTER_MS = 7 * 86_400_000

interface Counted {
  readonly name: string
  readonly last: number
}

/** A process's own transaction, by which it is found again where the answer to its commit is lost. */
export interface Mark {
  readonly writer: string
  /** one more with each */
  readonly nth: number
}

/** One transaction, whose statements go out one behind the other without waiting for answers that nobody reads. */
export class Transaction {
  readonly #client: pg.Client
  readonly #socket: Socket
  readonly #sent: Promise<unknown>[] = []
  readonly #given = new Set<string>()
  readonly #rows = new NewRows()
  /** the last ids that were given, by table */
  readonly counters = new Map<string, number>()

  /** @param socket what the client sends on */
  constructor(client: pg.Client, socket: Socket) {
    this.#client = client
    this.#socket = socket
  }

  async begin(): Promise<void> {
    const answers = (await this.#client.query(BEGIN)) as unknown as readonly pg.QueryResult<Counted>[]
    const { rows } = answers.at(-1)!
    for (const { name, last } of rows) this.counters.set(name, last)
  }

  async run<T>(steps: Work<T>): Promise<T> {
    this.#rows.beginChange()
    let step = steps.next()
    while (!step.done) step = steps.next(await this.#execute(step.value))
    return step.value
  }

  #execute(statement: Statement): unknown {
    if ('into' in statement) {
      const { into, kind, values } = statement
      const id = kind === 'insert' ? this.#next(into.table) : null
      this.#write(this.#rows.add(into, id, values))
      return id ?? undefined
    }
    this.#write(this.#rows.take())
    const answer = this.#query(prepared(statement.text, statement.values))
    if (statement.kind === 'put') {
      this.#send(answer)
      return undefined
    }
    return resultOf(statement.kind, answer)
  }

  #next(table: string): number {
    const id = (this.counters.get(table) ?? 0) + 1
    this.counters.set(table, id)
    this.#given.add(table)
    return id
  }

  #query(query: { readonly text: string }): Promise<pg.QueryResult> {
    return this.#client.query(query as pg.QueryConfig)
  }

  #write(rows: readonly RowsWritten[]): void {
    for (const query of rows) this.#send(this.#query(query))
  }

  /** A statement whose answer is awaited at the end: its failure is the transaction's. */
  #send(answer: Promise<unknown>): void {
    this.#sent.push(answer)
    answer.catch(() => undefined)
  }

  /**
   * Writes what waits, the counters and its mark, and commits: all at once, because others wait for the lock meanwhile. A
   * commit after a statement that failed undoes the transaction.
   * @throws what a statement, or the commit, was refused by
   */
  async commit({ writer, nth }: Mark): Promise<void> {
    this.#socket.cork()
    this.#write(this.#rows.take())
    if (this.#given.size > 0) {
      const names = [...this.#given]
      const last = names.map((name) => this.counters.get(name)!)
      const numbered = { ...prepared(NUMBERED, []), values: [names, last] }
      this.#send(this.#query(numbered))
    }
    const now = Date.now()
    this.#send(this.#query(prepared(MARKED, [writer, nth, new Date(now).toISOString()])))
    if (nth === 1)
      this.#send(this.#query(prepared(FORGOTTEN, [new Date(now - FORGOTTEN_AFTER_MS).toISOString()])))
    const committed = this.#query({ text: 'COMMIT' })
    this.#socket.uncork()
    const [end] = await Promise.allSettled([committed, ...this.#sent])
    await Promise.all(this.#sent)
    if (end.status === 'rejected') throw end.reason
    if (end.value.command !== 'COMMIT')
      throw new Error('the transaction was undone, and no statement tells why')
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
