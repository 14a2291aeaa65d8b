import * as Type from 'typebox'
import type { Static } from 'typebox'
import type { Fault } from './faults.ts'
import { isMailAddress } from './mail.ts'
import { Absentable, read } from './schema.ts'
import { ADDRESS_FIELDS, missingFields, type AddressField } from './shared/address-fields.ts'
import { findCountry, postalPrefixOf } from './shared/countries.ts'
import { countryFault, vatOf, type VatTable } from './vat.ts'

const fields = <T>(of: () => T) =>
  Object.fromEntries(ADDRESS_FIELDS.map((f) => [f, of()])) as Record<AddressField, T>

/** An address as it is answered: every field, "" where it was not given. */
export const AdresseLivraison = Type.Object(
  fields(() => Type.String()),
  {
    title: 'AdresseLivraison',
    description: 'Delivery address (partner-api.md 2.4); fields not given are "".',
  },
)
export type AdresseLivraison = Static<typeof AdresseLivraison>

/** An address as it is sent: any field may be missing. */
export const AdresseLivraisonInput = Type.Object(
  fields(() => Absentable(Type.String())),
  {
    title: 'AdresseLivraisonInput',
    description: 'Delivery address; panier/validate/ needs nom or societe, adresse1, code_postal, ville.',
  },
)

/** The address with every field, "" for what is missing or of another type. */
export function completeAddress(value: unknown): AdresseLivraison {
  const given = read.object(value) ?? {}
  const text = (field: AddressField) => read.string(given[field]) ?? ''
  // Written out, so that every address has one shape: an order is made of it on the hot path.
  return {
    prenom: text('prenom'),
    nom: text('nom'),
    societe: text('societe'),
    adresse1: text('adresse1'),
    adresse2: text('adresse2'),
    code_postal: text('code_postal'),
    ville: text('ville'),
    pays: text('pays'),
    email: text('email'),
    telephone: text('telephone'),
    instructions: text('instructions'),
  }
}

/**
 * What an order's address lacks (partner-api.md 2.4): `nom` or `societe`, `adresse1`, `code_postal`, `ville`.
 * @param address as sent; a value of the wrong type has been reported as such and is not reported again.
 */
export function addressFaults(address: Record<string, unknown>, path: string): Fault[] {
  const given = (field: AddressField) => {
    const value = address[field]
    return value === undefined || value === null ? false : typeof value !== 'string' || value.trim() !== ''
  }
  return missingFields(given).map((field) => ({
    path: `${path}/${field}`,
    code: 'address_required',
    params: { field },
  }))
}

/**
 * What is wrong with the fields that an address has, at the desk: a country that is none, a French postal code that is
 * not of five digits, an e-mail that cannot be one. The partner API takes them as they are (partner-api.md 2.4).
 */
export function deskAddressFaults(address: AdresseLivraison, table: VatTable, path: string): Fault[] {
  const { pays, code_postal, email } = address
  const faults: Fault[] = []
  const country = findCountry(pays)
  if (vatOf(table, address).reason === 'country_unknown') {
    faults.push(countryFault(pays, `${path}/pays`))
  }
  const french = pays.trim() === '' || country === 'FR'
  const digits = code_postal.replace(/\s/g, '')
  if (french && digits !== '' && !/^\d{5}$/.test(digits)) {
    faults.push({ path: `${path}/code_postal`, code: 'postal_code_invalid' })
  }
  const prefix = postalPrefixOf(pays)
  if (prefix !== null && /^\d{5}$/.test(digits) && !digits.startsWith(prefix)) {
    const params = { place: pays.trim(), prefix }
    faults.push({ path: `${path}/code_postal`, code: 'postal_code_elsewhere', params })
  }
  if (email.trim() !== '' && !isMailAddress(email.trim())) {
    faults.push({ path: `${path}/email`, code: 'email_invalid' })
  }
  return faults
}
