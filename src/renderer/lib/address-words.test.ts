import { expect, test } from 'vitest'
import { ADDRESS_FIELDS } from '../../domain/shared/address-fields.ts'
import { addressLines } from './address-words.ts'

test('every field of an address is read back', () => {
  const address = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, `<${field}>`]))
  for (const field of ADDRESS_FIELDS) expect(addressLines(address).join('\n'), field).toContain(`<${field}>`)
})

test('as on an envelope, without empty lines', () => {
  expect(
    addressLines({
      societe: 'Imprimerie',
      nom: 'Lou',
      adresse1: '1 rue',
      code_postal: '13001',
      ville: 'Marseille',
    }),
  ).toEqual(['Imprimerie', 'Lou', '1 rue', '13001 Marseille'])
  expect(addressLines({})).toEqual([])
})
