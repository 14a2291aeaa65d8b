/** Print prices by quantity, each worked out on paper (bundle.md, "How a print price is found"). */
import { describe, expect, test } from 'vitest'
import { checks } from './prices.ts'
import { post, serving } from './session.ts'

serving()
const check = checks('print')

const COATED = 'Couché indisponible en 2 jours dès 1000'
const MANY = 'Pas de 2 jours dès 2000 exemplaires'
const RECYCLED = 'Recyclé : jamais en 10 jours'

/**
 * Product 101. Points: 100 at 2150, 250 at 3475, 500 at 5200, 1000 at 8999. Each further visual 500.
 * 10012: 300 + 0.8 a copy, +5 %. 10013: -10 %. 10022: 450. J+5: as is. J+2: × 1.3 + 250. J+10: × 0.9.
 */
describe('exacte: each visual is a lot of its own', () => {
  const line = (quantites_multiples: number[], ...variantes: number[]) => ({
    produit: 101,
    quantites_multiples,
    variantes,
  })
  check([
    {
      line: line([100]),
      sum: '2150; J+2 2150×1.3+250 = 3045; J+10 2150×0.9 = 1935',
      cents: { 'J+2': 3045, 'J+5': 2150, 'J+10': 1935 },
    },
    {
      line: line([250]),
      sum: '3475; J+2 4517.5+250 = 4767.5, up; J+10 3127.5, up',
      cents: { 'J+2': 4768, 'J+5': 3475, 'J+10': 3128 },
    },
    {
      line: line([1000]),
      sum: '8999; J+2 11698.7+250 = 11948.7; J+10 8099.1',
      cents: { 'J+2': 11949, 'J+5': 8999, 'J+10': 8099 },
    },
    {
      line: line([100, 250]),
      sum: '2150+3475 and one further visual 500 = 6125; J+2 7962.5+250 = 8212.5, up; J+10 5512.5, up',
      cents: { 'J+2': 8213, 'J+5': 6125, 'J+10': 5513 },
    },
    {
      line: line([100, 100]),
      sum: '2×2150+500 = 4800 (not a lot of 200); J+2 6240+250; J+10 4320',
      cents: { 'J+2': 6490, 'J+5': 4800, 'J+10': 4320 },
    },
    {
      line: line([100, 100, 100, 100], 10011),
      sum: '4×2150 + 3×500 = 10100, 10011 costs nothing; J+2 13130+250; J+10 9090',
      cents: { 'J+2': 13380, 'J+5': 10100, 'J+10': 9090 },
    },
    {
      line: line([500], 10012),
      sum: '(5200 + 300 + 0.8×500)×1.05 = 5900×1.05 = 6195; J+2 8053.5+250 = 8303.5, up; J+10 5575.5, up',
      cents: { 'J+2': 8304, 'J+5': 6195, 'J+10': 5576 },
    },
    {
      line: line([250], 10013),
      sum: '3475×0.9 = 3127.5, up; J+2 3127.5×1.3+250 = 4315.75; J+10 excluded',
      cents: { 'J+2': 4316, 'J+5': 3128, 'J+10': RECYCLED },
    },
    {
      line: line([250], 10013, 10022),
      sum: '(3475+450)×0.9 = 3532.5, up; J+2 4592.25+250 = 4842.25; J+10 excluded',
      cents: { 'J+2': 4842, 'J+5': 3533, 'J+10': RECYCLED },
    },
    {
      line: line([250], 10022, 10012),
      sum: '(3475 + 300+200 + 450)×1.05 = 4646.25; J+2 6040.125+250 = 6290.125; J+10 4181.625',
      cents: { 'J+2': 6290, 'J+5': 4646, 'J+10': 4182 },
    },
    {
      line: line([1000], 10012),
      sum: '(8999 + 300+800)×1.05 = 10603.95; J+2 excluded from 1000; J+10 9543.555',
      cents: { 'J+2': COATED, 'J+5': 10604, 'J+10': 9544 },
    },
    {
      line: line([500, 500], 10012),
      sum: '(10400 + 500 + 300+0.8×1000)×1.05 = 12600; the sum 1000 counts for the exclusion; J+10 11340',
      cents: { 'J+2': COATED, 'J+5': 12600, 'J+10': 11340 },
    },
    {
      line: line([1000, 1000]),
      sum: '2×8999+500 = 18498; J+2 excluded from 2000; J+10 16648.2',
      cents: { 'J+2': MANY, 'J+5': 18498, 'J+10': 16648 },
    },
    {
      line: line([1000, 1000], 10012),
      sum: '(17998+500+300+1600)×1.05 = 21417.9; both exclusions hold: the first speaks; J+10 19276.11',
      cents: { 'J+2': COATED, 'J+5': 21418, 'J+10': 19276 },
    },
    {
      line: line([750]),
      sum: 'offered, but the grid has no point at 750',
      cents: { 'J+2': null, 'J+5': null, 'J+10': null },
    },
    {
      line: line([100, 750]),
      sum: 'one lot without a point is enough',
      cents: { 'J+2': null, 'J+5': null, 'J+10': null },
    },
    {
      line: line([750, 1000, 750]),
      sum: 'no point, and J+2 excluded from 2000: the exclusion speaks',
      cents: { 'J+2': MANY, 'J+5': null, 'J+10': null },
    },
  ])
})

/**
 * Product 102. Points: 100 at 4000, 500 at 8001, 1000 at 11000.5; slopes 4001/400 = 10.0025 and 2999.5/500 = 5.999.
 * 10212: 1.25 a copy, +2.5 %. J+5: as is. J+2: × 1.125.
 */
describe('lineaire: between the points', () => {
  const line = (quantity: number, ...variantes: number[]) => ({
    produit: 102,
    quantites_multiples: [quantity],
    variantes,
  })
  check([
    { line: line(50), sum: 'below the first point 4000; J+2 4500', cents: { 'J+2': 4500, 'J+5': 4000 } },
    { line: line(100), sum: 'the first point 4000; J+2 4500', cents: { 'J+2': 4500, 'J+5': 4000 } },
    {
      line: line(101),
      sum: '4000+10.0025; J+2 4511.2528125',
      cents: { 'J+2': 4511, 'J+5': 4010 },
    },
    {
      line: line(300),
      sum: '4000+200×10.0025 = 6000.5, up; J+2 6750.5625',
      cents: { 'J+2': 6751, 'J+5': 6001 },
    },
    {
      line: line(333),
      sum: '4000+233×10.0025 = 6330.5825; J+2 7121.9053',
      cents: { 'J+2': 7122, 'J+5': 6331 },
    },
    { line: line(500), sum: '8001; J+2 9001.125', cents: { 'J+2': 9001, 'J+5': 8001 } },
    {
      line: line(750),
      sum: '8001+250×5.999 = 9500.75; J+2 10688.34',
      cents: { 'J+2': 10688, 'J+5': 9501 },
    },
    {
      line: line(1000),
      sum: '11000.5, up; J+2 from 11000.5, not from 11001: 12375.5625',
      cents: { 'J+2': 12376, 'J+5': 11001 },
    },
    {
      line: line(1500),
      sum: 'above the last point 11000.5×1500÷1000 = 16500.75; J+2 18563.34',
      cents: { 'J+2': 18563, 'J+5': 16501 },
    },
    {
      line: line(20000),
      sum: '11000.5×20 = 220010; J+2 247511.25',
      cents: { 'J+2': 247511, 'J+5': 220010 },
    },
    {
      line: line(300, 10212),
      sum: '(6000.5+375)×1.025 = 6534.8875; J+2 7351.748',
      cents: { 'J+2': 7352, 'J+5': 6535 },
    },
    { line: line(300, 10211), sum: '10211 costs nothing: 6000.5', cents: { 'J+2': 6751, 'J+5': 6001 } },
  ])
})

/** Product 106: one point, 10 at 3000. */
describe('a grid of one point', () => {
  check([
    {
      line: { produit: 106, quantites_multiples: [3, 4] },
      sum: '7, below the point: 3000',
      cents: { 'J+5': 3000 },
    },
    {
      line: { produit: 106, quantites_multiples: [10, 10] },
      sum: '3000×20÷10 = 6000',
      cents: { 'J+5': 6000 },
    },
    {
      line: { produit: 106, quantites_multiples: [7, 7, 7] },
      sum: '3000×21÷10 = 6300',
      cents: { 'J+5': 6300 },
    },
  ])
})

describe('no tariff', () => {
  check([
    {
      line: { produit: 104, quantites_multiples: [10] },
      sum: 'no price at any lead time, and each says why',
      cents: { 'J+2': null, 'J+5': null },
    },
  ])
})

test('the same line gives the same bytes every time', async () => {
  const line = { produit: 101, quantites_multiples: [250, 100], variantes: [10012, 10022] }
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('print/prix/', line)))
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
})
