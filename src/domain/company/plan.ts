/** What a file of customers would make: of each row, a new customer, a change of one, nothing, or why it cannot be taken. */
import { completeAddress, type AdresseLivraison } from '../address.ts'
import type { Fault } from '../faults.ts'
import { ADDRESS_FIELDS } from '../shared/address-fields.ts'
import type { Buyer, DocumentLanguage } from '../shared/documents.ts'
import { fold } from '../shared/fold.ts'
import { cleanCompany, type CleanAddress, type CleanCompany, type CleanContact } from './clean.ts'
import { USUAL_DOCUMENTS } from './company.ts'
import type { CsvTable, ImportField, ImportRow } from './csv.ts'
import { doubtsOf } from './doubts.ts'
import { companyKey } from './search.ts'

/** A company as the store has it, as far as a file is held against it. */
export interface Known {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly vatNumber: string
  readonly siret: string
  readonly email: string
  readonly phone: string
  readonly note: string
  readonly vatRegimeId: string | null
  readonly language: DocumentLanguage
  readonly buyer: Buyer
  readonly contacts: readonly CleanContact[]
  readonly addresses: readonly CleanAddress[]
}
export type Planned = Omit<Known, 'id' | 'version'>

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
  /** what the row says besides the name, for a person to recognise */
  readonly says: readonly string[]
}

/** A value of a customer that a row puts another in the place of. */
export interface Replaced {
  readonly column: ImportField
  readonly was: string
  readonly now: string
}

/** A value of a row that was not taken over. */
export interface Kept {
  readonly column: ImportField
  /** the row that said it first */
  readonly row: number
  /** what that one said */
  readonly value: string
}

export interface ImportPlan {
  readonly rows: readonly PlannedRow[]
  /** what is to be written, each once: rows of one company are one */
  readonly companies: readonly { readonly before: Known | null; readonly after: Planned }[]
}

const OWN = ['name', 'siret', 'vatNumber', 'email', 'phone', 'note'] as const
/** Where a fault of a company has its column. */
const COLUMN: Readonly<Record<string, ImportField>> = {
  '/contacts/0/firstName': 'firstName',
  '/contacts/0/lastName': 'lastName',
  '/contacts/0/role': 'role',
  '/contacts/0/email': 'contactEmail',
  '/contacts/0/phone': 'contactPhone',
  '/addresses/0/label': 'label',
}
const columnOf = (path: string): string => COLUMN[path] ?? path.split('/').at(-1) ?? ''

/** A company that rows are held against, with what they said of it so far: by place, such as `email` or `contacts/…/email`. */
interface Open {
  readonly before: Known | null
  after: Planned
  changed: boolean
  readonly said: Map<string, number>
}

/** What a file makes of the customers that there are. Of two rows that say unlike things of one customer, the first is taken. */
export function planOf(
  { rows, fields }: Pick<CsvTable, 'rows' | 'fields'>,
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
  for (const before of known) note({ before, after: before, changed: false, said: new Map() })
  const all: Open[] = []
  const planned = rows.map(({ row, cells }): PlannedRow => {
    const name = (cells.name ?? '').slice(0, 200)
    const { company, faults } = cleanCompany(inputOf(cells, fields))
    const inRow = (found: readonly Fault[]) =>
      found.map((fault) => ({ ...fault, path: `/${row}/${columnOf(fault.path)}` }))
    const says = saidBy(company)
    const refused = (found: readonly Fault[]): PlannedRow => ({
      ...{ row, name, outcome: 'fault', changes: [], replaced: [], kept: [], doubts: [], says },
      faults: inRow(found),
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
    const unsaid = { vatRegimeId: null, ...USUAL_DOCUMENTS }
    const given = { ...company, ...unsaid, contacts: contacts ?? [], addresses: addresses ?? [] }
    const there = found[0] ?? {
      before: null,
      after: NOTHING,
      changed: false,
      said: new Map<string, number>(),
    }
    const { after, changes, replaced, kept } = merged(there, given, row)
    const doubts = inRow(doubtsOf(company))
    const told = { row, name: company.name, replaced, kept, faults: [], doubts, says }
    if (found.length > 0 && changes.length === 0) return { ...told, outcome: 'same', changes }
    if (!there.changed) all.push(there)
    there.after = after
    there.changed = true
    note(there)
    if (found.length === 0) return { ...told, outcome: 'new', changes: [] }
    return { ...told, outcome: there.before ? 'changed' : 'new', changes }
  })
  return { rows: planned, companies: all.map(({ before, after }) => ({ before, after })) }
}

/** Of a row its numbers, its person and its place, as they are read. */
function saidBy({ siret, vatNumber, email, phone, contacts, addresses }: CleanCompany): string[] {
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
  return [siret, vatNumber, email, phone, ...people, ...places].filter((text) => text !== '')
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

/** Takes in what one row says of one thing, where no row above it said another. */
type TakeIn = <T extends object>(
  before: T,
  given: T,
  fields: readonly (keyof T & string)[],
  place?: string,
) => T
const columnAt = (place: string, field: string): ImportField =>
  COLUMN[`/${place}/0/${field}`] ?? (field as ImportField)

/** A company with what a row says of it: an empty cell says nothing. */
function merged(
  { after: before, said }: Open,
  given: Planned,
  row: number,
): { after: Planned; changes: string[]; replaced: Replaced[]; kept: Kept[] } {
  const kept: Kept[] = []
  const replaced: Replaced[] = []
  const takeIn: TakeIn = (there, by, fields, place = '') =>
    fields.reduce((result, field) => {
      const [is, says] = [String(there[field]), String(by[field])]
      const at = `${place}/${field}`
      const first = said.get(at)
      if (says === '') return result
      if (first === undefined) said.set(at, row)
      else if (field === 'name' && companyKey(is) === companyKey(says)) return result
      else if (is !== says) {
        kept.push({ column: columnAt(place.split('/', 1)[0]!, field), row: first, value: is })
        return result
      }
      if (is === says) return result
      if (is !== '') replaced.push({ column: columnAt(place.split('/', 1)[0]!, field), was: is, now: says })
      return { ...result, [field]: by[field] }
    }, there)
  const own = takeIn(before, given, OWN)
  const contacts = given.contacts.reduce(
    (list, contact) => withContact(list, contact, takeIn),
    before.contacts,
  )
  const addresses = given.addresses.reduce(
    (list, address) => withAddress(list, address, takeIn),
    before.addresses,
  )
  const changes: string[] = OWN.filter((field) => before[field] !== own[field])
  if (contacts !== before.contacts) changes.push('contacts')
  if (addresses !== before.addresses) changes.push('addresses')
  return { after: { ...own, contacts, addresses }, changes, replaced, kept }
}

const CONTACT = ['firstName', 'lastName', 'role', 'email', 'phone'] as const
const NO_CONTACT = { id: null, firstName: '', lastName: '', role: '', email: '', phone: '' }

function withContact(
  list: readonly CleanContact[],
  given: CleanContact,
  takeIn: TakeIn,
): readonly CleanContact[] {
  const key = ({ firstName, lastName }: CleanContact) => fold(`${firstName} ${lastName}`).trim()
  const at = list.findIndex((contact) => key(contact) === key(given))
  const there = list[at] ?? NO_CONTACT
  // A name that is split otherwise is the same name: only a whole one is put in its place.
  const split = at < 0 || (['firstName', 'lastName'] as const).every((part) => !there[part] === !given[part])
  const fields = split ? CONTACT : CONTACT.slice(2)
  const after = takeIn(there, given, fields, `contacts/${key(given)}`)
  if (at < 0) return [...list, after]
  return after === list[at] ? list : list.with(at, after)
}

function withAddress(
  list: readonly CleanAddress[],
  given: CleanAddress,
  takeIn: TakeIn,
): readonly CleanAddress[] {
  const key = ({ adresse1, code_postal, ville }: AdresseLivraison) =>
    fold([adresse1, code_postal, ville].join('\n'))
  const at = list.findIndex(({ address }) => key(address) === key(given.address))
  const place = `addresses/${key(given.address)}`
  const before = list[at] ?? {
    ...given,
    label: '',
    isDefault: list.length === 0,
    address: completeAddress({}),
  }
  const address = takeIn(before.address, given.address, ADDRESS_FIELDS, place)
  const after = takeIn(before, given, ['label'], place)
  if (at < 0) return [...list, { ...after, address }]
  return after === before && address === before.address ? list : list.with(at, { ...after, address })
}
