import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JournalNote } from '../domain/journal.ts'
import type { StoredLine } from '../domain/quote/facts.ts'
import type { QuoteState } from '../domain/quote/quote.ts'
import { quoteNumber, type Numbering } from '../domain/shared/numbers.ts'
import { OPEN_STATES } from '../domain/shared/quote-states.ts'
import type { VatRegime } from '../domain/vat-regimes.ts'
import type { Engine } from './engine.ts'
import { noted } from './journal.ts'
import {
  fromRow,
  QUOTE_COLUMNS,
  QUOTE_FIELDS,
  toRow,
  type QuoteNotes,
  type QuoteRecord,
  type QuoteRow,
} from './quote-rows.ts'
import { keepSent } from './quote-sent.ts'
import { readable, type Readable } from './readable.ts'
import { parsed } from './shapes.ts'
import { allOf } from './some-ids.ts'
import { changeText, keepArtwork, keepText, searchFor } from './search.ts'
import { all, change, first, insert, put, row, type Insertion, type Value, type Work } from './work.ts'

export type { QuoteNotes, QuoteRecord } from './quote-rows.ts'

type Params = Record<string, string | number>

/** Read in one turn: a quote may have hundreds of lines. */
const PAGE = 20
const OPEN = OPEN_STATES.map((state) => `'${state}'`).join(', ')
const QUOTE = `SELECT quotes.*, customers.name AS customer, companies.name AS company_now,
    companies.vat_number, contacts.first_name, contacts.last_name
  FROM quotes JOIN customers ON customers.id = quotes.customer_id
    LEFT JOIN companies ON companies.id = quotes.company_id
    LEFT JOIN contacts ON contacts.id = quotes.contact_id`

export interface QuoteFilter {
  readonly search: string
  readonly state: QuoteState | null
  /** whose they are */
  readonly companyId: number | null
}

/** A part of a list: `total` counts what cannot be read, too. */
export interface ListedQuotes extends Readable<QuoteRecord> {
  readonly total: number
}

function where(filter: QuoteFilter): { sql: string; params: Params } {
  const conditions: string[] = []
  const params: Params = {}
  if (filter.state !== null) {
    conditions.push('quotes.state = @state')
    params['state'] = filter.state
  }
  if (filter.companyId !== null) {
    conditions.push('quotes.company_id = @companyId')
    params['companyId'] = filter.companyId
  }
  const search = searchFor('quote', filter.search)
  if (search) {
    conditions.push(search.condition)
    Object.assign(params, search.params)
  }
  return { sql: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', params }
}

export class QuoteTables {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Keeps a new quote; where one of the same key is there, nothing is written.
   * @param note of a quote by its id
   * @returns the id of the new quote, or of the one with the key; `quote.id` and `quote.version` are not read
   */
  insert(quote: QuoteRecord, note: (id: number) => JournalNote): Promise<number> {
    return this.#engine.write(function* () {
      const ofKey = 'SELECT id FROM quotes WHERE client_key = ?'
      const known = quote.key === null ? undefined : yield* first<{ id: number }>(ofKey, quote.key)
      if (known) return known.id
      const row = toRow(quote)
      const id = yield* insert(
        QUOTE_ROW,
        ...QUOTE_FIELDS.map((field) => row[field]),
        quote.createdAt,
        quote.key,
        quote.madeBy,
      )
      if (quote.internalNote !== '')
        yield* put('UPDATE quotes SET internal_note = ? WHERE id = ?', quote.internalNote, id)
      yield* keepText('quote', id, row)
      yield* noted([note(id)])
      return id
    })
  }

  /**
   * Writes a quote over the version that it was read at.
   * @param notes what the journal is told of it
   * @returns false, and nothing is written, where that version is gone
   */
  update(quote: QuoteRecord, notes: readonly JournalNote[] = []): Promise<boolean> {
    return this.#engine.write(function* () {
      if (!(yield* updateQuote(quote))) return false
      yield* noted(notes)
      return true
    })
  }

  /**
   * Writes a quote that is moved over the version that it was read at; one that leaves the desk without a number is given
   * the next one in the same change.
   * @returns false, and nothing is written, where that version is gone
   */
  move({ quote, numbering, notes }: QuoteMoved): Promise<boolean> {
    return this.#engine.write(function* () {
      const written = yield* updateQuote(quote, numbering)
      if (!written) return false
      yield* noted(notes(written))
      return true
    })
  }

  /**
   * Writes what is noted in house, over the version of the notes that was read: of the quote nothing else changes, and
   * nothing that changes of it meanwhile is in the way.
   * @returns false, and nothing is written, where that version is gone
   */
  setNotes(id: number, { internalNote, files, notesVersion }: QuoteNotes): Promise<boolean> {
    return this.#engine.write(function* () {
      const set = yield* change(SET_NOTES, internalNote, JSON.stringify(files), id, notesVersion)
      if (set === 1) yield* keepArtwork(id, files)
      return set === 1
    })
  }

  /** Deletes a quote at the version that it was read at. @returns false, and nothing is deleted, where that is gone */
  delete(id: number, version: number, note: JournalNote): Promise<boolean> {
    return this.#engine.write(function* () {
      if ((yield* change('DELETE FROM quotes WHERE id = ? AND version = ?', id, version)) !== 1) return false
      yield* noted([note])
      return true
    })
  }

  byId(id: number): Promise<QuoteRecord | undefined> {
    return this.#engine.read(() => found(`${QUOTE} WHERE quotes.id = ?`, id))
  }

  /** The quote that a client made under that name of its own. */
  byKey(key: string): Promise<QuoteRecord | undefined> {
    return this.#engine.read(() => found(`${QUOTE} WHERE quotes.client_key = ?`, key))
  }

  /** How many drafts go by a VAT regime, or have a line that does. */
  draftsOfRegime(id: string): Promise<number> {
    return this.#engine.read(function* () {
      const rows = yield* all<Pick<QuoteRow, 'vat_regime' | 'lines'>>(
        `SELECT vat_regime, lines FROM quotes
         WHERE state = 'draft' AND (vat_regime IS NOT NULL OR lines LIKE '%"vatRegime":{%')`,
      )
      const { entries } = readable(rows, ({ vat_regime, lines }) => [
        vat_regime === null ? null : (parsed('quotes', 'vat_regime', vat_regime) as VatRegime),
        ...(parsed('quotes', 'lines', lines) as readonly StoredLine[]).map((line) => line.vatRegime),
      ])
      return entries.filter((regimes) => regimes.some((regime) => regime?.id === id)).length
    })
  }

  /** The id of the quote that bears a number; null: none does. */
  idOfNumber(number: string): Promise<number | null> {
    return this.#engine.read(function* () {
      return (yield* first<{ id: number }>('SELECT id FROM quotes WHERE number = ?', number))?.id ?? null
    })
  }

  /** The last changed first. */
  list(filter: QuoteFilter, limit: number, offset: number): Promise<ListedQuotes> {
    const { sql, params } = where(filter)
    return this.#engine.snapshot(function* () {
      const counted = yield* first<{ n: number }>(`SELECT count(*) AS n FROM quotes ${sql}`, params)
      const rows = yield* all<QuoteRow>(
        `${QUOTE} ${sql} ORDER BY quotes.updated_at DESC, quotes.id DESC LIMIT @limit OFFSET @offset`,
        { ...params, limit, offset },
      )
      return { total: counted!.n, ...readable(rows, fromRow) }
    })
  }

  /** The ids of some of those that a filter finds, the newest first. @param before the id that the last ones ended with; null: the newest of all */
  idsBefore(filter: QuoteFilter, before: number | null, limit: number): Promise<number[]> {
    const { sql, params } = where(filter)
    const below = `${sql === '' ? 'WHERE' : `${sql} AND`} quotes.id < @before ORDER BY quotes.id DESC LIMIT @limit`
    const values = { ...params, before: before ?? Number.MAX_SAFE_INTEGER, limit }
    return this.#engine.read(function* () {
      return (yield* all<{ id: number }>(`SELECT id FROM quotes ${below}`, values)).map(({ id }) => id)
    })
  }

  /** Those of some ids that are still there. @param ids the newest first, as they are answered */
  byIds(ids: readonly number[]): Promise<Readable<QuoteRecord>> {
    return this.#engine.snapshot(function* () {
      const sql = (some: string) => `${QUOTE} WHERE quotes.id IN ${some} ORDER BY quotes.id DESC`
      return readable(yield* allOf<QuoteRow>(ids, sql), fromRow)
    })
  }

  /** Quotes that may still be ordered, the newest first, some at a time: who else asks is answered between. */
  async open(): Promise<QuoteRecord[]> {
    const found: QuoteRecord[] = []
    for (let before: number | null = null; ; await nextTurn()) {
      const some = await this.openBefore(before, PAGE)
      found.push(...some.quotes)
      if (some.last === null) return found
      before = some.last
    }
  }

  /**
   * Some of the same, the newest first; what cannot be read is left out.
   * @param before the id that the last ones ended with; null: the newest of all
   * @returns with the id that these end with; null: there are no more
   */
  openBefore(before: number | null, limit: number): Promise<{ quotes: QuoteRecord[]; last: number | null }> {
    const sql = `${QUOTE} WHERE quotes.state IN (${OPEN}) AND quotes.id < ? ORDER BY quotes.id DESC LIMIT ?`
    return this.#engine.read(function* () {
      const rows = yield* all<QuoteRow>(sql, before ?? Number.MAX_SAFE_INTEGER, limit)
      return { quotes: readable(rows, fromRow).entries, last: rows.length < limit ? null : rows.at(-1)!.id }
    })
  }

  /** Writes the lines alone, and what they come to: what the catalogue made of them is nobody's change. */
  setLines(quote: Pick<QuoteRecord, 'id' | 'version' | 'lines' | 'totals' | 'indicative'>): Promise<void> {
    const { id, version, lines, totals, indicative } = quote
    return this.#engine.write(function* () {
      const sql = 'UPDATE quotes SET lines = ?, totals = ?, indicative = ? WHERE id = ? AND version = ?'
      const sums = totals && JSON.stringify(totals)
      yield* put(sql, JSON.stringify(lines), sums, indicative ? 1 : 0, id, version)
    })
  }
}

function* found(sql: string, value: Value): Work<QuoteRecord | undefined> {
  const row = yield* first<QuoteRow>(sql, value)
  return row && fromRow(row)
}

/** A quote as it is once it is moved. */
export interface QuoteMoved {
  readonly quote: QuoteRecord
  readonly numbering: Numbering
  /** what the journal is told of it, with its number */
  readonly notes: (quote: QuoteRecord) => readonly JournalNote[]
}

/**
 * {@link QuoteTables.update} as a part of another change.
 * @param numbering of one that may leave the desk
 * @returns the quote with its number; null, and nothing is written, where the version is gone
 */
export function* updateQuote(quote: QuoteRecord, numbering?: Numbering): Work<QuoteRecord | null> {
  const row = toRow(quote)
  const values = QUOTE_FIELDS.map((field) => row[field])
  if ((yield* change(UPDATE, ...values, quote.id, quote.version)) !== 1) return null
  let { number } = quote
  if (number === null && numbering && quote.state !== 'draft') {
    number = yield* nextNumber(numbering)
    yield* put('UPDATE quotes SET number = ? WHERE id = ?', number, quote.id)
  }
  yield* changeText(quote.id, { ...row, number })
  const written = { ...quote, number }
  if (numbering && quote.state !== 'draft') yield* keepSent(written)
  return written
}

/** The next number of a device in a year: changes are made one after the other, and one that fails takes its number back. */
function* nextNumber(numbering: Numbering): Work<string> {
  const { year, device } = numbering
  const counted = yield* first<{ last: number }>(
    'SELECT last FROM quote_numbers WHERE year = ? AND device = ?',
    ...[year, device],
  )
  const next = (counted?.last ?? 0) + 1
  if (counted)
    yield* put('UPDATE quote_numbers SET last = ? WHERE year = ? AND device = ?', next, year, device)
  else yield* row(COUNTED, year, device, next)
  return quoteNumber(numbering, next)
}

const COUNTED: Insertion = { table: 'quote_numbers', columns: ['year', 'device', 'last'] }

const QUOTE_ROW: Insertion = {
  table: 'quotes',
  columns: [...QUOTE_COLUMNS, 'created_at', 'client_key', 'made_by'],
}
const UPDATE = `UPDATE quotes SET ${QUOTE_COLUMNS.map((column) => `${column} = ?`).join(', ')}, version = version + 1
  WHERE id = ? AND version = ?`

const SET_NOTES = `UPDATE quotes SET internal_note = ?, files = ?, notes_version = notes_version + 1
  WHERE id = ? AND notes_version = ?`
