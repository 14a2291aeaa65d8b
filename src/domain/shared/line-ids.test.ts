import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withLineIds, withOldIds } from './line-ids.ts'

interface Line {
  readonly id?: string | null
  readonly area: 'print' | 'free' | 'heading'
  readonly line: Record<string, unknown>
  readonly text: string
  readonly sale?: { readonly by: string }
}
/** A product by its letter, with a digit of what is asked for of it. */
const line = (text: string, id?: string): Line => ({
  ...(id !== undefined && { id }),
  area: 'print',
  line: { produit: text.codePointAt(0), quantite: Number(text[1] ?? 0) },
  text: '',
})
const free = (text: string): Line => ({ area: 'free', line: {}, text })
const kept = (all: Line[]) => all.map((each, at) => ({ ...each, id: `${at + 1}` }))
const fresh = () => {
  let count = 0
  return () => `new${++count}`
}
const ids = (lines: readonly Line[], before: readonly Line[]) =>
  withLineIds(lines, kept([...before]), fresh()).map(({ id }) => id)
const all = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((each) => line(each))

describe('lines that are sent', () => {
  test('keep the ids that they have; of two alike the second is new', () => {
    expect(ids([line('A', 'x'), line('A', 'x'), line('B', '2')], all('A B'))).toEqual(['x', '1', '2'])
    expect(ids([line('A', 'x'), line('C', 'x')], all('A B'))).toEqual(['x', 'new1'])
  })

  test.each([
    ['A B', 'A B', ['1', '2']],
    ['B A', 'A B', ['2', '1']],
    ['A A', 'A', ['1', 'new1']],
    // of alike ones each is itself, though one of them is changed, removed or put in
    ['A1 A', 'A A', ['1', '2']],
    ['A1 A', 'B A A', ['2', '3']],
    ['A B A', 'A A', ['1', 'new1', '2']],
    ['C', 'A B', ['new1']],
  ])(
    'and have those of the lines that they were where they have none: %s of what was %s',
    (now, was, expected) => {
      expect(ids(all(now), all(was))).toEqual(expected)
    },
  )

  /** `A:m` is one at a mark-up, `A:f` one at a fixed price. */
  const priced = (text: string): Line[] =>
    text.split(' ').map((each) => {
      const [of = '', by] = each.split(':')
      return { ...line(of), ...(by && { sale: { by } }) }
    })
  test.each([
    ['A:f A:m', 'A:m A:f', ['2', '1']],
    ['A A:m', 'A:m A', ['2', '1']],
    ['A:f B A:m', 'A:m B A:f', ['3', '2', '1']],
    ['A:f A:m A', 'A:m A:f A', ['2', '1', '3']],
    // with what is asked for changed, too
    ['A1:f A2:m', 'A:m A:f', ['2', '1']],
    // one that is sold in another way by now is the one between the same neighbours
    ['B A:f A', 'B A A', ['1', '2', '3']],
    ['A:f B A', 'A B A', ['1', '2', '3']],
    ['A:f A:f', 'A A', ['1', '2']],
  ])(
    'of those that ask for the same, those that are sold alike are the same: %s of what was %s',
    (now, was, expected) => {
      expect(ids(priced(now), priced(was))).toEqual(expected)
    },
  )

  test('a service is told by its words, a heading by its being one', () => {
    const heading = (text: string): Line => ({ area: 'heading', line: {}, text })
    const was = [heading('Un'), free('Pose'), free('Étude')]
    expect(ids([heading('Deux'), free('Étude'), free('Pose\nsur place')], was)).toEqual(['1', '3', '2'])
  })

  test('have one each, whatever they are', () => {
    const letters = fc.array(fc.constantFrom('A', 'A1', 'B', 'B1', 'C'), { maxLength: 6 })
    const some = fc.array(fc.option(fc.constantFrom('1', '2', 'x'), { nil: undefined }), {
      minLength: 6,
      maxLength: 6,
    })
    fc.assert(
      fc.property(letters, letters, some, (now, was, own) => {
        const lines = now.map((each, at) => line(each, own[at]))
        const given = ids(
          lines,
          was.map((each) => line(each)),
        )
        expect(new Set(given).size).toBe(now.length)
        expect(
          ids(
            was.map((each) => line(each)),
            was.map((each) => line(each)),
          ),
        ).toEqual(was.map((_each, at) => `${at + 1}`))
      }),
    )
  })
})

const old = (text: string) => withOldIds(all(text).map(({ id: _none, ...each }) => each))

test('what was kept without ids has the same ones whenever it is read, in each revision', () => {
  const [one, other] = [old('A B A'), old('B A A C')]
  expect(new Set(one.map(({ id }) => id)).size).toBe(3)
  expect(other.map(({ id }) => id).slice(0, 3)).toEqual([one[1]!.id, one[0]!.id, one[2]!.id])
  expect(withOldIds(one)).toEqual(one)
  for (const { id } of one) expect(id).toMatch(/^[\w-]{1,40}$/)
})
