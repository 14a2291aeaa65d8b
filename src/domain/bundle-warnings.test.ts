/** What a bundle may hold though nobody can order by it: loaded, and told with its place. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SHOP, shop, type Loose } from '../testing/shop.ts'
import { bundleFaults, type Bundle } from './bundle.ts'
import { bundleWarnings } from './bundle-warnings.ts'

const warningsOf = (bundle: unknown) =>
  bundleWarnings(bundle as Bundle, 'en').map(({ path, code }) => `${path} ${code}`)

test('the shop and the demo have none', () => {
  const demo = readFileSync(join(import.meta.dirname, '../../resources/demo-bundle.json'), 'utf8')
  for (const bundle of [SHOP, JSON.parse(demo)]) expect(warningsOf(bundle)).toEqual([])
})

test('bounds that are still possible are none', () => {
  const bundle = shop()
  bundle.delais.push({ id: 0, jours: 90 })
  Object.assign(bundle.produits[0], { nombre_visuels_min: 1, nombre_visuels_max: 1 })
  bundle.produits[1].quantites = { range: true, min: 500, max: 500 }
  bundle.produits[2].quantites = { range: true, min: 1_000_000_000 }
  bundle.produits[3].quantites = { range: false, available: [1, 1_000_000_000] }
  expect(warningsOf(bundle)).toEqual([])
})

test('a maximum of visuals is told that is possible', () => {
  const told = (fields: object) => {
    const bundle = shop()
    Object.assign(bundle.produits[0], fields)
    return bundleWarnings(bundle as Bundle, 'en')[0]!.message
  }
  expect(told({ nombre_visuels_min: 3, nombre_visuels_max: 2 })).toContain('a maximum of 3 at least')
  expect(told({ nombre_visuels_min: 0, nombre_visuels_max: 0 })).toContain('a maximum of 1 at least')
})

const rows: [what: string, change: (bundle: Loose) => unknown, ...warnings: string[]][] = [
  [
    'more visuals at least than at most',
    (b) => Object.assign(b.produits[0], { nombre_visuels_min: 3, nombre_visuels_max: 2 }),
    '/produits/0/nombre_visuels_max visuals_impossible',
  ],
  [
    'no visual at most',
    (b) => (b.produits[0].nombre_visuels_max = 0),
    '/produits/0/nombre_visuels_max visuals_impossible',
  ],
  [
    'a range that ends before it begins',
    (b) => (b.produits[0].quantites = { range: true, min: 10, max: 9 }),
    '/produits/0/quantites/max quantities_impossible',
  ],
  [
    'a range below one',
    (b) => (b.produits[0].quantites = { range: true, min: -5, max: 0 }),
    '/produits/0/quantites/max quantities_impossible',
  ],
  [
    'a range beyond every quantity',
    (b) => (b.produits[0].quantites = { range: true, min: 2_000_000_000 }),
    '/produits/0/quantites/min quantities_impossible',
  ],
  [
    'no quantity',
    (b) => (b.produits[0].quantites = { range: false, available: [] }),
    '/produits/0/quantites/available quantities_impossible',
  ],
  [
    'quantities that are none, and one twice',
    (b) => (b.produits[0].quantites = { range: false, available: [100, 0, -1, 100] }),
    '/produits/0/quantites/available/1 quantity_impossible',
    '/produits/0/quantites/available/2 quantity_impossible',
    '/produits/0/quantites/available/3 repeated',
  ],
  ['a lead time twice', (b) => b.produits[0].delais.push(3), '/produits/0/delais/3 repeated'],
  [
    'negative ids below products and families, and of lead times',
    (b) => {
      b.delais.push({ id: -1, jours: 90 })
      b.familles[0].formats.push({ id: -3, nom: 'Y' })
    },
    '/delais/3/id id_negative',
    '/familles/0/formats/2/id id_negative',
  ],
  [
    'empty names',
    (b) => {
      b.produits[0].nom = ' '
      b.produits[0].options[0].variantes[0].nom = ''
      b.familles[0].nom_complet = ''
    },
    '/produits/0/nom name_empty',
    '/produits/0/options/0/variantes/0/nom name_empty',
    '/familles/0/nom_complet name_empty',
  ],
]
test.each(rows)('%s', (_what, change, ...warnings) => {
  const bundle = shop()
  change(bundle)
  expect(bundleFaults(bundle)).toEqual([])
  expect(warningsOf(bundle)).toEqual(warnings)
  for (const locale of ['fr', 'en'] as const)
    for (const { message } of bundleWarnings(bundle as Bundle, locale)) expect(message).toMatch(/ ?: /)
})

test('very many are counted', () => {
  const bundle = shop()
  bundle.produits[0].quantites = { range: false, available: Array(1500).fill(1) }
  const warnings = bundleWarnings(bundle as Bundle, 'en')
  expect(warnings).toHaveLength(1001)
  expect(warnings.at(-1)).toMatchObject({
    path: '',
    code: 'more_faults',
    message: expect.stringContaining('499'),
  })
})
