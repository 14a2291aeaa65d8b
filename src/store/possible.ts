/**
 * What a column may hold beyond what its type says. A row with something else there was written by nothing of ours: it
 * is as unreadable as one whose JSON is none, for who lists it (readable.ts) and for who examines the store.
 */
import { AREAS } from '../domain/areas.ts'
import { STATUS_OF_PHASE } from '../domain/outbox.ts'
import { QUOTE_STATES } from '../domain/shared/quote-states.ts'
import { isPercentage } from '../domain/vat.ts'
import { ImpossibleValue } from './errors.ts'

type Kind = (value: string) => boolean

const oneOf = (words: readonly string[]): Kind => {
  const known = new Set(words)
  return (value) => known.has(value)
}
/** An instant as it is written: years of more than four digits, which sort otherwise, are none. */
const time: Kind = (value) => /^\d{4}-\d\d-\d\dT\d\d:/.test(value) && !Number.isNaN(Date.parse(value))
/** JSON of a kind: whether it is JSON at all, who parses it says. */
const object: Kind = (value) => /^\s*\{/.test(value)
/** One that says anything. */
const filled: Kind = (value) => /^\s*\{\s*"/.test(value)
const list: Kind = (value) => /^\s*\[/.test(value)
/** Of objects, as far as its beginning tells. */
const objects: Kind = (value) => /^\s*\[\s*[{\]]/.test(value)
const area = oneOf(Object.keys(AREAS))

/** By the tables; what is null is looked at nowhere. */
const KINDS = {
  products: { body: filled },
  families: { body: filled },
  print_tariffs: { body: object },
  display_tariffs: { body: object },
  order_lines: { body: filled, vat_regime: object },
  quotes: {
    ...{ state: oneOf(QUOTE_STATES), created_at: time, updated_at: time, address: filled, lines: objects },
    ...{ discount: object, vat_regime: object, totals: filled, files: list },
  },
  orders: { area, created_at: time, address: object, services: object, vat_regime: object, vat: list },
  transmissions: {
    ...{ area, phase: oneOf(Object.keys(STATUS_OF_PHASE)), received: oneOf(['no', 'maybe', 'yes']) },
    ...{ last_attempt_at: time },
  },
  sources: { limits: object },
  customers: { discount: isPercentage, products: list, families: list },
  journal: { at: time, actor: oneOf(['person', 'key', 'command']), facts: object },
  recents: { area, line: object, price: object },
  saved_configurations: { area, line: object, price: object },
} as const satisfies Record<string, Readonly<Record<string, Kind>>>

export type CheckedTable = keyof typeof KINDS
type Row<Table extends CheckedTable> = { readonly [Column in keyof (typeof KINDS)[Table]]?: string | null }

/** The columns that are looked at, by their tables. */
export const CHECKED: ReadonlyMap<string, readonly (readonly [column: string, isPossible: Kind])[]> = new Map(
  Object.entries<Readonly<Record<string, Kind>>>(KINDS).map(([table, columns]) => [
    table,
    Object.entries(columns),
  ]),
)

/**
 * Looks at the columns that were read of a row, by their own names.
 * @throws ImpossibleValue
 */
export function checkRow<Table extends CheckedTable>(table: Table, row: Row<Table>): void {
  for (const [column, isPossible] of CHECKED.get(table)!) {
    const value = (row as Readonly<Record<string, string | null | undefined>>)[column] ?? null
    if (value !== null && !isPossible(value)) throw new ImpossibleValue(table, column)
  }
}
