import { expect, test } from 'vitest'
import { doubtedNumbers, printedSiret } from './company-numbers.ts'

test.each([
  ['', '', { siret: false, vatNumber: false }],
  ['732 829 320 00074', 'FR44 732 829 320', { siret: false, vatNumber: false }],
  ['732829320', 'DE123456789', { siret: false, vatNumber: false }],
  ['732 829 320 00075', 'FR45732829320', { siret: true, vatNumber: true }],
  ['732829321', 'FR12345', { siret: true, vatNumber: true }],
  // Not yet a number: it is still being typed, or refused as none.
  ['732 829', 'FR', { siret: false, vatNumber: false }],
  // La Poste: its seat by the usual sum, its offices by one that five divides.
  ['356 000 000 00048', '', { siret: false, vatNumber: false }],
  ['356 000 000 49837', '', { siret: false, vatNumber: false }],
  ['356 000 000 49838', '', { siret: true, vatNumber: false }],
])(
  'SIREN or SIRET %j and VAT number %j are doubted as far as their figures do not fit',
  (siret, vat, doubted) => {
    expect(doubtedNumbers(siret, vat)).toEqual(doubted)
  },
)

test('a number is printed in groups that do not break', () => {
  expect(printedSiret('73282932000074')).toBe('732\u202f829\u202f320\u202f00074')
  expect(printedSiret('732829320')).toBe('732\u202f829\u202f320')
})
