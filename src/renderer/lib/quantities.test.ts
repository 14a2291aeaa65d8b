import { expect, test } from 'vitest'
import { neighbours, roundSteps, spread } from './quantities'

const steps = [50, 100, 250, 500, 1000, 2500, 5000, 10000]

test.each([
  [500, [100, 250, 500, 1000, 2500]],
  [50, [50, 100, 250, 500, 1000]],
  [10000, [500, 1000, 2500, 5000, 10000]],
  [300, [100, 250, 300, 500, 1000]],
])('five quantities around %i', (chosen, expected) => {
  expect(neighbours(steps, chosen, 5)).toEqual(expected)
})

test('few steps: all of them', () => {
  expect(neighbours([1, 2], 2, 7)).toEqual([1, 2])
})

test('round steps stay within the bounds', () => {
  expect(roundSteps(10, 300)).toEqual([10, 20, 50, 100, 200])
})

test('a spread keeps the ends', () => {
  const all = Array.from({ length: 40 }, (_, i) => (i + 1) * 10)
  const some = spread(all, 12)
  expect(some).toHaveLength(12)
  expect(some[0]).toBe(10)
  expect(some.at(-1)).toBe(400)
})
