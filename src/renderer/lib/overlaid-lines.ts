/**
 * Lines of a quote that two have changed, where a person has to say which stay: the other's with mine over them, so that
 * whoever chooses his own loses none that the other alone has changed. Pure. What is chosen is seen before it is saved:
 * so a line is told here by what it asks for, too, and not by its place alone.
 */
import { choicesOf, inChoices } from '../../domain/shared/line-choices.ts'
import { inOrder } from '../../domain/shared/in-order.ts'
import { isIncluded, type Line } from '../../domain/shared/line-roles.ts'
import { mergedChoices, together, type Told } from './merged-lines'

/** What a line is known by. */
export interface Known<L> {
  /** all that it asks for */
  keyOf(line: L): string
  /** the same, whatever it is to the total */
  plainOf(line: L): string
  /** what it is of, however many and at whatever price */
  subjectOf(line: L): string
}

const isHeading = ({ area }: Line) => area === 'heading'

/** Of each line the place that it had among those that were read; null: it was added. */
function originsOf<L extends Line>(now: readonly L[], read: readonly L[], known: Known<L>) {
  const origins = now.map((): number | null => null)
  const left = new Set(read.keys())
  const pair = (at: number, from: number) => {
    origins[at] = from
    left.delete(from)
  }
  for (const name of ['keyOf', 'plainOf', 'subjectOf'] as const) {
    const namesOf = (lines: readonly L[]) => lines.map((line) => known[name](line))
    const [names, before] = [namesOf(now), namesOf(read)]
    const [open, rest] = [[...now.keys()].filter((at) => origins[at] === null), [...left]]
    const pairs = inOrder(
      open.map((at) => names[at]!),
      rest.map((at) => before[at]!),
    )
    for (const [at, from] of pairs) pair(open[at]!, rest[from]!)
    // The others were moved.
    for (const at of open.filter((each) => origins[each] === null)) {
      const from = [...left].find((each) => before[each] === names[at])
      if (from !== undefined) pair(at, from)
    }
  }
  byPlace(origins, left, pair, (at, from) => isHeading(now[at]!) === isHeading(read[from]!))
  return origins
}

/** What stands as many in the place of others is these, whatever it asks for. */
function byPlace(
  origins: readonly (number | null)[],
  left: ReadonlySet<number>,
  pair: (at: number, from: number) => void,
  isAlike: (at: number, from: number) => boolean,
): void {
  for (let at = 0; at < origins.length; at++) {
    if (origins[at] !== null) continue
    const above = at > 0 ? origins[at - 1] : -1
    let [many, were] = [1, 0]
    while (origins[at + many] === null) many++
    while (typeof above === 'number' && left.has(above + 1 + were)) were++
    const run = many === were ? [...Array(many).keys()] : []
    for (const i of run) if (isAlike(at + i, above! + 1 + i)) pair(at + i, above! + 1 + i)
    at += many - 1
  }
}

/** A line, or a choice, by a name of its own: the place that it had where it was read, else one that only this side has. */
type Id = string

interface Side<L> {
  readonly lines: ReadonlyMap<Id, L>
  /** the lines of each choice, all in their order */
  readonly choices: ReadonlyMap<Id, readonly Id[]>
  /** the choice of each line */
  readonly homes: ReadonlyMap<Id, Id>
}

/** @param read what it was made of; null: it is that itself */
function sideOf<L extends Line>(
  now: readonly L[],
  origins: readonly (number | null)[],
  mark: string,
  read: Side<L> | null,
): Side<L> {
  const ids = origins.map((origin, at) => (origin === null ? `${mark}${at}` : `${origin}`))
  const choices = new Map<Id, Id[]>()
  let at = 0
  for (const { length } of choicesOf(now)) {
    const own = ids.slice(at, (at += length))
    const was = own.map((id) => read?.homes.get(id)).find((home) => home !== undefined && !choices.has(home))
    choices.set(was ?? `${mark}${at}`, own)
  }
  const homes = [...choices].flatMap(([choice, own]) => own.map((id): [Id, Id] => [id, choice]))
  return { lines: new Map(ids.map((id, place) => [id, now[place]!])), choices, homes: new Map(homes) }
}

/** All of both in one order: mine where I have changed it, else theirs; what one alone has behind what it stood behind. */
function woven(mine: readonly Id[], theirs: readonly Id[], read: readonly Id[], told: Told<Id>): Id[] {
  const others = new Set(theirs)
  const common = new Set(mine.filter((id) => others.has(id)))
  const of = (ids: readonly Id[]) => ids.filter((id) => common.has(id))
  const order = of(mine).join() === of(read).join() ? of(theirs) : of(mine)
  const alone = (ids: readonly Id[]) => {
    let behind: Id | null = null
    const stoodBehind = new Map<Id | null, Id[]>()
    for (const id of ids)
      if (common.has(id)) behind = id
      else stoodBehind.set(behind, [...(stoodBehind.get(behind) ?? []), id])
    return (id: Id | null) => stoodBehind.get(id) ?? []
  }
  const [here, there] = [alone(mine), alone(theirs)]
  return [null, ...order].flatMap((id) => [
    ...(id === null ? [] : [id]),
    ...together(here(id), there(id), told),
  ])
}

/**
 * The other's lines with mine over them where I have changed, added, removed or moved some: mine also where both did. Each
 * alternative stays behind its own line; where two chose which of them counts, it is mine. The merge of both where
 * nothing is disputed.
 */
export function overlaidChoices<L extends Line>(
  mine: readonly L[],
  theirs: readonly L[],
  read: readonly L[],
  known: Known<L>,
): readonly L[] {
  const both = mergedChoices(mine, theirs, read, (line) => known.keyOf(line))
  if (both) return both
  const isWhole = (lines: readonly L[]) => inChoices(lines).every((line, at) => line === lines[at])
  if (![mine, theirs, read].every(isWhole)) return mine
  const before = sideOf(read, [...read.keys()], '', null)
  const here = sideOf(mine, originsOf(mine, read, known), 'm', before)
  const there = sideOf(theirs, originsOf(theirs, read, known), 't', before)

  /** What of a line is mine: where I have changed it, or they have it no more. */
  const isMine = (id: Id, of: (side: Side<L>) => unknown) =>
    here.lines.has(id) && (!there.lines.has(id) || of(here) !== of(before))
  const lineOf = (id: Id): L => {
    const lineIn = ({ lines }: Side<L>) => lines.get(id)
    const plainIn = (side: Side<L>) => (lineIn(side) ? known.plainOf(lineIn(side)!) : null)
    const line = lineIn(isMine(id, plainIn) ? here : there)!
    return isHeading(line)
      ? line
      : { ...line, role: lineIn(isMine(id, (side) => lineIn(side)?.role) ? here : there)!.role }
  }
  const isKept = (id: Id): boolean => {
    const [own, other, was] = [here, there, before].map(({ lines }) => lines.get(id))
    if (own && other) return true
    return was === undefined || (own !== undefined && known.keyOf(own) !== known.keyOf(was))
  }
  const homeOf = (id: Id) => (isMine(id, ({ homes }) => homes.get(id)) ? here : there).homes.get(id)

  const linesIn = (choice: Id): L[] => {
    const of = ({ choices }: Side<L>) => choices.get(choice) ?? []
    const [own, others] = [here, there].map((side) =>
      of(side).filter((id) => isKept(id) && homeOf(id) === choice),
    )
    const told = { keyOf: (id: Id) => known.keyOf(lineOf(id)), begins: () => false }
    const [first] = isMine(of(here)[0] ?? '', (side) => of(side)[0]) ? of(here) : of(there)
    return choiceOf(woven(own!, others!, of(before), told), first, lineOf)
  }
  const result = new Map([...here.choices.keys(), ...there.choices.keys()].map((id) => [id, linesIn(id)]))
  const filled = ({ choices }: Side<L>) => [...choices.keys()].filter((id) => result.get(id)!.length > 0)
  const told = {
    keyOf: (id: Id) => JSON.stringify(result.get(id)!.map((line) => known.keyOf(line))),
    begins: (id: Id) => isHeading(result.get(id)![0]!),
  }
  return woven(filled(here), filled(there), [...before.choices.keys()], told).flatMap((id) => result.get(id)!)
}

/** Lines of one choice, of which one counts: that which is to be first, else the next one. What is none of it any more stands behind it. */
function choiceOf<L extends Line>(ids: readonly Id[], first: Id | undefined, lineOf: (id: Id) => L): L[] {
  const isOut = (id: Id) => !isIncluded(lineOf(id)) && lineOf(id).role !== 'alternative'
  const [out, rest] = [ids.filter(isOut), ids.filter((id) => !isOut(id))]
  const lead = rest.find((id) => id === first) ?? rest[0]
  const sorted = lead === undefined ? [] : [lead, ...rest.filter((id) => id !== lead)]
  return [
    ...sorted.map((id, at): L => ({ ...lineOf(id), role: at === 0 ? 'included' : 'alternative' })),
    ...out.map(lineOf),
  ]
}
