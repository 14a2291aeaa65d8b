import { fold } from '../domain/shared/fold.ts'
import { draftIn, idIn, writtenQuoteNumber } from '../domain/shared/numbers.ts'
import { put, row, type Insertion, type Work } from './work.ts'

/** What of an order or a quote it is found by. */
export interface Found {
  readonly reference: string
  readonly recipient: string
  /** JSON text */
  readonly address: string
  /** of a quote: for whom it is, by the names that it keeps */
  readonly company?: string | null
  readonly contact?: string | null
  /** of an order */
  readonly ordered?: readonly { readonly name: string; readonly body: string }[]
  /** of a quote that has one */
  readonly number?: string | null
}

/** Writes what a new order or quote is found by. */
export function keepText(kind: 'order' | 'quote', id: number, found: Found): Work<void> {
  return row(TEXTS[kind], id, textOf(found))
}

/** Writes what a quote is found by now. */
export function changeText(quoteId: number, found: Found): Work<void> {
  return put('UPDATE quote_texts SET text = ? WHERE quote_id = ?', textOf(found), quoteId)
}

/** Writes what an order is found by now. */
export function changeOrderText(orderId: number, found: Found): Work<void> {
  return put('UPDATE order_texts SET text = ? WHERE order_id = ?', textOf(found), orderId)
}

/** Writes what a quote is found by of its artwork. @param files its references, as they were written */
export const keepArtwork = (quoteId: number, files: readonly string[]): Work<void> =>
  put(
    `INSERT INTO artwork_texts (quote_id, text) VALUES (?, ?)
     ON CONFLICT (quote_id) DO UPDATE SET text = excluded.text`,
    ...[quoteId, fold(files.join('\n'))],
  )

type Named = Readonly<Partial<Record<'prenom' | 'nom' | 'ville', string>>>

/**
 * The reference, who receives it, who that is in a company, for whom it is, its town; its number, with dashes and without;
 * of an order its products with their references.
 */
function textOf({
  reference,
  recipient,
  address,
  company = null,
  contact = null,
  number,
  ordered,
}: Found): string {
  const { prenom, nom, ville = '' } = JSON.parse(address) as Named
  const goods = ordered
    ? new Set([...ordered.flatMap(({ name, body }) => [name, (JSON.parse(body) as Labelled).label ?? ''])])
    : []
  const named = [company, contact].filter((name) => name !== null)
  const person = [prenom, nom].filter((part) => part !== undefined).join(' ')
  const numbers = number ? [...new Set([number, number.replaceAll('-', '')])] : []
  return fold([reference, recipient, person, ...named, ...numbers, ville, ...goods].join('\n'))
}

interface Labelled {
  readonly label?: string
}

const TEXTS: Readonly<Record<'order' | 'quote', Insertion>> = {
  order: { table: 'order_texts', columns: ['order_id', 'text'] },
  quote: { table: 'quote_texts', columns: ['quote_id', 'text'] },
}

/** Of whom a quote is, and an order by the quote that it was made of: by the name that the company has now. */
const OF_COMPANY = {
  quote: 'SELECT id FROM quotes WHERE company_id',
  order: 'SELECT orders.id FROM orders JOIN quotes ON quotes.id = orders.quote_id WHERE quotes.company_id',
}

/**
 * Whether a row is what `@search` and `@number` look for ({@link searchedOrder}, {@link searchedQuote}): by its texts, its
 * customer, its artwork or its number, of an order also that of its quote. A draft has none: it is called by its id.
 * @param words how many texts are looked for, all of them in one place: `@search`, `@search1`…
 * @param id of the row; with a sign, an engine that goes through rows in another order does not look each up by it
 */
export function matches(kind: 'order' | 'quote', words = 1, id = `${kind}s.id`): string {
  const has = (text: string) =>
    Array.from({ length: words }, (_, i) => `instr(${text}, @search${i || ''}) > 0`).join(' AND ')
  const written = "replace(replace(text, '’', ''), '''', '')"
  return `${id} IN (
    SELECT ${kind}_id FROM ${kind}_texts WHERE ${has(written)}
    UNION ALL
    SELECT id FROM ${kind}s WHERE customer_id IN (SELECT id FROM customers WHERE ${has('folded')})
    UNION ALL
    ${OF_COMPANY[kind]} IN (SELECT id FROM companies WHERE ${has('name_key')})
    UNION ALL
    ${WITH_ARTWORK[kind]} IN (SELECT quote_id FROM artwork_texts WHERE ${has(written)})
    UNION ALL
    ${NUMBERED[kind]})`
}

/** Without regard to case and accents, and to whether and which apostrophes are typed. */
const asSearched = (text: string): string => fold(text).replace(/['’]/g, '')

/** So many are looked for: a sentence that was pasted is no search. */
const MOST_WORDS = 8

/** The words of a text, as {@link matches} looks for several; those that another one has in it are left out. */
export function searchedWords(text: string): string[] {
  const words = [...new Set(asSearched(text).split(/\s+/))].filter((word) => word !== '').slice(0, MOST_WORDS)
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}

const WITH_ARTWORK = {
  quote: 'SELECT id FROM quotes WHERE id',
  order: 'SELECT id FROM orders WHERE quote_id',
}
const NUMBERED = {
  quote: 'SELECT id FROM quotes WHERE number = @printed OR (id = @number AND number IS NULL)',
  order: `SELECT CAST(@number AS BIGINT) UNION ALL
    SELECT id FROM orders WHERE quote_id IN (SELECT id FROM quotes WHERE number = @printed)`,
}

/** What a text looks for among orders. */
export const searchedOrder = (text: string) => ({
  search: asSearched(text),
  number: idIn(text, 'C'),
  printed: writtenQuoteNumber(text),
})

/** The same among quotes. */
export const searchedQuote = (text: string) => ({
  search: asSearched(text),
  number: draftIn(text),
  printed: writtenQuoteNumber(text),
})
