import { expect, test } from 'vitest'
import { sourcesNamed } from './source-search'

const SOURCES = [
  { id: 2, name: 'Atelier Nord' },
  { id: 3, name: 'Reliure d’Été' },
]

test.each([
  ['atelier', [{ id: 2, rest: '' }]],
  ['Nord', [{ id: 2, rest: '' }]],
  ['ate', [{ id: 2, rest: '' }]],
  ['ETE', [{ id: 3, rest: '' }]],
  ['flyers nord a5', [{ id: 2, rest: 'flyers a5' }]],
  [
    'nord ete',
    [
      { id: 2, rest: 'ete' },
      { id: 3, rest: 'nord' },
    ],
  ],
  // Too short to name it, another word, and none at all.
  ['at', []],
  ['nords', []],
  ['', []],
])('“%s” names %j', (text, named) => {
  expect(sourcesNamed(text, SOURCES)).toEqual(named)
})
