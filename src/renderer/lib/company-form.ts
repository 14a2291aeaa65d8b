import type { Company, CompanyUpdate } from '../api/types'

/** A company as it is written in a form. */
export interface CompanyForm {
  name: string
  siret: string
  vatNumber: string
  email: string
  phone: string
  note: string
  contacts: {
    id: number | null
    firstName: string
    lastName: string
    role: string
    email: string
    phone: string
  }[]
  addresses: { id: number | null; label: string; isDefault: boolean; address: Record<string, string> }[]
}

export function formOf({
  name,
  siret,
  vatNumber,
  email,
  phone,
  note,
  contacts,
  addresses,
}: Company): CompanyForm {
  return {
    ...{ name, siret, vatNumber, email, phone, note },
    contacts: contacts.map((contact) => ({ ...contact })),
    addresses: addresses.map(({ address, ...own }) => ({ ...own, address: { ...address } })),
  }
}

/** What is sent: without contacts in whom nothing was written. */
export const updateOf = (form: CompanyForm, version: number): CompanyUpdate => ({
  ...form,
  version,
  contacts: form.contacts.filter(
    ({ id, firstName, lastName, role, email, phone }) =>
      id !== null || [firstName, lastName, role, email, phone].some((text) => text.trim() !== ''),
  ),
})
