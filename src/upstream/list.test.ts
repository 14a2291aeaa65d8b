import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Discretion } from './discretion.ts'
import { UnreadableAnswer } from './errors.ts'
import { ListReader } from './list.ts'

const DISCRETION = new Discretion('jeton-secret-42')
const LIMITS = { entry: 10_000, entries: 1_000 }

/** Reads a text that comes in pieces of these lengths, over and over. */
function readList(text: string, lengths: readonly number[] = [1_000_000]) {
  const entries: unknown[] = []
  const reader = new ListReader('x/', LIMITS, DISCRETION, (bytes) => {
    entries.push(JSON.parse(Buffer.from(bytes).toString()))
  })
  const bytes = Buffer.from(text)
  for (let from = 0, i = 0; from < bytes.length; i++) {
    const length = lengths[i % lengths.length]!
    reader.push(bytes.subarray(from, from + length))
    from += length
  }
  return { ...reader.end(), entries }
}

const problem = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof UnreadableAnswer) return error.problem
    throw error
  }
  return null
}

const value = fc.jsonValue({ maxDepth: 4 })
const pieces = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })
const spaces = fc.constantFrom(undefined, 1, '\t')

describe('a list is cut into its entries, wherever its bytes are parted', () => {
  it('a plain one', () => {
    fc.assert(
      fc.property(fc.array(value), pieces, spaces, (list, lengths, space) => {
        expect(readList(JSON.stringify(list, null, space), lengths)).toEqual({
          entries: JSON.parse(JSON.stringify(list)) as unknown,
          count: null,
          next: null,
        })
      }),
    )
  })

  it('one that an object holds, with what stands around it', () => {
    const envelope = fc.record({ before: value, '"results": [': fc.string(), after: value })
    fc.assert(
      fc.property(
        fc.array(value),
        envelope,
        pieces,
        spaces,
        (list, { before, after, ...rest }, lengths, space) => {
          const text = JSON.stringify(
            { before, ...rest, count: 7, results: list, after, next: '/p2' },
            null,
            space,
          )
          const read = readList(text, lengths)
          expect(read).toEqual({
            entries: JSON.parse(JSON.stringify(list)) as unknown,
            count: 7,
            next: '/p2',
          })
        },
      ),
    )
  })

  it('with a byte order mark', () => {
    expect(readList('\ufeff [1, 2]', [1]).entries).toEqual([1, 2])
  })
})

it.each([
  ['', 'partner_not_json'],
  ['[', 'partner_not_json'],
  ['[1', 'partner_not_json'],
  ['[1,', 'partner_not_json'],
  ['[1,]', 'partner_not_json'],
  ['[,1]', 'partner_not_json'],
  ['[1}', 'partner_not_json'],
  ['[1] 2', 'partner_not_json'],
  ['[1][2]', 'partner_not_json'],
  ['["a', 'partner_not_json'],
  ['<html>', 'partner_not_json'],
  ['{"results":[1]', 'partner_not_json'],
  ['{"results":[1],}', 'partner_not_json'],
  ['null', 'partner_not_list'],
  ['"[1]"', 'partner_not_list'],
  ['7', 'partner_not_list'],
  ['{}', 'partner_not_list'],
  ['{"a":{"results":[1]}}', 'partner_not_list'],
  ['{"results":{"a":[1]}}', 'partner_not_list'],
  [`{"a":"${'x'.repeat(70_000)}"}`, 'partner_not_list'],
  [`[${'"x",'.repeat(1_001)}1]`, 'partner_too_many'],
  [`["${'x'.repeat(10_001)}"]`, 'partner_entry_too_large'],
])('%.60s is no list: %s', (text, code) => {
  expect(problem(() => readList(text))?.code).toBe(code)
  expect(problem(() => readList(text, [3]))?.code, 'in pieces').toBe(code)
})

it('says how long it was and how it began, without the token', () => {
  const found = problem(() => readList('<p>Token jeton-secret-42 refusé', [2]))
  expect(found).toEqual({
    code: 'partner_not_json',
    params: { path: 'x/', length: 32, start: '"<p>Token [hidden] refusé"' },
  })
})
