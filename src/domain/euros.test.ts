import { expect, test } from 'vitest'
import { euros } from './euros.ts'

test.each([
  [0, '0,00 €', '€0.00'],
  [5, '0,05 €', '€0.05'],
  [12_850, '128,50 €', '€128.50'],
  [108_346, '1 083,46 €', '€1,083.46'],
  [123_456_789, '1 234 567,89 €', '€1,234,567.89'],
  [-150, '-1,50 €', '€-1.50'],
  [-10_000_000, '-100 000,00 €', '€-100,000.00'],
])('%i cents: %s, %s', (cents, fr, en) => {
  expect([euros(cents, 'fr'), euros(cents, 'en')].map((text) => text.replace(/\s/g, ' '))).toEqual([fr, en])
})

test('no line breaks within an amount', () => {
  expect(euros(108_346, 'fr')).toBe('1\u202f083,46\u00a0€')
})
