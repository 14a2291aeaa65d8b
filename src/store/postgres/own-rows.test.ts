import { expect, test } from 'vitest'
import { OwnRows } from './own-rows.ts'

test('the rows of this process are counted up to what was read, between those of others', () => {
  const own = new OwnRows()
  own.add(4, 6)
  own.add(6, 6)
  expect([own.upTo(4), own.upTo(6), own.upTo(9)]).toEqual([0, 2, 2])
  // Committed after what was read.
  own.add(9, 12)
  expect(own.upTo(9)).toBe(2)
  own.add(20, 21)
  expect([own.upTo(20), own.upTo(21), own.upTo(30)]).toEqual([5, 6, 6])
})
