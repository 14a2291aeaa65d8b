import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curveOf, nearestAt, pointAfter } from './curve'

const price = (
  label: string,
  status: 'firm' | 'observed' | 'estimated' | 'unavailable',
  priceCents: number | null,
) => ({
  label,
  status,
  priceCents,
  low: status === 'estimated' ? priceCents! - 200 : null,
  high: status === 'estimated' ? priceCents! + 200 : null,
})

describe('the curve', () => {
  const rows = [
    { quantities: [100, 100], leadTimes: [price('J+2', 'firm', 4000), price('J+4', 'estimated', 3000)] },
    { quantities: [500, 500], leadTimes: [price('J+2', 'unavailable', null), price('J+4', 'observed', 0)] },
  ]

  test('a series each lead time, in the order of the columns, by all copies together', () => {
    const { quantities, series } = curveOf(rows, ['J+4', 'J+2', 'J+9'], false)
    expect(quantities).toEqual([200, 1000])
    expect(series.map((points) => points.map(({ amount }) => amount))).toEqual([
      [30, null],
      [40, null],
      [null, null],
    ])
    expect(series[0]![0]).toMatchObject({ status: 'estimated', between: [28, 32] })
    // A price of nothing is a price, which no logarithm draws.
    expect(series[0]![1]).toMatchObject({ status: 'observed', between: null, price: { priceCents: 0 } })
    expect(series[1]![1]!.price).toBeNull()
  })

  test('of a piece', () => {
    const { series } = curveOf(rows, ['J+2', 'J+4'], true)
    expect(series[0]![0]!.amount).toBeCloseTo(0.2)
    expect(series[1]![0]!.between).toEqual([0.14, 0.16])
  })
})

test('the nearest quantity is one of them, and no other is nearer', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 1e6 }),
      (quantities, wanted) => {
        const found = quantities[nearestAt(quantities, wanted)]!
        const far = (quantity: number) => Math.max(quantity / wanted, wanted / quantity)
        for (const other of quantities) expect(far(found)).toBeLessThanOrEqual(far(other) + 1e-9)
        if (quantities.includes(wanted)) expect(found).toBe(wanted)
      },
    ),
  )
})

test.each([
  ['ArrowRight', 3, 4],
  ['ArrowLeft', 3, 2],
  ['ArrowRight', 9, 9],
  ['ArrowDown', 0, 0],
  ['PageUp', 1, 6],
  ['PageDown', 1, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['a', 5, null],
])('%s leads from point %i to %s of ten', (key, at, to) => {
  expect(pointAfter(key, at, 10)).toBe(to)
})

test('no key leads anywhere where nothing is drawn', () => {
  expect(pointAfter('End', 0, 0)).toBeNull()
})
