/** Every fault of bundle.md, "The file", with its place and code; a sound bundle has none. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faultList } from '../testing/catalogue.ts'
import { displayCase, printCase } from '../testing/generators.ts'
import { SHOP, shop, type Loose } from '../testing/shop.ts'
import { expectEachLanguage } from '../testing/words.ts'
import { bundleFaults } from './bundle.ts'

const faultsOf = (bundle: unknown) => faultList(bundleFaults(bundle))

describe('sound bundles', () => {
  test('the shop has no fault', () => {
    expect(faultsOf(SHOP)).toEqual([])
  })

  test.each([
    ['nothing but lead times', { format: 'comptoir-bundle/1', delais: [{ id: 1, jours: 9999 }] }],
    ['null parts', { format: 'comptoir-bundle/1', delais: [], produits: null, familles: null, tarifs: null }],
    ['null tariffs', { format: 'comptoir-bundle/1', delais: [], tarifs: { print: null, display: null } }],
    ['unknown fields', { ...SHOP, auteur: 'Ada', version: 3 }],
  ])('%s', (_what, bundle) => {
    expect(faultsOf(bundle)).toEqual([])
  })

  test('the same ids in different kinds are no duplicates', () => {
    const bundle = shop()
    bundle.familles[0].id = 10
    bundle.familles[0].supports[0].id = 11
    bundle.tarifs.display.shift()
    expect(faultsOf(bundle)).toEqual([])
  })

  test('every generated bundle is sound', () => {
    fc.assert(
      fc.property(fc.oneof(printCase, displayCase), ({ bundle }) => {
        expect(faultsOf(bundle)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe('bundles that are refused', () => {
  type Change = (bundle: Loose) => unknown
  const rows: [what: string, change: Change, ...faults: string[]][] = [
    ['another format', (b) => (b.format = 'comptoir-bundle/2'), '/format format_unknown'],
    ['no format', (b) => delete b.format, '/format field_required'],
    ['a format that is no text', (b) => (b.format = 1), '/format field_type'],
    [
      'no lead times',
      (b) => ((b.delais = undefined), (b.produits = b.familles = b.tarifs = [])),
      '/delais field_required',
      '/tarifs field_type',
    ],
    [
      'duplicate product',
      (b) => (b.produits[1].id = 10),
      '/produits/1/id duplicate_id',
      '/tarifs/print/1/produit reference_unknown',
    ],
    ['duplicate family', (b) => (b.familles[2].id = 7), '/familles/2/id duplicate_id'],
    ['duplicate lead time', (b) => b.delais.push({ id: 2, jours: 9 }), '/delais/3/id duplicate_id'],
    [
      'two lead times of the same days',
      (b) => b.delais.push({ id: 4, jours: 2 }),
      '/delais/3/jours duplicate_days',
    ],
    ['a product below 0', (b) => (b.produits[3].id = -1), '/produits/3/id number_invalid'],
    ['a family below 0', (b) => (b.familles[2].id = -2), '/familles/2/id number_invalid'],
    ['days below zero', (b) => b.delais.push({ id: 4, jours: -1 }), '/delais/3/jours number_invalid'],
    ['five digits', (b) => b.delais.push({ id: 4, jours: 10_000 }), '/delais/3/jours number_invalid'],
    ['days as text', (b) => b.delais.push({ id: 4, jours: '2' }), '/delais/3/jours field_type'],
    ['a lead time without id', (b) => b.delais.push({ jours: 9 }), '/delais/3/id field_required'],
    ['duplicate option', (b) => (b.produits[0].options[1].id = 40), '/produits/0/options/1/id duplicate_id'],
    [
      'the same variant in two options of a product',
      (b) => (b.produits[0].options[1].variantes[1].id = 401),
      '/produits/0/options/1/variantes/1/id duplicate_id',
    ],
    [
      'the same variant twice in an option',
      (b) => (b.produits[0].options[1].variantes[1].id = 411),
      '/produits/0/options/1/variantes/1/id duplicate_id',
    ],
    [
      'the same variant in two options of a family',
      (b) => b.familles[0].options.push({ id: 71, nom: 'x', variantes: [{ id: 701, nom: 'x' }] }),
      '/familles/0/options/1/variantes/0/id duplicate_id',
    ],
    [
      'a lead time that is missing',
      (b) => (b.produits[3].delais = [2, 9]),
      '/produits/3/delais/1 reference_unknown',
    ],
    [
      'an option of an unknown type',
      (b) => (b.produits[0].options[2].type = 'text'),
      '/produits/0/options/2/type field_type',
    ],
    [
      'quantities of neither form',
      (b) => (b.produits[3].quantites = {}),
      '/produits/3/quantites/range field_required',
      '/produits/3/quantites/available field_required',
    ],
    [
      'a fixed list without a list',
      (b) => (b.produits[3].quantites = { range: false }),
      '/produits/3/quantites/available field_required',
    ],
    [
      'a tariff of an unknown product',
      (b) => (b.tarifs.print[0].produit = 99),
      '/tarifs/print/0/produit reference_unknown',
    ],
    [
      'a second tariff of a product',
      (b) =>
        b.tarifs.print.push({
          produit: 30,
          delai_principal: 1,
          lecture: 'unitaire',
          grille: [{ quantite: 1, prix: '1' }],
        }),
      '/tarifs/print/3/produit second_tariff',
    ],
    [
      'a tariff of an unknown family',
      (b) => (b.tarifs.display[1].famille = 99),
      '/tarifs/display/1/famille reference_unknown',
    ],
    [
      'a second tariff of a family',
      (b) => b.tarifs.display.push(structuredClone(b.tarifs.display[1])),
      '/tarifs/display/2/famille second_tariff',
    ],
    [
      'a variant of another product',
      (b) => (b.tarifs.print[0].variantes[461] = {}),
      '/tarifs/print/0/variantes/461 reference_unknown',
    ],
    [
      'a variant written otherwise',
      (b) => (b.tarifs.print[0].variantes['0402'] = {}),
      '/tarifs/print/0/variantes/0402 reference_unknown',
    ],
    [
      'a value of a choice',
      (b) => (b.tarifs.print[0].valeurs[40] = {}),
      '/tarifs/print/0/valeurs/40 reference_unknown',
    ],
    [
      'an unknown option',
      (b) => (b.tarifs.print[0].valeurs[49] = {}),
      '/tarifs/print/0/valeurs/49 reference_unknown',
    ],
    [
      'an unknown lead time of a tariff',
      (b) => (b.tarifs.print[0].delais[9] = {}),
      '/tarifs/print/0/delais/9 reference_unknown',
    ],
    [
      'a main lead time that the product lacks',
      (b) => (b.tarifs.print[1].delai_principal = 1),
      '/tarifs/print/1/delai_principal reference_unknown',
    ],
    [
      'no main lead time',
      (b) => delete b.tarifs.print[1].delai_principal,
      '/tarifs/print/1/delai_principal field_required',
    ],
    [
      'an exclusion of an unknown lead time',
      (b) => (b.tarifs.print[0].exclusions[0].delai = 9),
      '/tarifs/print/0/exclusions/0/delai reference_unknown',
    ],
    [
      'an exclusion of an unknown variant',
      (b) => (b.tarifs.print[0].exclusions[0].variante = 9),
      '/tarifs/print/0/exclusions/0/variante reference_unknown',
    ],
    ['an empty grid', (b) => (b.tarifs.print[0].grille = []), '/tarifs/print/0/grille grid_empty'],
    [
      'a grid that stands still',
      (b) => (b.tarifs.print[0].grille[1].quantite = 100),
      '/tarifs/print/0/grille/1/quantite grid_not_ascending',
    ],
    [
      'a grid that falls',
      (b) => (b.tarifs.print[0].grille[2].quantite = 50),
      '/tarifs/print/0/grille/2/quantite grid_not_ascending',
    ],
    [
      'a grid that starts at zero',
      (b) => (b.tarifs.print[0].grille[0].quantite = 0),
      '/tarifs/print/0/grille/0/quantite number_invalid',
    ],
    [
      'an unknown reading',
      (b) => (b.tarifs.print[0].lecture = 'cubique'),
      '/tarifs/print/0/lecture field_type',
    ],
    [
      'surface read in a line',
      (b) => (b.tarifs.print[1].lecture = 'lineaire'),
      '/tarifs/print/1/surface surface_not_unitaire',
    ],
    [
      'surface read exactly',
      (b) => (b.tarifs.print[1].lecture = 'exacte'),
      '/tarifs/print/1/surface surface_not_unitaire',
    ],
    [
      'a side that is a choice',
      (b) => (b.tarifs.print[1].surface.largeur = 46),
      '/tarifs/print/1/surface/largeur reference_unknown',
    ],
    [
      'an unknown side',
      (b) => (b.tarifs.print[1].surface.hauteur = 9),
      '/tarifs/print/1/surface/hauteur reference_unknown',
    ],
    [
      'a divisor of zero',
      (b) => (b.tarifs.print[1].surface.diviseur = '0.0'),
      '/tarifs/print/1/surface/diviseur number_invalid',
    ],
    [
      'no divisor',
      (b) => delete b.tarifs.print[1].surface.diviseur,
      '/tarifs/print/1/surface/diviseur field_required',
    ],
    [
      'a price as number',
      (b) => (b.tarifs.print[0].grille[0].prix = 2150),
      '/tarifs/print/0/grille/0/prix field_type',
    ],
    ...(
      [
        [(b: Loose, v) => (b.tarifs.print[0].grille[0].prix = v), '/tarifs/print/0/grille/0/prix'],
        [
          (b: Loose, v) => (b.tarifs.print[0].visuel_supplementaire = v),
          '/tarifs/print/0/visuel_supplementaire',
        ],
        [(b: Loose, v) => (b.tarifs.print[0].variantes[402].fixe = v), '/tarifs/print/0/variantes/402/fixe'],
        [
          (b: Loose, v) => (b.tarifs.print[0].variantes[402].unitaire = v),
          '/tarifs/print/0/variantes/402/unitaire',
        ],
        [
          (b: Loose, v) => (b.tarifs.print[0].variantes[402].pourcentage = v),
          '/tarifs/print/0/variantes/402/pourcentage',
        ],
        [(b: Loose, v) => (b.tarifs.print[0].valeurs[42].fixe = v), '/tarifs/print/0/valeurs/42/fixe'],
        [
          (b: Loose, v) => (b.tarifs.print[0].valeurs[42].unitaire = v),
          '/tarifs/print/0/valeurs/42/unitaire',
        ],
        [
          (b: Loose, v) => (b.tarifs.print[0].delais[1].pourcentage = v),
          '/tarifs/print/0/delais/1/pourcentage',
        ],
        [(b: Loose, v) => (b.tarifs.print[0].delais[1].fixe = v), '/tarifs/print/0/delais/1/fixe'],
        [(b: Loose, v) => (b.tarifs.print[1].surface.diviseur = v), '/tarifs/print/1/surface/diviseur'],
        [(b: Loose, v) => (b.tarifs.print[1].surface.minimum_m2 = v), '/tarifs/print/1/surface/minimum_m2'],
        [
          (b: Loose, v) => (b.tarifs.display[0].formats[11].grille[1].prix = v),
          '/tarifs/display/0/formats/11/grille/1/prix',
        ],
        [
          (b: Loose, v) => (b.tarifs.display[0].supports[22].unitaire = v),
          '/tarifs/display/0/supports/22/unitaire',
        ],
        [
          (b: Loose, v) => (b.tarifs.display[0].sans_impression.pourcentage = v),
          '/tarifs/display/0/sans_impression/pourcentage',
        ],
        [(b: Loose, v) => (b.tarifs.display[0].verification.fixe = v), '/tarifs/display/0/verification/fixe'],
        [
          (b: Loose, v) => (b.tarifs.display[0].delais[2].pourcentage = v),
          '/tarifs/display/0/delais/2/pourcentage',
        ],
      ] as [(bundle: Loose, value: string) => unknown, string][]
    ).map(([set, path]): [string, Change, string] => [
      `no number at ${path}`,
      (bundle) => set(bundle, '12,5'),
      `${path} decimal_invalid`,
    ]),
    [
      'an unknown format',
      (b) => (b.tarifs.display[0].formats[13] = { lecture: 'exacte', grille: [{ quantite: 1, prix: '1' }] }),
      '/tarifs/display/0/formats/13 reference_unknown',
    ],
    [
      'an empty grid of a format',
      (b) => (b.tarifs.display[0].formats[11].grille = []),
      '/tarifs/display/0/formats/11/grille grid_empty',
    ],
    ...['supports', 'impressions', 'finitions', 'decoupes', 'variantes'].map(
      (field): [string, Change, string] => [
        `an entry of unknown ${field}`,
        (b) => (b.tarifs.display[0][field][99] = {}),
        `/tarifs/display/0/${field}/99 reference_unknown`,
      ],
    ),
    ...['format', 'support', 'impression', 'finition', 'decoupe', 'variante'].map(
      (field): [string, Change, string] => [
        `an exclusion of an unknown ${field}`,
        (b) => (b.tarifs.display[0].exclusions[0][field] = 99),
        `/tarifs/display/0/exclusions/0/${field} reference_unknown`,
      ],
    ),
    [
      'an unknown lead time of a display tariff',
      (b) => (b.tarifs.display[0].delais[9] = {}),
      '/tarifs/display/0/delais/9 reference_unknown',
    ],
    [
      'a main lead time that the display tariff lacks',
      (b) => (b.tarifs.display[1].delai_principal = 3),
      '/tarifs/display/1/delai_principal reference_unknown',
    ],
    [
      'an element without a name',
      (b) => b.familles[0].formats.push({ id: 13 }),
      '/familles/0/formats/2/nom field_required',
    ],
    ['an id that no number holds exactly', (b) => (b.produits[3].id = 1e21), '/produits/3/id number_invalid'],
    [
      'an id of a lead time that no number holds exactly',
      (b) => b.delais.push({ id: 2 ** 60, jours: 9 }),
      '/delais/3/id number_invalid',
    ],
  ]
  test.each(rows)('%s, in both languages', (_what, change, ...faults) => {
    const bundle = shop()
    change(bundle)
    expect(faultsOf(bundle)).toEqual(faults)
    const [fr, en] = (['fr', 'en'] as const).map((locale) => JSON.stringify(bundleFaults(bundle, locale)))
    expectEachLanguage({ fr: fr!, en: en! })
  })

  const alone: [what: string, change: Change, ...faults: string[]][] = [
    ['a product', (b) => (b.produits[0].id = '10'), '/produits/0/id field_type'],
    ['a family', (b) => (b.familles[0].id = '7'), '/familles/0/id field_type'],
    ['a lead time', (b) => (b.delais[0].id = '2'), '/delais/0/id field_type'],
    [
      'a variant',
      (b) => (b.produits[0].options[0].variantes[0].id = null),
      '/produits/0/options/0/variantes/0/id field_type',
    ],
    ['an option', (b) => (b.produits[1].options[0].id = 1.5), '/produits/1/options/0/id field_type'],
    ['a lead time of a product', (b) => (b.produits[0].delais[0] = 'x'), '/produits/0/delais/0 field_type'],
    ['a format', (b) => (b.familles[0].formats[0].id = 'x'), '/familles/0/formats/0/id field_type'],
    ['no list of products', (b) => (b.produits = {}), '/produits field_type'],
    ['no lead times at all', (b) => delete b.delais, '/delais field_required'],
    [
      'no lead times of a display tariff',
      (b) => (b.tarifs.display[0].delais = []),
      '/tarifs/display/0/delais field_type',
    ],
  ]
  test.each(alone)('%s that cannot be read is the only fault', (_what, change, ...faults) => {
    const bundle = shop()
    change(bundle)
    expect(faultsOf(bundle)).toEqual(faults)
  })

  test.each([[null], [[]], ['x'], [5], [undefined]])('%j is no bundle', (bundle) => {
    expect(faultsOf(bundle)).toEqual([' field_type'])
  })

  test('all faults at once', () => {
    const bundle = shop()
    for (const [, change] of rows.filter(([what]) =>
      /another format|duplicate option|empty grid$|no divisor/.test(what),
    ))
      change(bundle)
    bundle.tarifs.display[0].verification.fixe = 'x'
    expect(faultsOf(bundle)).toEqual([
      '/tarifs/print/1/surface/diviseur field_required',
      '/format format_unknown',
      '/produits/0/options/1/id duplicate_id',
      '/tarifs/print/0/grille grid_empty',
      '/tarifs/display/0/verification/fixe decimal_invalid',
    ])
  })

  test('any JSON at all gives faults, never a crash', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (a, b) => {
        expect(bundleFaults({ ...SHOP, delais: a, produits: b }).length).toBeGreaterThanOrEqual(0)
        expect(bundleFaults({ ...SHOP, familles: a, tarifs: b }).length).toBeGreaterThanOrEqual(0)
        expect(bundleFaults(a)).not.toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})
