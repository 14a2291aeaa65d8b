import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { expectPrices, title } from './prices.ts'
import type { Row } from './prices.ts'
import { Program } from './program.ts'
import type { Server } from './program.ts'

const program = new Program()
let server: Server
let token: string

beforeAll(async () => {
  await program.import(bundle)
  token = await program.token({ customer: 'Tarif' })
  server = await program.serve()
})
afterAll(() => program.end())

const check = (rows: Row[]) =>
  test.each(rows.map((row) => ({ row, name: title(row) })))('$name', async ({ row }) => {
    const answer = await server.ask('/0.2/print/prix/', { token, json: row.line })
    expectPrices(answer, row)
  })

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

/**
 * Product 103. A piece: from 2 at 1200, from 10 at 1000, from 50 at 850.5 a square metre. At least 0.5 m². Each further
 * visual 250. 10312: 90 a piece and m². 10313: 150 + 90 a piece. Eyelets (46): 100 + 1.5 an eyelet and piece; 47 is free.
 * J+5: as is. J+2: × 1.5 + 999.
 */
describe('unitaire with a surface', () => {
  const line = (
    largeur: string,
    hauteur: string,
    quantites_multiples: number[],
    variantes: number[] = [],
    valeurs: Record<string, string> = {},
  ) => ({
    produit: 103,
    quantites_multiples,
    variantes,
    valeurs: { '44': largeur, '45': hauteur, ...valeurs },
  })
  check([
    {
      line: line('1000', '2000', [1]),
      sum: '2 m², below the first point its price: 1200×1×2; J+2 3600+999',
      cents: { 'J+2': 4599, 'J+5': 2400 },
    },
    {
      line: line('500', '500', [1]),
      sum: '0.25 m² counts as 0.5: 600; J+2 900+999',
      cents: { 'J+2': 1899, 'J+5': 600 },
    },
    { line: line('0', '1000', [1]), sum: '0 m² counts as 0.5: 600', cents: { 'J+2': 1899, 'J+5': 600 } },
    {
      line: line('1000', '500', [2]),
      sum: '0.5 m² exactly: 1200×2×0.5; J+2 1800+999',
      cents: { 'J+2': 2799, 'J+5': 1200 },
    },
    {
      line: line('1234.5', '678.9', [10]),
      sum: '0.83810205 m² × 1000×10 = 8381.0205; J+2 12571.53+999 = 13570.53',
      cents: { 'J+2': 13571, 'J+5': 8381 },
    },
    {
      line: line('2000', '1500', [9]),
      sum: '3 m², last below 10: 1200×9×3 = 32400; J+2 48600+999',
      cents: { 'J+2': 49599, 'J+5': 32400 },
    },
    {
      line: line('2000', '1500', [10]),
      sum: '1000×10×3 = 30000; J+2 45000+999',
      cents: { 'J+2': 45999, 'J+5': 30000 },
    },
    {
      line: line('2000', '1500', [50]),
      sum: '850.5×50×3 = 127575; J+2 191362.5+999 = 192361.5, up',
      cents: { 'J+2': 192362, 'J+5': 127575 },
    },
    {
      line: line('2000', '1500', [3, 4]),
      sum: 'the sum 7: 1200×7×3 + 250 = 25450; J+2 38175+999',
      cents: { 'J+2': 39174, 'J+5': 25450 },
    },
    {
      line: line('2000', '1500', [6, 4]),
      sum: 'the sum 10 takes the price from 10: 1000×10×3 + 250 = 30250; J+2 45375+999',
      cents: { 'J+2': 46374, 'J+5': 30250 },
    },
    {
      line: line('2000', '1500', [4], [10312]),
      sum: 'par_m2: 14400 + 90×4×3 = 15480; J+2 23220+999',
      cents: { 'J+2': 24219, 'J+5': 15480 },
    },
    {
      line: line('2000', '1500', [4], [10313]),
      sum: 'not par_m2: 14400 + 150 + 90×4 = 14910; J+2 22365+999',
      cents: { 'J+2': 23364, 'J+5': 14910 },
    },
    {
      line: line('100', '100', [2], [10312]),
      sum: 'par_m2 takes the minimum too: 1200 + 90×2×0.5 = 1290; J+2 1935+999',
      cents: { 'J+2': 2934, 'J+5': 1290 },
    },
    {
      line: line('1000', '1000', [5], [], { '46': '8' }),
      sum: '6000 + 100 + 1.5×8×5 = 6160; J+2 9240+999',
      cents: { 'J+2': 10239, 'J+5': 6160 },
    },
    {
      line: line('1000', '1000', [5], [], { '46': '0' }),
      sum: 'a value of 0 still is one: 6000 + 100; J+2 9150+999',
      cents: { 'J+2': 10149, 'J+5': 6100 },
    },
    {
      line: line('1000', '1000', [5]),
      sum: 'no eyelets: 6000; J+2 9000+999',
      cents: { 'J+2': 9999, 'J+5': 6000 },
    },
    {
      line: line('1000', '1000', [5], [10311], { '47': '3.25' }),
      sum: 'a value and a variant without an entry cost nothing: 6000',
      cents: { 'J+2': 9999, 'J+5': 6000 },
    },
    {
      line: line('800', '1250.5', [2, 3, 5], [10312], { '46': '4' }),
      sum: '1.0004 m²: 10004 + 2×250 + 90×10×1.0004 + 100+1.5×4×10 = 11564.36; J+2 17346.54+999 = 18345.54',
      cents: { 'J+2': 18346, 'J+5': 11564 },
    },
  ])
})

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
  const answer = await server.ask('/0.2/print/prix/', { token, json })
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
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.ask('/0.2/print/prix/', { token, json: line })),
  )
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
})

test('prix/ answers every lead time, also when one is sent', async () => {
  const line = { produit: 101, quantites_multiples: [100], delai: 3 }
  const answer = await server.ask('/0.2/print/prix/', { token, json: line })
  expectPrices(answer, { line, sum: '', cents: { 'J+2': 3045, 'J+5': 2150, 'J+10': 1935 } })
})
