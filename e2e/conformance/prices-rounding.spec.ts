/** Print prices are exact until they are rounded once (bundle.md, "How a print price is found"). */
import { describe, expect, test } from 'vitest'
import { checks } from './prices.ts'
import { post, serving } from './session.ts'

serving()
const check = checks('print')

/**
 * Product 105. A piece: from 1 at 0.5, from 10 at 0.25, from 1,000,000 at 9999999.9999995. 10511: -2.
 * 10512: 0.9999999999. 10513: -0.5. J+1: as is. J+5: + 0.1. J+2: -100 %.
 */
describe('rounding once, half up, exactly', () => {
  const line = (quantites_multiples: number[], ...variantes: number[]) => ({
    produit: 105,
    quantites_multiples,
    variantes,
  })
  check([
    { line: line([1]), sum: '0.5, up; J+5 0.6; J+2 0', cents: { 'J+1': 1, 'J+2': 0, 'J+5': 1 } },
    { line: line([2]), sum: '1; J+5 1.1', cents: { 'J+1': 1, 'J+2': 0, 'J+5': 1 } },
    {
      line: line([3]),
      sum: '1.5, up to 2 (half even too); J+5 1.6',
      cents: { 'J+1': 2, 'J+2': 0, 'J+5': 2 },
    },
    {
      line: line([9]),
      sum: '4.5, up to 5 (half even would be 4); J+5 4.6',
      cents: { 'J+1': 5, 'J+2': 0, 'J+5': 5 },
    },
    { line: line([10]), sum: '2.5, up to 3; J+5 2.6', cents: { 'J+1': 3, 'J+2': 0, 'J+5': 3 } },
    {
      line: line([1, 1, 1]),
      sum: 'rounded on the sum: 1.5, not three times 0.5',
      cents: { 'J+1': 2, 'J+2': 0, 'J+5': 2 },
    },
    {
      line: line([1], 10512),
      sum: '1.4999999999 stays below the half; J+5 1.5999999999',
      cents: { 'J+1': 1, 'J+2': 0, 'J+5': 2 },
    },
    {
      line: line([1], 10513),
      sum: '0.5-0.5 = 0 is a price; J+5 0.1',
      cents: { 'J+1': 0, 'J+2': 0, 'J+5': 0 },
    },
    {
      line: line([4], 10511),
      sum: '2-2 = 0 is a price; J+5 0.1',
      cents: { 'J+1': 0, 'J+2': 0, 'J+5': 0 },
    },
    {
      line: line([3], 10511),
      sum: '1.5-2 = -0.5 is negative before it is rounded; J+5 -0.4; J+2 -0.5×0 = 0',
      cents: { 'J+1': null, 'J+2': 0, 'J+5': null },
    },
    {
      line: line([1], 10511),
      sum: '0.5-2 = -1.5; J+5 -1.4; J+2 0',
      cents: { 'J+1': null, 'J+2': 0, 'J+5': null },
    },
    {
      line: line([2000000]),
      sum: '(10^7 - 5×10^-7)×2000000 = 2×10^13 - 1; J+5 +0.1',
      cents: { 'J+1': '19999999999999', 'J+2': 0, 'J+5': '19999999999999' },
    },
    {
      line: line([500000001]),
      sum: '(10^7 - 5×10^-7)×500000001 = 5000000010000000 - 250.0000005 = 5000000009999749.9999995; J+5 750.0999995',
      cents: { 'J+1': '5000000009999750', 'J+2': 0, 'J+5': '5000000009999750' },
    },
  ])
})

test('an amount that a JSON number cannot hold comes out exactly, or not at all', async () => {
  const json = { produit: 105, quantites_multiples: [1000000000, 1] }
  const answer = await post('print/prix/', json)
  expect(answer.status).toBe(200)
  // (10^7 - 5×10^-7)×1000000001 = 10000000010000000 - 500.0000005 = 10000000009999499.4999995; J+5 .5999995
  const exact = { 'J+1': '10000000009999499', 'J+2': '0', 'J+5': '10000000009999500' } as Record<
    string,
    string
  >
  const prices = answer.json() as Record<string, { Message: string; PrixHT: string }>
  expect(Object.keys(prices).sort()).toEqual(Object.keys(exact).sort())
  for (const [label, { Message, PrixHT }] of Object.entries(prices))
    if (Message === '') expect(PrixHT, label).toBe(exact[label])
    else expect(PrixHT, label).toBe('')
})
