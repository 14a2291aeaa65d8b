import { UNTYPED_LETTERS } from '../../domain/shared/fold.ts'
import type { Migration } from './migration.ts'

/** A folded text of before as it is folded now: the letters that are typed in another's place were left in it. */
const typed = (column: string) =>
  Object.entries(UNTYPED_LETTERS).reduce((sql, [from, to]) => `replace(${sql}, '${from}', '${to}')`, column)

/** What is collected, as its own rows say, and of an order its quote's. */
const COLLECTED = [
  ['quote', 'SELECT id FROM quotes WHERE collected = 1'],
  ['order', 'SELECT id FROM orders WHERE quote_id IN (SELECT id FROM quotes WHERE collected = 1)'],
] as const

/** Takes the line of the town out of what is collected. */
const untowned = (kind: string, ids: string, end: string, town: string) =>
  `UPDATE ${kind}_texts SET text = COALESCE(replace(text || ${end},
     ${end} || (SELECT ${town} FROM ${kind}s WHERE id = ${kind}_id) || ${end}, ${end}), text)
   WHERE ${kind}_id IN (${ids});`

/** What an older program beside this writes is found by the letter itself. */
export const MIGRATIONS_OF_SEARCH: readonly Migration[] = [
  {
    name: 'letters with a stroke are found by those that are typed',
    sql: [
      ...[
        ['customers', 'folded'],
        ['companies', 'name_key'],
        ['companies', 'text'],
        ['quote_texts', 'text'],
        ['order_texts', 'text'],
        ['artwork_texts', 'text'],
      ].map(
        ([table, column]) =>
          `UPDATE ${table!} SET ${column!} = ${typed(column!)} WHERE ${typed(column!)} <> ${column!};`,
      ),
    ].join('\n'),
    beside: true,
  },
  {
    // What an older program beside this writes of them is found by the shop's town.
    name: 'what is collected is not found by the town of the shop: that of before',
    sql: COLLECTED.map(([kind, ids]) =>
      untowned(kind, ids, 'char(10)', typed(`fold(iif(json_valid(address), address ->> 'ville', ''))`)),
    ).join('\n'),
    postgres: COLLECTED.map(([kind, ids]) =>
      untowned(
        ...([kind, ids, 'chr(10)'] as const),
        typed(folded(`COALESCE(json_extract_path_text(CAST(address AS json), 'ville'), '')`)),
      ),
    ).join('\n'),
    beside: true,
  },
]

/**
 * What the function that is taught to SQLite makes of a text (fold.ts), in PostgreSQL's words: its `lower` may know no
 * letters but those of ASCII, which is what is left once accents are gone.
 */
export function folded(text: string): string {
  const bare = `regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g')`
  const letters = { œ: 'oe', Œ: 'oe', æ: 'ae', Æ: 'ae', ß: 'ss' }
  return `lower(${Object.entries(letters).reduce((sql, [from, to]) => `replace(${sql}, '${from}', '${to}')`, bare)})`
}
