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
import { mergedChoices } from './merged-lines'
import { overlaidChoices } from './overlaid-lines'

interface Line {
  readonly area: 'free' | 'heading'
  readonly role: LineRole
  readonly subject: string
  readonly content: string
}
/** Each line by its subject, a digit of what it asks for and a mark: + of a heading, ' of an alternative, ? of an option. */
const lines = (text: string): Line[] =>
  [...text.matchAll(/([A-Z])(\d?)([+'?]?)/g)].map(([, subject, content, mark]) => ({
    area: mark === '+' ? 'heading' : 'free',
    role: mark === "'" ? 'alternative' : mark === '?' ? 'option' : 'included',
    ...{ subject: subject!, content: content! },
  }))
const MARKS = { included: '', alternative: "'", option: '?' }
const told = (all: readonly Line[]) =>
  all
    .map(
      ({ area, role, subject, content }) => `${subject}${content}${area === 'heading' ? '+' : MARKS[role]}`,
    )
    .join(' ')

const known = {
  keyOf: (line: Line) => told([line]),
  plainOf: ({ subject, content }: Line) => subject + content,
  subjectOf: ({ subject }: Line) => subject,
}
type Lines = readonly Line[]
const merge = (mine: Lines, theirs: Lines, read: Lines) => mergedChoices(mine, theirs, read, known.keyOf)
const overlay = (mine: Lines, theirs: Lines, read: Lines) => overlaidChoices(mine, theirs, read, known)

describe('my lines over the other’s', () => {
  test.each([
    // what the other alone changed and added is there, as is mine
    ['A1 B', 'A2 B1 P', 'A B', 'A1 B1 P'],
    ['A1 B X', 'A2 P B', 'A B', 'A1 P B X'],
    // what both added in one place
    ['A1 B X', 'A2 B1 Y', 'A B', 'A1 B1 Y X'],
    ['A1 X', 'A2 G+', 'A', 'A1 X G+'],
    // what one removed, or only moved
    ['B', 'A1 B1', 'A B', 'B1'],
    ['A1 B', 'B1', 'A B', 'A1 B1'],
    ['C A B', 'A1 B C', 'A B C', 'C A1 B'],
    ['A B C1', 'C A B', 'A B C', 'C1 A B'],
    // another product in the place of one
    ['X B', 'A1 B P', 'A B', 'X B P'],
    // alike lines
    ['A A1', 'A A2 P', 'A A', 'A A1 P'],
    // alternatives stay with their own line
    ["F1 G'", "F2 G' H' B", "F G'", "F1 G' H' B"],
    ["F G1' A", "F G2' H' A1", "F G' A", "F G1' H' A1"],
    ['A', "A F1 G'", 'A F', 'A G'],
    // of which one counts, whoever chose it
    ["F1 G'", "G F' P", "F G'", "G F1' P"],
    ["G F' H'", "H G' F' P", "F G' H'", "G F' H' P"],
    ["F1 G'", 'G P', "F G'", "F1 G' P"],
    ['G F?', "F1 G' P", "F G'", 'G P F1?'],
  ])('%s over %s of what was %s is %s', (mine, theirs, read, both) => {
    expect(merge(lines(mine), lines(theirs), lines(read))).toBeNull()
    expect(told(overlay(lines(mine), lines(theirs), lines(read)))).toBe(both)
  })

  test('are mine as they stand where an alternative stands for none', () => {
    const mine = lines("A1 B' G+ C'")
    expect(overlay(mine, lines('A2 B'), lines('A B'))).toBe(mine)
  })
})

describe('of any two who changed the same lines', () => {
  const begin = lines("A F G' H' T+ B K L'")
  const step = fc.tuple(
    fc.constantFrom('change', 'move', 'remove', 'take', 'add', 'out'),
    fc.nat(20),
    fc.nat(20),
  )
  const steps = fc.array(step, { maxLength: 4 })
  /** @param names of what is added, by who removes none: else it is in the place of another @param mark of what is changed */
  const after = (all: readonly (readonly [string, number, number])[], names: string, mark: string) =>
    all.reduce((now: Line[], [what, anywhere, to], i): Line[] => {
      const at = anywhere % now.length
      const line = now[at]!
      if (what === 'change') return now.with(at, { ...line, content: mark })
      if (what === 'move') return movedPlaces(now, at, to % now.length).map((place) => now[place]!)
      if (what === 'remove' && now.length > 1) return withoutLine(now, at)
      if (what === 'take' && line.role === 'alternative') return takenIn(now, at)
      if (what === 'out' && line.area === 'free') return withChanged(now, at, { ...line, role: 'option' })
      if (what !== 'add' || all.some(([other]) => other === 'remove')) return now
      return withCopy(now, at, { ...line, subject: names[i]!, content: '' })
    }, begin)
  const of = (all: Lines, subject: string) => all.find((line) => line.subject === subject)
  const plain = (all: Lines, subject: string) => of(all, subject)?.content

  test('each change of mine is there, and each line that the other alone changed or added', () => {
    fc.assert(
      fc.property(steps, steps, (own, others) => {
        const [mine, theirs] = [after(own, 'MNOP', '1'), after(others, 'UVWX', '2')]
        const result = overlay(mine, theirs, begin)
        const both = merge(mine, theirs, begin)
        if (both) return void expect(result).toEqual(both)
        expect(inChoices(result)).toEqual(result)
        const subjects = result.map(({ subject }) => subject)
        expect(new Set(subjects).size).toBe(subjects.length)
        for (const { subject } of [...begin, ...mine, ...theirs]) {
          const [was, here, there] = [begin, mine, theirs].map((all) => plain(all, subject))
          const isTakenBack = here === was && there === undefined
          // Which of its lines counts may be what one of both changed of a choice.
          if (isTakenBack && of(mine, subject)?.role !== of(begin, subject)?.role) continue
          expect(plain(result, subject), subject).toBe(here === was ? there : here)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('each alternative stays behind a line of its own choice', () => {
    const choice: Record<string, string> = { A: 'a', F: 'f', G: 'f', H: 'f', B: 'b', K: 'k', L: 'k' }
    const named = (all: Lines) => all.filter(({ subject }) => subject in choice)
    fc.assert(
      fc.property(steps, steps, (own, others) => {
        const result = named(overlay(after(own, 'MNOP', '1'), after(others, 'UVWX', '2'), begin))
        basesOf(result).forEach((base, at) => {
          const { role, subject } = result[at]!
          if (role === 'alternative') expect(choice[result[base!]!.subject]).toBe(choice[subject])
        })
      }),
    )
  })
})
