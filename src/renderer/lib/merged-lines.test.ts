import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { basesOf, type LineRole } from '../../domain/shared/line-roles.ts'
import { movedPlaces, takenIn, withCopy, withoutLine } from '../../domain/shared/line-choices.ts'
import { mergedChoices, mergedLines } from './merged-lines'

/** Lines by letters: alike ones by the same. A digit begins a group. */
const told = { keyOf: (line: string) => line, begins: (line: string) => /\d/.test(line) }
const merge = (mine: string, theirs: string, read: string) =>
  mergedLines([...mine], [...theirs], [...read], told)?.join('') ?? null

describe('lines that two have changed', () => {
  test.each([
    // alike lines are told apart by their places
    ['Ab', 'cA', 'AA', 'cb'],
    ['AxA', 'AAy', 'AAA', 'Axy'],
    // one is changed, one removed or put in elsewhere
    ['AC', 'ABD', 'ABC', 'AD'],
    ['ABCD', 'XBC', 'ABC', 'XBCD'],
    ['XABC', 'ABD', 'ABC', 'XABD'],
    ['XABC', 'YBC', 'ABC', 'XYBC'],
    ['AAA', 'BA', 'AA', 'BAA'],
    // two are moved, one is changed
    ['BAC', 'ABD', 'ABC', 'BAD'],
    // both put some in at one place: theirs stand before mine
    ['ABX', 'ABY', 'AB', 'ABYX'],
    ['XAB', 'YZAB', 'AB', 'YZXAB'],
    // what was saved before, though its answer was lost, is there once
    ['ABXY', 'ABX', 'AB', 'ABXY'],
    ['ABXY', 'ABXZ', 'AB', 'ABXZY'],
    // what begins a group takes nothing of the other's into it
    ['AX', 'A1', 'A', 'AX1'],
    ['A1', 'AX', 'A', 'AX1'],
    ['A1X', 'A2Y', 'A', 'A2Y1X'],
  ])('%s and %s of what was %s', (mine, theirs, read, both) => {
    expect(merge(mine, theirs, read)).toBe(both)
  })

  test.each([
    ['AX', 'AY', 'AB'],
    ['A', 'AX', 'AB'],
    // which of both was removed is not known
    ['A', 'XA', 'AA'],
    ['A', 'AX', 'AA'],
  ])('%s and %s of what was %s: a person says', (mine, theirs, read) => {
    expect(merge(mine, theirs, read)).toBeNull()
    expect(merge(theirs, mine, read)).toBeNull()
  })

  test('are the same whoever was first, but for what both put in at one place', () => {
    const lines = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), maxLength: 6 })
    fc.assert(
      fc.property(lines, lines, lines, (mine, theirs, read) => {
        const sorted = (lines: string | null) => lines && [...lines].sort().join('')
        expect(sorted(merge(mine, theirs, read))).toBe(sorted(merge(theirs, mine, read)))
        expect(merge(mine, read, read)).toBe(mine)
      }),
    )
  })
})

describe('lines with alternatives that two have changed', () => {
  interface Line {
    readonly area: 'free'
    readonly role: LineRole
    readonly name: string
  }
  /** A capital is included, else it is an alternative; the letter is its choice. */
  const lines = (text: string): Line[] =>
    text.split(' ').map((name) => ({
      ...{ area: 'free', name: name.toLowerCase() },
      role: /^[a-z]/.test(name) ? 'alternative' : 'included',
    }))
  const told = (all: readonly Line[] | null) =>
    all?.map(({ name, role }) => (role === 'included' ? name.toUpperCase() : name)).join(' ') ?? null
  const merge = (mine: readonly Line[], theirs: readonly Line[], read: readonly Line[]) =>
    mergedChoices(mine, theirs, read, ({ name, role }) => `${name} ${role}`)

  test.each([
    ['A F f1 f2 G', 'A F f1 f2 B', 'A F f1 f2', 'A F f1 f2 B G'],
    ['A F1 f2', 'A F f1 f2 B', 'A F f1 f2', 'A F1 f2 B'],
    ['F f1 f2 A', 'X F f1 f2', 'A F f1 f2', null],
    ['A F f1 x2', 'A Y f1 f2', 'A F f1 f2', 'A Y f1 x2'],
    ['A F f1 f2 f3', 'A X F f1 f2', 'A F f1 f2', 'A X F f1 f2 f3'],
    // an alternative to what the other removed, or a line where the other put an alternative
    ['A F f1 f2', 'A', 'A F f1', null],
    ['A F f1 f2', 'A F f1 B', 'A F f1', 'A F f1 f2 B'],
  ])('%s and %s of what was %s: %s', (mine, theirs, read, both) => {
    expect(told(merge(lines(mine), lines(theirs), lines(read)))).toBe(both)
  })

  test('each alternative stays with its own line, or a person says', () => {
    const step = fc.tuple(fc.constantFrom('move', 'remove', 'take', 'add'), fc.nat(9), fc.nat(9))
    const after = (begin: readonly Line[], steps: readonly [string, number, number][], mark: string) =>
      steps.reduce((now, [what, anywhere, to]) => {
        const at = anywhere % now.length
        if (what === 'move') return movedPlaces(now, at, to % now.length).map((place) => now[place]!)
        if (what === 'remove' && now.length > 1) return withoutLine(now, at)
        if (what === 'take' && now[at]!.role === 'alternative') return takenIn(now, at)
        return withCopy(now, at, { ...now[at]!, name: `${now[at]!.name}${mark}` })
      }, begin)
    const begin = lines('A F f1 f2 G g1 B')
    const steps = fc.array(step, { maxLength: 2 })
    fc.assert(
      fc.property(steps, steps, (mine, theirs) => {
        const merged = merge(after(begin, mine, '+'), after(begin, theirs, '-'), begin) ?? []
        basesOf(merged).forEach((base, at) => {
          if (merged[at]!.role === 'alternative') expect(merged[base!]!.name[0]).toBe(merged[at]!.name[0])
        })
      }),
    )
  })
})
