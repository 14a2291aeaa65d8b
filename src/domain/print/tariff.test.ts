/**
 * Print prices, worked out by hand from bundle.md with the shop of src/testing/shop.ts. A row reads: what is ordered,
 * and the price in cents at each lead time; a text is the reason why there is none.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SEES_ALL } from '../catalogue.ts'
import { printPrices, snapshotOf, type Prices } from '../../testing/catalogue.ts'
import { amount, printCase } from '../../testing/generators.ts'
import { asOracle, oraclePrint } from '../../testing/oracle.ts'
import { shop, type Loose } from '../../testing/shop.ts'

const snapshot = snapshotOf()
const MAT = 'Le pelliculage mat demande deux jours.'
const QUICK = 'Pas plus de 499 exemplaires en un jour.'
const NONE = 'no_grid_price'

type Row = readonly [what: string, line: Loose, prices: Prices]

function table(product: number, rows: readonly Row[], extra: object = {}) {
  test.each(rows)('%s', (_what, line, prices) => {
    expect(printPrices(snapshot, { produit: product, ...extra, ...line })).toEqual(prices)
  })
}

describe('business cards: each lot at its own price (exacte)', () => {
  table(10, [
    // J+1 is +30 % and 2.50 €, J+2 as is, J+5 −10 %
    ['100', { quantites_multiples: [100] }, { 'J+1': 3045, 'J+2': 2150, 'J+5': 1935 }],
    ['250', { quantites_multiples: [250] }, { 'J+1': 4137, 'J+2': 2990, 'J+5': 2691 }],
    // two visuals: 2 × 29.90 € + 5 € for the second
    ['250 + 250', { quantites_multiples: [250, 250] }, { 'J+1': QUICK, 'J+2': 6480, 'J+5': 5832 }],
    ['100 + 250', { quantites_multiples: [100, 250] }, { 'J+1': 7582, 'J+2': 5640, 'J+5': 5076 }],
    // 21.50 + 29.90 + 2 × 21.50 + 3 × 5
    [
      'four visuals',
      { quantites_multiples: [100, 250, 100, 100] },
      { 'J+1': QUICK, 'J+2': 10_940, 'J+5': 9846 },
    ],
    // half a cent goes up
    ['500', { quantites_multiples: [500] }, { 'J+1': QUICK, 'J+2': 4000, 'J+5': 3600 }],
    [
      'a quantity without a point',
      { quantites_multiples: [1000] },
      { 'J+1': QUICK, 'J+2': NONE, 'J+5': NONE },
    ],
    [
      'one of two without a point',
      { quantites_multiples: [100, 1000] },
      { 'J+1': QUICK, 'J+2': NONE, 'J+5': NONE },
    ],
    // 21.50 + 3 + 100 × 0.008 = 25.30, + 5 %: 26.565
    [
      'recycled paper',
      { quantites_multiples: [100], variantes: [402] },
      { 'J+1': 3703, 'J+2': 2657, 'J+5': 2391 },
    ],
    // percentages add up: 5 + 10 = 15, not 1.05 × 1.10
    [
      'recycled, matt',
      { quantites_multiples: [100], variantes: [402, 411] },
      { 'J+1': MAT, 'J+2': 2910, 'J+5': 2619 },
    ],
    // both exclusions hold: the first one speaks
    ['500 matt', { quantites_multiples: [500], variantes: [411] }, { 'J+1': MAT, 'J+2': 4399, 'J+5': 3960 }],
    [
      'a variant without an entry changes nothing',
      { quantites_multiples: [100], variantes: [401, 412] },
      { 'J+1': 3045, 'J+2': 2150, 'J+5': 1935 },
    ],
    // 1 € + 3 × 100 × 0.0005 €
    [
      'three holes',
      { quantites_multiples: [100], valeurs: { 42: '3' } },
      { 'J+1': 3195, 'J+2': 2265, 'J+5': 2039 },
    ],
    [
      'no hole, but the value was sent',
      { quantites_multiples: [100], valeurs: { 42: '0' } },
      { 'J+1': 3175, 'J+2': 2250, 'J+5': 2025 },
    ],
    [
      'null counts as absent',
      { quantites_multiples: [100], valeurs: { 42: null }, variantes: null, delai: null },
      { 'J+1': 3045, 'J+2': 2150, 'J+5': 1935 },
    ],
  ])
})

describe('banners: by the square metre (unitaire), at least half of one', () => {
  const of = (width: string, height: string, quantity: number, variantes: number[] = []) => ({
    valeurs: { 44: width, 45: height },
    quantites_multiples: [quantity],
    variantes,
  })
  table(20, [
    // 25 € × 0.5005 m²; J+2 is +15 %
    ['1000 × 500.5 mm', of('1000', '500.5', 1), { 'J+2': 1439, 'J+5': 1251 }],
    ['1000 × 500 mm is the minimum', of('1000', '500', 1), { 'J+2': 1438, 'J+5': 1250 }],
    ['500 × 500 mm counts as the minimum', of('500', '500', 1), { 'J+2': 1438, 'J+5': 1250 }],
    ['0 × 0 mm counts as the minimum', of('0', '0.0', 1), { 'J+2': 1438, 'J+5': 1250 }],
    ['2 m², 9 pieces: the first price', of('2000', '1000', 9), { 'J+2': 51_750, 'J+5': 45_000 }],
    ['2 m², 10 pieces: the second', of('2000', '1000', 10), { 'J+2': 45_977, 'J+5': 39_980 }],
    ['2 m², 500 pieces: the last reached', of('2000', '1000', 500), { 'J+2': 2_298_850, 'J+5': 1_999_000 }],
    // eyelets by the square metre: 1.50 € + 0.33 € × 10 × 2
    ['2 m², 10 pieces with eyelets', of('2000', '1000', 10, [461]), { 'J+2': 46_909, 'J+5': 40_790 }],
    ['eyelets of a tiny one: of the minimum', of('100', '100', 1, [461]), { 'J+2': 1629, 'J+5': 1417 }],
  ])

  test.each([undefined, null])('without a minimum (%s) a tiny one is charged for what it is', (minimum) => {
    const bundle = shop()
    bundle.tarifs.print[1].surface.minimum_m2 = minimum
    // 25 € × 0.01 m²
    expect(printPrices(snapshotOf(bundle), { produit: 20, ...of('100', '100', 1) })).toMatchObject({
      'J+5': 25,
    })
  })
})

describe('flyers: a straight line between points (lineaire)', () => {
  table(30, [
    // J+2 is −3.5 %
    ['50: below the first point, its price', { quantites_multiples: [50] }, { 'J+1': 1000, 'J+2': 965 }],
    ['99', { quantites_multiples: [99] }, { 'J+1': 1000, 'J+2': 965 }],
    ['100: at the first point', { quantites_multiples: [100] }, { 'J+1': 1000, 'J+2': 965 }],
    // 10 € + 9.99 € ÷ 300
    ['101', { quantites_multiples: [101] }, { 'J+1': 1003, 'J+2': 968 }],
    // 1099.9 × 0.965 = 1061.4035; rounded first it would be 1100 × 0.965 = 1061.5, a cent more
    ['130: nothing is rounded before the end', { quantites_multiples: [130] }, { 'J+1': 1100, 'J+2': 1061 }],
    ['250: half way', { quantites_multiples: [250] }, { 'J+1': 1500, 'J+2': 1447 }],
    ['400: at a point', { quantites_multiples: [400] }, { 'J+1': 1999, 'J+2': 1929 }],
    ['1000: at the last point', { quantites_multiples: [1000] }, { 'J+1': 3001, 'J+2': 2896 }],
    ['1500: in proportion above it', { quantites_multiples: [1500] }, { 'J+1': 4502, 'J+2': 4344 }],
    // the sum is read once, and 12.5 cents for the second visual
    ['200 + 200', { quantites_multiples: [200, 200] }, { 'J+1': 2012, 'J+2': 1941 }],
    ['125 + 125', { quantites_multiples: [125, 125] }, { 'J+1': 1512, 'J+2': 1459 }],
    ['a billion', { quantites_multiples: [1_000_000_000] }, { 'J+1': 3_001_000_000, 'J+2': 2_895_965_000 }],
  ])
})

describe('lead times without a price', () => {
  const changed = (change: (tariff: Loose) => void, index = 0) => {
    const bundle = shop()
    change(bundle.tarifs.print[index])
    return snapshotOf(bundle)
  }
  const cards = { produit: 10, quantites_multiples: [100] }

  test.each([
    // 2150 × (1 + p ÷ 100) + fixe at J+2
    ['-100', '0', 0, 'zero is a price'],
    ['-100', '-0.001', 'negative_price', 'a thousandth below zero is none'],
    ['-100', '0.499', 0, 'rounds to zero'],
    ['-100', '0.5', 1, 'half a cent is one'],
    ['-101', '21.5', 0, 'negative and positive parts that cancel'],
    ['-101', '21.4', 'negative_price', 'a tenth of a cent short'],
    ['-200', '0', 'negative_price', 'far below zero'],
  ] as const)('%s % and %s cents: %s (%s)', (pourcentage, fixe, expected, _what) => {
    const snapshot = changed((tariff) => (tariff.delais = { 2: { pourcentage, fixe } }))
    expect(printPrices(snapshot, cards)['J+2']).toBe(expected)
  })

  test('a negative sum has a price where the lead time makes it positive', () => {
    const snapshot = changed((tariff) => {
      tariff.variantes[402] = { fixe: '-3000' }
      tariff.delais = { 2: { fixe: '1000' } }
    })
    expect(printPrices(snapshot, { ...cards, variantes: [402] })).toEqual({
      'J+1': 'negative_price',
      'J+2': 150,
      'J+5': 'negative_price',
    })
  })

  test('an exclusion speaks before the grid and before a negative price', () => {
    const snapshot = changed((tariff) => {
      tariff.delais = { 1: { pourcentage: '-200' }, 2: { pourcentage: '-200' } }
      tariff.exclusions = [{ delai: 1, message: 'Jamais.' }]
    })
    expect(printPrices(snapshot, cards)).toMatchObject({ 'J+1': 'Jamais.', 'J+2': 'negative_price' })
    expect(printPrices(snapshot, { ...cards, quantites_multiples: [1000] })).toMatchObject({
      'J+1': 'Jamais.',
      'J+2': NONE,
    })
  })

  test.each([
    ['all conditions hold', [402], [250], 'x'],
    ['another variant', [401], [250], 2990],
    ['too few', [402], [100], 2657],
    ['exactly the quantity, over several visuals', [402], [100, 100], 'x'],
  ] as const)(
    'an exclusion of a variant and a quantity: %s',
    (_what, variantes, quantites_multiples, expected) => {
      const snapshot = changed(
        (tariff) => (tariff.exclusions = [{ delai: 2, variante: 402, quantite_min: 200, message: 'x' }]),
      )
      expect(printPrices(snapshot, { produit: 10, variantes, quantites_multiples })['J+2']).toBe(expected)
    },
  )

  test('an exclusion without words, or with empty ones, still has a message', () => {
    for (const message of [undefined, null, '']) {
      const snapshot = changed((tariff) => (tariff.exclusions = [{ delai: 2, message }]))
      expect(printPrices(snapshot, cards)['J+2']).toBe('excluded')
    }
  })

  test('a lead time that the product names twice is priced once', () => {
    const bundle = shop()
    bundle.produits[0].delais = [2, 3, 2, 2]
    const { tariff } = snapshotOf(bundle).product(10, SEES_ALL)!
    expect(tariff!.leadTimes.map(({ leadTime }) => leadTime.label)).toEqual(['J+2', 'J+5'])
  })

  test('an amount beyond what a number holds exactly is no price rather than a wrong one', () => {
    const snapshot = changed((tariff) => {
      tariff.lecture = 'unitaire'
      tariff.grille = [{ quantite: 1, prix: '9007199254740992' }]
    })
    expect(printPrices(snapshot, cards)['J+2']).toBe('price_too_large')
  })

  test('the largest exact amount is a price', () => {
    const snapshot = changed((tariff) => {
      tariff.grille = [{ quantite: 100, prix: '9007199254740991.4' }]
    })
    expect(printPrices(snapshot, cards)['J+2']).toBe(9_007_199_254_740_991)
  })
})

test('lead times are answered fastest first, whatever the order of ids and of the product', () => {
  expect(Object.keys(printPrices(snapshot, { produit: 10, quantites_multiples: [100] }))).toEqual([
    'J+1',
    'J+2',
    'J+5',
  ])
})

describe('properties', () => {
  test('prices agree to the cent with a second computation in reduced fractions', () => {
    fc.assert(
      fc.property(printCase, ({ bundle, line }) => {
        const oracle = oraclePrint(bundle, line)
        expect(asOracle(printPrices(snapshotOf(bundle), line), oracle)).toEqual(oracle)
      }),
      { numRuns: 1500 },
    )
  })

  test('pricing never depends on the order of variantes, of visuals or of keys', () => {
    const shuffled = <T>(list: readonly T[]) =>
      fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length })
    const reordered = (value: Loose) =>
      shuffled(Object.entries(value)).map((entries) => Object.fromEntries(entries))
    const pair = printCase.chain(({ bundle, line }) =>
      fc.record({
        bundle: fc.constant(bundle),
        line: fc.constant(line),
        other: fc
          .record({
            variantes: shuffled(line.variantes ?? []),
            valeurs: reordered(line.valeurs ?? {}),
            quantites_multiples: shuffled(line.quantites_multiples),
          })
          .chain((moved) => reordered({ ...line, ...moved })),
        tariff: reordered(bundle.tarifs.print[0]),
      }),
    )
    fc.assert(
      fc.property(pair, ({ bundle, line, other, tariff }) => {
        const turned = { ...bundle, tarifs: { print: [tariff] } }
        expect(printPrices(snapshotOf(turned), other)).toEqual(printPrices(snapshotOf(bundle), line))
      }),
      { numRuns: 500 },
    )
  })

  test('an exact tie rounds up, just below it down', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (cents) => {
        const bundle = shop()
        const at = (prix: string) => {
          bundle.tarifs.print[0].grille = [{ quantite: 100, prix }]
          return printPrices(snapshotOf(bundle), { produit: 10, quantites_multiples: [100] })['J+2']
        }
        expect(at(`${cents}.5`)).toBe(cents + 1)
        expect(at(`${cents}.499999999999999999`)).toBe(cents)
      }),
      { numRuns: 50 },
    )
  })

  test('a straight line has no jump at its points', () => {
    const points = fc
      .uniqueArray(fc.integer({ min: 2, max: 100_000 }), { minLength: 2, maxLength: 8 })
      .chain((quantities) =>
        fc
          .array(amount(1, 900_000), { minLength: quantities.length, maxLength: quantities.length })
          .map((prices) =>
            quantities.sort((a, b) => a - b).map((quantite, i) => ({ quantite, prix: prices[i]! })),
          ),
      )
    fc.assert(
      fc.property(points, (grille) => {
        const bundle = shop()
        bundle.produits[2].quantites = { range: true }
        bundle.tarifs.print[2] = { produit: 30, delai_principal: 1, lecture: 'lineaire', grille }
        const snapshot = snapshotOf(bundle)
        const at = (quantity: number) =>
          printPrices(snapshot, { produit: 30, quantites_multiples: [quantity] })['J+1'] as number
        grille.forEach(({ quantite, prix }, i) => {
          // At the point, its price to the cent; a step to either side, no further than the line's own slope.
          expect(at(quantite)).toBe(half(prix))
          const slopes = [grille[i - 1], grille[i + 1]].map((other) =>
            other ? Math.abs((Number(other.prix) - Number(prix)) / (other.quantite - quantite)) : 0,
          )
          const above = i === grille.length - 1 ? Number(prix) / quantite : slopes[1]!
          expect(Math.abs(at(quantite - 1) - at(quantite))).toBeLessThanOrEqual(slopes[0]! + 1)
          expect(Math.abs(at(quantite + 1) - at(quantite))).toBeLessThanOrEqual(above + 1)
        })
      }),
      { numRuns: 100 },
    )
  })
})

/** Rounds a decimal text half up by its digits. */
function half(text: string): number {
  const [whole = '0', decimals = '0'] = text.split('.')
  return Number(whole) + (decimals[0]! >= '5' ? 1 : 0)
}
