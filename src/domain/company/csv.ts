/** A file of customers as spreadsheets write them: its columns told by their headers. */
import { csvRecords, type CsvFault } from '../csv.ts'
import { fold } from '../shared/fold.ts'

/** What a file may hold. */
export const IMPORT_LIMITS = {
  bytes: 10 * 1024 * 1024,
  rows: 20_000,
  columns: 200,
  cells: 1_000_000,
} as const

export const IMPORT_FIELDS = [
  ...(['name', 'siret', 'vatNumber', 'email', 'phone', 'note'] as const),
  ...(['firstName', 'lastName', 'role', 'contactEmail', 'contactPhone'] as const),
  ...(['label', 'adresse1', 'adresse2', 'code_postal', 'ville', 'pays', 'instructions'] as const),
]
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** What the column of each field may be called, in French and English. */
const HEADERS: Readonly<Record<ImportField, readonly string[]>> = {
  name: [
    'societe',
    'raison sociale',
    'client',
    'entreprise',
    'nom client',
    'nom du client',
    'nom de la societe',
    'company',
    'company name',
    'customer',
    'customer name',
    'organisation',
    'organization',
    'denomination',
  ],
  siret: ['siret', 'n siret', 'numero siret', 'no siret'],
  vatNumber: [
    'tva',
    'n tva',
    'numero de tva',
    'numero tva',
    'tva intracommunautaire',
    'n tva intracommunautaire',
    'vat',
    'vat number',
    'vat no',
  ],
  email: ['email', 'e mail', 'mail', 'courriel', 'adresse e mail', 'adresse email', 'email address'],
  phone: ['telephone', 'tel', 'phone', 'telephone fixe', 'phone number', 'numero de telephone'],
  note: ['note', 'notes', 'remarque', 'remarques', 'commentaire', 'commentaires', 'comment', 'comments'],
  firstName: [
    'prenom',
    'prenom contact',
    'prenom du contact',
    'first name',
    'firstname',
    'contact first name',
  ],
  lastName: [
    'nom',
    'contact',
    'nom contact',
    'nom du contact',
    'last name',
    'lastname',
    'surname',
    'contact name',
    'contact last name',
  ],
  role: ['fonction', 'poste', 'role', 'function', 'job title', 'title'],
  contactEmail: [
    'email contact',
    'e mail contact',
    'mail contact',
    'email du contact',
    'contact email',
    'contact e mail',
  ],
  contactPhone: ['telephone contact', 'tel contact', 'mobile', 'portable', 'contact phone', 'mobile phone'],
  label: [
    'libelle adresse',
    'nom adresse',
    'type adresse',
    'nom de l adresse',
    'address label',
    'address name',
  ],
  adresse1: ['adresse', 'adresse 1', 'adresse1', 'rue', 'address', 'address 1', 'address line 1', 'street'],
  adresse2: [
    'adresse 2',
    'adresse2',
    'complement',
    'complement d adresse',
    'complement adresse',
    'address 2',
    'address line 2',
  ],
  code_postal: ['code postal', 'cp', 'code post', 'postal code', 'postcode', 'zip', 'zip code'],
  ville: ['ville', 'commune', 'localite', 'city', 'town'],
  pays: ['pays', 'country'],
  instructions: ['instructions', 'instructions de livraison', 'delivery instructions'],
}
const FIELD_OF: ReadonlyMap<string, ImportField> = new Map(
  IMPORT_FIELDS.flatMap((field) => HEADERS[field].map((header) => [header, field] as const)),
)
const headerKey = (text: string) =>
  fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Why a file cannot be read at all. */
export type FileFault =
  | CsvFault
  | { readonly code: 'file_no_name' }
  | { readonly code: 'file_too_many_rows'; readonly params: { readonly most: number } }
  | {
      readonly code: 'file_column_twice'
      readonly params: { readonly column: string; readonly other: string }
    }

export interface ImportRow {
  /** as a spreadsheet counts: the header is row 1 */
  readonly row: number
  readonly cells: Readonly<Partial<Record<ImportField, string>>>
}

export interface CsvTable {
  readonly rows: readonly ImportRow[]
  /** the fields that the file has a column of */
  readonly fields: readonly ImportField[]
  /** headers of columns that are not taken */
  readonly ignored: readonly string[]
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
  const columns = new Map<ImportField, number>()
  const ignored: string[] = []
  for (const [at, header] of head.slice(0, IMPORT_LIMITS.columns).entries()) {
    const field = FIELD_OF.get(headerKey(header))
    if (!field) {
      if (header.trim() !== '') ignored.push(header.trim().slice(0, 100))
      continue
    }
    const other = columns.get(field)
    if (other !== undefined)
      return { code: 'file_column_twice', params: { column: header.trim(), other: head[other]!.trim() } }
    columns.set(field, at)
  }
  if (!columns.has('name')) {
    // "Nom" alone, without a column for companies, names the customers.
    const person = columns.get('lastName')
    if (person === undefined || columns.has('firstName')) return { code: 'file_no_name' }
    columns.delete('lastName')
    columns.set('name', person)
  }
  const rows = body.flatMap((record, i): ImportRow[] => {
    const cells: Partial<Record<ImportField, string>> = {}
    for (const [field, at] of columns) {
      const cell = record[at]?.trim() ?? ''
      if (cell !== '') cells[field] = cell
    }
    inLines(cells)
    return Object.keys(cells).length === 0 ? [] : [{ row: i + 2, cells }]
  })
  if (body.length > IMPORT_LIMITS.rows)
    return { code: 'file_too_many_rows', params: { most: IMPORT_LIMITS.rows } }
  return rows.length === 0 ? { code: 'file_empty' } : { rows, fields: [...columns.keys()], ignored }
}
