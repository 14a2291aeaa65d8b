import { expect, test } from 'vitest'
import type { Company } from '../api/types'
import { completeAddress } from '../../domain/address.ts'
import { defaultAddress, deliveryOf, givenAddress, isTyped } from './company-address'

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

test('what a company gave is replaced unasked; what a person typed is not', () => {
  const given = deliveryOf(COMPANY, COMPANY.addresses[0]!, CONTACT)
  expect(givenAddress(COMPANY, given, 7)).toBe(COMPANY.addresses[0])
  expect(isTyped(given, COMPANY, 7)).toBe(false)
  expect(isTyped({ ...given, instructions: 'quai 2' }, COMPANY, 7)).toBe(true)
  expect(isTyped(given, null, null), 'of no company: a person typed it').toBe(true)
  expect(isTyped({ ville: '' }, null, null)).toBe(false)
})
