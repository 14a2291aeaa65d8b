import { expect, test } from 'vitest'
import { comparedLines } from './compared-lines.ts'

const line = (id: string, quantity = 100) => ({ id, quantity })

test('each line once, by its id: in the order of those that are, then what is gone', () => {
  const before = [line('a'), line('b'), line('c')]
  const after = [line('c'), line('a', 250), line('d')]
  expect(comparedLines(before, after)).toEqual([
    { before: line('c'), after: line('c') },
    { before: line('a'), after: line('a', 250) },
    { before: null, after: line('d') },
    { before: line('b'), after: null },
  ])
  expect(comparedLines([], [])).toEqual([])
})
