/**
 * A choice: a line of a quote with the alternatives to it. They stand right behind it and stay with it, whatever is done
 * to the lines. For the service and the screens.
 */
import { basesOf, isIncluded, type Line } from './line-roles.ts'

/** The lines with each alternative right behind the line that it stands for; one that stands for none is an option. */
export function inChoices<L extends Line>(lines: readonly L[]): L[] {
  const bases = basesOf(lines)
  const behind = Map.groupBy(lines.keys(), (at) => bases[at] ?? null)
  return lines.flatMap((line, at): L[] => {
    if (bases[at] !== null) return []
    if (line.role === 'alternative') return [{ ...line, role: 'option' as const }]
    return [line, ...(behind.get(at) ?? []).map((other) => lines[other]!)]
  })
}

/** Where a choice begins, and where what comes after it does. */
interface Span {
  readonly from: number
  readonly to: number
}

/** The places of the choice that a line is of; of a line to which there is no alternative its own. */
export function choiceAt(lines: readonly Line[], at: number): Span {
  const from = basesOf(lines)[at] ?? at
  let to = at + 1
  while (isIncluded(lines[from]!) && lines[to]?.role === 'alternative') to += 1
  return { from, to }
}

/** The lines choice by choice; a line to which there is no alternative by itself. */
export function choicesOf<L extends Line>(lines: readonly L[]): L[][] {
  const choices: L[][] = []
  for (const line of lines) {
    if (line.role === 'alternative' && choices.length > 0) choices.at(-1)!.push(line)
    else choices.push([line])
  }
  return choices
}

/** The place of the line that a line would stand for as an alternative where it is: of one with alternatives the first of them; null: none. */
export function baseFor(lines: readonly Line[], at: number): number | null {
  const heir = at < lines.length ? heirOf(lines, at) : null
  return heir ?? basesOf([...lines.slice(0, at), { area: 'free', role: 'alternative' }])[at] ?? null
}

/** The lines with one that was changed as the last alternative to another, which counts in the total. */
export function standingFor<L extends Line>(lines: readonly L[], at: number, line: L, base: number): L[] {
  const left = withoutLine(lines, at)
  const { to } = choiceAt(left, left.indexOf(lines[base]!))
  return left.toSpliced(to, 0, { ...line, role: 'alternative' as const })
}

/** The place to which a step leads: beside the next choice, of an alternative beside the next one of its own choice. */
export function stepFrom(lines: readonly Line[], at: number, by: -1 | 1): number {
  const { from, to } = choiceAt(lines, at)
  if (at === from) return by < 0 ? from - 1 : to
  return Math.max(from + 1, Math.min(to - 1, at + by))
}

/**
 * In which order the lines stand, by their places, once one was moved to where another is. A line takes its alternatives
 * along and comes before or behind a whole choice; an alternative stays within its own.
 */
export function movedPlaces(lines: readonly Line[], at: number, to: number): number[] {
  const places = [...lines.keys()]
  const own = choiceAt(lines, at)
  if (at !== own.from) {
    const place = Math.max(own.from + 1, Math.min(own.to - 1, to))
    places.splice(place, 0, ...places.splice(at, 1))
    return places
  }
  if (to < 0 || to >= lines.length || (to >= own.from && to < own.to)) return places
  const other = choiceAt(lines, to)
  const size = own.to - own.from
  const moved = places.splice(own.from, size)
  places.splice(to < at ? other.from : other.to - size, 0, ...moved)
  return places
}

/**
 * The lines with one that was outside of the total taken in. An alternative changes places with the line that it stands
 * for, so that the other alternatives stand for it from then on.
 */
export function takenIn<L extends Line>(lines: readonly L[], at: number): L[] {
  const base = basesOf(lines)[at] ?? null
  const taken = [...lines]
  const line = { ...lines[at]!, role: 'included' as const }
  taken[base ?? at] = line
  if (base !== null) taken[at] = { ...lines[base]!, role: 'alternative' as const }
  return taken
}

/** The place of the alternative that counts in the total once a line is removed; null: there is none. */
export function heirOf(lines: readonly Line[], at: number): number | null {
  const { from, to } = choiceAt(lines, at)
  return at === from && to > at + 1 ? at + 1 : null
}

/** The lines without one: the first alternative to it counts in its place. */
export function withoutLine<L extends Line>(lines: readonly L[], at: number): L[] {
  const heir = heirOf(lines, at)
  const left = heir === null ? [...lines] : lines.with(heir, { ...lines[heir]!, role: 'included' as const })
  left.splice(at, 1)
  return left
}

/** The lines with a copy of one right behind it: of a line to which there are alternatives behind them. */
export function withCopy<L extends Line>(lines: readonly L[], at: number, copy: L): L[] {
  const { from, to } = choiceAt(lines, at)
  return lines.toSpliced(at === from ? to : at + 1, 0, copy)
}

/** The lines with one that was changed: what is no alternative any more leaves its choice, behind it, which goes on without it. */
export function withChanged<L extends Line>(lines: readonly L[], at: number, line: L): L[] {
  const { from, to } = choiceAt(lines, at)
  const changed = lines.with(at, line)
  const heir = heirOf(lines, at)
  if (to - from === 1) return inChoices(changed)
  if (line.role === 'alternative') return heir === null ? changed : takenIn(lines, heir).with(heir, line)
  if (at === from && isIncluded(line)) return changed
  return withoutLine(lines, at).toSpliced(to - 1, 0, line)
}

const inRole = <L extends Line>(line: L, role: L['role']): L =>
  (line.role ?? 'included') === (role ?? 'included') ? line : { ...line, role }

/** A line that was removed: the lines as they were, and its place among them. */
export interface Gone<L> {
  readonly before: readonly L[]
  readonly at: number
}

/**
 * The lines with one that was removed back in its place: in the order, and the choices, of before it was removed where those
 * have not changed since, else in its choice as far as that is there still, or between the lines that it stood between.
 * @param nameOf what a line is told by, whatever it is to the total
 */
export function withGone<L extends Line>(
  now: readonly L[],
  { before, at }: Gone<L>,
  nameOf: (line: L) => string,
): L[] {
  const text = (lines: readonly L[]) =>
    JSON.stringify(lines.map((line) => [line.role ?? 'included', nameOf(line)]))
  if (text(now) === text(withoutLine(before, at))) {
    // What each says besides may be another by now.
    const present = new Map(now.map((line) => [nameOf(line), line]))
    return before.map((line, i) => (i === at ? line : inRole(present.get(nameOf(line))!, line.role)))
  }
  const own = choiceAt(before, at)
  const line = before[at]!
  const mates = before
    .slice(own.from, own.to)
    .toSpliced(at - own.from, 1)
    .map(nameOf)
  const there = choiceOf(now, mates, at, nameOf)
  if (there === null) {
    const alone = line.role === 'alternative' ? { ...line, role: 'option' as const } : line
    return now.toSpliced(placeAlone(now, { before, at }, own, nameOf), 0, alone)
  }
  const base = now[there.from]!
  // What counted in its place does no longer, unless another was chosen since.
  if (isIncluded(line) && nameOf(base) === mates[0])
    return now.toSpliced(there.from, 1, line, { ...base, role: 'alternative' as const })
  const names = now.map(nameOf)
  const above = names.indexOf(nameOf(before[at - 1] ?? line), there.from)
  const place = above >= 0 && above < there.to ? above + 1 : there.from + 1
  return now.toSpliced(place, 0, { ...line, role: 'alternative' as const })
}

/** The choice that has most of these lines, of several the nearest one; null: none has any. */
function choiceOf<L extends Line>(
  now: readonly L[],
  mates: readonly string[],
  near: number,
  nameOf: (line: L) => string,
): Span | null {
  const spans = now.flatMap((line, at) => (isIncluded(line) ? [choiceAt(now, at)] : []))
  const found = spans.map(({ from, to }) => {
    const there = now.slice(from, to).filter((line) => mates.includes(nameOf(line))).length
    return { from, to, there, away: Math.abs(from - near) }
  })
  const [best] = found.sort((a, b) => b.there - a.there || a.away - b.away)
  return best && best.there > 0 ? best : null
}

/** Where a line goes that is of no choice: between those between which it, or its choice, stood, and within none. */
function placeAlone<L extends Line>(
  now: readonly L[],
  { before, at }: Gone<L>,
  own: Span,
  nameOf: (line: L) => string,
): number {
  const placeOf = (line: L | undefined, near: number) => {
    if (!line) return -1
    const same = (other: L | undefined) => other !== undefined && nameOf(other) === nameOf(line)
    return same(now[near]) ? near : now.findIndex(same)
  }
  const above = placeOf(before[own.from - 1], own.from - 1)
  if (above >= 0) return choiceAt(now, above).to
  const below = placeOf(before[own.to], at)
  if (below >= 0) return choiceAt(now, below).from
  return at < now.length ? choiceAt(now, at).from : now.length
}
