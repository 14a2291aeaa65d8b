import { expect, test } from 'vitest'
import { allOf } from './some-ids.ts'
import type { Value } from './work.ts'

/** The statements that are asked for some ids, answered with those ids as rows. */
function asked(count: number) {
  const ids = Array.from({ length: count }, (_, i) => 1000 - i)
  const work = allOf<number>(ids, (some) => `SELECT id FROM things WHERE id IN ${some} AND kind = ?`, 'a')
  const texts: string[] = []
  let step = work.next()
  while (!step.done) {
    const { value } = step
    if (value.kind !== 'all') throw new Error('nothing else is asked for')
    const values = value.values as readonly Value[]
    texts.push(value.text)
    expect(values.at(-1)).toBe('a')
    step = work.next([...new Set(values.slice(0, -1))])
  }
  return { ids, texts, found: step.value }
}

test.each([0, 1, 19, 20, 21, 45])(
  'of %i ids each is asked for once, by one statement text for all of them',
  (count) => {
    const { ids, texts, found } = asked(count)
    expect(found).toEqual(ids)
    expect([...new Set([...texts, ...asked(3).texts])]).toHaveLength(1)
  },
)
