import { UNTYPED_LETTERS } from '../../domain/shared/fold.ts'
import type { Migration } from './migration.ts'

/** A folded text of before as it is folded now: the letters that are typed in another's place were left in it. */
const typed = (column: string) =>
  Object.entries(UNTYPED_LETTERS).reduce((sql, [from, to]) => `replace(${sql}, '${from}', '${to}')`, column)

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
