import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  inChoices,
  movedPlaces,
  takenIn,
  withChanged,
  withCopy,
  withoutLine,
} from '../../domain/shared/line-choices.ts'
import { basesOf, type LineRole } from '../../domain/shared/line-roles.ts'
import { mergedLines } from './merged-lines'

interface Line {
  readonly id: string
  readonly area: 'free' | 'heading'
  readonly role: LineRole
  readonly content: string
  /** of which choice it was read, or of which the line was that it is a copy of */
  readonly choice: string
}
const CHOICES: Record<string, string> = { G: 'F', H: 'F', L: 'K' }
/** Each line by its id, a digit of what it asks for and a mark: + of a heading, ' of an alternative, ? of an option. */
const lines = (text: string): Line[] =>
  [...text.matchAll(/([A-Z])(\d?)([+'?]?)/g)].map(([, id, content, mark]) => ({
    area: mark === '+' ? 'heading' : 'free',
    role: mark === "'" ? 'alternative' : mark === '?' ? 'option' : 'included',
    ...{ id: id!, content: content!, choice: CHOICES[id!] ?? id! },
  }))
const MARKS = { included: '', alternative: "'", option: '?' }
const told = (all: readonly Line[]) =>
  all
    .map(({ area, role, id, content }) => `${id}${content}${area === 'heading' ? '+' : MARKS[role]}`)
    .join(' ')

const known = { keyOf: (line: Line) => told([line]), plainOf: ({ id, content }: Line) => id + content }
type Lines = readonly Line[]
const merge = (mine: Lines, theirs: Lines, read: Lines) => mergedLines(mine, theirs, read, known)
const merged = (mine: string, theirs: string, read: string) => {
  const { lines: all, disputed } = merge(lines(mine), lines(theirs), lines(read))
  return { lines: told(all), disputed }
}

describe('what one of two alone has changed is so', () => {
  test.each([
    // one is changed, one removed, moved or put in
    ['A1 B C', 'A C1', 'A B C', 'A1 C1'],
    ['A C', 'A B D', 'A B C', 'A D'],
    ['B C', 'A1 B C', 'B C', 'A1 B C'],
    ['B A C', 'A B1 C', 'A B C', 'B1 A C'],
    ['C A B', 'A B1 C', 'A B C', 'C A B1'],
    ['A1 C', 'A C B', 'A B C', 'A1 C'],
    // neighbours of what the other removed, moved or added
    ['A X B1 C', 'A B C2', 'A B C', 'A X B1 C2'],
    ['B1 C', 'A C B', 'A B C', 'C B1'],
    // both moved others
    ['B A C D', 'A B D C', 'A B C D', 'B A D C'],
    // both put some in at one place: theirs stand before mine; the same one once
    ['A B X', 'A B Y', 'A B', 'A B Y X'],
    ['A B X Y', 'A B X', 'A B', 'A B X Y'],
    // what begins a group takes nothing of the other's into it
    ['A X', 'A G+', 'A', 'A X G+'],
    ['A G+', 'A X', 'A', 'A X G+'],
    // what each moved goes past what the other did
    ['B C D A E F', 'A F B C D E', 'A B C D E F', 'F B C D A E'],
    ['C A B D E F', 'A F B C D E', 'A B C D E F', 'C A F B D E'],
    // both did the same
    ['A1 B', 'A1 B2', 'A B', 'A1 B2'],
    // of one line what it asks for, and what it is to the total
    ['A1 B', 'A? B', 'A B', 'A1? B'],
    // alternatives
    ["A F G' H' B", "A F G' H'", "A F G' H'", "A F G' H' B"],
    ["A G F'", "A F G' B", "A F G'", "A G F' B"],
    ["A F G' H'", "A F G' B", "A F G'", "A F G' H' B"],
  ])('%s and %s of what was %s: %s', (mine, theirs, read, both) => {
    const order = (text: string) => text.split(' ').toSorted().join(' ')
    expect(merged(mine, theirs, read)).toEqual({ lines: both, disputed: false })
    const other = merged(theirs, mine, read)
    expect({ ...other, lines: order(other.lines) }).toEqual({ lines: order(both), disputed: false })
  })
})

describe('where both have, it is mine, and a person says', () => {
  test.each([
    ['A1 B', 'A2 B1 P', 'A B', 'A1 B1 P'],
    ['A1 B X', 'A2 P B', 'A B', 'A1 P B X'],
    ['A1 B X', 'A2 B1 Y', 'A B', 'A1 B1 Y X'],
    // what one removed
    ['B', 'A1 B1', 'A B', 'B1'],
    ['A1 B', 'B1', 'A B', 'A1 B1'],
    ['B1 C D', 'A C D1', 'A B C D', 'B1 C D1'],
    ['B1 C D', 'A C D', 'A B C D', 'B1 C D'],
    ['A X B1 C', 'A B2 C', 'A B C', 'A X B1 C'],
    // what both moved
    ['B A C', 'A C B', 'A B C', 'B A C'],
    ['B C D E A F', 'B C A D E F', 'A B C D E F', 'B C D E A F'],
    ['A B C F D E', 'F A B C D E', 'A B C D E F', 'A B C F D E'],
    // alternatives stay with their own line
    ["F1 G'", "F2 G' H' B", "F G'", "F1 G' H' B"],
    ["F G1' A", "F G2' H' A1", "F G' A", "F G1' H' A1"],
    ["A F G'", 'A', 'A F', 'A G'],
    // of which one counts, whoever chose it
    ["G F' H'", "H G' F' P", "F G' H'", "G H' F' P"],
    ["F1 G'", 'G P', "F G'", "F1 G' P"],
  ])('%s and %s of what was %s: %s', (mine, theirs, read, both) => {
    expect(merged(mine, theirs, read)).toEqual({ lines: both, disputed: true })
    expect(merged(theirs, mine, read).disputed).toBe(true)
  })

  test('as they stand here where an alternative stands for none', () => {
    const mine = lines("A1 B' G+ C'")
    expect(merge(mine, lines('A2 B'), lines('A B'))).toEqual({ lines: mine, disputed: true })
  })
})

describe('of any two who changed lines', () => {
  const begin = lines("A F G' H' T+ B K L'")
  const step = fc.tuple(
    fc.constantFrom('change', 'move', 'remove', 'take', 'add', 'out'),
    fc.nat(20),
    fc.nat(20),
  )
  const steps = fc.array(step, { maxLength: 4 })
  /** @param names of what is added @param mark of what is changed */
  const after = (all: readonly (readonly [string, number, number])[], names: string, mark: string) =>
    all.reduce((now: Line[], [what, anywhere, to], i): Line[] => {
      const at = anywhere % now.length
      const line = now[at]!
      if (what === 'change') return now.with(at, { ...line, content: mark })
      if (what === 'move') return movedPlaces(now, at, to % now.length).map((place) => now[place]!)
      if (what === 'remove' && now.length > 1) return withoutLine(now, at)
      if (what === 'take' && line.role === 'alternative') return takenIn(now, at)
      if (what === 'out' && line.area === 'free') return withChanged(now, at, { ...line, role: 'option' })
      return what === 'add' ? withCopy(now, at, { ...line, id: names[i]!, content: '' }) : now
    }, begin)
  const of = (all: Lines, id: string) => all.find((line) => line.id === id)
  const [own, others] = [
    steps.map((all) => after(all, 'MNOP', '1')),
    steps.map((all) => after(all, 'UVWX', '2')),
  ]

  test('each is there once; what one alone changed, added or removed is so', () => {
    fc.assert(
      fc.property(own, others, (mine, theirs) => {
        const { lines: result } = merge(mine, theirs, begin)
        expect(inChoices(result)).toEqual(result)
        const ids = result.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const { id } of [...begin, ...mine, ...theirs]) {
          const [was, here, there] = [begin, mine, theirs].map((all) => of(all, id))
          const plain = (line: Line | undefined) => line?.content
          // What it is to the total was changed, too: that keeps a line that the other removed.
          if (plain(here) === plain(was) && here?.role !== was?.role && !there) continue
          if (plain(there) === plain(was) && there?.role !== was?.role && !here) continue
          expect(plain(of(result, id)), id).toBe(plain(here) === plain(was) ? plain(there) : plain(here))
        }
      }),
      { numRuns: 500 },
    )
  })

  test('where nobody else changed anything mine are as they are, and nothing is disputed', () => {
    fc.assert(
      fc.property(own, (mine) => {
        expect(merge(mine, begin, begin)).toEqual({ lines: mine, disputed: false })
        expect(merge(begin, mine, begin)).toEqual({ lines: mine, disputed: false })
        expect(merge(mine, mine, begin)).toEqual({ lines: mine, disputed: false })
      }),
    )
  })

  test('whether it is disputed does not depend on who was first; if not, both have the same lines', () => {
    fc.assert(
      fc.property(own, others, (mine, theirs) => {
        const [one, other] = [merge(mine, theirs, begin), merge(theirs, mine, begin)]
        expect(one.disputed).toBe(other.disputed)
        const sorted = (all: Lines) => told(all.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
        if (!one.disputed) expect(sorted(one.lines)).toBe(sorted(other.lines))
      }),
      { numRuns: 500 },
    )
  })

  test('each alternative stays behind a line of its own choice', () => {
    fc.assert(
      fc.property(own, others, (mine, theirs) => {
        const result = merge(mine, theirs, begin).lines
        basesOf(result).forEach((base, at) => {
          const { role, choice } = result[at]!
          if (role === 'alternative') expect(result[base!]!.choice).toBe(choice)
        })
      }),
    )
  })

  test('of two lines each moved by one counter both are where they were put; of one that both moved a person says where', () => {
    const place = fc.nat({ max: 7 })
    const lines = [...'ABCDEFGH'].map((id): Line => ({ ...begin[0]!, id, role: 'included', choice: id }))
    const moved = (at: number, to: number) => movedPlaces(lines, at, to).map((each) => lines[each]!)
    const without = (all: Lines, at: number) => told(all.filter(({ id }) => id !== lines[at]!.id))
    fc.assert(
      fc.property(place, place, place, place, (i, to, k, there) => {
        // Which of two neighbours was moved nobody knows.
        fc.pre(Math.abs(i - to) > 1 && Math.abs(k - there) > 1)
        const [mine, theirs] = [moved(i, to), moved(k, there)]
        const both = merge(mine, theirs, lines)
        expect(both.disputed).toBe(i === k && to !== there)
        if (both.disputed) return
        expect(without(both.lines, k)).toBe(without(mine, k))
        expect(without(both.lines, i)).toBe(without(theirs, i))
      }),
      { numRuns: 500 },
    )
  })
})
