import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bundleTextFaults, jsonBreaksAt } from './bundle-text.ts'

const faults = (text: string) => {
  JSON.parse(text)
  return bundleTextFaults(text, 'en').map(({ path, code }) => `${path} ${code}`)
}

test.each([
  ['{}', []],
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}],"d":"a"}', []],
  ['{"a":1,"a":2}', ['/a duplicate_key']],
  ['{"a":{"x":"}{\\"","x":1},"b":[0,{"y":[],"z":1,"y":{}}]}', ['/a/x duplicate_key', '/b/1/y duplicate_key']],
  ['{"é":1,"\\u00e9":2}', ['/é duplicate_key']],
  ['{"a\\\\":1,"b":"\\\\","a\\\\":2}', ['/a\\ duplicate_key']],
  ['{"a/b":{"c~":1,"c~":2}}', ['/a~1b/c~0 duplicate_key']],
  [' [ "a" , "a" , [ "a" , "a" ] , { "a" : "a" } ] ', []],
])('keys that an object has twice, by their pointer: %s', (text, expected) => {
  expect(faults(text)).toEqual(expected)
})

test('a place is told in some hundred characters, however long its keys are', () => {
  const key = 'k'.repeat(50_000)
  const [told] = faults(`{"${key}":1,"${key}":2}`)
  expect(told).toMatch(/^\/k{299}… duplicate_key$/)
})

test('a thousand faults are enough', () => {
  expect(faults(`{${'"a":1,'.repeat(5_000)}"a":1}`)).toHaveLength(1_000)
})

test('a key that an object has twice is told in both languages', () => {
  const said = (locale: 'fr' | 'en') => bundleTextFaults('{"a":1,"a":2}', locale)[0]!.message
  expect([said('fr'), said('en')]).toEqual(['cette clé figure deux fois', 'this key occurs twice'])
})

test.each([
  ['', 0],
  ['{', 1],
  ['{"a": 1, ', 9],
  ['{"a": 1,}', 8],
  ['[1, 2,]', 6],
  ['[1 2]', 3],
  ['{"a" 1}', 5],
  ['{a: 1}', 1],
  ["{'a': 1}", 1],
  ['{"a": 01}', 7],
  ['{"a": .5}', 6],
  ['{"a": NaN}', 6],
  ['{"a": "b\nc"}', 6],
  ['{"a": "\\x"}', 6],
  ['{"a": "\\u00g0"}', 6],
  ['{"a": "b', 8],
  ['{"a": "b\\', 9],
  ['{"a": "b\\u00', 12],
  ['{"a": "b\\u00e9', 14],
  ['[1]]', 3],
  ['[1}', 2],
  ['1, 2', 1],
  ['"a",', 3],
  ['{} {}', 3],
  [',', 0],
  ['{"format":\n  oups}', 13],
])('where a text ends to be JSON: %j at %i', (text, at) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(jsonBreaksAt(text)).toBe(at)
})

test('what is missing of a text is told by what is there, wherever it is cut, and however long', () => {
  const long = 'é\\n'.repeat(200_000)
  expect(jsonBreaksAt(`{"a":"${long}`)).toBe(6 + long.length)
  expect(jsonBreaksAt(`{"a":"${long}\n`)).toBe(5)
  const strings = fc.record({ a: fc.array(fc.string({ unit: 'binary' })), 'b"\\': fc.string() })
  fc.assert(
    fc.property(strings, fc.double({ min: 0, max: 1, noNaN: true }), (value, part) => {
      const text = JSON.stringify(value)
      const cut = text.slice(0, Math.floor(part * (text.length - 1)))
      expect(jsonBreaksAt(cut)).toBe(cut.length)
    }),
  )
})
