import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_GROUPS, dayGroup, inDayOrder } from './day-queue.ts'

const TODAY = '2026-03-10'
const order = { kind: 'order', promised: '2026-03-20', collected: false, on: '2026-03-02' } as const

test.each([
  ['an accepted quote', { kind: 'quote', promised: null }, 'accepted'],
  ['promised yesterday', { promised: '2026-03-09' }, 'late'],
  ['promised a month ago', { promised: '2026-02-08' }, 'late'],
  ['promised longer ago: it was delivered', { promised: '2026-02-07' }, null],
  ['the same, to be collected: it still lies here', { promised: '2026-01-02', collected: true }, 'late'],
  ['promised today', { promised: TODAY }, 'due'],
  ['promised today, ordered today', { promised: TODAY, on: TODAY }, 'due'],
  ['ordered today', { on: TODAY }, 'new'],
  ['ordered today, of which no day is known', { on: TODAY, promised: null }, 'new'],
  ['ordered before, promised later', {}, null],
  ['the same, to be collected', { collected: true }, 'collect'],
  ['of which no day is known', { promised: null }, null],
] as const)('%s', (_what, given, group) => {
  expect(dayGroup({ ...order, ...given }, TODAY)).toBe(group)
})

test('the most urgent is first, nothing is lost or added', () => {
  const entry = fc.record({
    group: fc.constantFrom(...DAY_GROUPS),
    promised: fc.option(fc.constantFrom('2026-03-01', '2026-03-09', '2026-03-10')),
    at: fc.constantFrom('2026-03-01T08:00:00Z', '2026-03-02T08:00:00Z'),
  })
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const sorted = inDayOrder(entries)
      expect(sorted).toHaveLength(entries.length)
      expect(new Set(sorted)).toEqual(new Set(entries))
      const places = sorted.map(({ group }) => DAY_GROUPS.indexOf(group))
      expect(places).toEqual([...places].sort((a, b) => a - b))
    }),
  )
})
