/** A file of customers as spreadsheets write them: its columns told by their headers. */
import { csvRecords, type CsvFault } from '../csv.ts'
import type { Buyer, DocumentLanguage } from '../shared/documents.ts'
import { columnLetters, columnsOf, type Columns, type ImportField, type TwiceFault } from './headers.ts'
import { kindOf, languageOf } from './values.ts'

/** What a file may hold. */
export const IMPORT_LIMITS = {
  bytes: 10 * 1024 * 1024,
  rows: 20_000,
  columns: 200,
  cells: 1_000_000,
} as const

/** Why a file cannot be read at all. */
export type FileFault =
  | CsvFault
  | { readonly code: 'file_no_name' }
  | { readonly code: 'file_too_many_rows'; readonly params: { readonly most: number } }
  | TwiceFault

export interface ImportRow {
  /** as a spreadsheet counts: the header is row 1 */
  readonly row: number
  readonly cells: Readonly<Partial<Record<ImportField, string>>>
  /** it names a person and no company: the customer is of his name */
  readonly person: boolean
  /** what it says of documents; null: nothing */
  readonly language: DocumentLanguage | null
  readonly buyer: Buyer | null
  /** how a customer buys who is not there yet, of whom it does not say it */
  readonly supposed: Buyer | null
  /** what stands beyond the last header */
  readonly surplus: readonly string[]
}

/** Values of a column that say nothing which is known, while others do. */
export interface Untaken {
  readonly header: string
  readonly values: readonly string[]
}

export interface CsvTable extends Pick<Columns, 'headers' | 'ignored' | 'unnamed'> {
  readonly rows: readonly ImportRow[]
  /** the fields that the file has a column of */
  readonly fields: readonly ImportField[]
  readonly untaken: readonly Untaken[]
}

/** The fields that are several lines where they are. */
const OF_LINES: ReadonlySet<ImportField> = new Set(['note', 'instructions'])

/** A cell that a spreadsheet broke into lines, in the lines that its field has: of a street what follows is its complement. */
function inLines(cells: Partial<Record<ImportField, string>>): void {
  for (const [field, cell] of Object.entries(cells) as [ImportField, string][]) {
    if (OF_LINES.has(field) || !/[\r\n]/.test(cell)) continue
    const lines = cell.split(/[\r\n]+/).map((line) => line.trim())
    const [first = '', ...more] = lines.filter((line) => line !== '')
    if (field === 'adresse1' && cells.adresse2 === undefined) {
      cells.adresse1 = first
      cells.adresse2 = more.join(', ')
    } else cells[field] = [first, ...more].join(field.startsWith('adresse') ? ', ' : ' ')
  }
}

/** @returns the rows with a value in any known column, or why the file cannot be read */
export function readCsv(bytes: Uint8Array): CsvTable | FileFault {
  const records = csvRecords(bytes, { ...IMPORT_LIMITS, rows: IMPORT_LIMITS.rows + 2 })
  if ('code' in records) return records
  const [head = [], ...body] = records
  const columns = columnsOf(head, body)
  if ('code' in columns) return columns
  if (!columns.at.has('name') && !columns.at.has('lastName')) return { code: 'file_no_name' }
  const values = new Values(columns)
  const beside = new Set(columns.unnamed)
  const rows = body.flatMap((record, i): ImportRow[] => {
    const cells: Cells = {}
    for (const [field, at] of columns.at) {
      const cell = record[at]?.trim() ?? ''
      if (cell !== '') cells[field] = cell
    }
    inLines(cells)
    const surplus = record
      .slice(head.length)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
    if (Object.keys(cells).length === 0) {
      // Nobody's row: what stands beside the table is told by its columns.
      for (const [at, cell] of record.entries())
        if (at >= head.length && cell.trim() !== '') beside.add(columnLetters(at))
      return []
    }
    return [{ row: i + 2, ...values.read(cells), surplus }]
  })
  if (body.length > IMPORT_LIMITS.rows)
    return { code: 'file_too_many_rows', params: { most: IMPORT_LIMITS.rows } }
  if (rows.length === 0) return { code: 'file_empty' }
  const { silent, untaken } = values.told()
  const { headers } = columns
  const ignored = [...columns.ignored, ...silent]
  return { rows, fields: [...columns.at.keys()], headers, ignored, unnamed: [...beside], untaken }
}

type Cells = Partial<Record<ImportField, string>>
const TOLD = ['language', 'buyer', 'civility'] as const
type Told = (typeof TOLD)[number]
/** So many values of a column are told. */
const VALUES_TOLD = 5

/** Reads whom a row names, and what it says of his documents; keeps which values it could not take. */
class Values {
  readonly #columns: Columns
  readonly #read = new Set<Told>()
  readonly #unread = new Map<Told, Set<string>>(TOLD.map((field) => [field, new Set()]))

  constructor(columns: Columns) {
    this.#columns = columns
  }

  read(cells: Cells): Pick<ImportRow, 'cells' | 'person' | 'language' | 'buyer' | 'supposed'> {
    const { language, buyer: type, civility, ...rest } = cells
    const { firstName, lastName: named, ...company } = rest
    // Some programs write a person's company before his name.
    const lastName = named?.startsWith(`${rest.name}, `) ? named.slice(rest.name!.length + 2) : named
    const called = [firstName, lastName].filter((name) => name !== undefined).join(' ')
    const person = rest.name === undefined && called !== ''
    // Of a row with a company and a person it is the person whom a salutation is for.
    const alone = person || called === ''
    const [typed, addressed] = [this.#kind('buyer', type, alone), this.#kind('civility', civility, alone)]
    const kind = typed ?? addressed
    const said = language === undefined ? null : languageOf(language)
    this.#note('language', language, said !== null)
    return {
      cells: person ? { ...company, name: called } : { ...rest, ...(lastName !== undefined && { lastName }) },
      person,
      language: said,
      buyer: kind === 'person' ? null : kind,
      supposed: kind === 'person' || (kind === null && person && firstName !== undefined) ? 'consumer' : null,
    }
  }

  /** Headers of columns that said nothing which is known, and of the others the values that did not. */
  told(): { readonly silent: readonly string[]; readonly untaken: readonly Untaken[] } {
    const unread = TOLD.flatMap((field) => {
      const values = [...this.#unread.get(field)!]
      return values.length === 0 ? [] : [{ field, header: this.#columns.headers.get(field)!, values }]
    })
    const isSilent = ({ field }: { readonly field: Told }) => field !== 'language' && !this.#read.has(field)
    return {
      silent: unread.filter(isSilent).map(({ header }) => header),
      untaken: unread
        .filter((one) => !isSilent(one))
        .map(({ header, values }) => ({ header, values: values.slice(0, VALUES_TOLD) })),
    }
  }

  #kind(field: 'buyer' | 'civility', cell: string | undefined, alone: boolean) {
    const kind = cell === undefined ? null : kindOf(cell, field === 'buyer' ? this.#columns.asked : null)
    const taken = kind === 'person' && !alone ? null : kind
    this.#note(field, cell, taken !== null)
    return taken
  }

  #note(field: Told, cell: string | undefined, read: boolean): void {
    if (cell === undefined) return
    if (read) this.#read.add(field)
    else if (this.#unread.get(field)!.size < VALUES_TOLD) this.#unread.get(field)!.add(cell.slice(0, 50))
  }
}
