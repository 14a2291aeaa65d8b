import { fold } from '../domain/shared/fold.ts'
import type Database from 'better-sqlite3'
import { idIn } from '../domain/shared/numbers.ts'

/** Gives a connection the function `fold`, which SQL has none of its own for. */
export function teachFold(db: Database.Database): void {
  db.function('fold', { deterministic: true }, (text) => fold(String(text)))
}

/** What an order or a quote is found by, of its row: its reference, who receives it, and who that is in a company. */
const TEXT = `fold(reference || char(10) || recipient || char(10) ||
  concat_ws(' ', address ->> 'prenom', address ->> 'nom'))`

/** Writes what a row of `orders` or `quotes` is found by, whenever the row is written. */
export const writeText = (kind: 'order' | 'quote'): string =>
  `INSERT OR REPLACE INTO ${kind}_texts SELECT id, ${TEXT} FROM ${kind}s WHERE id = ?`

/** Whether a row is what `@search` and `@number` look for ({@link searched}): by its texts, its customer or its number. */
export const matches = (kind: 'order' | 'quote'): string =>
  `${kind}s.id IN (
    SELECT ${kind}_id FROM ${kind}_texts WHERE instr(text, @search) > 0
    UNION ALL
    SELECT id FROM ${kind}s WHERE customer_id IN (SELECT id FROM customers WHERE instr(fold(name), @search) > 0)
    UNION ALL
    SELECT @number)`

/** What a text looks for, without regard to case and accents. @param letter that the printed numbers begin with */
export const searched = (text: string, letter: string) => ({
  search: fold(text),
  number: idIn(text, letter),
})
