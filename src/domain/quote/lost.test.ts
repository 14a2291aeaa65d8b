import { expect, test } from 'vitest'
import { lostReasons } from './lost.ts'

const lost = (reason: string, cents: number | null = 100) => ({ reason, cents })

test('reasons are one without regard to case, accents, blanks and what they end with; the last writing stands', () => {
  const { reasons, all } = lostReasons(
    [lost('Délai trop long.'), lost('delai  trop long', 250), lost(' DÉLAI TROP LONG !'), lost('Prix', null)],
    8,
  )
  expect(reasons).toEqual([
    { reason: 'Délai trop long.', quotes: 3, cents: 450 },
    { reason: 'Prix', quotes: 1, cents: 0 },
  ])
  expect(all).toEqual({ quotes: 4, cents: 450 })
})

test('the most frequent first, then the dearer; the rest together, and those without a reason apart', () => {
  const found = lostReasons(
    [lost('a'), lost('b', 900), lost('c', 50), lost('c', 60), lost('d', 1), lost(' ', 7), lost('', null)],
    2,
  )
  expect(found.reasons.map(({ reason }) => reason)).toEqual(['c', 'b'])
  expect(found.others).toEqual({ quotes: 2, cents: 101 })
  expect(found.unsaid).toEqual({ quotes: 2, cents: 7 })
})
