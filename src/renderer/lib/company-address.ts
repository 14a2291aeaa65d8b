/** The delivery address that a company gives a quote, and whether one is still as a company gave it. */
import { ADDRESS_FIELDS, isNeeded, type AddressField } from '../../domain/shared/address-fields.ts'
import { fold } from '../../domain/shared/fold.ts'
import type { Company, CompanyUpdate } from '../api/types'
import { formOf, newId, updateOf } from './company-form'
import { WHO_FIELDS } from './quote-draft'

type CompanyAddress = Company['addresses'][number]
type Contact = Company['contacts'][number]
export type Address = Readonly<Record<string, string>>

/** An address of a company's as a quote takes it: to whom, and how to reach him, where the address itself does not say. */
export function deliveryOf(
  company: Company,
  address: { readonly address: Address } | null,
  contact: Contact | null,
): Record<string, string> {
  const own: Address = address?.address ?? {}
  const named = (own['societe'] ?? '') !== '' || (own['nom'] ?? '') !== ''
  // A private person is no company: nobody asks at his door for one.
  const person = company.buyer === 'consumer'
  const toPerson = contact && !own['nom'] && !own['prenom'] ? contact : null
  const given: Record<string, string> = {
    ...own,
    societe: named || person ? (own['societe'] ?? '') : company.name,
    prenom: toPerson?.firstName ?? own['prenom'] ?? '',
    nom: toPerson?.lastName ?? (own['nom'] || (person && !named ? company.name : '')),
    email: own['email'] || contact?.email || company.email,
    telephone: own['telephone'] || contact?.phone || company.phone,
  }
  return Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, given[field] ?? '']))
}

export const defaultAddress = (company: Company): CompanyAddress | null =>
  company.addresses.find(({ isDefault }) => isDefault) ?? company.addresses[0] ?? null

export const isEmpty = (address: Address) => ADDRESS_FIELDS.every((field) => (address[field] ?? '') === '')

/** A text by what it says, whichever apostrophe, case or spaces it is written with. */
const said = (text: string | undefined): string =>
  fold(text ?? '')
    .replace(/[’ʼ‘`´]/g, "'")
    .trim()
    .replace(/\s+/g, ' ')

/** Whether two names say the same. */
export const isSaidAlike = (a: string, b: string): boolean => said(a) === said(b)

const WHO: readonly AddressField[] = ['societe', ...WHO_FIELDS]

/** Whether what was typed is what is given. A company's name may be written otherwise since; who is left blank is nobody else. */
const same = (typed: Address, given: Address) =>
  ADDRESS_FIELDS.every((field) => {
    const text = typed[field] ?? ''
    if (text === (given[field] ?? '') || (text === '' && WHO.includes(field))) return true
    return field === 'societe' && said(text) === said(given[field])
  })

/** What of an address says where it is. */
const PLACE: readonly AddressField[] = ['adresse1', 'adresse2', 'code_postal', 'ville', 'pays']
const FRANCE = said('France')
const placeOf = (address: Address) =>
  JSON.stringify(
    PLACE.map((field) => (field === 'pays' ? said(address[field]) || FRANCE : said(address[field]))),
  )

/** Whether an address is one that a company could have on its record, and has not: a whole one, at another place. */
export const isUnkept = (company: Company, address: Address): boolean =>
  ADDRESS_FIELDS.every((field) => !isNeeded(field) || (address[field] ?? '').trim() !== '') &&
  !company.addresses.some((each) => placeOf(each.address) === placeOf(address))

/** A company with one address more: without what it gives every address by itself, its name and how to reach it. */
export function withAddress(company: Company, address: Address, contactId: number | null): CompanyUpdate {
  const contact = company.contacts.find(({ id }) => id === contactId) ?? null
  const given = deliveryOf(company, null, contact)
  const own = Object.fromEntries(
    ADDRESS_FIELDS.map((field) => {
      const text = address[field] ?? ''
      return [field, text === given[field] ? '' : text]
    }),
  )
  // A person who is named takes the company's name away, where the address does not say it.
  const back = same(address, deliveryOf(company, { address: own }, contact)) ? own : { ...address }
  const before = formOf(company)
  return updateOf(
    { ...before, addresses: [...before.addresses, { id: newId(), label: '', address: back }] },
    before,
  )
}

/** Which of a company's addresses stands on a quote as the company gave it; null: none of them, or another was typed. */
export function givenAddress(
  company: Company,
  address: Address,
  contactId: number | null,
): CompanyAddress | 'none' | null {
  const contact = company.contacts.find(({ id }) => id === contactId) ?? null
  const found = company.addresses.find((each) => same(address, deliveryOf(company, each, contact)))
  return found ?? (same(address, deliveryOf(company, null, contact)) ? 'none' : null)
}

/** Whether a person would lose what he typed, were the address replaced. */
export const isTyped = (address: Address, company: Company | null, contactId: number | null): boolean =>
  !isEmpty(address) && (company === null || givenAddress(company, address, contactId) === null)
