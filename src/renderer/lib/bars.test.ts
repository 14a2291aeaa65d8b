import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barAt, barScale } from './bars'

test('lines are round, from nothing to above the greatest; a loss has some below', () => {
  expect(barScale([1200, null, 5300])).toEqual({
    low: 0,
    high: 6000,
    lines: [0, 1000, 2000, 3000, 4000, 5000, 6000],
  })
  expect(barScale([-40, 90]).lines).toEqual([-50, -25, 0, 25, 50, 75, 100])
  expect(barScale([0, null]).lines).toEqual([0])
  expect(barScale([])).toMatchObject({ low: 0, high: 1 })
})

test('every bar is within the lines, which are few, and the lines have nothing among them', () => {
  const amounts = fc.array(fc.integer({ min: -1e12, max: 1e12 }), { minLength: 1, maxLength: 24 })
  fc.assert(
    fc.property(amounts, (values) => {
      const scale = barScale(values)
      expect(scale.lines.length).toBeLessThanOrEqual(13)
      expect(scale.lines.some((line) => Math.abs(line) === 0)).toBe(true)
      for (const value of values) {
        const { from, size } = barAt(value, scale)
        expect(from).toBeGreaterThanOrEqual(-1e-9)
        expect(size).toBeGreaterThanOrEqual(0)
        expect(from + size).toBeLessThanOrEqual(1 + 1e-9)
      }
    }),
  )
})
