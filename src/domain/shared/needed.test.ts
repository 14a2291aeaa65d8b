/** What cannot be left out: of an address for an order, of a display line. */
import { expect, test } from 'vitest'
import { ADDRESS_FIELDS, isNeeded, missingFields } from './address-fields.ts'
import { ELEMENTS, isElementNeeded } from './display-elements.ts'

test.each([
  [[], ['nom', 'adresse1', 'code_postal', 'ville']],
  [['nom'], ['adresse1', 'code_postal', 'ville']],
  [['societe'], ['adresse1', 'code_postal', 'ville']],
  [['prenom'], ['nom', 'adresse1', 'code_postal', 'ville']],
  [['nom', 'adresse1', 'code_postal', 'ville'], []],
])('an address with %j alone lacks %j', (given, missing) => {
  expect(missingFields((field) => (given as string[]).includes(field))).toEqual(missing)
})

test('of name and company one is enough: neither is needed by itself', () => {
  expect(ADDRESS_FIELDS.filter(isNeeded)).toEqual(['adresse1', 'code_postal', 'ville'])
})

test.each([
  [true, [{}], ['format', 'support']],
  [false, [{}], ['format', 'support', 'impression']],
  [false, [], ['format', 'support']],
])(
  'a family without printing: %s, with modes %j, needs %j',
  (sans_impression_possible, impressions, needed) => {
    const family = { sans_impression_possible, impressions }
    expect(ELEMENTS.filter((kind) => isElementNeeded(kind, family))).toEqual(needed)
  },
)
