/**
 * What is read and written, step by step, written once for every engine: a generator that yields statements and gets
 * their results. SQLite's engine runs one in a single turn, PostgreSQL's waits between the steps.
 */

export type Value = string | number | null | Uint8Array
/** Of `?` in their order, or of `@name` by name. */
export type Values = readonly Value[] | readonly [Readonly<Record<string, Value>>]

/** A new row of a table. */
export interface Insertion {
  readonly table: string
  /** all that is written, but the id where the engine gives it */
  readonly columns: readonly string[]
}

export type Statement =
  | { readonly kind: 'first' | 'all' | 'change' | 'put'; readonly text: string; readonly values: Values }
  | { readonly kind: 'insert' | 'row'; readonly into: Insertion; readonly values: readonly Value[] }

export type Work<T> = Generator<Statement, T, unknown>

/** The first row that a query finds. */
export function* first<Row>(text: string, ...values: Values): Work<Row | undefined> {
  return (yield { kind: 'first', text, values }) as Row | undefined
}

/** Whether a query finds a row. */
export function* exists(text: string, ...values: Values): Work<boolean> {
  return (yield* first(text, ...values)) !== undefined
}

/** Every row that a query finds. */
export function* all<Row>(text: string, ...values: Values): Work<Row[]> {
  return (yield { kind: 'all', text, values }) as Row[]
}

/** Writes. @returns how many rows that changed */
export function* change(text: string, ...values: Values): Work<number> {
  return (yield { kind: 'change', text, values }) as number
}

/** Writes, where nothing depends on how many rows that changed: the engine need not wait for it. */
export function* put(text: string, ...values: Values): Work<void> {
  yield { kind: 'put', text, values }
}

/** Writes a new row of a table that does not number its rows. @param values of the columns, in their order */
export function* row(into: Insertion, ...values: readonly Value[]): Work<void> {
  yield { kind: 'row', into, values }
}

/** Writes a new row of a table that numbers its rows. @param values of the columns, in their order @returns its id: one more than the last that was given */
export function* insert(into: Insertion, ...values: readonly Value[]): Work<number> {
  return (yield { kind: 'insert', into, values }) as number
}
