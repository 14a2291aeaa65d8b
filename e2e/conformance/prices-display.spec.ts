/** Display prices, each worked out on paper (bundle.md, "How a display price is found"). */
import { describe, expect, test } from 'vitest'
import { checks } from './prices.ts'
import { post, serving } from './session.ts'

serving()
const check = checks('display')

const MANY = 'Bâche : 2 jours jusqu’à 49 pièces'
const VARNISHED = 'Recto-verso verni : 5 jours'
const CUT = 'Découpe et éclairage : 2 jours seulement'

/**
 * Family 201. J+1: × 2. J+2: × 1.2 + 500. J+5: as is. Support 21: 250 a piece, from 0 days; 22: 1000, +15 %, from 3 days;
 * 23: nothing, from 2 days. Impression 31: nothing; 32: 1200 a piece, +2.5 %; none: -30 %. Finish 41: 310 a piece.
 * Cut 51: 2500, +1.5 %. Variant 612: 890 a piece; 621: 1990 + 4500 a piece. Verification: 900.
 */
const line = (format: number, support: number, quantite: number, rest: object = { impression: 31 }) => ({
  famille: 201,
  format,
  support,
  quantite,
  ...rest,
})

describe('unitaire: format 11, from 1 at 7900, from 10 at 6950', () => {
  check([
    {
      line: line(11, 21, 1),
      sum: '7900+250 = 8150; J+1 16300; J+2 9780+500',
      cents: { 'J+1': 16300, 'J+2': 10280, 'J+5': 8150 },
    },
    {
      line: line(11, 21, 9),
      sum: '9×7900 + 9×250 = 73350; J+1 146700; J+2 88020+500',
      cents: { 'J+1': 146700, 'J+2': 88520, 'J+5': 73350 },
    },
    {
      line: line(11, 21, 10),
      sum: '10×6950 + 2500 = 72000; J+1 144000; J+2 86400+500',
      cents: { 'J+1': 144000, 'J+2': 86900, 'J+5': 72000 },
    },
    {
      line: line(11, 21, 49),
      sum: '49×7200 = 352800; J+1 705600; J+2 423360+500',
      cents: { 'J+1': 705600, 'J+2': 423860, 'J+5': 352800 },
    },
    {
      line: line(11, 21, 50),
      sum: '50×7200 = 360000; J+1 720000; J+2 excluded from 50 on support 21',
      cents: { 'J+1': 720000, 'J+2': MANY, 'J+5': 360000 },
    },
    {
      line: line(11, 23, 50),
      sum: '50×6950 = 347500; J+1 is below the 2 days of support 23; J+2 417000+500, not excluded',
      cents: { 'J+1': null, 'J+2': 417500, 'J+5': 347500 },
    },
  ])
})

describe('delai_min of the support', () => {
  check([
    {
      line: line(11, 23, 1),
      sum: 'from 2 days: J+1 none; J+2 itself has a price: 9480+500; J+5 7900',
      cents: { 'J+1': null, 'J+2': 9980, 'J+5': 7900 },
    },
    {
      line: line(11, 22, 3),
      sum: 'from 3 days: (23700+1000)×1.15 = 28405 at J+5 alone',
      cents: { 'J+1': null, 'J+2': null, 'J+5': 28405 },
    },
    {
      line: line(11, 22, 2, { impression: 32 }),
      sum: 'percentages add up: (15800+1000+2400)×1.175 = 22560',
      cents: { 'J+1': null, 'J+2': null, 'J+5': 22560 },
    },
    {
      line: line(11, 22, 1, { impression: 32, finition: 41 }),
      sum: '(7900+1000+1200+310)×1.175 = 12231.75; at J+2 the exclusion speaks before the 3 days',
      cents: { 'J+1': null, 'J+2': VARNISHED, 'J+5': 12232 },
    },
  ])
})

describe('lineaire: format 12, 5 at 40000, 9 at 64001, slope 6000.25', () => {
  check([
    {
      line: line(12, 23, 3),
      sum: 'below the first point: 40000; J+2 48000+500',
      cents: { 'J+1': null, 'J+2': 48500, 'J+5': 40000 },
    },
    {
      line: line(12, 23, 6),
      sum: '46000.25; J+2 55200.3+500',
      cents: { 'J+1': null, 'J+2': 55700, 'J+5': 46000 },
    },
    {
      line: line(12, 23, 7),
      sum: '52000.5, up; J+2 62400.6+500 = 62900.6',
      cents: { 'J+1': null, 'J+2': 62901, 'J+5': 52001 },
    },
    {
      line: line(12, 23, 9),
      sum: '64001; J+2 76801.2+500',
      cents: { 'J+1': null, 'J+2': 77301, 'J+5': 64001 },
    },
    {
      line: line(12, 23, 10),
      sum: 'above: 64001×10÷9 = 71112.22…; J+2 85334.66…+500 = 85834.66…',
      cents: { 'J+1': null, 'J+2': 85835, 'J+5': 71112 },
    },
    {
      line: line(12, 21, 7),
      sum: '52000.5+1750 = 53750.5, up; J+1 107501; J+2 64500.6+500 = 65000.6',
      cents: { 'J+1': 107501, 'J+2': 65001, 'J+5': 53751 },
    },
  ])
})

describe('exacte: format 13, 5 at 21000, 10 at 39000; format 14 without a grid', () => {
  check([
    {
      line: line(13, 23, 5),
      sum: '21000; J+2 25200+500',
      cents: { 'J+1': null, 'J+2': 25700, 'J+5': 21000 },
    },
    {
      line: line(13, 21, 10),
      sum: '39000+2500 = 41500; J+1 83000; J+2 49800+500',
      cents: { 'J+1': 83000, 'J+2': 50300, 'J+5': 41500 },
    },
    { line: line(13, 21, 6), sum: 'no point at 6', cents: { 'J+1': null, 'J+2': null, 'J+5': null } },
    { line: line(14, 21, 1), sum: 'no grid at all', cents: { 'J+1': null, 'J+2': null, 'J+5': null } },
  ])
})

describe('elements, variants, verification, without printing', () => {
  check([
    {
      line: line(11, 21, 2),
      sum: '15800+500 = 16300; J+1 32600; J+2 19560+500',
      cents: { 'J+1': 32600, 'J+2': 20060, 'J+5': 16300 },
    },
    {
      line: line(11, 21, 2, {}),
      sum: 'sans_impression: 16300×0.7 = 11410; J+1 22820; J+2 13692+500',
      cents: { 'J+1': 22820, 'J+2': 14192, 'J+5': 11410 },
    },
    {
      line: line(11, 21, 2, { impression: null }),
      sum: 'null is absent: 16300×0.7 = 11410',
      cents: { 'J+1': 22820, 'J+2': 14192, 'J+5': 11410 },
    },
    {
      line: line(11, 22, 2, {}),
      sum: '15 and -30 add up: (15800+1000)×0.85 = 14280',
      cents: { 'J+1': null, 'J+2': null, 'J+5': 14280 },
    },
    {
      line: line(11, 21, 2, { impression: 31, verification: true }),
      sum: '16300+900 = 17200; J+1 34400; J+2 20640+500',
      cents: { 'J+1': 34400, 'J+2': 21140, 'J+5': 17200 },
    },
    {
      line: line(11, 21, 2, { impression: 31, verification: false }),
      sum: 'verification false costs nothing: 16300',
      cents: { 'J+1': 32600, 'J+2': 20060, 'J+5': 16300 },
    },
    {
      line: line(11, 21, 2, { impression: 31, finition: 41 }),
      sum: '16300+620 = 16920; J+1 33840; J+2 20304+500',
      cents: { 'J+1': 33840, 'J+2': 20804, 'J+5': 16920 },
    },
    {
      line: line(11, 21, 3, { impression: 32 }),
      sum: '(23700+750+3600)×1.025 = 28751.25; J+1 57502.5, up; J+2 34501.5+500 = 35001.5, up',
      cents: { 'J+1': 57503, 'J+2': 35002, 'J+5': 28751 },
    },
    {
      line: line(11, 21, 2, { impression: 32, finition: 41 }),
      sum: '(15800+500+2400+620)×1.025 = 19803; J+1 39606; J+2 excluded: both conditions hold',
      cents: { 'J+1': 39606, 'J+2': VARNISHED, 'J+5': 19803 },
    },
    {
      line: line(11, 21, 1, { impression: 31, decoupe: 51 }),
      sum: '(7900+250+2500)×1.015 = 10809.75; J+1 21619.5, up; J+2 12971.7+500 = 13471.7',
      cents: { 'J+1': 21620, 'J+2': 13472, 'J+5': 10810 },
    },
    {
      line: line(11, 21, 1, { impression: 31, decoupe: 51, variantes: [621] }),
      sum: '(7900+250+2500+6490)×1.015 = 17397.1; J+1 34794.2; J+2 20876.52+500; J+5 excluded',
      cents: { 'J+1': 34794, 'J+2': 21377, 'J+5': CUT },
    },
    {
      line: line(11, 21, 2, { impression: 31, variantes: [621, 612] }),
      sum: '16300 + 1780 + 1990+9000 = 29070; J+1 58140; J+2 34884+500',
      cents: { 'J+1': 58140, 'J+2': 35384, 'J+5': 29070 },
    },
    {
      line: line(11, 21, 2, { impression: 31, variantes: [611] }),
      sum: '611 costs nothing: 16300',
      cents: { 'J+1': 32600, 'J+2': 20060, 'J+5': 16300 },
    },
    {
      line: line(11, 21, 50, { impression: 32, finition: 41 }),
      sum: '(347500+12500+60000+15500)×1.025 = 446387.5, up; J+1 892775; two exclusions at J+2: the first speaks',
      cents: { 'J+1': 892775, 'J+2': MANY, 'J+5': 446388 },
    },
  ])
})

/** Family 202: J+5 as is, J+10 × 0.95. Format 15: 333.3 a piece; format 11: 1000 a piece, its own grid. */
describe('a second family has its own lead times and grids', () => {
  const small = (format: number, quantite: number, rest: object = {}) => ({
    famille: 202,
    format,
    support: 24,
    impression: 31,
    quantite,
    ...rest,
  })
  check([
    { line: small(15, 1), sum: '333.3; J+10 316.635', cents: { 'J+5': 333, 'J+10': 317 } },
    { line: small(15, 5), sum: '1666.5, up; J+10 1583.175', cents: { 'J+5': 1667, 'J+10': 1583 } },
    { line: small(15, 15), sum: '4999.5, up; J+10 4749.525', cents: { 'J+5': 5000, 'J+10': 4750 } },
    {
      line: small(11, 3),
      sum: 'format 11 by this family: 3000; J+10 2850',
      cents: { 'J+5': 3000, 'J+10': 2850 },
    },
    {
      line: small(11, 3, { finition: 42, verification: true }),
      sum: 'no entries: 3000',
      cents: { 'J+5': 3000, 'J+10': 2850 },
    },
  ])
})

test('a family without a tariff answers {}', async () => {
  const json = { famille: 203, format: 16, support: 25, impression: 33, decoupe: 52, quantite: 4 }
  const answer = await post('display/prix/', json)
  expect(answer.status).toBe(200)
  expect(answer.json()).toStrictEqual({})
})
