/** What was taken of a quote, as its history tells it. */
import { expect, test } from 'vitest'
import { takenWords } from './choice.ts'
import { PLAIN_LINE, type KeptLine, type Offer } from './facts.ts'

test('a quantity is told as it is read: with its thousands apart', () => {
  const price = { label: 'J+6', days: 6, delai: 1, status: 'firm', priceCents: 100, costCents: 100 } as Offer
  const line: KeptLine = {
    ...PLAIN_LINE,
    ...{ id: 'a', area: 'print', line: { produit: 1, quantites_multiples: [1000, 500] }, delai: null },
    ...{
      leadTimeLabel: 'J+6',
      name: 'Flyers A5',
      parts: [],
      names: {},
      problem: null,
      promised: null,
      price,
    },
  }
  const before = [{ ...line, role: 'option' as const }]
  expect(takenWords(before, [{ ...line, role: 'included' }])).toBe('Flyers A5 (1\u202f500, J+6)')
})
