import { describe, expect, test } from 'vitest'
import { parseDecimal, parseInteger, splitUnit } from './numbers'

test.each([
  ['12', '12'],
  ['12,5', '12.5'],
  ['12.50', '12.50'],
  [' 1 200,25 ', '1200.25'],
  ['1 200', '1200'],
  ['007', '7'],
  [',5', '0.5'],
  ['3,', '3'],
  ['', null],
  ['-1', null],
  ['1,2,3', null],
  ['1e5', null],
  ['12 mm', null],
])('parseDecimal(%j) is %j', (typed, wire) => {
  expect(parseDecimal(typed)).toBe(wire)
})

test.each([
  ['500', 500],
  ['1 000', 1000],
  ['2,5', null],
  ['', null],
])('parseInteger(%j) is %j', (typed, value) => {
  expect(parseInteger(typed)).toBe(value)
})

describe('units in option names', () => {
  test.each([
    ['Largeur (mm)', 'Largeur', 'mm'],
    ['Nombre de pages', 'Nombre de pages', null],
    ['Papier (couché mat satiné)', 'Papier (couché mat satiné)', null],
  ])('%s', (name, label, unit) => {
    expect(splitUnit(name)).toEqual({ label, unit })
  })
})
