import type { Company, CompanyUpdate } from '../api/types'

/** A company as it is written in a form. What is new in it has ids of the form's own, below zero. */
export interface CompanyForm {
  /** Of the company that everything else was read of. */
  version: number
  name: string
  siret: string
  vatNumber: string
  email: string
  phone: string
  note: string
  vatRegimeId: string | null
  language: Company['language']
  buyer: Company['buyer']
  contacts: {
    id: number
    firstName: string
    lastName: string
    role: string
    email: string
    phone: string
  }[]
  addresses: { id: number; label: string; address: Record<string, string> }[]
  /** One value for all addresses: two people who choose each another one chose the same thing. */
  defaultAddress: number | null
}

let made = 0
export const newId = () => --made

export function formOf({
  version,
  name,
  siret,
  vatNumber,
  email,
  phone,
  note,
  vatRegimeId,
  language,
  buyer,
  contacts,
  addresses,
}: Company): CompanyForm {
  return {
    ...{ version, name, siret, vatNumber, email, phone, note, vatRegimeId, language, buyer },
    contacts: contacts.map((contact) => ({ ...contact })),
    addresses: addresses.map(({ id, label, address }) => ({ id, label, address: { ...address } })),
    defaultAddress: addresses.find(({ isDefault }) => isDefault)?.id ?? null,
  }
}

/** The address that is the default: the first where the one that was has gone. */
export const defaultOf = ({ addresses, defaultAddress }: CompanyForm): number | null =>
  (addresses.find(({ id }) => id === defaultAddress) ?? addresses[0])?.id ?? null

/** Without contacts and addresses that are new and in which nothing was written. */
export const withoutBlank = (form: CompanyForm): CompanyForm => ({
  ...form,
  contacts: form.contacts.filter((contact) => contact.id > 0 || contentOf(contact) !== BLANK),
  addresses: form.addresses.filter(
    ({ id, label, address }) => id > 0 || contentOf({ ...address, label }) !== BLANK,
  ),
})

/** What is sent. @param before what the service has of it: entries that are not there are new, or are made anew */
export function updateOf(form: CompanyForm, before: Partial<CompanyForm>): CompanyUpdate {
  const { defaultAddress: _, contacts, addresses, ...own } = form
  const idIn = (known: readonly Entry[], id: number) => (known.some((one) => one.id === id) ? id : null)
  return {
    ...own,
    contacts: contacts.map((contact) => ({ ...contact, id: idIn(before.contacts ?? contacts, contact.id) })),
    addresses: addresses.map((place) => ({
      ...place,
      id: idIn(before.addresses ?? addresses, place.id),
      isDefault: place.id === defaultOf(form),
    })),
  }
}

interface Entry {
  readonly id: number
}

/** What is written in it, whatever the spaces around it and the empty fields: by this it is met again. */
const contentOf = (entry: object): string =>
  JSON.stringify(
    Object.entries(entry)
      .filter(([key]) => key !== 'id')
      .map(([key, value]: [string, unknown]) => [
        key,
        typeof value === 'object' && value ? contentOf(value) : String(value).normalize('NFC').trim(),
      ])
      .filter(([, text]) => text !== '')
      .sort(),
  )
const BLANK = contentOf({})

/** Entries of the form that the service has by ids of its own, by the ids that they have here. */
function metEntries<E extends Entry>(mine: readonly E[], before: readonly E[], is: readonly E[]) {
  const ids = (list: readonly E[]) => new Set(list.map(({ id }) => id))
  const here = ids([...before, ...mine])
  const there = ids(is)
  const unknown = is.filter(({ id }) => !here.has(id))
  const met = new Map<number, E>()
  for (const entry of [...before, ...mine]) {
    if (there.has(entry.id) || met.has(entry.id)) continue
    const at = unknown.findIndex((other) => contentOf(other) === contentOf(entry))
    if (at >= 0) met.set(entry.id, unknown.splice(at, 1)[0]!)
  }
  return met
}

/**
 * Contacts and addresses that were made here and have ids of the service by now, because they were saved, even where
 * the answer was lost, or because another made the same: with those.
 * @returns the form, and as it was read
 */
export function met(
  mine: CompanyForm,
  before: CompanyForm,
  is: CompanyForm,
): readonly [CompanyForm, CompanyForm] {
  const contacts = metEntries(mine.contacts, before.contacts, is.contacts)
  const addresses = metEntries(mine.addresses, before.addresses, is.addresses)
  const named = (form: CompanyForm, as: typeof called): CompanyForm => ({
    ...form,
    contacts: form.contacts.map((contact) => as(contact, contacts.get(contact.id))),
    addresses: form.addresses.map((place) => as(place, addresses.get(place.id))),
    defaultAddress: addresses.get(form.defaultAddress ?? 0)?.id ?? form.defaultAddress,
  })
  return [named(mine, kept), named(before, called)]
}

const called = <E extends Entry>(entry: E, other: E | undefined): E =>
  other ? { ...entry, id: other.id } : entry

/** As it was kept; where it was written on since, that stays. */
const kept: typeof called = (entry, other) =>
  other && contentOf(other) === contentOf(entry) ? other : called(entry, other)
