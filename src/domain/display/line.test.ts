/** Display lines (partner-api.md 2.9): compatibility with the family, each fault with its code and place. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayFaults, snapshotOf } from '../../testing/catalogue.ts'
import { displayCase } from '../../testing/generators.ts'
import { shop, type Loose } from '../../testing/shop.ts'
import { isElementNeeded } from '../shared/display-elements.ts'

const totem = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }
const counter = { famille: 8, format: 11, support: 23, impression: 32, quantite: 10 }
const without = (line: Loose, ...fields: string[]) =>
  Object.fromEntries(Object.entries(line).filter(([field]) => !fields.includes(field)))

describe('lines that are accepted', () => {
  test.each([
    ['the required fields', totem],
    [
      'all fields',
      { ...totem, label: 'x', finition: 51, decoupe: 61, variantes: [702], verification: true, delai: 2 },
    ],
    ['without printing where the family allows it', without(totem, 'impression')],
    [
      'null where nothing is chosen',
      { ...totem, impression: null, finition: null, decoupe: null, variantes: null },
    ],
    [
      'null for the flag, the label and the lead time',
      { ...totem, verification: null, label: null, delai: null },
    ],
    ['unknown fields', { ...totem, couleur: 'rouge' }],
    ['the largest quantity', { ...totem, quantite: 1_000_000_000 }],
  ])('%s', (_what, line) => {
    expect(displayFaults(line)).toEqual([])
  })
})

describe('lines that are refused, each with the place and the code', () => {
  const rows: [what: string, line: Loose, ...faults: string[]][] = [
    ['no object', 7, ' field_type'],
    [
      'an empty object',
      {},
      '/famille field_required',
      '/format field_required',
      '/support field_required',
      '/quantite field_required',
    ],
    ['a family as text', { ...totem, famille: '7' }, '/famille field_type'],
    ['an unknown family', { ...totem, famille: 1 }, '/famille family_unknown'],
    ['a format as text', { ...totem, format: '11' }, '/format field_type'],
    ['a format of no family', { ...totem, format: 13 }, '/format not_compatible'],
    ['a format of another family', { ...counter, format: 12 }, '/format not_compatible'],
    ['null as format', { ...totem, format: null }, '/format field_type'],
    ['a support of another family', { ...totem, support: 23 }, '/support not_compatible'],
    ['a printing mode of another family', { ...totem, impression: 32 }, '/impression not_compatible'],
    ['no printing mode where one is needed', without(counter, 'impression'), '/impression not_compatible'],
    ['null where one is needed', { ...counter, impression: null }, '/impression not_compatible'],
    ['a printing mode as text', { ...counter, impression: '32' }, '/impression field_type'],
    ['a finish of none', { ...totem, finition: 52 }, '/finition not_compatible'],
    ['a finish of a family that has none', { ...counter, finition: 51 }, '/finition not_compatible'],
    ['a list of finishes', { ...totem, finition: [51] }, '/finition field_type'],
    ['a cut of none', { ...totem, decoupe: 51 }, '/decoupe not_compatible'],
    ['a variant of none', { ...totem, variantes: [701, 703] }, '/variantes/1 not_compatible'],
    ['two of an option', { ...totem, variantes: [701, 702] }, '/variantes/1 several_variants_of_option'],
    ['the same twice', { ...totem, variantes: [701, 701] }, '/variantes/1 several_variants_of_option'],
    ['a variant as text', { ...totem, variantes: ['701'] }, '/variantes/0 field_type'],
    ['zero', { ...totem, quantite: 0 }, '/quantite quantity_invalid'],
    ['negative', { ...totem, quantite: -1 }, '/quantite quantity_invalid'],
    ['above a billion', { ...totem, quantite: 1_000_000_001 }, '/quantite quantity_invalid'],
    ['1e21', { ...totem, quantite: 1e21 }, '/quantite quantity_invalid'],
    ['half a piece', { ...totem, quantite: 1.5 }, '/quantite field_type'],
    ['a quantity as text', { ...totem, quantite: '1' }, '/quantite field_type'],
    ['a flag as text', { ...totem, verification: 'oui' }, '/verification field_type'],
    ['a lead time that the tariff lacks', { ...counter, delai: 3 }, '/delai lead_time_unavailable'],
    [
      'a lead time of a family without a tariff',
      { famille: 9, format: 11, support: 24, quantite: 1, delai: 2 },
      '/delai lead_time_unavailable',
    ],
  ]
  test.each(rows)('%s', (_what, line, ...faults) => {
    expect(displayFaults(line)).toEqual(faults)
  })

  test('everything wrong at once', () => {
    const line = {
      label: [],
      famille: 7,
      format: 99,
      support: '21',
      impression: 99,
      finition: 99,
      decoupe: 99,
      quantite: 0,
      variantes: [99, 701, 702, 'x'],
      verification: 1,
      delai: 99,
    }
    expect(displayFaults(line).sort()).toEqual(
      [
        '/label field_type',
        '/format not_compatible',
        '/support field_type',
        '/impression not_compatible',
        '/finition not_compatible',
        '/decoupe not_compatible',
        '/quantite quantity_invalid',
        '/variantes/0 not_compatible',
        '/variantes/2 several_variants_of_option',
        '/variantes/3 field_type',
        '/verification field_type',
        '/delai lead_time_unavailable',
      ].sort(),
    )
  })

  test('a family of others is as unknown as one that does not exist', () => {
    const seen = { products: null, families: new Set([8]) }
    expect(displayFaults(totem, snapshotOf(), seen)).toEqual(['/famille family_unknown'])
    expect(displayFaults(counter, snapshotOf(), seen)).toEqual([])
  })
})

test.each([
  [true, 2, false],
  [true, 0, false],
  [false, 2, true],
  [false, 0, false],
])('without printing allowed: %s, %i printing modes: one must be chosen: %s', (allowed, count, needed) => {
  const [famille] = shop().familles
  famille.sans_impression_possible = allowed
  famille.impressions = Array.from({ length: count }, (_, id) => ({ id, nom: '' }))
  expect(isElementNeeded('impression', famille)).toBe(needed)
})

describe('properties', () => {
  test('every line derived from a family is accepted', () => {
    fc.assert(
      fc.property(displayCase, ({ bundle, line }) => {
        expect(displayFaults(line, snapshotOf(bundle))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  const mutations: Record<string, (line: Loose, bundle: Loose) => string | null> = {
    'no family': (line) => (delete line.famille, '/famille field_required'),
    'unknown family': (line) => ((line.famille = 5), '/famille family_unknown'),
    ...Object.fromEntries(
      ['format', 'support', 'impression', 'finition', 'decoupe'].flatMap((kind) => [
        [`foreign ${kind}`, (line: Loose) => ((line[kind] = 1), `/${kind} not_compatible`)],
        [`${kind} as text`, (line: Loose) => ((line[kind] = '1'), `/${kind} field_type`)],
      ]),
    ),
    'no printing': (line, bundle) => {
      delete line.impression
      return bundle.familles[0].sans_impression_possible ? null : '/impression not_compatible'
    },
    'no format': (line) => (delete line.format, '/format field_required'),
    'no support': (line) => (delete line.support, '/support field_required'),
    'no quantity': (line) => (delete line.quantite, '/quantite field_required'),
    'zero pieces': (line) => ((line.quantite = 0), '/quantite quantity_invalid'),
    'a foreign variant': (line) => ((line.variantes = [1]), '/variantes/0 not_compatible'),
    'both variants': (line) => ((line.variantes = [62, 61]), '/variantes/1 several_variants_of_option'),
    'a lead time of none': (line) => ((line.delai = 4), '/delai lead_time_unavailable'),
  }

  test.each(Object.entries(mutations))('%s gives exactly its fault', (_name, mutate) => {
    let bent = 0
    fc.assert(
      fc.property(displayCase, ({ bundle, line }) => {
        const changed = structuredClone(line)
        const fault = mutate(changed, bundle)
        if (fault === null) return
        bent++
        expect(displayFaults(changed, snapshotOf(bundle))).toEqual([fault])
      }),
      { numRuns: 25 },
    )
    expect(bent).toBeGreaterThan(0)
  })
})
