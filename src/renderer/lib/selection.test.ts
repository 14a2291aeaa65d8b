import { describe, expect, test } from 'vitest'
import { family, product } from './details.fixture'
import { displayForm, printForm } from './form'
import {
  beginsWith,
  controlNamedIn,
  controlOf,
  lineOf,
  localFaults,
  openValues,
  selectionOf,
  surfaceOf,
} from './selection'

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
    selection.values['value:44'] = '0'
    expect(surfaceOf(form, selection)).toBeNull()
  })

  test('what cannot be sent is named at its control', () => {
    const selection = selectionOf(form, product.defaultLine)
    Object.assign(selection.values, { 'value:44': '', 'value:45': 'x', 'value:46': '1,5' })
    selection.quantities = ['0', '101']
    expect([...localFaults(form, selection)]).toEqual([
      ['value:44', 'required'],
      ['value:45', 'decimal'],
      ['value:46', 'integer'],
      ['quantity:0', 'below'],
      ['quantity:1', 'above'],
    ])
  })

  test('a choice that is no longer offered is named at its control until another is made', () => {
    const selection = selectionOf(form, product.defaultLine)
    selection.choices['option:1'] = 99
    expect([...localFaults(form, selection)]).toEqual([['option:1', 'gone']])
    selection.choices['option:1'] = 12
    expect(localFaults(form, selection).size).toBe(0)
  })

  test('free values that are left open', () => {
    const selection = selectionOf(form, product.defaultLine)
    selection.values['value:44'] = ' '
    expect(openValues(form, selection)).toEqual(['value:44', 'value:46'])
  })

  test.each([
    ['/variantes/0', 'option:1'],
    ['/line/variantes/0', 'option:1'],
    ['/valeurs/44', 'value:44'],
    ['/quantites_multiples', 'visuals'],
    ['/quantites_multiples/0', 'quantity:0'],
    ['/quantites_multiples/7', 'visuals'],
    ['/valeurs/1', 'option:1'],
    ['/valeurs', null],
    ['/valeurs/', null],
    ['/valeurs/99', null],
    ['/variantes', null],
    ['/delai', null],
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

test('a message that begins with its control’s name needs it no second time', () => {
  expect(beginsWith('Largeur', 'Largeur (cm) : ce champ est obligatoire.')).toBe(true)
  expect(beginsWith('Largeur', 'largeur trop grande.')).toBe(true)
  expect(beginsWith('Largeur', 'Ce champ est obligatoire.')).toBe(false)
  expect(beginsWith('', 'Ce champ est obligatoire.')).toBe(false)
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
