/**
 * New rows of one transaction, written many at once: the changes of a transaction share statements as they share its
 * commit. A statement for each row would cost the server, and the lock's holder, several times what the rows do.
 */
import type { Insertion, Value } from '../work.ts'
import { storable } from './text.ts'

/** So many wait at most: a statement's text is held whole on both sides. */
const MOST = 2_000

interface Waiting {
  readonly into: Insertion
  readonly rows: Readonly<Record<string, Value>>[]
}

/** A statement that writes the waiting rows of one table. */
export interface RowsWritten {
  readonly name: string
  readonly text: string
  readonly values: readonly [string]
}

export class NewRows {
  /** in the order in which they are written: a row comes after those that it may refer to */
  #tables: Waiting[] = []
  #waiting = 0
  /** how far in that order the current change has come */
  #position = 0

  /** A change begins: its rows refer to none of another change that still waits. */
  beginChange(): void {
    this.#position = 0
  }

  /**
   * @param id its number; null where it has none of its own
   * @returns what must be written now, before anything else
   */
  add(into: Insertion, id: number | null, values: readonly Value[]): RowsWritten[] {
    const at = this.#tables.findIndex((waiting) => waiting.into === into)
    // It may refer to what its own change has written since into tables that would come after this one.
    const due = this.#waiting >= MOST || (at >= 0 && at < this.#position) ? this.take() : []
    const row: Record<string, Value> = id === null ? {} : { id }
    for (const [i, column] of into.columns.entries()) row[column] = inJson(values[i]!)
    const waiting = this.#tables.find((one) => one.into === into)
    if (waiting) {
      waiting.rows.push(row)
      this.#position = this.#tables.indexOf(waiting)
    } else this.#position = this.#tables.push({ into, rows: [row] }) - 1
    this.#waiting += 1
    return due
  }

  /** What waits, in the order in which it is to be written; then nothing does. */
  take(): RowsWritten[] {
    const written = this.#tables.map(({ into, rows }) => ({
      ...statementOf(into, 'id' in rows[0]!),
      values: [JSON.stringify(rows)] as const,
    }))
    this.#tables = []
    this.#waiting = 0
    this.#position = 0
    return written
  }
}

const statements = new Map<Insertion, Omit<RowsWritten, 'values'>>()

function statementOf(into: Insertion, numbered: boolean): Omit<RowsWritten, 'values'> {
  let known = statements.get(into)
  if (!known) {
    const { table } = into
    const columns = [...(numbered ? ['id'] : []), ...into.columns].join(', ')
    known = {
      name: `comptoir_rows_${statements.size}`,
      text: `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
    }
    statements.set(into, known)
  }
  return known
}

/** A value as the server reads it out of JSON: half a pair of surrogates becomes U+FFFD, as in any other text. */
const inJson = (value: Value): Value =>
  typeof value === 'string'
    ? (storable(value) as string).toWellFormed()
    : value instanceof Uint8Array
      ? `\\x${Buffer.from(value).toString('hex')}`
      : value
