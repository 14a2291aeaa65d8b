/** A company as it was sent or imported, made the way it is kept: every fault by its place. */
import { completeAddress, type AdresseLivraison } from '../address.ts'
import type { Fault } from '../faults.ts'
import { isMailAddress } from '../mail.ts'
import { ADDRESS_FIELDS } from '../shared/address-fields.ts'
import { bareNumber } from '../shared/company-numbers.ts'
import type { Buyer, DocumentLanguage } from '../shared/documents.ts'
import { hasControl } from '../text.ts'
import { COMPANY_LIMITS, type CompanyInput } from './company.ts'

/** A contact or address as it is kept, with the id of one that is there. */
export interface CleanContact {
  readonly id: number | null
  readonly firstName: string
  readonly lastName: string
  readonly role: string
  readonly email: string
  readonly phone: string
}
export interface CleanAddress {
  readonly id: number | null
  readonly label: string
  readonly isDefault: boolean
  readonly address: AdresseLivraison
}

/** A company as it is kept, without what the store gives it. */
export interface CleanCompany {
  readonly name: string
  readonly vatNumber: string
  readonly siret: string
  readonly email: string
  readonly phone: string
  readonly note: string
  /** undefined: it stays as it is */
  readonly vatRegimeId: string | null | undefined
  /** null: they stay as they are */
  readonly language: DocumentLanguage | null
  readonly buyer: Buyer | null
  /** null: they stay as they are */
  readonly contacts: readonly CleanContact[] | null
  readonly addresses: readonly CleanAddress[] | null
}

/** @returns the company with its faults; where there are any, it is not to be kept */
export function cleanCompany(input: CompanyInput): { company: CleanCompany; faults: Fault[] } {
  const faults: Fault[] = []
  const line = textsInto(faults)
  const name = line(input.name, '/name', COMPANY_LIMITS.name)
  if (isEmpty(input.name)) faults.push({ path: '/name', code: 'field_required' })
  const siret = bareNumber(line(input.siret, '/siret'))
  if (siret !== '' && !/^\d{14}$/.test(siret)) faults.push({ path: '/siret', code: 'siret_invalid' })
  const vatNumber = bareNumber(line(input.vatNumber, '/vatNumber'))
  if (vatNumber !== '' && !/^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(vatNumber))
    faults.push({ path: '/vatNumber', code: 'vat_number_invalid' })
  const email = (value: string | null | undefined, path: string) => {
    const text = line(value, path, COMPANY_LIMITS.email)
    if (text !== '' && !isMailAddress(text)) faults.push({ path, code: 'email_invalid' })
    return text
  }
  const company = {
    ...{ name, vatNumber, siret, vatRegimeId: input.vatRegimeId },
    ...{ language: input.language ?? null, buyer: input.buyer ?? null },
    email: email(input.email, '/email'),
    phone: line(input.phone, '/phone'),
    note: line(input.note, '/note', COMPANY_LIMITS.note, true),
    contacts: listed(input.contacts, 'contacts', faults, (contact, path) => ({
      id: contact.id ?? null,
      firstName: line(contact.firstName, `${path}/firstName`),
      lastName: line(contact.lastName, `${path}/lastName`),
      role: line(contact.role, `${path}/role`),
      email: email(contact.email, `${path}/email`),
      phone: line(contact.phone, `${path}/phone`),
    })),
    addresses: oneDefault(
      listed(input.addresses, 'addresses', faults, ({ id, label, isDefault, address }, path) => ({
        id: id ?? null,
        label: line(label, `${path}/label`),
        isDefault: isDefault ?? false,
        address: cleanAddress(address, `${path}/address`, line, email),
      })),
    ),
  }
  company.contacts?.forEach((_contact, i) => {
    const { firstName, lastName } = input.contacts![i]!
    if (isEmpty(firstName) && isEmpty(lastName))
      faults.push({ path: `/contacts/${i}/lastName`, code: 'field_required' })
  })
  return { company, faults }
}

/** Of a text as it was sent: one that is too long to be kept is not missing. */
const isEmpty = (text: string | null | undefined): boolean => (text ?? '').trim() === ''

type Line = (value: string | null | undefined, path: string, longest?: number, lines?: boolean) => string

/** A reader of texts: without white space at their ends, in one form of each letter; what cannot be kept is a fault. */
function textsInto(faults: Fault[]): Line {
  return (value, path, longest = COMPANY_LIMITS.text, lines = false) => {
    const given = (value ?? '').replaceAll('\r\n', '\n')
    // What is very long is not even looked at.
    if (given.length > 4 * longest) {
      faults.push({ path, code: 'value_invalid', params: { characters: longest } })
      return ''
    }
    const text = given.normalize('NFC').trim()
    if ([...text].length > longest)
      faults.push({ path, code: 'value_invalid', params: { characters: longest } })
    else if (hasControl(text, lines)) faults.push({ path, code: 'text_control' })
    return text
  }
}

function cleanAddress(given: object, path: string, line: Line, email: Line): AdresseLivraison {
  const address = completeAddress(given)
  const clean = ADDRESS_FIELDS.map((field) => {
    const at = `${path}/${field}`
    if (field === 'email') return [field, email(address.email, at)]
    if (field === 'instructions') return [field, line(address.instructions, at, COMPANY_LIMITS.note, true)]
    return [field, line(address[field], at)]
  })
  return completeAddress(Object.fromEntries(clean))
}

function listed<T, R>(
  list: readonly T[] | null | undefined,
  name: 'contacts' | 'addresses',
  faults: Fault[],
  one: (entry: T, path: string) => R,
): R[] | null {
  if (!list) return null
  const most = COMPANY_LIMITS[name]
  if (list.length > most) faults.push({ path: `/${name}`, code: 'list_too_long', params: { most } })
  return list.slice(0, most).map((entry, i) => one(entry, `/${name}/${i}`))
}

/** Of addresses exactly one is the default: the first that says so, else the first. */
function oneDefault(addresses: readonly CleanAddress[] | null): CleanAddress[] | null {
  if (!addresses) return null
  const at = Math.max(
    0,
    addresses.findIndex(({ isDefault }) => isDefault),
  )
  return addresses.map((address, i) => ({ ...address, isDefault: i === at }))
}
