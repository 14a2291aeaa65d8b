import { expect, onTestFinished, test, vi } from 'vitest'
import { Gathering } from './gathering.ts'

test('what comes within a moment is passed on together, a key once with its last value, and no more at once than go', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const passed: (readonly (readonly [string, number])[])[] = []
  const gathering = new Gathering<string, number>(2, (entries) => passed.push(entries))
  gathering.add('a', 1)
  gathering.add('b', 2)
  vi.advanceTimersByTime(40)
  gathering.add('a', 3)
  gathering.add('c', 4)
  expect(passed).toEqual([])
  vi.advanceTimersByTime(10)
  expect(passed).toEqual([
    [
      ['a', 3],
      ['b', 2],
    ],
    [['c', 4]],
  ])
  gathering.add('a', 5)
  vi.advanceTimersByTime(50)
  expect(passed.slice(2)).toEqual([[['a', 5]]])
})
