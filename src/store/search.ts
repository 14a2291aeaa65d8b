import { fold } from '../domain/shared/fold.ts'
import { idIn } from '../domain/shared/numbers.ts'
import { put, type Work } from './work.ts'

/** What of an order or a quote it is found by. */
export interface Found {
  readonly reference: string
  readonly recipient: string
  /** JSON text */
  readonly address: string
}

/** Writes what an order or a quote is found by: its reference, who receives it, and who that is in a company. */
export function* keepText(
  kind: 'order' | 'quote',
  id: number,
  { reference, recipient, address }: Found,
): Work<void> {
  const { prenom, nom } = JSON.parse(address) as { readonly prenom?: string; readonly nom?: string }
  const text = fold(
    [reference, recipient, [prenom, nom].filter((part) => part !== undefined).join(' ')].join('\n'),
  )
  yield* put(KEEP[kind], id, text)
}

const keep = (kind: 'order' | 'quote') =>
  `INSERT INTO ${kind}_texts (${kind}_id, text) VALUES (?, ?) ON CONFLICT (${kind}_id) DO UPDATE SET text = excluded.text`
const KEEP = { order: keep('order'), quote: keep('quote') }

/** Whether a row is what `@search` and `@number` look for ({@link searched}): by its texts, its customer or its number. */
export const matches = (kind: 'order' | 'quote'): string =>
  `${kind}s.id IN (
    SELECT ${kind}_id FROM ${kind}_texts WHERE instr(text, @search) > 0
    UNION ALL
    SELECT id FROM ${kind}s WHERE customer_id IN (SELECT id FROM customers WHERE instr(folded, @search) > 0)
    UNION ALL
    SELECT CAST(@number AS BIGINT))`

/** What a text looks for, without regard to case and accents. @param letter that the printed numbers begin with */
export const searched = (text: string, letter: string) => ({
  search: fold(text),
  number: idIn(text, letter),
})
