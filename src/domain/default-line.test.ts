/** What a configurator begins with, by hand. */
import { describe, expect, test } from 'vitest'
import { snapshotOf } from '../testing/catalogue.ts'
import { shop, type Loose } from '../testing/shop.ts'
import { SEES_ALL } from './catalogue.ts'
import {
  defaultDisplayLine,
  defaultPrintLine,
  familySteps,
  productSteps,
  smallestSize,
} from './default-line.ts'

function product(id: number, change: (produit: Loose, tariff: Loose) => void = () => undefined) {
  const bundle = shop()
  const of = (list: Loose[], field: string) => list.find((each) => each[field] === id)
  change(of(bundle.produits, 'id'), of(bundle.tarifs.print, 'produit'))
  return snapshotOf(bundle).product(id, SEES_ALL)!
}
const family = (id: number) => snapshotOf().family(id, SEES_ALL)!
const SERIES = [1, 2, 5, 10, 20, 50, 100, 200, 500]

describe('the quantities that are worth showing', () => {
  test('those of a list, in their order', () => {
    expect(productSteps(product(10, (p) => (p.quantites.available = [500, 100, 250])))).toEqual([
      100, 250, 500,
    ])
  })

  test('of a range of few points: these, and one, two, five and so on to its end', () => {
    expect(productSteps(product(20))).toEqual(SERIES)
    expect(productSteps(product(20, (p) => (p.quantites.max = 300)))).toEqual([...SERIES.slice(0, -1), 300])
    expect(productSteps(product(20, (p) => (p.quantites.min = 5)))).toEqual(SERIES.slice(2))
  })

  test('of a range without an end: to a thousand times its beginning, and to ten thousand at least', () => {
    const steps = productSteps(product(30))
    expect(steps.slice(0, 5)).toEqual([50, 100, 200, 400, 500])
    expect(steps.at(-1)).toBe(50_000)
    expect(productSteps(product(30, (p) => (p.quantites.min = 1))).at(-1)).toBe(10_000)
  })

  test('of a range with four points or more: these alone, within the range', () => {
    const points = [10, 50, 100, 500, 1000].map((quantite) => ({ quantite, prix: '1' }))
    expect(productSteps(product(30, (_p, t) => (t.grille = points)))).toEqual([50, 100, 500, 1000])
  })

  test('of a family: the points of its formats, or the series', () => {
    expect(familySteps(family(7))).toEqual([1, 5, 10])
    expect(familySteps(family(9))).toEqual(SERIES)
  })
})

describe('the line to begin with', () => {
  test('a product of listed quantities: the first variants, a quantity of the lower third', () => {
    expect(defaultPrintLine(product(10))).toEqual({
      label: '',
      produit: 10,
      variantes: [401, 411],
      valeurs: {},
      quantites_multiples: [250],
    })
  })

  test('as many visuals as there must be', () => {
    const line = defaultPrintLine(product(10, (p) => (p.nombre_visuels_min = 3)))
    expect(line.quantites_multiples).toEqual([250, 250, 250])
  })

  test.each([
    // The smallest common format of more than half a square metre, in mm.
    ['0.5', 'Bâches', '1200', '800'],
    ['0.8', 'Visuels de roll-up', '850', '2000'],
    ['0.0016', 'Autocollants', '50', '50'],
    ['0', 'Bâches', '1200', '800'],
    // No format is as large.
    ['20', 'Bâches', '4500', '4500'],
  ])(
    'sides of a surface of which %s m² are charged at least, %s: %s × %s mm',
    (minimum, nom, width, height) => {
      const line = defaultPrintLine(
        product(20, (p, t) => {
          t.surface.minimum_m2 = minimum
          p.nom = nom
        }),
      )
      expect(line.valeurs).toEqual({ 44: width, 45: height })
    },
  )

  test.each([
    ['0.5', '710'],
    ['0.00001', '10'],
  ])('the size that the least is charged for, of %s m²: %s mm square', (minimum, side) => {
    const line = defaultPrintLine(
      product(20, (_p, t) => (t.surface.minimum_m2 = minimum)),
      1,
      smallestSize,
    )
    expect(line.valeurs).toEqual({ 44: side, 45: side })
  })

  test('a family: the first of each list that a line needs', () => {
    const none = { finition: null, decoupe: null, verification: false }
    expect(defaultDisplayLine(family(7))).toEqual({
      label: '',
      ...{ famille: 7, format: 11, support: 21, impression: 31, quantite: 1, variantes: [701] },
      ...none,
    })
    expect(defaultDisplayLine(family(8))).toMatchObject({ impression: 32, quantite: 10, ...none })
    expect(defaultDisplayLine(family(9))).toMatchObject({ impression: null, support: 24, quantite: 1 })
  })
})
