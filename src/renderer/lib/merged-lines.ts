/**
 * Lines of a quote that two have changed, in one: pure. A line has no name that lasts, so it is told by its place among
 * those that both have read, never by what it asks for: of two lines that are alike each is itself.
 */
import { choicesOf } from '../../domain/shared/line-choices.ts'
import type { Line } from '../../domain/shared/line-roles.ts'

/** What one of both made of a part of the lines: from one place to before another these. */
interface Change<L> {
  readonly from: number
  readonly to: number
  readonly by: readonly L[]
  /** what it may have been of, where lines beside it are alike: which of them was removed is not known */
  readonly least: number
  readonly most: number
}

/** How many are the same from the beginning. */
function alike(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length)
  for (let i = 0; i < most; i++) if (one[i] !== other[i]) return i
  return most
}

/** As many lines as before: each stands for the one at its place. Else one part is another: what is between those that are the same. */
function changesOf<L>(read: readonly L[], now: readonly L[], keyOf: (line: L) => string): Change<L>[] {
  const [before, after] = [read.map(keyOf), now.map(keyOf)]
  if (read.length === now.length)
    return now.flatMap((line, i) =>
      before[i] === after[i] ? [] : [{ from: i, to: i + 1, by: [line], least: i, most: i + 1 }],
    )
  const fewer = Math.min(read.length, now.length)
  const head = alike(before, after)
  const tail = alike(before.toReversed(), after.toReversed())
  const kept = Math.min(tail, fewer - head)
  const [from, to] = [head, read.length - kept]
  const by = now.slice(head, now.length - kept)
  // Where one more was put in among its like nothing that was there is touched.
  if (from === to) return [{ from, to, by, least: from, most: to }]
  return [
    { from, to, by, least: Math.min(from, fewer - tail), most: Math.max(to, read.length - fewer + head) },
  ]
}

/** Whether both are of the same lines. What both put in at one place is none of the other's. */
const meet = <L>(one: Change<L>, other: Change<L>): boolean =>
  one.least < other.most && other.least < one.most

/** Whether both put lines in at one place. */
const putInAt = <L>(one: Change<L>, other: Change<L>): boolean =>
  one.from === one.to && other.from === other.to && one.from === other.from

/**
 * What both put in at one place, in one: what they have alike at its beginning once, as where the answer to what was saved
 * here was lost; then theirs, then mine, but what begins a group last, so that no line comes to stand in another's.
 */
export function together<L>(mine: readonly L[], theirs: readonly L[], { keyOf, begins }: Told<L>): L[] {
  const head = alike(mine.map(keyOf), theirs.map(keyOf))
  const [own, others] = [mine.slice(head), theirs.slice(head)]
  const ownLast = !others.some(begins) || own.some(begins)
  return [...mine.slice(0, head), ...(ownLast ? [...others, ...own] : [...own, ...others])]
}

/** What a merge has to know of a line. */
export interface Told<L> {
  /** what it asks for */
  keyOf(line: L): string
  /** whether it begins a group */
  begins(line: L): boolean
}

/** @returns null where both changed the same lines */
export function mergedLines<L>(
  mine: readonly L[],
  theirs: readonly L[],
  read: readonly L[],
  told: Told<L>,
): L[] | null {
  const [here, there] = [changesOf(read, mine, told.keyOf), changesOf(read, theirs, told.keyOf)]
  if (here.some((one) => there.some((other) => meet(one, other)))) return null
  const joined = there.map((other) => {
    const own = here.find((one) => putInAt(one, other))
    return own ? { ...other, by: together(own.by, other.by, told) } : other
  })
  const alone = here.filter((one) => !there.some((other) => putInAt(one, other)))
  // From the end, so that no place moves; what is put in before a line that is another comes before it.
  const all = [...alone, ...joined].sort((a, b) => b.from - a.from || b.to - a.to)
  const lines = [...read]
  for (const { from, to, by } of all) lines.splice(from, to - from, ...by)
  return lines
}

/**
 * The same of lines with alternatives to them: a line is one with those, so that none comes to stand for another line.
 * Where both changed lines of one choice each is told by its place in it, as long as they are as many.
 */
export function mergedChoices<L extends Line>(
  mine: readonly L[],
  theirs: readonly L[],
  read: readonly L[],
  keyOf: (line: L) => string,
): L[] | null {
  const [here, there, before] = [choicesOf(mine), choicesOf(theirs), choicesOf(read)]
  const begins = ({ area }: L) => area === 'heading'
  const choices = mergedLines(here, there, before, {
    keyOf: (choice) => JSON.stringify(choice.map(keyOf)),
    begins: ([first]) => begins(first!),
  })
  if (choices) return choices.flat()
  const sizes = (of: readonly L[][]) => of.map(({ length }) => length).join()
  const isSame = [here, there].every((of) => sizes(of) === sizes(before))
  return isSame ? mergedLines(mine, theirs, read, { keyOf, begins }) : null
}
