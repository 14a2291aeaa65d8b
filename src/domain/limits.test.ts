import { expect, test } from 'vitest'
import { limitsOf } from './limits.ts'

test('an exclusion names what has to be chosen for it, at which lead time, from which quantity', () => {
  expect(
    limitsOf([
      { delai: 2, variante: 205, quantite_min: 5000, message: 'Trop long.' },
      { support: 21, finition: 31, message: '' },
      { delai: null, variante: null, quantite_min: null },
    ]),
  ).toEqual([
    { leadTime: 2, chosen: { variante: 205 }, quantityMin: 5000, message: 'Trop long.' },
    { leadTime: null, chosen: { support: 21, finition: 31 }, quantityMin: null, message: null },
    { leadTime: null, chosen: {}, quantityMin: null, message: null },
  ])
})
