/** What a file of customers would make: of each row, a new customer, a change of one, nothing, or why it cannot be taken. */
import type { Fault } from '../faults.ts'
import { ADDRESS_FIELDS } from '../shared/address-fields.ts'
import type { Buyer, DocumentLanguage } from '../shared/documents.ts'
import { cleanCompany, type CleanCompany } from './clean.ts'
import { USUAL_DOCUMENTS } from './company.ts'
import type { CsvTable, ImportRow } from './csv.ts'
import { doubtsOf } from './doubts.ts'
import type { ImportField } from './headers.ts'
import {
  COLUMN,
  merged,
  opened,
  type Kept,
  type Known,
  type Open,
  type Planned,
  type Replaced,
  type Spare,
} from './merge.ts'
import { companyKey } from './search.ts'

export interface PlannedRow {
  readonly row: number
  readonly name: string
  readonly outcome: 'new' | 'changed' | 'same' | 'fault'
  /** what becomes another: fields of the company, `contacts`, `addresses` */
  readonly changes: readonly string[]
  /** of those what had another value before */
  readonly replaced: readonly Replaced[]
  /** what it says otherwise than a row above it: that one's stays */
  readonly kept: readonly Kept[]
  readonly faults: readonly Fault[]
  /** what is taken over and probably wrong, of a row that is */
  readonly doubts: readonly Fault[]
  /** what has gone into the note of the customer, having no other place */
  readonly noted: readonly Pick<Spare, 'column' | 'value'>[]
  /** what the row says besides the name, for a person to recognise */
  readonly says: readonly string[]
  /** it names a person and no company: the customer is of his name */
  readonly person: boolean
  /** the language of documents that it says; null: none */
  readonly language: DocumentLanguage | null
  /** how he buys, as it says or as of a new one is supposed; null: nothing */
  readonly buyer: Buyer | null
}

export interface ImportPlan {
  readonly rows: readonly PlannedRow[]
  /** what is to be written, each once: rows of one company are one */
  readonly companies: readonly { readonly before: Known | null; readonly after: Planned }[]
}

/** The column of what is wrong; none where it is the row. */
const columnOf = (path: string): string => COLUMN[path] ?? path.split('/').at(-1) ?? ''

/** What a file makes of the customers that there are. Of two rows that say unlike things of one customer, the first is taken. */
export function planOf(
  { rows, fields, headers }: Pick<CsvTable, 'rows' | 'fields' | 'headers'>,
  known: readonly Known[],
): ImportPlan {
  const byName = new Map<string, Open[]>()
  const bySiret = new Map<string, Open[]>()
  const put = (map: Map<string, Open[]>, key: string, one: Open) => {
    if (key === '') return
    const there = map.get(key)
    if (!there) map.set(key, [one])
    else if (!there.includes(one)) there.push(one)
  }
  const note = (one: Open) => {
    put(byName, companyKey(one.after.name), one)
    put(bySiret, one.after.siret, one)
  }
  for (const before of known) note(opened(before, NOTHING))
  const all: Open[] = []
  const planned = rows.map((from): PlannedRow => {
    const { row, cells, person, language } = from
    const { company, faults, spare } = readRow(from, fields, headers)
    const inRow = (found: readonly Fault[]) =>
      found.map((fault) => ({ ...fault, path: `/${row}/${columnOf(fault.path)}` }))
    const surplus: Fault[] =
      from.surplus.length === 0
        ? []
        : [{ path: '/', code: 'cells_surplus', params: { cells: from.surplus.join(' · ').slice(0, 200) } }]
    const says = saidBy(company, spare)
    const whole = { row, person, language, says }
    const refused = (found: readonly Fault[]): PlannedRow => ({
      ...{ ...whole, name: (cells.name ?? '').slice(0, 200), outcome: 'fault', buyer: from.buyer },
      ...{ changes: [], replaced: [], kept: [], noted: [] },
      ...{ faults: inRow(found), doubts: inRow(surplus) },
    })
    if (faults.length > 0) return refused(faults)
    const named = byName.get(companyKey(company.name)) ?? []
    // Of a name with another SIRET it is another company.
    const fits = ({ after }: Open) =>
      company.siret === '' || after.siret === '' || after.siret === company.siret
    const found = bySiret.get(company.siret) ?? named.filter(fits)
    if (found.length > 1)
      return refused([{ path: '/name', code: 'import_ambiguous', params: { count: found.length } }])
    const { contacts, addresses } = company
    const { buyer, supposed } = from
    const habits = { language, buyer, supposed }
    const given = { ...company, ...habits, spare, contacts: contacts ?? [], addresses: addresses ?? [] }
    const there = found[0] ?? opened(null, NOTHING)
    const { after, changes, lost, ...told } = merged(there, given, row)
    const full = lost.map(({ column, value }): Fault => ({
      path: `/${column}`,
      code: 'import_note_full',
      params: { value },
    }))
    const doubts = inRow([...doubtsOf(company), ...full, ...surplus])
    const isNew = found.length === 0
    const taken = { ...whole, ...told, name: company.name, faults: [], doubts }
    if (!isNew && changes.length === 0) return { ...taken, outcome: 'same', changes, buyer }
    if (!there.changed) all.push(there)
    there.after = after
    there.changed = true
    note(there)
    if (isNew) return { ...taken, outcome: 'new', changes: [], buyer: buyer ?? supposed }
    return { ...taken, outcome: there.before ? 'changed' : 'new', changes, buyer }
  })
  return { rows: planned, companies: all.map(({ before, after }) => ({ before, after })) }
}

/** A row as a company, and apart what it says of a person whom it does not name: nobody without a name is a contact. */
function readRow(
  { cells }: ImportRow,
  fields: CsvTable['fields'],
  headers: CsvTable['headers'],
): { company: CleanCompany; faults: readonly Fault[]; spare: readonly Spare[] } {
  const { company, faults } = cleanCompany(inputOf(cells, fields))
  const { firstName, lastName } = cells
  if (firstName !== undefined || lastName !== undefined) return { company, faults, spare: [] }
  const spare = (company.contacts ?? []).flatMap((contact) =>
    SPARE.flatMap(({ own, ...each }): Spare[] =>
      contact[own] === ''
        ? []
        : [{ ...each, header: headers.get(each.column) ?? each.column, value: contact[own] }],
    ),
  )
  return {
    company: { ...company, contacts: [] },
    faults: faults.filter(({ path }) => path !== '/contacts/0/lastName'),
    spare,
  }
}
const SPARE = [
  { own: 'email', column: 'contactEmail', field: 'email' },
  { own: 'phone', column: 'contactPhone', field: 'phone' },
  { own: 'role', column: 'role', field: null },
] as const

/** Of a row its numbers, its person and its place, as they are read. */
function saidBy(
  { siret, vatNumber, email, phone, contacts, addresses }: CleanCompany,
  spare: readonly Spare[],
): string[] {
  const people = (contacts ?? []).flatMap((one) => [
    `${one.firstName} ${one.lastName}`.trim(),
    one.email,
    one.phone,
  ])
  const places = (addresses ?? []).flatMap(({ address: { adresse1, code_postal, ville, pays } }) => [
    adresse1,
    `${code_postal} ${ville}`.trim(),
    pays,
  ])
  const others = spare.map(({ value }) => value)
  return [siret, vatNumber, email, phone, ...others, ...people, ...places].filter((text) => text !== '')
}

const NOTHING: Planned = {
  ...{ name: '', vatNumber: '', siret: '', email: '', phone: '', note: '', vatRegimeId: null },
  ...{ ...USUAL_DOCUMENTS, contacts: [], addresses: [] },
}

/**
 * A row as a company. Where it names a person, e-mail and telephone are his, unless the file has columns for a contact's own:
 * lists of people have one column of each.
 */
function inputOf(cells: ImportRow['cells'], fields: readonly ImportField[]) {
  const { firstName, lastName, role, label } = cells
  const { name = '', siret, vatNumber, note } = cells
  const named = firstName !== undefined || lastName !== undefined
  const his = (own: ImportField, company: ImportField) =>
    named && !fields.includes(own) ? { own: cells[company] } : { own: cells[own], company: cells[company] }
  const [mail, phone] = [his('contactEmail', 'email'), his('contactPhone', 'phone')]
  const address = Object.fromEntries(
    ADDRESS_FIELDS.map((field) => [field, (cells as Record<string, string>)[field]]),
  )
  const person = named || [role, mail.own, phone.own].some((cell) => cell !== undefined)
  const { adresse1, adresse2, code_postal, ville, instructions } = cells
  const place = [adresse1, adresse2, code_postal, ville, instructions].some((cell) => cell !== undefined)
  // The columns of the company are its own: its e-mail is none of the address.
  const own = { ...address, email: '', prenom: '', nom: '' }
  return {
    ...{ name, siret, vatNumber, email: mail.company, phone: phone.company, note },
    contacts: person ? [{ firstName, lastName, role, email: mail.own, phone: phone.own }] : [],
    addresses: place ? [{ label, address: own }] : [],
  }
}
