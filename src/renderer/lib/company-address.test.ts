import { expect, test } from 'vitest'
import type { Company } from '../api/types'
import { completeAddress } from '../../domain/address.ts'
import { defaultAddress, deliveryOf, givenAddress, isTyped, isUnkept, withAddress } from './company-address'

const CONTACT = { id: 7, firstName: 'Élise', lastName: 'Garçon', role: '', email: 'e@d.fr', phone: '06' }
const COMPANY: Company = {
  ...{
    id: 1,
    version: 1,
    name: 'Dupont',
    vatNumber: '',
    vatRegimeId: null,
    language: 'fr',
    buyer: 'company',
    siret: '',
    email: 'c@d.fr',
    phone: '04',
    note: '',
  },
  ...{ archived: false, duplicates: [], createdAt: '', updatedAt: '' },
  contacts: [CONTACT],
  addresses: [
    { id: 1, label: 'Atelier', isDefault: false, address: completeAddress({ ville: 'Lyon' }) },
    {
      id: 2,
      label: 'Siège',
      isDefault: true,
      address: completeAddress({ societe: 'Dupont SA', ville: 'Sète' }),
    },
  ],
}

test('the default address is taken, with the names and numbers that it lacks', () => {
  const address = defaultAddress(COMPANY)
  expect(address?.label).toBe('Siège')
  expect(deliveryOf(COMPANY, address, null)).toMatchObject({
    societe: 'Dupont SA',
    nom: '',
    email: 'c@d.fr',
    telephone: '04',
  })
  expect(deliveryOf(COMPANY, COMPANY.addresses[0]!, CONTACT)).toMatchObject({
    ...{ societe: 'Dupont', prenom: 'Élise', nom: 'Garçon', email: 'e@d.fr', ville: 'Lyon' },
  })
  expect(deliveryOf({ ...COMPANY, addresses: [] }, null, null)).toMatchObject({
    societe: 'Dupont',
    ville: '',
  })
})

test('a private person is no company at his own door', () => {
  const person: Company = { ...COMPANY, name: 'Jean Seul', buyer: 'consumer', contacts: [] }
  expect(deliveryOf(person, person.addresses[0]!, null)).toMatchObject({ societe: '', nom: 'Jean Seul' })
  expect(deliveryOf(person, person.addresses[0]!, CONTACT)).toMatchObject({
    ...{ societe: '', prenom: 'Élise', nom: 'Garçon' },
  })
  expect(deliveryOf(person, person.addresses[1]!, null)).toMatchObject({ societe: 'Dupont SA', nom: '' })
})

test('what a company gave is replaced unasked; what a person typed is not', () => {
  const given = deliveryOf(COMPANY, COMPANY.addresses[0]!, CONTACT)
  expect(givenAddress(COMPANY, given, 7)).toBe(COMPANY.addresses[0])
  expect(isTyped(given, COMPANY, 7)).toBe(false)
  expect(isTyped({ ...given, instructions: 'quai 2' }, COMPANY, 7)).toBe(true)
  expect(isTyped(given, null, null), 'of no company: a person typed it').toBe(true)
  expect(isTyped({ ville: '' }, null, null)).toBe(false)
})

test('a name that is written otherwise since is the same one; a part of who that is blank is nobody else', () => {
  const named = { ...COMPANY, name: 'O’Brien' }
  const given = deliveryOf({ ...COMPANY, name: "O'Brien" }, COMPANY.addresses[0]!, null)
  expect(givenAddress(named, given, null)).toBe(COMPANY.addresses[0])
  expect(givenAddress(named, { ...given, email: '' }, null)).toBe(COMPANY.addresses[0])
  expect(givenAddress(named, { ...given, email: 'x@y.fr' }, null)).toBe(null)
  expect(givenAddress(named, { ...given, societe: 'Martin' }, null)).toBe(null)
})

const TYPED = { societe: 'Dupont', adresse1: '1 quai', code_postal: '69001', ville: 'Lyon', email: 'c@d.fr' }

test('a whole address at a place that the company has not is one to be kept', () => {
  const at = (address: object) => ({
    ...COMPANY,
    addresses: [{ id: 1, label: '', isDefault: true, address: completeAddress(address) }],
  })
  expect(isUnkept(COMPANY, TYPED)).toBe(true)
  expect(isUnkept(COMPANY, { ...TYPED, ville: ' ' })).toBe(false)
  expect(isUnkept(at(TYPED), TYPED)).toBe(false)
  expect(isUnkept(at({ ...TYPED, adresse1: '1  QUAI', pays: 'France' }), TYPED)).toBe(false)
  expect(isUnkept(at({ ...TYPED, email: 'x@y.fr' }), { ...TYPED, instructions: 'quai 2' })).toBe(false)
  expect(isUnkept(at({ ...TYPED, adresse1: '2 quai' }), TYPED)).toBe(true)
})

test('it is kept without what the company gives every address, and gives a quote what was typed', () => {
  const update = withAddress(COMPANY, TYPED, null)
  expect(update).toMatchObject({ version: 1, name: 'Dupont', contacts: [{ id: 7 }] })
  expect(update.addresses).toHaveLength(3)
  const [kept] = update.addresses!.slice(-1)
  expect(kept).toMatchObject({ id: null, label: '', isDefault: false })
  expect(kept!.address).toMatchObject({ societe: '', email: '', adresse1: '1 quai', ville: 'Lyon' })
  const [first] = withAddress({ ...COMPANY, addresses: [] }, TYPED, null).addresses!
  expect(first!.isDefault).toBe(true)
  // Who is named beside the company stays beside it.
  const [named] = withAddress(COMPANY, { ...TYPED, nom: 'Neuf' }, 7).addresses!.slice(-1)
  expect(deliveryOf(COMPANY, { address: named!.address as Record<string, string> }, null)).toMatchObject({
    ...{ societe: 'Dupont', nom: 'Neuf' },
  })
})
