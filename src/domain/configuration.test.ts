/** Lines as the estimator sees them, and back: what is learnt of one line must be of that line. */
import { describe, expect, test } from 'vitest'
import { snapshotOf } from '../testing/catalogue.ts'
import { AREAS, type CheckedLine } from './areas.ts'
import { SEES_ALL } from './catalogue.ts'
import { FaultList } from './faults.ts'
import type { Area } from './order.ts'

const snapshot = snapshotOf()
const CARDS = { produit: 10, variantes: [402, 411], valeurs: { 42: '3' }, quantites_multiples: [100, 250] }
const BANNER = { produit: 20, valeurs: { 44: '1000', 45: '500.5' }, quantites_multiples: [2] }
const TOTEM = { famille: 7, format: 11, support: 22, impression: 31, quantite: 5 }
const DRESSED = { ...TOTEM, finition: 51, decoupe: 61, variantes: [702], verification: true }

function checked(area: Area, body: object): CheckedLine {
  const line = AREAS[area].checkRequest(body, snapshot, SEES_ALL, new FaultList())
  expect(line).not.toBeNull()
  return line!
}

describe('a configuration', () => {
  test.each<[what: string, area: Area, body: object, configuration: object]>([
    [
      'print: variants by their option, values as numbers',
      'print',
      CARDS,
      { choices: { 40: 402, 41: 411 }, values: { 42: 3 }, quantities: [100, 250] },
    ],
    [
      'print: decimal values',
      'print',
      BANNER,
      { choices: {}, values: { 44: 1000, 45: 500.5 }, quantities: [2] },
    ],
    [
      'display: elements by their kind, no value for what is not chosen',
      'display',
      TOTEM,
      { choices: { format: 11, support: 22, impression: 31 }, values: {}, quantities: [5] },
    ],
    [
      'display: everything',
      'display',
      DRESSED,
      {
        choices: {
          ...{ format: 11, support: 22, impression: 31, finition: 51, decoupe: 61 },
          ...{ 70: 702, verification: 1 },
        },
        values: {},
        quantities: [5],
      },
    ],
  ])('%s', (_what, area, body, configuration) => {
    expect(AREAS[area].configuration(checked(area, body))).toEqual(configuration)
  })

  test.each<[area: Area, item: number, body: object]>([
    ['print', 10, CARDS],
    ['print', 20, BANNER],
    ['display', 7, TOTEM],
    ['display', 7, DRESSED],
  ])('is a line again: %s %i', (area, item, body) => {
    const configuration = AREAS[area].configuration(checked(area, body))
    const line = AREAS[area].lineOf(item, configuration)
    expect(AREAS[area].configuration(checked(area, line))).toEqual(configuration)
  })
})

describe('the space that can be asked', () => {
  test('of a product: variants, free values, quantities and visuals', () => {
    expect(AREAS.print.space(checked('print', CARDS))).toEqual({
      options: [
        { key: '40', variants: [401, 402], optional: false },
        { key: '41', variants: [411, 412], optional: false },
      ],
      values: [{ key: '42', type: 'integer' }],
      quantities: { range: false, available: [100, 250, 500, 1000] },
      visuals: { min: 1, max: 4 },
    })
  })

  test('of a product of free quantities', () => {
    expect(AREAS.print.space(checked('print', BANNER))).toMatchObject({
      values: [
        { key: '44', type: 'integer' },
        { key: '45', type: 'decimal' },
      ],
      quantities: { range: true, min: 1, max: 500 },
      visuals: { min: 1, max: 1 },
    })
  })

  test('of a family: what may be left out is optional', () => {
    expect(AREAS.display.space(checked('display', TOTEM))).toEqual({
      options: [
        { key: 'format', variants: [11, 12], optional: false },
        { key: 'support', variants: [21, 22], optional: false },
        { key: 'impression', variants: [31], optional: true },
        { key: 'finition', variants: [51], optional: true },
        { key: 'decoupe', variants: [61], optional: true },
        { key: '70', variants: [701, 702], optional: true },
      ],
      values: [],
      quantities: { range: true, min: 1, max: 500 },
      visuals: { min: 1, max: 1 },
    })
  })

  test('of a family that is never unprinted: the print is not optional, kinds without elements are none', () => {
    const counter = { famille: 8, format: 11, support: 23, impression: 32, quantite: 25 }
    expect(AREAS.display.space(checked('display', counter)).options).toEqual([
      { key: 'format', variants: [11], optional: false },
      { key: 'support', variants: [23], optional: false },
      { key: 'impression', variants: [32], optional: false },
    ])
  })
})
