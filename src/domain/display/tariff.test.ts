/** Display prices, worked out by hand from bundle.md with the shop of src/testing/shop.ts. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayPrices, snapshotOf, type Prices } from '../../testing/catalogue.ts'
import { displayCase } from '../../testing/generators.ts'
import { asOracle, oracleDisplay } from '../../testing/oracle.ts'
import { shop, type Loose } from '../../testing/shop.ts'

const snapshot = snapshotOf()
const NONE = 'no_grid_price'
const SLOW = 'support_lead_time'
const MANY = 'Alvéolaire : 49 pièces au plus en J+2.'

describe('a totem of format 11 on support 21, printed, unless the row says otherwise', () => {
  const rows: [what: string, line: Loose, prices: Prices][] = [
    // 45 € + 20 € of printing, + 5 %; J+2 is +20 %, J+1 is +50 % and 10 €
    ['one', {}, { 'J+1': 11_238, 'J+2': 8190, 'J+5': 6825 }],
    ['nine', { quantite: 9 }, { 'J+1': 67_938, 'J+2': 53_550, 'J+5': 44_625 }],
    ['ten: the next unit price', { quantite: 10 }, { 'J+1': 65_575, 'J+2': 51_660, 'J+5': 43_050 }],
    ['without printing: −30 %', { impression: undefined }, { 'J+1': 5725, 'J+2': 3780, 'J+5': 3150 }],
    ['null counts as without printing', { impression: null }, { 'J+1': 5725, 'J+2': 3780, 'J+5': 3150 }],
    ['file check: 9 €', { verification: true }, { 'J+1': 12_655, 'J+2': 9324, 'J+5': 7770 }],
    ['no file check', { verification: false }, { 'J+1': 11_238, 'J+2': 8190, 'J+5': 6825 }],
    // varnish 0.995 € a piece
    ['varnished', { finition: 51 }, { 'J+1': 11_394, 'J+2': 8315, 'J+5': 6929 }],
    ['cut straight: 15 €', { decoupe: 61 }, { 'J+1': 13_600, 'J+2': 10_080, 'J+5': 8400 }],
    ['a foot without an entry', { variantes: [701] }, { 'J+1': 11_238, 'J+2': 8190, 'J+5': 6825 }],
    [
      'ten with metal feet',
      { quantite: 10, variantes: [702] },
      { 'J+1': 78_175, 'J+2': 61_740, 'J+5': 51_450 },
    ],
    // support 22: 2.50 € a piece, two working days at least
    ['three on support 22', { support: 22, quantite: 3 }, { 'J+1': SLOW, 'J+2': 20_475, 'J+5': 17_063 }],
    ['49 on support 22', { support: 22, quantite: 49 }, { 'J+1': SLOW, 'J+2': 258_741, 'J+5': 215_618 }],
    ['50 on support 22', { support: 22, quantite: 50 }, { 'J+1': SLOW, 'J+2': MANY, 'J+5': 219_975 }],
    ['five of format 12', { format: 12, quantite: 5 }, { 'J+1': 51_400, 'J+2': 40_320, 'J+5': 33_600 }],
    ['four of format 12', { format: 12, quantite: 4 }, { 'J+1': NONE, 'J+2': NONE, 'J+5': NONE }],
    [
      'an exclusion, then the support, speak before the grid',
      { format: 12, support: 22, quantite: 50 },
      { 'J+1': SLOW, 'J+2': MANY, 'J+5': NONE },
    ],
  ]
  test.each(rows)('%s', (_what, line, prices) => {
    const whole = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1, ...line }
    expect(displayPrices(snapshot, whole)).toEqual(prices)
  })
})

test.each([
  [1, 10_000],
  [9, 10_000],
  [10, 10_000],
  [11, 11_000],
  [25, 25_000],
])('a straight line of one point: %i pieces cost %i', (quantite, cents) => {
  const line = { famille: 8, format: 11, support: 23, impression: 32, quantite }
  expect(displayPrices(snapshot, line)).toEqual({ 'J+2': cents })
})

describe('what a tariff leaves out', () => {
  const line = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }
  const priced = (change: (tariff: Loose) => void, body: Loose = line) => {
    const bundle = shop()
    change(bundle.tarifs.display[0])
    return displayPrices(snapshotOf(bundle), body)
  }

  test('a format without a grid has no price', () => {
    expect(priced((tariff) => delete tariff.formats[11])).toEqual({ 'J+1': NONE, 'J+2': NONE, 'J+5': NONE })
  })

  test('only the lead times that the tariff names are offered', () => {
    expect(priced((tariff) => (tariff.delais = { 2: {} }))).toEqual({ 'J+2': 6825 })
  })

  test.each([
    ['sans_impression', null, { ...line, impression: null }, 4500],
    ['verification', undefined, { ...line, verification: true }, 6825],
    ['impressions', {}, line, 4500],
    ['impressions', null, line, 4500],
    ['variantes', null, { ...line, variantes: [702] }, 6825],
  ])('without %s nothing is added', (field, value, body, cents) => {
    expect(priced((tariff) => (tariff[field] = value), body)['J+5']).toBe(cents)
  })

  test.each([
    ['format', 11, 'x'],
    ['format', 12, 9030],
    ['support', 21, 'x'],
    ['support', 22, 9030],
    ['impression', 31, 'x'],
    ['finition', 51, 'x'],
    ['decoupe', 61, 'x'],
    ['variante', 702, 'x'],
    ['variante', 701, 9030],
    ['quantite_min', 1, 'x'],
    ['quantite_min', 2, 9030],
  ])('an exclusion may name %s %i', (field, value, expected) => {
    // 45 + 20 + 8 + 15 € − 2 € of a cheaper finish, + 5 %
    const chosen = { ...line, finition: 51, decoupe: 61, variantes: [702] }
    const exclusions = [{ delai: 3, [field]: value, message: 'x' }]
    const prices = priced(
      (tariff) => Object.assign(tariff, { exclusions, finitions: { 51: { fixe: '-200' } } }),
      chosen,
    )
    expect(prices['J+5']).toBe(expected)
  })

  test('an exclusion that names what is not chosen does not hold', () => {
    const exclusions = [{ delai: 3, finition: 51, message: 'x' }]
    expect(priced((tariff) => (tariff.exclusions = exclusions))['J+5']).toBe(6825)
  })

  test('an exclusion with an empty message still says something', () => {
    expect(priced((tariff) => (tariff.exclusions = [{ delai: 3, message: '' }]))['J+5']).toBe('excluded')
  })
})

describe('properties', () => {
  test('prices agree to the cent with a second computation in reduced fractions', () => {
    fc.assert(
      fc.property(displayCase, ({ bundle, line }) => {
        const oracle = oracleDisplay(bundle, line)
        expect(asOracle(displayPrices(snapshotOf(bundle), line), oracle)).toEqual(oracle)
      }),
      { numRuns: 1000 },
    )
  })

  test('pricing never depends on the order of keys', () => {
    const turned = (value: Loose) => Object.fromEntries(Object.entries(value).reverse())
    fc.assert(
      fc.property(displayCase, ({ bundle, line }) => {
        const other = { ...bundle, tarifs: { display: [turned(bundle.tarifs.display[0])] } }
        expect(displayPrices(snapshotOf(other), turned(line))).toEqual(
          displayPrices(snapshotOf(bundle), line),
        )
      }),
      { numRuns: 300 },
    )
  })
})
