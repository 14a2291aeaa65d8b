import { expect, test } from 'vitest'
import { euros } from './euros.ts'

test.each([
  [0, '0,00 €', '€0.00'],
  [5, '0,05 €', '€0.05'],
  [12_850, '128,50 €', '€128.50'],
  [-150, '-1,50 €', '€-1.50'],
])('%i cents: %s, %s', (cents, fr, en) => {
  expect([euros(cents, 'fr'), euros(cents, 'en')].map((text) => text.replace(/\s/g, ' '))).toEqual([fr, en])
})
