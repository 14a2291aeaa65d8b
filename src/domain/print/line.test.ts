/** Every rule of partner-api.md 2.2, 7 and 8 for a print line, with its code and place. */
import { FAULTS_LISTED } from '../faults.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printFaults, snapshotOf } from '../../testing/catalogue.ts'
import { printCase } from '../../testing/generators.ts'
import { shop, type Loose } from '../../testing/shop.ts'

const cards = { produit: 10, variantes: [401, 411], valeurs: { 42: '2' }, quantites_multiples: [100, 250] }
const banner = { produit: 20, valeurs: { 44: '1000', 45: '500.5' }, quantites_multiples: [1] }
const without = (line: Loose, ...fields: string[]) =>
  Object.fromEntries(Object.entries(line).filter(([field]) => !fields.includes(field)))

describe('lines that are accepted', () => {
  test.each([
    ['all fields', { ...cards, label: 'Ada', delai: 1 }],
    ['only the required ones', { produit: 10, quantites_multiples: [100] }],
    ['null in every optional field', { ...cards, label: null, variantes: null, valeurs: null, delai: null }],
    ['a null value among valeurs', { ...cards, valeurs: { 42: null, 99: null } }],
    ['unknown fields', { ...cards, bat: true, prix: 'gratuit', produits: [] }],
    ['no variant at all', { ...cards, variantes: [] }],
    ['one visual, and four', { ...cards, quantites_multiples: [100, 100, 100, 100] }],
    ['leading zeros', { ...cards, valeurs: { 42: '007' } }],
    ['a decimal', { ...banner, valeurs: { 44: '1', 45: '0.001' } }],
    ['the smallest and the largest free quantity', { ...banner, quantites_multiples: [500] }],
    ['a free quantity without max', { produit: 30, quantites_multiples: [1_000_000_000] }],
    ['a free quantity without min', { produit: 50, quantites_multiples: [1] }],
  ])('%s', (_what, line) => {
    expect(printFaults(line)).toEqual([])
  })
})

describe('lines that are refused, each with the place and the code', () => {
  const rows: [what: string, line: Loose, ...faults: string[]][] = [
    ['a list instead of a line', [], ' field_type'],
    ['a text instead of a line', 'x', ' field_type'],
    ['null instead of a line', null, ' field_type'],
    ['an empty object', {}, '/produit field_required', '/quantites_multiples field_required'],
    ['no product', without(cards, 'produit'), '/produit field_required'],
    ['a product as text', { ...cards, produit: '10' }, '/produit field_type'],
    ['a product with decimals', { ...cards, produit: 10.5 }, '/produit field_type'],
    ['null as product', { ...cards, produit: null }, '/produit field_type'],
    ['an unknown product', { ...cards, produit: 11 }, '/produit product_unknown'],
    ['an absurd product', { ...cards, produit: 1e21 }, '/produit product_unknown'],
    ['a label that is a number', { ...cards, label: 5 }, '/label field_type'],
    ['variantes as object', { ...cards, variantes: {} }, '/variantes field_type'],
    ['a variant as text', { ...cards, variantes: [401, '411'] }, '/variantes/1 field_type'],
    ['a variant that is null', { ...cards, variantes: [null] }, '/variantes/0 field_type'],
    ['a variant of another product', { ...cards, variantes: [401, 461] }, '/variantes/1 variant_unavailable'],
    ['an option id as variant', { ...cards, variantes: [40] }, '/variantes/0 variant_unavailable'],
    ['two of an option', { ...cards, variantes: [401, 402] }, '/variantes/1 several_variants_of_option'],
    [
      'the same variant twice',
      { ...cards, variantes: [401, 401] },
      '/variantes/1 several_variants_of_option',
    ],
    [
      'three of an option',
      { ...cards, variantes: [401, 411, 402, 401] },
      '/variantes/2 several_variants_of_option',
      '/variantes/3 several_variants_of_option',
    ],
    [
      'an unknown variant twice',
      { ...cards, variantes: [9, 9] },
      '/variantes/0 variant_unavailable',
      '/variantes/1 variant_unavailable',
    ],
    ['valeurs as list', { ...cards, valeurs: ['2'] }, '/valeurs field_type'],
    ['a value as number', { ...cards, valeurs: { 42: 2 } }, '/valeurs/42 field_type'],
    ['a value that is a list', { ...cards, valeurs: { 42: ['2'] } }, '/valeurs/42 field_type'],
    ['a value for an unknown option', { ...cards, valeurs: { 43: '2' } }, '/valeurs/43 value_not_allowed'],
    ['an option written otherwise', { ...cards, valeurs: { '042': '2' } }, '/valeurs/042 value_not_allowed'],
    ['a key to be escaped', { ...cards, valeurs: { 'a/b~c': '2' } }, '/valeurs/a~1b~0c value_not_allowed'],
    [
      'a value for a choice',
      { ...cards, variantes: [411], valeurs: { 40: '2' } },
      '/valeurs/40 value_not_allowed',
    ],
    [
      'a value for a choice that is made',
      { ...cards, valeurs: { 40: '401' } },
      '/valeurs/40 option_in_variants_and_values',
    ],
    ...['-1', '-0.0', '1.5', '1e2', '', ' 1', '1 ', 'x', '+1', '0x1', '1,5', 'NaN', '٣'].map(
      (value): [string, Loose, string] => [
        `"${value}" for an integer option`,
        { ...cards, valeurs: { 42: value } },
        '/valeurs/42 value_invalid',
      ],
    ),
    ...['-1', '1.', '.5', '1,5', '1e2', '', 'Infinity'].map((value): [string, Loose, string] => [
      `"${value}" for a decimal option`,
      { ...banner, valeurs: { 44: '1', 45: value } },
      '/valeurs/45 value_invalid',
    ]),
    ['no width', { ...banner, valeurs: { 45: '1' } }, '/valeurs/44 value_required'],
    ['a null width', { ...banner, valeurs: { 44: null, 45: '1' } }, '/valeurs/44 value_required'],
    [
      'no side at all',
      { produit: 20, quantites_multiples: [1] },
      '/valeurs/44 value_required',
      '/valeurs/45 value_required',
    ],
    [
      'a side of a wrong type and one missing',
      { ...banner, valeurs: { 44: 1 } },
      '/valeurs/44 field_type',
      '/valeurs/45 value_required',
    ],
    ['no quantities', without(cards, 'quantites_multiples'), '/quantites_multiples field_required'],
    ['a number as quantities', { ...cards, quantites_multiples: 100 }, '/quantites_multiples field_type'],
    ['an empty list', { ...cards, quantites_multiples: [] }, '/quantites_multiples quantity_invalid'],
    ['zero', { ...cards, quantites_multiples: [0] }, '/quantites_multiples/0 quantity_invalid'],
    ['negative', { ...cards, quantites_multiples: [100, -5] }, '/quantites_multiples/1 quantity_invalid'],
    [
      'above a billion',
      { ...cards, quantites_multiples: [1_000_000_001] },
      '/quantites_multiples/0 quantity_invalid',
    ],
    ['1e21', { ...cards, quantites_multiples: [1e21] }, '/quantites_multiples/0 quantity_invalid'],
    ['half a copy', { ...cards, quantites_multiples: [0.5] }, '/quantites_multiples/0 field_type'],
    ['a quantity as text', { ...cards, quantites_multiples: ['100'] }, '/quantites_multiples/0 field_type'],
    [
      'not in the list',
      { ...cards, quantites_multiples: [100, 101] },
      '/quantites_multiples/1 quantity_not_offered',
    ],
    ['below min', { produit: 30, quantites_multiples: [49] }, '/quantites_multiples/0 quantity_not_offered'],
    ['above max', { ...banner, quantites_multiples: [501] }, '/quantites_multiples/0 quantity_not_offered'],
    [
      'the sum is in bounds, an entry is not',
      { produit: 30, quantites_multiples: [40, 60] },
      '/quantites_multiples/0 quantity_not_offered',
    ],
    [
      'too many visuals',
      { ...cards, quantites_multiples: [100, 100, 100, 100, 100] },
      '/quantites_multiples visual_count',
    ],
    [
      'two visuals where one is right',
      { ...banner, quantites_multiples: [1, 1] },
      '/quantites_multiples visual_count',
    ],
    ['a lead time as text', { ...cards, delai: '2' }, '/delai field_type'],
    ['an unknown lead time', { ...cards, delai: 4 }, '/delai lead_time_unavailable'],
    ['a lead time of other products', { ...banner, delai: 1 }, '/delai lead_time_unavailable'],
  ]
  test.each(rows)('%s', (_what, line, ...faults) => {
    expect(printFaults(line)).toEqual(faults)
  })

  test('everything wrong at once: every fault is listed, of type and of meaning', () => {
    const line = {
      label: 5,
      produit: 10,
      variantes: ['401', 461, 401, 402],
      valeurs: { 40: '1', 41: '1', 42: '-1', 43: '1', 44: 5 },
      quantites_multiples: [0, 1.5, 101, 1e21, 100],
      delai: 77,
    }
    expect(printFaults(line).sort()).toEqual(
      [
        '/label field_type',
        '/variantes/0 field_type',
        '/variantes/1 variant_unavailable',
        '/variantes/3 several_variants_of_option',
        '/valeurs/40 option_in_variants_and_values',
        '/valeurs/41 value_not_allowed',
        '/valeurs/42 value_invalid',
        '/valeurs/43 value_not_allowed',
        '/valeurs/44 field_type',
        '/valeurs/44 value_not_allowed',
        '/quantites_multiples/0 quantity_invalid',
        '/quantites_multiples/1 field_type',
        '/quantites_multiples/2 quantity_not_offered',
        '/quantites_multiples/3 quantity_invalid',
        '/quantites_multiples visual_count',
        '/delai lead_time_unavailable',
      ].sort(),
    )
  })

  test('of an unknown product, what needs no product is still said', () => {
    const line = {
      produit: 99,
      variantes: [1, 'x'],
      valeurs: { 42: '-1' },
      quantites_multiples: [0],
      delai: 'x',
    }
    expect(printFaults(line).sort()).toEqual(
      [
        '/produit product_unknown',
        '/variantes/1 field_type',
        '/valeurs/42 value_invalid',
        '/quantites_multiples/0 quantity_invalid',
        '/delai field_type',
      ].sort(),
    )
  })

  test('a product of others is as unknown as one that does not exist', () => {
    const seen = { products: new Set([20]), families: null }
    expect(printFaults(cards, snapshotOf(), seen)).toEqual(['/produit product_unknown'])
    expect(printFaults(banner, snapshotOf(), seen)).toEqual([])
  })

  test('an integer option with variants of its own: chosen and valued, it is in both', () => {
    const bundle = shop()
    bundle.produits[0].options[2].variantes = [{ id: 421, nom: 'Deux' }]
    const line = { ...cards, variantes: [421] }
    expect(printFaults(line, snapshotOf(bundle))).toEqual(['/valeurs/42 option_in_variants_and_values'])
  })

  test('names that every object has are not fields', () => {
    const line = {
      ...cards,
      valeurs: JSON.parse('{"__proto__":"1","constructor":"2","toString":"3"}') as object,
    }
    expect(printFaults(line)).toEqual([
      '/valeurs/__proto__ value_not_allowed',
      '/valeurs/constructor value_not_allowed',
      '/valeurs/toString value_not_allowed',
    ])
  })

  test('a body of a megabyte with a fault in every entry', () => {
    const many = 200_000
    const faults = printFaults({ produit: 10, variantes: Array(many).fill('x'), quantites_multiples: [100] })
    expect(faults).toHaveLength(FAULTS_LISTED)
    expect(faults.at(-1)).toBe(`/variantes/${FAULTS_LISTED - 1} field_type`)
  })
})

describe('properties', () => {
  test('every line derived from a product is accepted', () => {
    fc.assert(
      fc.property(printCase, ({ bundle, line }) => {
        expect(printFaults(line, snapshotOf(bundle))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  /** One thing wrong: the change, and the one fault that it must give. Null where the line has nothing to bend so. */
  const mutations: Record<string, (line: Loose, bundle: Loose) => string | null> = {
    'no product': (line) => (delete line.produit, '/produit field_required'),
    'product as text': (line) => ((line.produit = '5'), '/produit field_type'),
    'product unknown': (line) => ((line.produit = 6), '/produit product_unknown'),
    'no quantities': (line) => (delete line.quantites_multiples, '/quantites_multiples field_required'),
    'empty quantities': (line) => ((line.quantites_multiples = []), '/quantites_multiples quantity_invalid'),
    'a zero': (line) => ((line.quantites_multiples[0] = 0), '/quantites_multiples/0 quantity_invalid'),
    'a negative': (line) => ((line.quantites_multiples[0] *= -1), '/quantites_multiples/0 quantity_invalid'),
    'a fraction': (line) => ((line.quantites_multiples[0] += 0.5), '/quantites_multiples/0 field_type'),
    'not offered': (line) => (
      (line.quantites_multiples[0] = 20_001),
      '/quantites_multiples/0 quantity_not_offered'
    ),
    'too many visuals': (line, bundle) => {
      const { nombre_visuels_max } = bundle.produits[0]
      line.quantites_multiples = Array(nombre_visuels_max + 1).fill(line.quantites_multiples[0])
      return '/quantites_multiples visual_count'
    },
    'a foreign variant': (line) => {
      line.variantes = [...(line.variantes ?? []), 1]
      return `/variantes/${line.variantes.length - 1} variant_unavailable`
    },
    'a variant as text': (line) => {
      line.variantes = ['1001', ...(line.variantes ?? [])]
      return '/variantes/0 field_type'
    },
    'a variant twice': (line) => {
      if (!line.variantes?.length) return null
      line.variantes.push(line.variantes[0])
      return `/variantes/${line.variantes.length - 1} several_variants_of_option`
    },
    'another variant of the option': (line) => {
      const index = (line.variantes ?? []).findIndex((id: number) => id > 1010)
      if (index < 0) return null
      line.variantes.push(line.variantes[index] === 1011 ? 1012 : 1011)
      return `/variantes/${line.variantes.length - 1} several_variants_of_option`
    },
    'a value for a choice': (line) => {
      line.valeurs = { ...line.valeurs, '100': '1' }
      const chosen = (line.variantes ?? []).some((id: number) => id < 1010)
      return `/valeurs/100 ${chosen ? 'option_in_variants_and_values' : 'value_not_allowed'}`
    },
    'a value for nothing': (line) => {
      line.valeurs = { ...line.valeurs, '104': '1' }
      return '/valeurs/104 value_not_allowed'
    },
    'a negative value': (line) => {
      line.valeurs = { ...line.valeurs, '103': '-0.5' }
      return '/valeurs/103 value_invalid'
    },
    'decimals for an integer': (line) => {
      line.valeurs = { ...line.valeurs, '102': '1.0' }
      return '/valeurs/102 value_invalid'
    },
    'a number as value': (line) => {
      line.valeurs = { ...line.valeurs, '102': 1 }
      return '/valeurs/102 field_type'
    },
    'a side missing': (line, bundle) => {
      if (!bundle.tarifs.print[0].surface) return null
      delete line.valeurs['103']
      return '/valeurs/103 value_required'
    },
    'a lead time of none': (line) => ((line.delai = 4), '/delai lead_time_unavailable'),
    'a lead time as text': (line) => ((line.delai = '1'), '/delai field_type'),
    'a label of another type': (line) => ((line.label = true), '/label field_type'),
  }

  test.each(Object.entries(mutations))('%s gives exactly its fault', (_name, mutate) => {
    let bent = 0
    fc.assert(
      fc.property(printCase, ({ bundle, line }) => {
        const changed = structuredClone(line)
        const fault = mutate(changed, bundle)
        if (fault === null) return
        bent++
        expect(printFaults(changed, snapshotOf(bundle))).toEqual([fault])
      }),
      { numRuns: 30 },
    )
    expect(bent).toBeGreaterThan(0)
  })
})
