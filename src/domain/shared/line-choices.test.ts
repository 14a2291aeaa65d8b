import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  baseFor,
  choicesOf,
  inChoices,
  movedPlaces,
  standingFor,
  stepFrom,
  takenIn,
  withChanged,
  withCopy,
  withGone,
  withoutLine,
  type Gone,
} from './line-choices.ts'
import { basesOf, isIncluded, type LineArea, type LineRole } from './line-roles.ts'

interface Line {
  readonly area: LineArea
  readonly role: LineRole
  readonly name: string
  readonly cents: number
  /** the choice that it was made in */
  readonly choice: number
}

const nameOf = ({ name }: Line) => name
/** `A a1 a2* o? #`: a capital is included, `?` an option, `#` a heading, else an alternative; the letter is its choice. */
const lines = (text: string): Line[] =>
  text.split(' ').map((name) => ({
    ...{ area: name.startsWith('#') ? 'heading' : 'free', name: name.replace('?', ''), cents: 1 },
    role: name.endsWith('?') ? 'option' : /^[a-z]/.test(name) ? 'alternative' : 'included',
    choice: name.toLowerCase().codePointAt(0)!,
  }))
const LETTER: Record<LineRole, string> = { included: '', option: '?', alternative: '~' }
const told = (all: readonly Line[]) => all.map(({ name, role }) => `${name}${LETTER[role]}`).join(' ')
const moved = (all: readonly Line[], at: number, to: number) =>
  told(movedPlaces(all, at, to).map((place) => all[place]!))

describe('a line and its alternatives', () => {
  test('stand together, whatever stood between them; an alternative to none is an option', () => {
    expect(told(inChoices(lines('a A o? a1 a2 # b B b1')))).toBe('a? A a1~ a2~ o? # b? B b1~')
  })

  test('move together, past whole choices; an alternative moves within its own', () => {
    const all = lines('A F f1 f2 o? B b1')
    expect(moved(all, 1, 0)).toBe('F f1~ f2~ A o? B b1~')
    expect(moved(all, 1, 4)).toBe('A o? F f1~ f2~ B b1~')
    expect(moved(all, 1, 5)).toBe('A o? B b1~ F f1~ f2~')
    expect(moved(all, 0, 2)).toBe('F f1~ f2~ A o? B b1~')
    expect(moved(all, 4, 3)).toBe('A o? F f1~ f2~ B b1~')
    expect(moved(all, 1, 3)).toBe(told(all))
    expect(moved(all, 2, 6)).toBe('A F f2~ f1~ o? B b1~')
    expect(moved(all, 3, 0)).toBe('A F f2~ f1~ o? B b1~')
    const step = (at: number) => [stepFrom(all, at, -1), stepFrom(all, at, 1)]
    expect([0, 1, 2, 3, 4, 5].map(step)).toEqual([
      ...[
        [-1, 1],
        [0, 4],
        [2, 3],
      ],
      ...[
        [2, 3],
        [3, 5],
        [4, 7],
      ],
    ])
  })

  test('whose line is removed: the first alternative counts in its place, and goes back as the line comes back', () => {
    const before = lines('A F f1 f2')
    const now = withoutLine(before, 1)
    expect(told(now)).toBe('A f1 f2~')
    expect(withGone(now, { before, at: 1 }, nameOf)).toEqual(before)
    // What the others say has changed since.
    const priced = now.map((line) => ({ ...line, discount: '5' }))
    const back = withGone<(typeof before)[number] & { discount?: string }>(priced, { before, at: 1 }, nameOf)
    expect(told(back)).toBe('A F f1~ f2~')
    expect(back.map(({ discount }) => discount)).toEqual(['5', undefined, '5', '5'])
    // Something else has changed since.
    const more = [...now, ...lines('B')]
    expect(told(withGone(more, { before, at: 1 }, nameOf))).toBe('A F f1~ f2~ B')
    expect(told(withGone(takenIn(more, 2), { before, at: 1 }, nameOf))).toBe('A f2 F~ f1~ B')
    expect(told(withGone(lines('A B'), { before, at: 1 }, nameOf))).toBe('A F B')
    expect(told(withGone(lines('B b A'), { before, at: 2 }, nameOf))).toBe('B b~ A f1?')
    expect(told(withGone(lines('B F f2'), { before, at: 2 }, nameOf))).toBe('B F f1~ f2~')
    expect(told(withGone(lines('B b C c'), { before: lines('B A C'), at: 1 }, nameOf))).toBe('B b~ A C c~')
  })

  test('are copied one by one, a line behind its alternatives', () => {
    const all = lines('F f1 f2 A')
    expect(told(withCopy(all, 0, lines('X')[0]!))).toBe('F f1~ f2~ X A')
    expect(told(withCopy(all, 1, lines('x')[0]!))).toBe('F f1~ x~ f2~ A')
  })

  test('of which one becomes something else: it leaves the choice, which goes on', () => {
    const all = lines('F f1 f2 A')
    const as = (at: number, role: LineRole) => told(withChanged(all, at, { ...all[at]!, role }))
    expect(as(0, 'option')).toBe('f1 f2~ F? A')
    expect(as(0, 'alternative')).toBe('f1 F~ f2~ A')
    expect(as(1, 'included')).toBe('F f2~ f1 A')
    expect(as(2, 'option')).toBe('F f1~ f2? A')
    expect(as(3, 'alternative')).toBe('F f1~ f2~ A~')
    expect(as(0, 'included')).toBe(told(all))
    expect([0, 1, 3, 4].map((at) => baseFor(all, at))).toEqual([1, 0, 0, 3])
    expect(baseFor(lines('# A'), 1)).toBe(null)
  })

  test('of which one stands for another line from then on, wherever that is', () => {
    const all = lines('A F f1 f2 # o? B b1')
    const for_ = (at: number, base: number) => told(standingFor(all, at, all[at]!, base))
    expect(for_(2, 0)).toBe('A f1~ F f2~ # o? B b1~')
    expect(for_(2, 6)).toBe('A F f2~ # o? B b1~ f1~')
    expect(for_(6, 0)).toBe('A B~ F f1~ f2~ # o? b1')
    expect(for_(1, 6)).toBe('A f1 f2~ # o? B b1~ F~')
    expect(for_(5, 1)).toBe('A F f1~ f2~ o~ # B b1~')
  })
})

/** Choices of one line and up to three alternatives, options and headings, in any order. */
const quote = fc
  .array(
    fc.record({
      kind: fc.constantFrom('choice', 'choice', 'option', 'heading'),
      cents: fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) =>
    all.flatMap(({ kind, cents }, choice): Line[] =>
      cents.slice(0, kind === 'choice' ? 4 : 1).map((each, i) => ({
        ...{ area: kind === 'heading' ? 'heading' : 'free', name: `${choice}.${i}`, cents: each, choice },
        role: kind === 'option' ? 'option' : i > 0 ? 'alternative' : 'included',
      })),
    ),
  )
const step = fc.record({
  what: fc.constantFrom('move', 'step', 'remove', 'take', 'undo'),
  at: fc.nat(20),
  to: fc.nat(20),
})

/** What a person does one after the other; an undo brings back what was removed last. */
function after(begin: readonly Line[], steps: readonly { what: string; at: number; to: number }[]) {
  let now = [...begin]
  const gone: Gone<Line>[] = []
  for (const { what, at: anywhere, to } of steps) {
    const at = anywhere % Math.max(1, now.length)
    const last = what === 'undo' ? gone.pop() : undefined
    if (last) now = withGone(now, last, nameOf)
    if (now.length === 0) continue
    if (what === 'move') now = movedPlaces(now, at, to % now.length).map((place) => now[place]!)
    if (what === 'step')
      now = movedPlaces(now, at, stepFrom(now, at, to % 2 ? 1 : -1)).map((place) => now[place]!)
    if (what === 'take' && now[at]!.role === 'alternative') now = takenIn(now, at)
    if (what === 'remove') {
      gone.push({ before: now, at })
      now = withoutLine(now, at)
    }
  }
  return { now, gone }
}

/** Each alternative stands for a line of its own choice, and of each choice that is left one line counts in the total. */
function expectWhole(now: readonly Line[], begin: readonly Line[]): void {
  const bases = basesOf(now)
  now.forEach((line, at) => {
    if (line.role === 'alternative') expect(now[bases[at]!]!.choice).toBe(line.choice)
  })
  expect(inChoices(now)).toEqual(now)
  expect(choicesOf(now).every((own) => new Set(own.map(({ choice }) => choice)).size === 1)).toBe(true)
  const counted = now.filter(isIncluded)
  const choices = new Set(
    now.filter(({ area, role }) => area !== 'heading' && role !== 'option').map(({ choice }) => choice),
  )
  expect(counted.map(({ choice }) => choice).sort()).toEqual([...choices].sort())
  expect(new Set(now.map(nameOf)).size).toBe(now.length)
  expect(
    now.every(({ name, choice, cents }) =>
      begin.some((one) => one.name === name && one.choice === choice && one.cents === cents),
    ),
  ).toBe(true)
}

describe('whatever is moved, removed, taken and brought back', () => {
  test('each alternative stays with its own line, and the total is that of one line a choice', () => {
    fc.assert(
      fc.property(quote, fc.array(step, { maxLength: 12 }), (begin, steps) => {
        expectWhole(after(begin, steps).now, begin)
      }),
    )
  })

  test('what is removed last comes back as it was, one after the other', () => {
    fc.assert(
      fc.property(
        quote,
        fc.array(step, { maxLength: 8 }),
        fc.array(fc.nat(20), { maxLength: 6 }),
        (begin, steps, places) => {
          const { now } = after(begin, steps)
          const removes = places.slice(0, now.length).map((at) => ({ what: 'remove', at, to: 0 }))
          const undos = removes.map(() => ({ what: 'undo', at: 0, to: 0 }))
          expect(after(now, [...removes, ...undos]).now).toEqual(now)
        },
      ),
    )
  })
})
