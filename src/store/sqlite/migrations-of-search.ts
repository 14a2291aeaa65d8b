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

/** A text as it is folded, in PostgreSQL's words: its `lower` may leave capitals with a stroke as they are. */
const foldedWhole = (text: string) =>
  typed(
    Object.keys(UNTYPED_LETTERS)
      .filter((letter) => letter !== 'ı' && letter.toUpperCase().length === 1)
      .reduce((sql, letter) => `replace(${sql}, '${letter.toUpperCase()}', '${letter}')`, folded(text)),
  )

/** The postal code of an address, in the words of each engine. */
const CODE = {
  sqlite: "iif(json_valid(address), address ->> 'code_postal', '')",
  postgres: "COALESCE(json_extract_path_text(CAST(address AS json), 'code_postal'), '')",
}

const bare = (code: string, line: string) => `${code} || ${line} || replace(${code}, ' ', '')`
/** Adds its postal code, as it is written and without blanks, to what is sent to a customer. @param sent a condition that says which is */
const withCode = (kind: 'order' | 'quote', sent: string, line: string, code: string, fold: string) =>
  `UPDATE ${kind}_texts SET text = text || ${line} || (SELECT ${fold} FROM ${kind}s WHERE id = ${kind}_id)
   WHERE ${kind}_id IN (SELECT id FROM ${kind}s WHERE ${code} <> '' AND ${sent});`
const SENT = {
  quote: 'collected = 0',
  order: '(quote_id IS NULL OR quote_id NOT IN (SELECT id FROM quotes WHERE collected = 1))',
}

/** The words of what was sold with an order, in those of each engine; NULL where nothing was. */
const SOLD = {
  sqlite: `(SELECT group_concat(CASE type WHEN 'object' THEN value ->> 'text' END, char(10)) FROM
     json_each(iif(json_valid(services), services, '{}'), '$.lines'))`,
  postgres: `(SELECT string_agg(json_extract_path_text(sold, 'text'), chr(10)) FROM json_array_elements(
     CASE json_typeof(CAST(services AS json) -> 'lines') WHEN 'array' THEN CAST(services AS json) -> 'lines' ELSE '[]' END) AS sold)`,
}
const withSold = (line: string, sold: string, fold: string) =>
  `UPDATE order_texts SET text = text || ${line} || (SELECT ${fold} FROM orders WHERE id = order_id)
   WHERE order_id IN (SELECT id FROM orders WHERE services IS NOT NULL AND ${sold} IS NOT NULL);`

/** What an older program beside this writes is found by neither. */
export const MIGRATIONS_OF_PLACE_AND_SERVICES: readonly Migration[] = [
  {
    name: 'quotes and orders are found by postal code, orders by what was sold with them: those of before',
    sql: [
      ...(['order', 'quote'] as const).map((kind) =>
        withCode(kind, SENT[kind], 'char(10)', CODE.sqlite, `fold(${bare(CODE.sqlite, 'char(10)')})`),
      ),
      withSold('char(10)', SOLD.sqlite, `fold(${SOLD.sqlite})`),
    ].join('\n'),
    postgres: [
      ...(['order', 'quote'] as const).map((kind) =>
        withCode(kind, SENT[kind], 'chr(10)', CODE.postgres, foldedWhole(bare(CODE.postgres, 'chr(10)'))),
      ),
      withSold('chr(10)', SOLD.postgres, foldedWhole(SOLD.postgres)),
    ].join('\n'),
    beside: true,
  },
]
