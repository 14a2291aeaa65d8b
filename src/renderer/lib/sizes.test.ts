import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { product } from './details.fixture'
import { printForm } from './form'
import { selectionOf } from './selection'
import {
  converted,
  doubtOf,
  LENGTH_UNITS,
  meantUnit,
  millimetres,
  sidesOf,
  sizeOf,
  typedLength,
} from './sizes'

const form = printForm(product)

describe('the sides of a form', () => {
  test('are those that the price goes by, in the unit that it is reckoned in', () => {
    const sides = sidesOf(form)!
    expect([sides.width.key, sides.height.key, sides.unit]).toEqual(['value:44', 'value:45', 'mm'])
    expect(sizeOf(sides, selectionOf(form, product.defaultLine))).toEqual({ width: 1000, height: 2000 })
    const centimetres = printForm({ ...product, surface: { ...product.surface!, divisor: '100' } })
    expect(sidesOf(centimetres)!.unit).toBe('cm')
    expect(sidesOf(printForm({ ...product, surface: { ...product.surface!, divisor: '25.4' } }))).toBeNull()
  })

  test('are found by their names where no tariff tells', () => {
    const partner = printForm({ ...product, surface: null })
    expect(sidesOf(partner)!.unit).toBe('mm')
    const [, width, height] = product.product.options
    const named = (...names: string[]) =>
      sidesOf(
        printForm({
          ...product,
          surface: null,
          product: {
            ...product.product,
            options: [width!, height!].map((option, i) => ({ ...option, nom: names[i]! })),
          },
        }),
      )
    expect(named('Width (cm)', 'Height (cm)')?.unit).toBe('cm')
    expect(named('Largeur (mm)', 'Hauteur (cm)')).toBeNull()
    expect(named('Largeur', 'Hauteur')).toBeNull()
    expect(named('Largeur (mm)', 'Œillets')).toBeNull()
  })
})

const unit = fc.constantFrom(...LENGTH_UNITS)
const decimal = fc
  .tuple(fc.nat(9_999_999), fc.option(fc.integer({ min: 1, max: 999 })))
  .map(([whole, part]) => (part === null ? String(whole) : `${whole}.${part}`.replace(/0+$/, '')))

test('a length in another unit is the same length, and comes back exactly', () => {
  fc.assert(
    fc.property(decimal, unit, unit, (text, from, to) => {
      const other = converted(text, from, to)
      expect(other).toMatch(/^\d+(\.\d*[1-9])?$/)
      expect(converted(other, to, from)).toBe(text)
      expect(millimetres(other, to)).toBe(millimetres(text, from))
    }),
  )
})

test.each([
  ['1850,5', 'mm', 'm', '1.8505'],
  ['0.85', 'm', 'mm', '850'],
  ['85', 'mm', 'cm', '8.5'],
  ['1', 'm', 'cm', '100'],
  ['abc', 'mm', 'm', 'abc'],
  ['', 'cm', 'm', ''],
] as const)('%s %s in %s: %s', (text, from, to, expected) => {
  expect(converted(text, from, to)).toBe(expected)
})

test.each([
  [850, 2000, null],
  [85, 54, null],
  [30_000, 1_000, null],
  // One kilometre of banner.
  [1_000_000, 1_000, 'large'],
  [40_000, 40_000, 'large'],
  [2, 300, 'small'],
  [20_000, 100, 'long'],
] as const)('%i × %i mm: %s', (width, height, doubt) => {
  expect(doubtOf({ width, height })).toBe(doubt)
})

test.each([
  // 850 × 2000 typed as metres, as centimetres; 3 × 1 typed as millimetres.
  [850_000, 2_000_000, 'm', 'cm'],
  [85_000, 200_000, 'cm', 'mm'],
  [3, 1, 'mm', 'cm'],
  [850, 2000, 'mm', null],
  [1_000_000, 1_000, 'mm', null],
] as const)('%i × %i mm typed in %s: rather %s', (width, height, typed, meant) => {
  expect(meantUnit({ width, height }, typed)).toBe(meant)
})

test('the unit that was meant makes a likely size', () => {
  const side = fc.integer({ min: 1, max: 10_000_000 })
  fc.assert(
    fc.property(side, side, unit, (width, height, typed) => {
      const meant = meantUnit({ width, height }, typed)
      if (meant === null) return
      const [w, h] = [width, height].map((mm) => millimetres(converted(String(mm), 'mm', typed), meant)!)
      expect(doubtOf({ width: w!, height: h! })).toBeNull()
    }),
  )
})

test.each([
  ['250 cm', '250', 'cm'],
  ['2,5 m', '2.5', 'm'],
  ['2.5m', '2.5', 'm'],
  ['1\u202f200\u00a0mm', '1200', 'mm'],
  [' 85 MM ', '85', 'mm'],
  ['3 m.', '3', 'm'],
  ['3m50', '3.50', 'm'],
  ['1 m 20 cm', '1.20', 'm'],
])('a length with its unit: %j', (text, number, unit) => {
  expect(typedLength(text)).toEqual({ number, unit })
})

test.each(['250', 'cm', '2 × 3 m', '-1 m', '2 km', '1 m 2', '1 m 200', '2,5,1 m', ''])(
  'no length with its unit: %j',
  (text) => {
    expect(typedLength(text)).toBeNull()
  },
)
