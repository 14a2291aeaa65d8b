import { companyKey } from '../domain/company/search.ts'
import { fold } from '../domain/shared/fold.ts'
import { draftIn, idIn, quoteNumbersIn, writtenQuoteNumber } from '../domain/shared/numbers.ts'
import { first, put, row, type Insertion, type Work } from './work.ts'

/** What was sold with an order besides products, by its words. */
interface Sold {
  readonly lines: readonly { readonly text: string }[]
}

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
  /** of an order: what was sold with it */
  readonly services?: Sold | null
  /** of a quote that has one */
  readonly number?: string | null
  /** whether it is collected at the shop, whose address is then its own */
  readonly collected?: boolean | number
  /** of an order: the quote that it is made of, which says whether it is collected */
  readonly quoteId?: number | null
}

/** Writes what a new order or quote is found by. */
export function* keepText(kind: 'order' | 'quote', id: number, found: Found): Work<void> {
  yield* row(TEXTS[kind], id, textOf(yield* withCollected(found)))
}

/** Writes what a quote is found by now. */
export function changeText(quoteId: number, found: Found): Work<void> {
  return put('UPDATE quote_texts SET text = ? WHERE quote_id = ?', textOf(found), quoteId)
}

/** Writes what an order is found by now. */
export function* changeOrderText(orderId: number, found: Found): Work<void> {
  const text = textOf(yield* withCollected(found))
  yield* put('UPDATE order_texts SET text = ? WHERE order_id = ?', text, orderId)
}

/** Has an order found by what is sold with it from now on, too, as it takes that over from another. */
export const addSold = (orderId: number, { lines }: Sold): Work<void> =>
  put(
    'UPDATE order_texts SET text = text || ? WHERE order_id = ?',
    ...[fold(lines.map(({ text }) => `\n${text}`).join('')), orderId],
  )

/** An order is collected as its quote is. */
function* withCollected(found: Found): Work<Found> {
  const { quoteId = null } = found
  if (quoteId === null) return found
  const quote = yield* first<{ collected: number }>('SELECT collected FROM quotes WHERE id = ?', quoteId)
  return { ...found, collected: quote?.collected === 1 }
}

/** Writes what a quote is found by of its artwork. @param files its references, as they were written */
export const keepArtwork = (quoteId: number, files: readonly string[]): Work<void> =>
  put(
    `INSERT INTO artwork_texts (quote_id, text) VALUES (?, ?)
     ON CONFLICT (quote_id) DO UPDATE SET text = excluded.text`,
    ...[quoteId, fold(files.join('\n'))],
  )

type Named = Readonly<Partial<Record<'prenom' | 'nom' | 'code_postal' | 'ville', string>>>

/**
 * The reference, who receives it, who that is in a company, for whom it is, its town and postal code, with blanks and without,
 * unless they are the shop's; its number, with dashes and without; of an order its products with their references, and its services.
 */
function textOf({
  reference,
  recipient,
  address,
  company = null,
  contact = null,
  number,
  ordered,
  services,
  collected,
}: Found): string {
  const { prenom, nom, code_postal = '', ville = '' } = JSON.parse(address) as Named
  const goods = ordered
    ? new Set([...ordered.flatMap(({ name, body }) => [name, (JSON.parse(body) as Labelled).label ?? ''])])
    : []
  const named = [company, contact].filter((name) => name !== null)
  const person = [prenom, nom].filter((part) => part !== undefined).join(' ')
  const numbers = number ? [...new Set([number, number.replaceAll('-', '')])] : []
  const codes = new Set([code_postal, code_postal.replace(/\s/g, '')])
  const place = collected ? [] : [...codes, ville]
  const sold = services?.lines.map(({ text }) => text) ?? []
  return fold([reference, recipient, person, ...named, ...numbers, ...place, ...goods, ...sold].join('\n'))
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

/** What a text looks for: a condition on the rows of a table, with its parameters. */
export interface Search {
  readonly condition: string
  readonly params: Readonly<Record<string, string | number | null>>
}

/**
 * Whether a row is what a text looks for: all its words in the row's texts, its customer, its company or its artwork, or
 * its number, of an order also that of its quote or at a partner. A draft has none: it is called by its id.
 * @param id of the row; with a sign, an engine that goes through rows in another order does not look each up by it
 * @returns null where there is no word in the text
 */
export function searchFor(kind: 'order' | 'quote', text: string, id = `${kind}s.id`): Search | null {
  const words = searchedWords(text)
  if (words.length === 0) return null
  const has = (column: string, of: 'word' | 'name') =>
    words.map((_, i) => `instr(${column}, @${of}${i}) > 0`).join(' AND ')
  const written = "replace(replace(text, '’', ''), '''', '')"
  const number = kind === 'order' ? idIn(text, 'C') : draftIn(text)
  const numbers = quoteNumbersIn(text)
  const isNamed = words.some(({ name }) => name !== '')
  return {
    condition: `${id} IN (
      SELECT ${kind}_id FROM ${kind}_texts WHERE ${has(written, 'word')}
      UNION ALL
      SELECT id FROM ${kind}s WHERE customer_id IN (SELECT id FROM customers WHERE ${has('folded', 'word')})
      ${isNamed ? `UNION ALL ${OF_COMPANY[kind]} IN (SELECT id FROM companies WHERE ${has('name_key', 'name')})` : ''}
      UNION ALL
      ${WITH_ARTWORK[kind]} IN (SELECT quote_id FROM artwork_texts WHERE ${has(written, 'word')})
      UNION ALL
      ${NUMBERED[kind](numbers.map((_, i) => `@printed${i}`).join(', '))})`,
    params: {
      ...Object.fromEntries(words.map(({ word }, i) => [`word${i}`, word])),
      ...(isNamed && Object.fromEntries(words.map(({ name }, i) => [`name${i}`, name]))),
      ...{ number, printed: writtenQuoteNumber(text) },
      ...(kind === 'order' && Object.fromEntries(numbers.map((each, i) => [`printed${i}`, each]))),
      ...(kind === 'order' && { there: text.trim() }),
    },
  }
}

/** Without regard to case and accents, and to whether and which apostrophes are typed. */
const asSearched = (text: string): string => fold(text).replace(/['’]/g, '')

/** So many are looked for: a sentence that was pasted is no search. */
const MOST_WORDS = 8

/**
 * The words of a text, as texts have them and as names of companies are kept; those that another one has in it are left
 * out.
 */
function searchedWords(text: string): { readonly word: string; readonly name: string }[] {
  const words = new Map<string, string>()
  for (const raw of text.split(/\s+/)) {
    const word = asSearched(raw)
    if (word !== '' && words.size < MOST_WORDS) words.set(word, companyKey(raw))
  }
  const all = [...words].map(([word, name]) => ({ word, name }))
  return all.filter(({ word }) => !all.some((other) => other.word !== word && other.word.includes(word)))
}

const WITH_ARTWORK = {
  quote: 'SELECT id FROM quotes WHERE id',
  order: 'SELECT id FROM orders WHERE quote_id',
}
/** Orders that a partner calls by the text of a search, whole: a number of its own is no part of another one. */
export const NUMBERED_THERE = 'SELECT order_id FROM transmissions WHERE upstream_id = @there'
const NUMBERED = {
  quote: () => 'SELECT id FROM quotes WHERE number = @printed OR (id = @number AND number IS NULL)',
  order: (numbers: string) => `SELECT CAST(@number AS BIGINT) UNION ALL
    SELECT id FROM orders WHERE quote_id IN (SELECT id FROM quotes WHERE number IN (${numbers}))
    UNION ALL ${NUMBERED_THERE}`,
}
