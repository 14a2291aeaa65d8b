import type { AdresseLivraison } from '../domain/address.ts'
import type { CartTotals, Totals } from '../domain/cart.ts'
import { contactName } from '../domain/company/company.ts'
import type { JournalNote } from '../domain/journal.ts'
import type { QuoteDiscount } from '../domain/quote/lines.ts'
import type { QuoteState } from '../domain/quote/quote.ts'
import { storedLine, type KeptLine, type StoredLine } from '../domain/quote/facts.ts'
import { quoteNumber, type Numbering } from '../domain/shared/numbers.ts'
import { OPEN_STATES } from '../domain/shared/quote-states.ts'
import type { Engine } from './engine.ts'
import { noted } from './journal.ts'
import { keepSent } from './quote-sent.ts'
import { changeText, keepText, matches, searchedQuote } from './search.ts'
import { all, change, first, insert, put, row, type Insertion, type Value, type Work } from './work.ts'

export interface QuoteRecord extends QuoteNotes {
  readonly id: number
  /** null until it leaves the desk: a draft is called by its id */
  readonly number: string | null
  /** from 1; one more with each that was made of what was sent */
  readonly revision: number
  readonly customerId: number
  readonly customer: string
  /** whom it is for; the names of a draft are as they are now, others as they were kept */
  readonly companyId: number | null
  readonly company: string | null
  readonly contactId: number | null
  readonly contact: string | null
  readonly state: QuoteState
  readonly reference: string
  /** the customer's */
  readonly note: string
  readonly address: AdresseLivraison
  readonly validUntil: string
  /** the day on which the files arrive; null: with the order */
  readonly filesOn: string | null
  readonly catalogueVersion: number
  readonly lines: readonly KeptLine[]
  /** of the whole; null: none */
  readonly discount: QuoteDiscount | null
  /** without their VAT where they were kept before it was */
  readonly totals: (CartTotals & Partial<Totals>) | null
  readonly indicative: boolean
  /** whether it was sent with prices that are to be reconfirmed before it is ordered */
  readonly reconfirm: boolean
  readonly createdAt: string
  readonly updatedAt: string
  /** one more with each change that a person makes */
  readonly version: number
  /** what the client named it by when it was made */
  readonly key: string | null
  /** ids of people; null: no person, or not yet */
  readonly madeBy: number | null
  readonly sentBy: number | null
  readonly acceptedBy: number | null
}

/** What is noted in house beside a quote, whatever its state. */
export interface QuoteNotes {
  readonly internalNote: string
  /** of artwork: names, paths, URLs */
  readonly files: readonly string[]
  /** one more with each change of them */
  readonly notesVersion: number
}

interface QuoteRow {
  readonly id: number
  readonly number: string | null
  readonly revision: number
  readonly customer_id: number
  readonly customer: string
  readonly company_id: number | null
  readonly company_name: string | null
  readonly company_now: string | null
  readonly contact_id: number | null
  readonly contact_name: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly state: QuoteState
  readonly reference: string
  readonly note: string
  readonly address: string
  readonly valid_until: string
  readonly files_on: string | null
  readonly catalogue_version: number
  readonly lines: string
  readonly discount: string | null
  readonly totals: string | null
  readonly indicative: number
  readonly reconfirm: number
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
  readonly client_key: string | null
  readonly made_by: number | null
  readonly sent_by: number | null
  readonly accepted_by: number | null
  readonly internal_note: string
  readonly files: string
  readonly notes_version: number
}

const fromRow = (row: QuoteRow): QuoteRecord => ({
  id: row.id,
  number: row.number,
  revision: row.revision,
  customerId: row.customer_id,
  customer: row.customer,
  companyId: row.company_id,
  contactId: row.contact_id,
  ...namesIn(row),
  state: row.state,
  reference: row.reference,
  note: row.note,
  address: JSON.parse(row.address) as AdresseLivraison,
  validUntil: row.valid_until,
  filesOn: row.files_on,
  catalogueVersion: row.catalogue_version,
  lines: (JSON.parse(row.lines) as StoredLine[]).map(storedLine),
  discount: row.discount === null ? null : (JSON.parse(row.discount) as QuoteDiscount),
  totals: row.totals === null ? null : (JSON.parse(row.totals) as CartTotals & Partial<Totals>),
  indicative: row.indicative === 1,
  reconfirm: row.reconfirm === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
  key: row.client_key,
  madeBy: row.made_by,
  sentBy: row.sent_by,
  acceptedBy: row.accepted_by,
  internalNote: row.internal_note,
  files: JSON.parse(row.files) as string[],
  notesVersion: row.notes_version,
})

function namesIn(row: QuoteRow): Pick<QuoteRecord, 'company' | 'contact'> {
  if (row.state !== 'draft') return { company: row.company_name, contact: row.contact_name }
  const { first_name: firstName, last_name: lastName } = row
  return {
    company: row.company_now,
    contact: firstName === null || lastName === null ? null : contactName({ firstName, lastName }),
  }
}

type Params = Record<string, string | number>

const OPEN = OPEN_STATES.map((state) => `'${state}'`).join(', ')
const QUOTE = `SELECT quotes.*, customers.name AS customer, companies.name AS company_now,
    contacts.first_name, contacts.last_name
  FROM quotes JOIN customers ON customers.id = quotes.customer_id
    LEFT JOIN companies ON companies.id = quotes.company_id
    LEFT JOIN contacts ON contacts.id = quotes.contact_id`

export interface QuoteFilter {
  readonly search: string
  readonly state: QuoteState | null
  /** whose they are */
  readonly companyId: number | null
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
  if (filter.search !== '') {
    conditions.push(matches('quote'))
    Object.assign(params, searchedQuote(filter.search))
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

  /** Writes a quote over the version that it was read at. @returns false, and nothing is written, where that is gone */
  update(quote: QuoteRecord): Promise<boolean> {
    return this.#engine.write(function* () {
      return (yield* updateQuote(quote)) !== null
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
      return (yield* change(SET_NOTES, internalNote, JSON.stringify(files), id, notesVersion)) === 1
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

  /** The id of the quote that bears a number; null: none does. */
  idOfNumber(number: string): Promise<number | null> {
    return this.#engine.read(function* () {
      return (yield* first<{ id: number }>('SELECT id FROM quotes WHERE number = ?', number))?.id ?? null
    })
  }

  /** The last changed first. */
  list(
    filter: QuoteFilter,
    limit: number,
    offset: number,
  ): Promise<{ total: number; quotes: QuoteRecord[] }> {
    const { sql, params } = where(filter)
    return this.#engine.snapshot(function* () {
      const counted = yield* first<{ n: number }>(`SELECT count(*) AS n FROM quotes ${sql}`, params)
      const rows = yield* all<QuoteRow>(
        `${QUOTE} ${sql} ORDER BY quotes.updated_at DESC, quotes.id DESC LIMIT @limit OFFSET @offset`,
        { ...params, limit, offset },
      )
      return { total: counted!.n, quotes: rows.map(fromRow) }
    })
  }

  /** Quotes that may still be ordered, to be held against a new catalogue. */
  open(): Promise<QuoteRecord[]> {
    return this.#engine.read(function* () {
      return (yield* all<QuoteRow>(`${QUOTE} WHERE quotes.state IN (${OPEN})`)).map(fromRow)
    })
  }

  /** Some of the same, the newest first. @param before the id that the last ones ended with; null: the newest of all */
  openBefore(before: number | null, limit: number): Promise<QuoteRecord[]> {
    const sql = `${QUOTE} WHERE quotes.state IN (${OPEN}) AND quotes.id < ? ORDER BY quotes.id DESC LIMIT ?`
    return this.#engine.read(function* () {
      return (yield* all<QuoteRow>(sql, before ?? Number.MAX_SAFE_INTEGER, limit)).map(fromRow)
    })
  }

  /** Writes the lines alone: what the catalogue made of them is nobody's change. */
  setLines(id: number, version: number, lines: readonly KeptLine[]): Promise<void> {
    return this.#engine.write(function* () {
      const sql = 'UPDATE quotes SET lines = ? WHERE id = ? AND version = ?'
      yield* put(sql, JSON.stringify(lines), id, version)
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

/** What of a quote is written each time: the columns are these in their order. */
const QUOTE_FIELDS = [
  ...(['customerId', 'state', 'reference', 'recipient', 'note', 'address', 'validUntil'] as const),
  ...(['catalogueVersion', 'lines', 'totals', 'indicative', 'updatedAt'] as const),
  ...(['sentBy', 'acceptedBy', 'filesOn', 'companyId', 'company', 'contactId', 'contact'] as const),
  ...(['discount', 'revision', 'reconfirm'] as const),
]
const COLUMNS = [
  ...['customer_id', 'state', 'reference', 'recipient', 'note', 'address', 'valid_until'],
  ...['catalogue_version', 'lines', 'totals', 'indicative', 'updated_at', 'sent_by', 'accepted_by'],
  ...['files_on', 'company_id', 'company_name', 'contact_id', 'contact_name'],
  ...['discount', 'revision', 'reconfirm'],
]
const QUOTE_ROW: Insertion = { table: 'quotes', columns: [...COLUMNS, 'created_at', 'client_key', 'made_by'] }
const UPDATE = `UPDATE quotes SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')}, version = version + 1
  WHERE id = ? AND version = ?`

const SET_NOTES = `UPDATE quotes SET internal_note = ?, files = ?, notes_version = notes_version + 1
  WHERE id = ? AND notes_version = ?`

function toRow(quote: QuoteRecord) {
  return {
    ...quote,
    recipient: quote.address.societe || quote.address.nom,
    address: JSON.stringify(quote.address),
    lines: JSON.stringify(quote.lines),
    discount: quote.discount && JSON.stringify(quote.discount),
    totals: quote.totals === null ? null : JSON.stringify(quote.totals),
    indicative: quote.indicative ? 1 : 0,
    reconfirm: quote.reconfirm ? 1 : 0,
  }
}
