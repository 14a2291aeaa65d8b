import { expect, test } from 'vitest'
import { wordsOf } from './words'

test.each([
  ['Carte <b>spécial</b>', ['Carte', 'b', 'spécial', 'b']],
  ['a+b=c|d^e~f`g$h', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ['85x54', ['85', '54']],
  ['85 × 54 mm', ['85', '54', 'mm']],
  ['12,5 m²', ['12', '5', 'm²']],
  ['E\u0301te\u0301', ['E\u0301te\u0301']],
  [' > ', []],
])('“%s” has the words %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})
