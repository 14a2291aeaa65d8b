import { expect, test } from 'vitest'
import { editsBetween } from './edits.ts'

test.each([
  ['flyer', 'flyer', 0],
  ['flyre', 'flyer', 1],
  ['flier', 'flyer', 1],
  ['depliannt', 'depliant', 1],
  ['vitrofanie', 'vitrophanie', 2],
  ['stikcer', 'sticker', 1],
  ['', 'ab', 2],
])('from %s to %s there are %i errors', (typed, word, edits) => {
  expect(editsBetween(typed, word, 2)).toBe(edits)
  expect(editsBetween(word, typed, 2)).toBe(edits)
})

test('what is further apart is more than was asked for, however long', () => {
  expect(editsBetween('carte', 'panneau', 1)).toBe(2)
  expect(editsBetween('a'.repeat(500), 'a'.repeat(500), 2)).toBe(3)
})

test('a beginning counts as far as it goes', () => {
  expect(editsBetween('bnadero', 'banderole', 1, true)).toBe(1)
  expect(editsBetween('bnadero', 'banderole', 1)).toBe(2)
})
