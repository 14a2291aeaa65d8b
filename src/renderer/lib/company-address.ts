/** The delivery address that a company gives a quote, and whether one is still as a company gave it. */
import { ADDRESS_FIELDS } from '../../domain/shared/address-fields.ts'
import type { Company } from '../api/types'

type CompanyAddress = Company['addresses'][number]
type Contact = Company['contacts'][number]
export type Address = Readonly<Record<string, string>>

/** An address of a company's as a quote takes it: to whom, and how to reach him, where the address itself does not say. */
export function deliveryOf(
  company: Company,
  address: CompanyAddress | null,
  contact: Contact | null,
): Record<string, string> {
  const own: Address = address?.address ?? {}
  const named = (own['societe'] ?? '') !== '' || (own['nom'] ?? '') !== ''
  const toPerson = contact && !own['nom'] && !own['prenom'] ? contact : null
  const given: Record<string, string> = {
    ...own,
    societe: named ? (own['societe'] ?? '') : company.name,
    prenom: toPerson?.firstName ?? own['prenom'] ?? '',
    nom: toPerson?.lastName ?? own['nom'] ?? '',
    email: own['email'] || contact?.email || company.email,
    telephone: own['telephone'] || contact?.phone || company.phone,
  }
  return Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, given[field] ?? '']))
}

export const defaultAddress = (company: Company): CompanyAddress | null =>
  company.addresses.find(({ isDefault }) => isDefault) ?? company.addresses[0] ?? null

export const isEmpty = (address: Address) => ADDRESS_FIELDS.every((field) => (address[field] ?? '') === '')

const same = (a: Address, b: Address) =>
  ADDRESS_FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? ''))

/** Which of a company's addresses stands on a quote as the company gave it; null: none of them, or another was typed. */
export function givenAddress(
  company: Company,
  address: Address,
  contactId: number | null,
): CompanyAddress | 'none' | null {
  const contact = company.contacts.find(({ id }) => id === contactId) ?? null
  const found = company.addresses.find((each) => same(deliveryOf(company, each, contact), address))
  return found ?? (same(deliveryOf(company, null, contact), address) ? 'none' : null)
}

/** Whether a person would lose what he typed, were the address replaced. */
export const isTyped = (address: Address, company: Company | null, contactId: number | null): boolean =>
  !isEmpty(address) && (company === null || givenAddress(company, address, contactId) === null)
