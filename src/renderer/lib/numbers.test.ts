import { describe, expect, test } from 'vitest'
import {
  parseAmount,
  parseCents,
  parseDecimal,
  parseInteger,
  parsePercent,
  splitUnit,
  whyNoCents,
} from './numbers'

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
  ['12 €', 1200],
  ['€12.5', 1250],
  ['12 EUR', 1200],
  ['99,90', 9990],
  ['1.234,50', 123450],
  ['1,234.50', 123450],
  ["1'234.50", 123450],
  ['1.234.567', 123456700],
  ['1,234,567', 123456700],
  ['1 234,5', 123450],
  ['1.234', null],
  ['1,234', null],
  ['1.23,456', null],
  ['12.34.56', null],
  ['1,2.3,4', null],
  ['12 %', null],
  ['1,234.567', null],
  ['1000000000', 100_000_000_000],
  ['1000000000,01', null],
])('parseCents(%j) is %j', (typed, cents) => {
  expect(parseCents(typed)).toBe(cents)
})

test('why an amount is none is known where it can be said', () => {
  const typed = ['1.234', '999999999999', '0,035', 'x', '1,2.3,4', '99,90']
  expect(typed.map(whyNoCents)).toEqual(['ambiguous', 'large', 'fine', null, null, null])
  expect(parseAmount('0,123', 'euros')).toBe('0.123')
})

test.each([
  ['10,5 %', '10.5'],
  ['10.5%', '10.5'],
  ['1,234', '1.234'],
  ['12 €', null],
])('parsePercent(%j) is %j', (typed, wire) => {
  expect(parsePercent(typed)).toBe(wire)
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
