import { expect, test } from 'vitest'
import { isSame, merged, valueAt, withValueAt, type Path } from './merged-values.ts'

function both(before: unknown, mine: unknown, theirs: unknown): { value: unknown; paths: Path[] } {
  const paths: Path[] = []
  return { value: merged(before, mine, theirs, paths), paths }
}
const regime = (id: string, rate = '0') => ({ id, name: `Taux ${id}`, rate })

test('what one alone changed is taken, field by field and entry by entry, whoever it was', () => {
  const before = {
    rate: '20',
    elsewhere: '0',
    countries: ['France'],
    regimes: [regime('a'), regime('b'), regime('c')],
  }
  const mine = {
    ...before,
    rate: '19',
    countries: ['France', 'Monaco'],
    regimes: [regime('a', '5'), regime('b'), regime('mine')],
  }
  const theirs = {
    ...before,
    elsewhere: '3',
    countries: ['France', 'Belgique'],
    regimes: [regime('a'), regime('b', '7'), regime('c'), regime('theirs')],
  }
  expect(both(before, mine, theirs)).toEqual({
    value: {
      rate: '19',
      elsewhere: '3',
      countries: ['France', 'Monaco', 'Belgique'],
      regimes: [regime('a', '5'), regime('b', '7'), regime('mine'), regime('theirs')],
    },
    paths: [],
  })
})

test('what both changed stays one’s own and is told, unless it became the same', () => {
  const before = { rate: '20', sees: null, regimes: [regime('a'), regime('b')], days: 30 }
  const mine = { rate: '19', sees: [1], regimes: [regime('a', '5')], days: 45 }
  const theirs = { rate: '21', sees: [2], regimes: [regime('a', '6'), regime('b', '7')], days: 45 }
  const { value, paths } = both(before, mine, theirs)
  expect(value).toEqual(mine)
  expect(paths).toEqual([['rate'], ['sees'], ['regimes', 'id a', 'rate'], ['regimes', 'id b']])
  expect(paths.map((path) => valueAt(theirs, path))).toEqual(['21', [2], '6', regime('b', '7')])
  expect(valueAt(mine, paths[3]!)).toBeUndefined()
  const taken = paths.reduce<unknown>((all, path) => withValueAt(all, path, valueAt(theirs, path)), value)
  expect(isSame(taken, theirs)).toBe(true)
})

test('entries that cannot be told apart are one value', () => {
  const row = { postalPrefix: '', rate: '0' }
  expect(both([], [row, row], [{ postalPrefix: '97', rate: '1' }]).paths).toEqual([[]])
  expect(both(undefined, [{ source: 1 }], [{ source: 2 }])).toEqual({
    value: [{ source: 1 }, { source: 2 }],
    paths: [],
  })
})
