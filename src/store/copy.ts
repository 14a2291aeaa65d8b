/** Copies a whole store into an empty one, of either engine, and holds the two against each other. */
import { StoreError } from './errors.ts'
import type { Value } from './work.ts'

/** A table with what is copied of it. */
export interface CopiedTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: 'integer' | 'text' | 'bytes' }[]
}

/** Values in the order of the columns. */
export type CopiedRow = readonly Value[]

/** What tables hold, whatever the engine: how many rows, and for each column the sum of its numbers, or of its bytes. */
export interface Holding {
  readonly rows: number
  readonly sums: readonly number[]
}

/** A store that is read: one state of it, whatever is written meanwhile. */
export interface CopySource {
  /** every table, each after those that it refers to */
  readonly tables: () => Promise<readonly CopiedTable[]>
  /** the rows of a table, some thousand at a time */
  readonly read: (table: CopiedTable) => AsyncIterable<readonly CopiedRow[]>
  /** the last number that was given in a table; null where it does not number its rows */
  readonly lastId: (table: CopiedTable) => Promise<number | null>
  readonly close: () => Promise<void>
}

/**
 * What no copy can know: whether an order, or an e-mail, that still waited has been sent since. Where the copy is used, such an
 * order is looked up at the partner first; of the e-mail a person decides.
 */
export const DOUBT_WAITING = `UPDATE transmissions
  SET phase = 'doubtful', received = 'maybe', last_error = '{"code":"outbox_restored"}'
  WHERE phase IN ('ready', 'sending');
  UPDATE mails SET state = 'unknown', problem = '{"code":"mail_restored"}' WHERE state IN ('waiting', 'sending')`

/** An empty store that is filled: whole, or not at all. */
export interface CopyTarget {
  readonly write: (table: CopiedTable, rows: readonly CopiedRow[]) => Promise<void>
  readonly setLastId: (table: CopiedTable, last: number) => Promise<void>
  readonly holding: (table: CopiedTable) => Promise<Holding>
  /** Keeps it, with {@link DOUBT_WAITING}. */
  readonly commit: () => Promise<void>
  /** Ends it; what was not committed is gone. */
  readonly close: () => Promise<void>
}

export interface CopyResult {
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
  readonly rows: number
}

/**
 * @throws StoreError `copy_differs` where a table is not the same on both sides: then nothing is kept
 */
export async function copyStore(source: CopySource, target: CopyTarget): Promise<CopyResult> {
  const done: { name: string; rows: number }[] = []
  let written = 0
  for (const table of await source.tables()) {
    const expected = new Summing(table)
    for await (const rows of source.read(table)) {
      await target.write(table, rows)
      expected.add(rows)
      written += rows.length
    }
    const last = await source.lastId(table)
    if (last !== null) await target.setLastId(table, last)
    const found = await target.holding(table)
    if (JSON.stringify(found) !== JSON.stringify(expected.holding))
      throw new StoreError('copy_differs', { table: table.name })
    done.push({ name: table.name, rows: found.rows })
  }
  await target.commit()
  return { tables: done, rows: written }
}

class Summing {
  readonly #sums: number[]
  #rows = 0

  constructor({ columns }: CopiedTable) {
    this.#sums = columns.map(() => 0)
  }

  get holding(): Holding {
    return { rows: this.#rows, sums: this.#sums }
  }

  add(rows: readonly CopiedRow[]): void {
    this.#rows += rows.length
    for (const row of rows) for (const [i, value] of row.entries()) this.#sums[i]! += weightOf(value)
  }
}

function weightOf(value: Value): number {
  if (value === null) return 0
  if (typeof value === 'number') return value % MODULUS
  return typeof value === 'string' ? Buffer.byteLength(value) : value.byteLength
}

/** Numbers are summed by their rests: of ids in large blocks no sum would be exact. */
export const MODULUS = 1_000_003

/** Many at a time: a statement each would take longer than what it writes. */
export const ROWS_AT_ONCE = 2_000
