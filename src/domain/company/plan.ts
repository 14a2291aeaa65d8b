/** What a file of customers would make: of each row, a new customer, a change of one, nothing, or why it cannot be taken. */
import { completeAddress, type AdresseLivraison } from '../address.ts'
import type { Fault } from '../faults.ts'
import { ADDRESS_FIELDS } from '../shared/address-fields.ts'
import { fold } from '../shared/fold.ts'
import { cleanCompany, type CleanAddress, type CleanContact } from './clean.ts'
import type { ImportField, ImportRow } from './csv.ts'
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
  readonly faults: readonly Fault[]
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

export function planOf(rows: readonly ImportRow[], known: readonly Known[]): ImportPlan {
  interface Open {
    readonly before: Known | null
    after: Planned
    changed: boolean
  }
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
  for (const before of known) note({ before, after: before, changed: false })
  const all: Open[] = []
  const planned = rows.map(({ row, cells }): PlannedRow => {
    const name = (cells.name ?? '').slice(0, 200)
    const { company, faults } = cleanCompany(inputOf(cells))
    const refused = (found: readonly Fault[]): PlannedRow => ({
      ...{ row, name, outcome: 'fault', changes: [] },
      faults: found.map((fault) => ({ ...fault, path: `/${row}/${columnOf(fault.path)}` })),
    })
    if (faults.length > 0) return refused(faults)
    const named = byName.get(companyKey(company.name)) ?? []
    // Of a name with another SIRET it is another company.
    const fits = ({ after }: Open) =>
      company.siret === '' || after.siret === '' || after.siret === company.siret
    const found = bySiret.get(company.siret) ?? named.filter(fits)
    if (found.length > 1)
      return refused([{ path: '/name', code: 'import_ambiguous', params: { count: found.length } }])
    const [given] = [{ ...company, contacts: company.contacts ?? [], addresses: company.addresses ?? [] }]
    const [there] = found
    if (!there) {
      const made: Open = { before: null, after: given, changed: true }
      all.push(made)
      note(made)
      return { row, name: company.name, outcome: 'new', changes: [], faults: [] }
    }
    const { after, changes } = merged(there.after, given)
    if (changes.length === 0) return { row, name: company.name, outcome: 'same', changes, faults: [] }
    if (!there.changed) all.push(there)
    there.after = after
    there.changed = true
    note(there)
    return { row, name: company.name, outcome: there.before ? 'changed' : 'new', changes, faults: [] }
  })
  return { rows: planned, companies: all.map(({ before, after }) => ({ before, after })) }
}

function inputOf(cells: ImportRow['cells']) {
  const { firstName, lastName, role, contactEmail, contactPhone, label } = cells
  const { name = '', siret, vatNumber, email, phone, note } = cells
  const address = Object.fromEntries(
    ADDRESS_FIELDS.map((field) => [field, (cells as Record<string, string>)[field]]),
  )
  const person = [firstName, lastName, role, contactEmail, contactPhone].some((cell) => cell !== undefined)
  const { adresse1, adresse2, code_postal, ville, instructions } = cells
  const place = [adresse1, adresse2, code_postal, ville, instructions].some((cell) => cell !== undefined)
  // The columns of the company are its own: its e-mail is none of the address.
  const own = { ...address, email: '', prenom: '', nom: '' }
  return {
    ...{ name, siret, vatNumber, email, phone, note },
    contacts: person ? [{ firstName, lastName, role, email: contactEmail, phone: contactPhone }] : [],
    addresses: place ? [{ label, address: own }] : [],
  }
}

const over = <T extends object>(before: T, given: T, fields: readonly (keyof T)[]): T =>
  fields.reduce(
    (result, field) => (given[field] === '' ? result : { ...result, [field]: given[field] }),
    before,
  )
const differ = <T extends object>(a: T, b: T, fields: readonly (keyof T)[]) =>
  fields.filter((field) => a[field] !== b[field])

/** A company with what a row says of it: an empty cell says nothing. */
function merged(before: Planned, given: Planned): { after: Planned; changes: string[] } {
  const own = over(before, given, OWN)
  const contacts = given.contacts.reduce(withContact, before.contacts)
  const addresses = given.addresses.reduce(withAddress, before.addresses)
  const changes: string[] = differ(before, own, OWN)
  if (contacts !== before.contacts) changes.push('contacts')
  if (addresses !== before.addresses) changes.push('addresses')
  return { after: { ...own, contacts, addresses }, changes }
}

const CONTACT = ['firstName', 'lastName', 'role', 'email', 'phone'] as const

function withContact(list: readonly CleanContact[], given: CleanContact): readonly CleanContact[] {
  const key = ({ firstName, lastName }: CleanContact) => fold(`${firstName} ${lastName}`).trim()
  const at = list.findIndex((contact) => key(contact) === key(given))
  if (at < 0) return [...list, given]
  const after = over(list[at]!, given, CONTACT)
  return differ(list[at]!, after, CONTACT).length === 0 ? list : list.with(at, after)
}

function withAddress(list: readonly CleanAddress[], given: CleanAddress): readonly CleanAddress[] {
  const key = ({ adresse1, code_postal, ville }: AdresseLivraison) =>
    fold([adresse1, code_postal, ville].join('\n'))
  const at = list.findIndex(({ address }) => key(address) === key(given.address))
  if (at < 0) return [...list, { ...given, isDefault: list.length === 0 }]
  const before = list[at]!
  const address = completeAddress(over(before.address, given.address, ADDRESS_FIELDS))
  const label = given.label || before.label
  const same = label === before.label && differ(before.address, address, ADDRESS_FIELDS).length === 0
  return same ? list : list.with(at, { ...before, label, address })
}
