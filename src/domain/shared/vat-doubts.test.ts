import { expect, test } from 'vitest'
import { DEFAULT_VAT_REGIMES } from '../vat-regimes.ts'
import { vatDoubt } from './vat-doubts.ts'

test.each([
  ['exportation', 'France', '69001', 'company', 'inFrance'],
  ['exportation', '', '69001', 'company', 'inFrance'],
  ['exportation', ' fr ', '69001', 'consumer', 'inFrance'],
  ['exportation', 'Monaco', '98000', 'company', 'inFrance'],
  ['exportation', 'France', '98000', 'company', 'inFrance'],
  ['exportation', '', '', 'company', null],
  ['exportation', 'nulle part', '69001', 'company', null],
  // Overseas is an export from France.
  ['exportation', 'France', '97 400', 'company', null],
  ['exportation', '', '97110', 'company', null],
  ['exportation', 'La Réunion', '97400', 'company', null],
  ['exportation', 'France', '98800', 'company', null],
  ['exportation', 'Suisse', '1200', 'company', null],
  ['exportation', 'Suisse', '1200', 'consumer', null],
  ['exportation', 'Allemagne', '97070', 'company', 'export'],
  ['exportation', 'Belgium', '1000', null, 'export'],
  ['exportation', 'Allemagne', '10115', 'consumer', 'private'],
  ['intracommunautaire', 'France', '69001', 'company', 'inFrance'],
  ['intracommunautaire', 'La Réunion', '97400', 'company', 'inFrance'],
  ['intracommunautaire', 'Allemagne', '10115', 'company', null],
  ['intracommunautaire', 'Allemagne', '10115', 'smallBusiness', null],
  ['intracommunautaire', 'Allemagne', '10115', null, null],
  ['intracommunautaire', 'Allemagne', '10115', 'consumer', 'private'],
  // The shop has no VAT to charge, to nobody; of a regime of its own nothing is known.
  ['franchise', 'Allemagne', '10115', 'consumer', null],
  ['franchise', 'France', '69001', 'company', null],
  ['export-2', 'France', '69001', 'company', null],
] as const)('by %s to “%s” %s for %s: %s', (vatRegimeId, pays, code_postal, buyer, doubt) => {
  const address = { pays, code_postal }
  expect(vatDoubt({ vat: { rate: '0', reason: 'regime' }, vatRegimeId, address }, buyer)).toBe(doubt)
  const charged = { rate: '20', reason: 'regime' }
  expect(vatDoubt({ vat: charged, vatRegimeId, address }, buyer), 'the shop has given it a rate').toBe(null)
})

test.each([
  ['Allemagne', 'elsewhere', '0', 'company', 'byAddress'],
  ['Allemagne', 'elsewhere', '0.0', null, 'byAddress'],
  ['Allemagne', 'elsewhere', '0', 'consumer', 'private'],
  ['Allemagne', 'elsewhere', '20', 'consumer', null],
  ['Suisse', 'elsewhere', '0', 'consumer', null],
  ['Guyane', 'postal_code', '0', 'consumer', null],
  ['France', 'country', '20', 'consumer', null],
] as const)('by the address to %s (%s, %s %%) for %s: %s', (pays, reason, rate, buyer, doubt) => {
  const address = { pays, code_postal: '97300' }
  expect(vatDoubt({ vat: { rate, reason }, vatRegimeId: null, address }, buyer)).toBe(doubt)
})

test('the ones that are doubted are delivered by these ids', () => {
  const ids = DEFAULT_VAT_REGIMES.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['exportation', 'intracommunautaire']))
})
