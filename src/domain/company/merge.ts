/** A customer with what a row of a file says of him: the first row that says a thing is taken, and nothing is lost unsaid. */
import { completeAddress } from '../address.ts'
import { ADDRESS_FIELDS } from '../shared/address-fields.ts'
import type { Buyer, DocumentLanguage } from '../shared/documents.ts'
import { fold } from '../shared/fold.ts'
import type { CleanAddress, CleanContact } from './clean.ts'
import { COMPANY_LIMITS } from './company.ts'
import type { ImportField } from './headers.ts'
import { companyKey } from './search.ts'

/** A company as the store has it, as far as a file is held against it. */
export interface Known extends Readonly<Record<(typeof OWN)[number], string>> {
  readonly id: number
  readonly version: number
  readonly vatRegimeId: string | null
  readonly language: DocumentLanguage
  readonly buyer: Buyer
  readonly contacts: readonly CleanContact[]
  readonly addresses: readonly CleanAddress[]
}
export type Planned = Omit<Known, 'id' | 'version'>

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

/** What a row says of a person whom it does not name. */
export interface Spare {
  readonly column: 'role' | 'contactEmail' | 'contactPhone'
  /** what of the customer it may be instead; null: nothing */
  readonly field: 'email' | 'phone' | null
  /** what the file calls it */
  readonly header: string
  readonly value: string
}

/** What one row says of a customer. */
export interface Given extends Omit<Planned, 'vatRegimeId' | 'language' | 'buyer'> {
  /** null: nothing */
  readonly language: DocumentLanguage | null
  readonly buyer: Buyer | null
  /** how he buys who is not there yet */
  readonly supposed: Buyer | null
  readonly spare: readonly Spare[]
}

/** Where a fault of a company has its column. */
export const COLUMN: Readonly<Record<string, ImportField>> = {
  '/contacts/0/firstName': 'firstName',
  '/contacts/0/lastName': 'lastName',
  '/contacts/0/role': 'role',
  '/contacts/0/email': 'contactEmail',
  '/contacts/0/phone': 'contactPhone',
  '/addresses/0/label': 'label',
}

/** A company that rows are held against, with what they said of it so far: by place, such as `email` or `contacts/…/email`. */
export interface Open {
  readonly before: Known | null
  after: Planned
  changed: boolean
  readonly said: Map<string, number>
  /** what they brought into its note beside what they call one */
  readonly lines: Set<string>
  /** where what they say of a person, or of an address, is in its lists */
  readonly contacts: Places<CleanContact>
  readonly addresses: Places<CleanAddress>
}

/** Where in a list that only grows something is, by what it is known by: each is looked at once, however many rows there are. */
class Places<T> {
  readonly #keyOf: (one: T) => string
  readonly #at = new Map<string, number>()
  #seen = 0

  constructor(keyOf: (one: T) => string) {
    this.#keyOf = keyOf
  }

  /** @returns the place of the first that is known by this; -1: there is none */
  find(list: readonly T[], key: string): number {
    for (; this.#seen < list.length; this.#seen++) {
      const known = this.#keyOf(list[this.#seen]!)
      if (!this.#at.has(known)) this.#at.set(known, this.#seen)
    }
    return this.#at.get(key) ?? -1
  }
}

/** A company that nothing was said of yet. */
export const opened = (before: Known | null, nothing: Planned): Open => ({
  ...{ before, after: before ?? nothing, changed: false },
  ...{ said: new Map<string, number>(), lines: new Set<string>() },
  ...{ contacts: new Places(contactKey), addresses: new Places(addressKey) },
})
const contactKey = ({ firstName, lastName }: CleanContact) => fold(`${firstName} ${lastName}`).trim()
const addressKey = ({ address: { adresse1, code_postal, ville } }: CleanAddress) =>
  fold([adresse1, code_postal, ville].join('\n'))

const OWN = ['name', 'siret', 'vatNumber', 'email', 'phone', 'note'] as const
const HABITS = ['language', 'buyer'] as const

/** Takes in what one row says of one thing, where no row above it said another. */
type TakeIn = <T extends object>(
  before: T,
  given: T,
  fields: readonly (keyof T & string)[],
  place?: string,
) => T
const columnAt = (place: string, field: string): ImportField =>
  COLUMN[`/${place}/0/${field}`] ?? (field as ImportField)

export interface Merged {
  readonly after: Planned
  readonly changes: string[]
  readonly replaced: Replaced[]
  readonly kept: Kept[]
  /** what has gone into the note, for want of a person or a place of its own */
  readonly noted: Spare[]
  /** what has no place even there */
  readonly lost: Spare[]
}

/** A company with what a row says of it: an empty cell says nothing. */
export function merged(one: Open, given: Given, row: number): Merged {
  const { after: there, said } = one
  const kept: Kept[] = []
  const replaced: Replaced[] = []
  const takeIn: TakeIn = (before, by, fields, place = '') =>
    fields.reduce((result, field) => {
      const [is, says] = [String(before[field]), String(by[field])]
      const at = `${place}/${field}`
      const first = said.get(at)
      if (says === '') return result
      if (first === undefined) said.set(at, row)
      else if (field === 'name' && companyKey(is) === companyKey(says)) return result
      else if (!isSaid(field, is, says)) {
        kept.push({ column: columnAt(place.split('/', 1)[0]!, field), row: first, value: is })
        return result
      }
      if (isSaid(field, is, says)) return result
      // What a new one has and no row said is what is usual.
      if (is !== '' && one.before)
        replaced.push({ column: columnAt(place.split('/', 1)[0]!, field), was: is, now: says })
      return { ...result, [field]: by[field] }
    }, before)
  const isFresh = !one.before && !one.changed
  const usual = isFresh && given.supposed ? { ...there, buyer: given.supposed } : there
  // A small business is a company, too.
  const isThat = usual.buyer === 'smallBusiness' && given.buyer === 'company'
  const habits = { language: given.language ?? '', buyer: (!isThat && given.buyer) || '' }
  const own: Planned = takeIn(usual, { ...usual, ...given, ...habits } as Planned, [...OWN, ...HABITS])
  const contacts = given.contacts.reduce(
    (list, contact) => withContact(list, contact, one.contacts, takeIn),
    there.contacts,
  )
  const addresses = given.addresses.reduce(
    (list, address) => withAddress(list, address, one.addresses, takeIn),
    there.addresses,
  )
  const { noted, lost, ...rest } = withSpare({ ...own, contacts, addresses }, given.spare, one, row)
  const changes: string[] = [...OWN, ...HABITS].filter((field) => there[field] !== rest.after[field])
  if (contacts !== there.contacts) changes.push('contacts')
  if (addresses !== there.addresses) changes.push('addresses')
  return { ...rest, changes, replaced, kept, noted, lost }
}

/** Whether a value is there already: of a note as its beginning, other columns went behind it. */
const isSaid = (field: string, is: string, says: string): boolean =>
  is === says || (field === 'note' && is.startsWith(`${says}\n`))

/** An e-mail address or a number, however it is written. */
const bare = (field: 'email' | 'phone', text: string): string =>
  field === 'phone' ? text.replace(/[\s.()/-]/g, '') : text.toLowerCase()

/**
 * A company with what a row says of nobody: its own e-mail or telephone where it has none, else a line of its note, so that
 * nothing is lost. The same file says nothing new the second time.
 */
function withSpare(
  company: Planned,
  spare: readonly Spare[],
  { after: there, lines, said }: Open,
  row: number,
): Pick<Merged, 'after' | 'noted' | 'lost'> {
  const noted: Spare[] = []
  const lost: Spare[] = []
  let after = company
  // A note that this row put in the place of another keeps what rows above it brought there.
  if (after.note !== there.note)
    for (const line of lines) after = { ...after, note: withLine(after.note, line) }
  for (const one of spare) {
    const { field, header, value } = one
    if (field && [after, ...after.contacts].some((each) => bare(field, each[field]) === bare(field, value)))
      continue
    if (field && after[field] === '') {
      after = { ...after, [field]: value }
      said.set(`/${field}`, row)
      continue
    }
    const line = `${header} : ${value}`
    const note = withLine(after.note, line)
    if ([...note].length > COMPANY_LIMITS.note) {
      lost.push(one)
      continue
    }
    lines.add(line)
    if (note !== after.note) noted.push(one)
    after = { ...after, note }
  }
  return { after, noted, lost }
}
const withLine = (note: string, line: string): string =>
  note.split('\n').includes(line) ? note : [note, line].filter((text) => text !== '').join('\n')

const CONTACT = ['firstName', 'lastName', 'role', 'email', 'phone'] as const
const NO_CONTACT = { id: null, firstName: '', lastName: '', role: '', email: '', phone: '' }

function withContact(
  list: readonly CleanContact[],
  given: CleanContact,
  places: Places<CleanContact>,
  takeIn: TakeIn,
): readonly CleanContact[] {
  const key = contactKey(given)
  const at = places.find(list, key)
  const there = list[at] ?? NO_CONTACT
  // A name that is split otherwise is the same name: only a whole one is put in its place.
  const split = at < 0 || (['firstName', 'lastName'] as const).every((part) => !there[part] === !given[part])
  const fields = split ? CONTACT : CONTACT.slice(2)
  const after = takeIn(there, given, fields, `contacts/${key}`)
  if (at < 0) return [...list, after]
  return after === list[at] ? list : list.with(at, after)
}

function withAddress(
  list: readonly CleanAddress[],
  given: CleanAddress,
  places: Places<CleanAddress>,
  takeIn: TakeIn,
): readonly CleanAddress[] {
  const key = addressKey(given)
  const at = places.find(list, key)
  const place = `addresses/${key}`
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
