import { describe, expect, test } from 'vitest'
import type { FamilyDetail, ProductDetail } from '../api/types'
import { displayForm, printForm } from './form'
import { controlNamedIn, controlOf, lineOf, localFaults, selectionOf, surfaceOf } from './selection'

const product: ProductDetail = {
  product: {
    id: 12,
    nom: 'Bâche',
    nombre_visuels_min: 1,
    nombre_visuels_max: 3,
    delais: [1],
    quantites: { range: true, min: 1, max: 100 },
    options: [
      {
        id: 1,
        nom: 'Matière',
        type: 'variante',
        variantes: [
          { id: 11, nom: 'PVC' },
          { id: 12, nom: 'Maille' },
        ],
      },
      { id: 44, nom: 'Largeur (mm)', type: 'decimal', variantes: [] },
      { id: 45, nom: 'Hauteur (mm)', type: 'decimal', variantes: [] },
      { id: 46, nom: 'Œillets', type: 'integer', variantes: [] },
    ],
  },
  leadTimes: [{ id: 1, days: 2, label: 'J+2' }],
  mainLeadTime: 1,
  surface: { width: 44, height: 45, divisor: '1000', minimum: '0.5' },
  quantitySteps: [1, 2, 5],
  defaultLine: {
    produit: 12,
    variantes: [11],
    valeurs: { 44: '1000', 45: '2000' },
    quantites_multiples: [1],
  },
}

const family: FamilyDetail = {
  family: {
    id: 7,
    nom_complet: 'PLV comptoir',
    sans_impression_possible: true,
    formats: [{ id: 70, nom: 'A4' }],
    supports: [{ id: 71, nom_complet: 'Carton', delai_min: 3 }],
    impressions: [{ id: 72, nom: 'Quadri' }],
    finitions: [{ id: 73, nom: 'Pelliculage' }],
    decoupes: [],
    options: [{ id: 74, nom: 'Livraison', variantes: [{ id: 75, nom: 'À plat' }] }],
  },
  leadTimes: [],
  mainLeadTime: null,
  quantitySteps: [10],
  defaultLine: { famille: 7, format: 70, support: 71, impression: 72, quantite: 10, variantes: [75] },
}

describe('print', () => {
  const form = printForm(product)

  test('the default line survives the round trip', () => {
    expect(lineOf(form, selectionOf(form, product.defaultLine))).toEqual(product.defaultLine)
  })

  test('a comma goes out as a point, an empty free value not at all', () => {
    const selection = selectionOf(form, product.defaultLine)
    selection.values['value:44'] = '850,5'
    selection.values['value:46'] = ''
    expect(lineOf(form, selection)['valeurs']).toEqual({ 44: '850.5', 45: '2000' })
    expect(surfaceOf(form, selection)).toEqual({ area: 1.701, minimum: 0.5 })
  })

  test('what cannot be sent is named at its control', () => {
    const selection = selectionOf(form, product.defaultLine)
    Object.assign(selection.values, { 'value:44': '', 'value:45': 'x', 'value:46': '1,5' })
    selection.quantities = ['0', '101']
    expect([...localFaults(form, selection)]).toEqual([
      ['value:44', 'required'],
      ['value:45', 'decimal'],
      ['value:46', 'integer'],
      ['quantity:0', 'quantity'],
      ['quantity:1', 'above'],
    ])
  })

  test.each([
    ['/variantes/0', 'option:1'],
    ['/line/variantes/0', 'option:1'],
    ['/valeurs/44', 'value:44'],
    ['/quantites_multiples', 'visuals'],
    ['/quantites_multiples/2', 'quantity:2'],
    ['/delai', 'delai'],
    ['', null],
  ])('%s points at %s', (path, control) => {
    expect(controlOf(form, selectionOf(form, product.defaultLine), path)).toBe(control)
  })
})

test('a partner’s own words are put to the option that they name', () => {
  const form = printForm(product)
  expect(controlNamedIn(form, 'Largeur (mm) : ce champ est obligatoire.')).toBe('value:44')
  expect(controlNamedIn(form, 'Largeur ou hauteur trop grande.')).toBe(null)
  expect(controlNamedIn(form, 'Commande refusée.')).toBe(null)
})

describe('display', () => {
  const form = displayForm(family)

  test('elements without entries have no control; what may be left out says so', () => {
    expect(form.fields.map(({ key }) => key)).toEqual([
      'format',
      'support',
      'impression',
      'finition',
      'option:74',
    ])
    expect(form.fields.filter((f) => f.kind === 'choice' && f.optional).map(({ key }) => key)).toEqual([
      'impression',
      'finition',
    ])
  })

  test('none chosen goes out as null', () => {
    const selection = selectionOf(form, family.defaultLine)
    selection.choices['impression'] = null
    expect(lineOf(form, selection)).toEqual({
      famille: 7,
      format: 70,
      support: 71,
      impression: null,
      finition: null,
      quantite: 10,
      variantes: [75],
      verification: false,
    })
    expect(controlOf(form, selection, '/impression')).toBe('impression')
  })
})
