/** What no check of SQLite's finds: rows that every store has, values that are no JSON or impossible, numbers that are never given. */
import { ROLES } from '../../domain/shared/rights.ts'
import { CAN_SIGN_IN } from '../people.ts'
import { CHECKED } from '../possible.ts'
import { SHAPED } from '../shapes.ts'
import { emptyStore } from './schema.ts'
import type Database from 'better-sqlite3'

type Sqlite = Database.Database

/** The columns whose text the program reads as JSON, by their tables. */
export const JSON_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  settings: ['value'],
  products: ['body'],
  families: ['body'],
  print_tariffs: ['body'],
  display_tariffs: ['body'],
  catalogue_changes: ['entries'],
  customers: ['products', 'families'],
  sources: ['limits'],
  price_answers: ['configuration', 'prices'],
  price_refusals: ['configuration'],
  quotes: ['address', 'lines', 'totals', 'discount', 'vat_regime', 'files'],
  quote_revisions: ['body'],
  quote_signatures: ['body'],
  letterheads: ['body'],
  orders: ['address', 'services', 'vat_regime', 'vat'],
  order_lines: ['body', 'summary', 'vat_regime'],
  order_events: ['reason'],
  transmissions: ['last_error'],
  company_addresses: ['address'],
  recents: ['line', 'parts', 'price'],
  saved_configurations: ['line', 'parts', 'price'],
  journal: ['facts'],
  events: ['data'],
}

/** Beyond half of what JavaScript counts exactly no number is given: one that stands there is none of ours. */
export const LARGEST_NUMBER = 2 ** 52

/**
 * What no service can work with, in a store of any version of ours.
 * @returns the place, and what is wrong there; null: a service may begin
 */
export function basicProblem(db: Sqlite): string | null {
  return lackingRow(db) ?? impossibleNumber(db)
}

/** Of what the migrations write something is always there. */
function lackingRow(db: Sqlite): string | null {
  const model = emptyStore(db.pragma('user_version', { simple: true }) as number)
  try {
    const has = (of: Sqlite, table: string) => of.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get()
    const lacking = tablesOf(model).find((table) => has(model, table) && !has(db, table))
    return lacking === undefined ? null : `${lacking}: no row`
  } finally {
    model.close()
  }
}

/**
 * The first column whose text is to be JSON and is none, that holds what its rows never do (possible.ts), or that is to say
 * who may do what and does not: what stands there cannot be read, and a service goes on beside it. Takes as long as reading the store whole.
 * @returns the table and column, what is wrong there and in which row; null: what is read can be understood
 */
export function unreadableValue(db: Sqlite): string | null {
  return noJson(db) ?? impossibleValue(db) ?? unshapedValue(db) ?? unusablePerson(db)
}

/** Such a person cannot sign in, or may do nothing: who counts on an administrator has none. */
function unusablePerson(db: Sqlite): string | null {
  if (!tablesOf(db).includes('people')) return null
  const roles = ROLES.map((role) => `'${role}'`).join(', ')
  return (
    firstWhere(db, 'people', 'role', `role NOT IN (${roles})`, 'unknown') ??
    firstWhere(db, 'people', 'password', `NOT (${CAN_SIGN_IN})`, 'no hash')
  )
}

/** What was ordered has a product: an order whose lines are gone tells of nothing. @returns as {@link unreadableValue} */
export const emptyOrder = (db: Sqlite): string | null =>
  tablesOf(db).includes('order_lines')
    ? firstWhere(db, 'orders', null, 'id NOT IN (SELECT order_id FROM order_lines)', 'no lines')
    : null

function noJson(db: Sqlite): string | null {
  for (const table of tablesOf(db)) {
    const there = columnsOf(db, table)
    for (const column of JSON_COLUMNS[table] ?? []) {
      if (!there.includes(column)) continue
      const wrong = `"${column}" IS NOT NULL AND NOT json_valid("${column}")`
      const found = firstWhere(db, table, column, wrong, 'no JSON')
      if (found !== null) return found
    }
  }
  return null
}

/** So many characters tell whether a value is possible. */
const TOLD_BY = 40

const impossibleValue = (db: Sqlite): string | null =>
  firstImpossible(db, CHECKED, `substr("@", 1, ${TOLD_BY})`)

/** Of what is JSON by now. */
const unshapedValue = (db: Sqlite): string | null => {
  const shaped = [...SHAPED].map(
    ([table, columns]) =>
      [
        table,
        columns.map(([column, is]) => [column, (text: string) => is(JSON.parse(text))] as const),
      ] as const,
  )
  return firstImpossible(db, shaped, '"@"')
}

/** @param read what is looked at of a column, `@` */
function firstImpossible(
  db: Sqlite,
  checked: Iterable<
    readonly [string, readonly (readonly [column: string, isPossible: (value: string) => boolean])[]]
  >,
  read: string,
): string | null {
  const tables = tablesOf(db)
  for (const [table, columns] of checked) {
    if (!tables.includes(table)) continue
    const there = columnsOf(db, table)
    const keys = keyOf(db, table)
    for (const [column, isPossible] of columns.filter(([name]) => there.includes(name))) {
      const sql = `SELECT ${read.replace('@', column)}, ${quoted(keys)} FROM "${table}" WHERE "${column}" IS NOT NULL`
      for (const [value, ...row] of db.prepare<[], [string, ...unknown[]]>(sql).raw().iterate())
        if (!isPossible(value)) return placeOf(table, column, 'impossible value', keys, row)
    }
  }
  return null
}

/** @returns the first row of a table that something is wrong with */
function firstWhere(
  db: Sqlite,
  table: string,
  column: string | null,
  wrong: string,
  what: string,
): string | null {
  const keys = keyOf(db, table)
  const found = db
    .prepare(`SELECT ${quoted(keys)} FROM "${table}" WHERE ${wrong} LIMIT 1`)
    .raw()
    .get()
  return found === undefined ? null : placeOf(table, column, what, keys, found as unknown[])
}

/** A row by what it is found by: `quotes.lines: no JSON, id 5`. */
const placeOf = (
  table: string,
  column: string | null,
  what: string,
  keys: readonly string[],
  row: readonly unknown[],
): string =>
  [
    `${table}${column === null ? '' : `.${column}`}: ${what}`,
    ...keys.map((key, i) => `${key} ${String(row[i])}`),
  ].join(', ')

const quoted = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ')

function keyOf(db: Sqlite, table: string): string[] {
  const key = db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(table)
  return key.length > 0 ? key : ['rowid']
}

const columnsOf = (db: Sqlite, table: string) =>
  db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)

/** A table whose next number cannot be given takes no row any more. */
function impossibleNumber(db: Sqlite): string | null {
  const wrong = db
    .prepare<[number], string>(
      "SELECT name FROM sqlite_sequence WHERE typeof(seq) NOT IN ('integer', 'real') OR seq NOT BETWEEN 0 AND ?",
    )
    .pluck()
    .get(LARGEST_NUMBER)
  if (wrong !== undefined) return `${wrong}: last number`
  const counted = db.prepare<[], string>('SELECT name FROM sqlite_sequence').pluck().all()
  const large = tablesOf(db)
    .filter((table) => counted.includes(table))
    .find((table) => db.prepare(`SELECT max(rowid) > ? FROM "${table}"`).pluck().get(LARGEST_NUMBER) === 1)
  return large === undefined ? null : `${large}: last number`
}

const tablesOf = (db: Sqlite) =>
  db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all()
