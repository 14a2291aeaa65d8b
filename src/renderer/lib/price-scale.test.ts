import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisRoom, drawable, logBounds, roundValues } from './price-scale'

describe('bounds of the price curve', () => {
  test.each([
    ['no price', null, null],
    ['a price of nothing', 0, 0],
    ['from nothing', 0, 12],
    ['one point', 12.5, 12.5],
    ['the smallest', Number.MIN_VALUE, 1],
    ['the largest', 1, Number.MAX_VALUE],
    ['no numbers', NaN, Infinity],
  ])('%s: a scale with a width, and values in it', (_case, min, max) => {
    const [low, high] = logBounds(min, max)
    expect(low).toBeGreaterThanOrEqual(0)
    expect(high).toBeGreaterThan(low)
    expect(Number.isFinite(high)).toBe(true)
    expect(roundValues(low, high).length).toBeLessThanOrEqual(8)
  })

  test('without a margin the ends are kept, but for a single point', () => {
    expect(logBounds(50, 5000, 0)).toEqual([50, 5000])
    const [low, high] = logBounds(50, 50, 0)
    expect(low).toBeLessThan(50)
    expect(high).toBeGreaterThan(50)
  })
})

describe('values at an axis', () => {
  test.each([
    [1, 1000, [1, 10, 100, 1000]],
    [8, 260, [10, 20, 50, 100, 200]],
    [30, 75, [30, 40, 50, 70]],
    [1.1, 1.42, [1.1, 1.2, 1.3, 1.4]],
  ])('%d to %d', (min, max, values) => {
    expect(roundValues(min, max)).toEqual(values)
  })

  test.each([
    [0, 0],
    [0, 10],
    [-1, 10],
    [10, 10],
    [10, 1],
    [NaN, NaN],
    [1, Infinity],
  ])('%s to %s are no bounds: no values', (min, max) => {
    expect(roundValues(min, max)).toEqual([])
  })

  test('of any prices: three to eight, ascending, within the bounds', () => {
    const price = fc.double({ min: 1e-9, max: 1e15, noNaN: true })
    fc.assert(
      fc.property(fc.array(price, { minLength: 1 }), (prices) => {
        const [low, high] = logBounds(Math.min(...prices), Math.max(...prices))
        const values = roundValues(low, high)
        expect(values.length).toBeGreaterThanOrEqual(3)
        expect(values.length).toBeLessThanOrEqual(8)
        expect(values).toEqual(values.toSorted((a, b) => a - b))
        expect(values.every((value) => value >= low && value <= high)).toBe(true)
      }),
    )
  })

  test('of any bounds at all it ends', () => {
    const bound = fc.oneof(
      fc.double(),
      fc.constantFrom(null, 0, -0, 1e-12, 5e-324, 1e15, Number.MAX_VALUE, Infinity),
    )
    fc.assert(
      fc.property(bound, bound, (min, max) => {
        const [low, high] = logBounds(min, max)
        expect(high).toBeGreaterThan(low)
        roundValues(min ?? 0, max ?? 0)
      }),
    )
  })
})

test.each([
  [null, null],
  [0, null],
  [0.01, 0.01],
])('a logarithm draws %s as %s', (price, drawn) => {
  expect(drawable(price)).toBe(drawn)
})

test('no label of an axis is cut off, however long; short ones have the room that most have', () => {
  expect(axisRoom([12, 30])).toBe(68)
  expect(axisRoom([])).toBe(68)
  expect(axisRoom([40, 96.4])).toBeGreaterThanOrEqual(96.4 + 10)
})
