/**
 * Lines of a quote that two have changed, in one: pure. Each line is told by its id, a choice by the line that it was
 * read with. What one alone has changed, added, moved or removed is so; where both have, it is mine, and disputed.
 */
import { choicesOf, inChoices } from '../../domain/shared/line-choices.ts'
import { inOrder } from '../../domain/shared/in-order.ts'
import { isIncluded, type Line as AnyLine } from '../../domain/shared/line-roles.ts'

type Line = AnyLine & { readonly id: string }
type Id = string

export interface Merge<L> {
  readonly lines: readonly L[]
  /** whether both changed the same, so that a person has to say which stays */
  readonly disputed: boolean
}

interface Side<L> {
  readonly lines: ReadonlyMap<Id, L>
  /** the lines of each choice, all in their order */
  readonly choices: ReadonlyMap<Id, readonly Id[]>
  /** the choice of each line */
  readonly homes: ReadonlyMap<Id, Id>
}

/** @param read what it was made of; null: it is that itself */
function sideOf<L extends Line>(now: readonly L[], read: Side<L> | null): Side<L> {
  const choices = new Map<Id, Id[]>()
  for (const lines of choicesOf(now)) {
    const own = lines.map(({ id }) => id)
    const was = own.map((id) => read?.homes.get(id)).find((home) => home !== undefined && !choices.has(home))
    const begun = choices.has(own[0]!) ? `+${own[0]}` : own[0]!
    choices.set(was ?? begun, own)
  }
  const homes = [...choices].flatMap(([choice, own]) => own.map((id): [Id, Id] => [id, choice]))
  return { lines: new Map(now.map((line) => [line.id, line])), choices, homes: new Map(homes) }
}

/** What two have, in one order, and whether a person has to say which. */
interface Order {
  readonly ids: readonly Id[]
  readonly disputed: boolean
}

const isSame = (one: readonly Id[], other: readonly Id[]) => one.join() === other.join()

/** The fewest that have to be moved to come from one order to another; of those that serve as well none that are to stay. */
function movedBetween(read: readonly Id[], now: readonly Id[], staying = new Set<Id>()): Set<Id> {
  const weigh = (one: Id, other: Id) => (one === other ? read.length + 1 + Number(staying.has(one)) : 0)
  const inPlace = new Set(inOrder(now, read, weigh).map(([at]) => now[at]!))
  return new Set(now.filter((id) => !inPlace.has(id)))
}

type IsBefore = (one: Id, other: Id) => boolean

function isBeforeIn(ids: readonly Id[]): IsBefore {
  const places = new Map(ids.map((id, at) => [id, at]))
  return (one, other) => places.get(one)! < places.get(other)!
}

/**
 * What all three have, in one order: any two stand as whoever moved them has them. Disputed where that is no order, or
 * where both moved one, and to another place.
 */
function ordered(mine: readonly Id[], theirs: readonly Id[], read: readonly Id[]): Order {
  if (isSame(mine, read) || isSame(mine, theirs)) return { ids: theirs, disputed: false }
  if (isSame(theirs, read)) return { ids: mine, disputed: false }
  // Which of two neighbours went past the other nobody knows: the one that the other counter has not moved.
  const own = movedBetween(read, mine, movedBetween(read, theirs))
  const others = movedBetween(read, theirs, movedBetween(read, mine))
  const still = new Set(read.filter((id) => !own.has(id) && !others.has(id)))
  const [here, there, before] = [mine, theirs, read].map((ids) => behindWhich(ids, still))
  const twice = [...own].some((id) => others.has(id) && here!.get(id) !== there!.get(id))
  const [byMe, byThem, was] = [mine, theirs, read].map(isBeforeIn) as [IsBefore, IsBefore, IsBefore]
  const isOther: IsBefore = (one, other) => [byMe, byThem].some((by) => by(one, other) !== was(one, other))
  const isBefore: IsBefore = (one, other) => isOther(one, other) !== was(one, other)
  // Each has gone elsewhere among the rest: that one came past the other says nothing by itself.
  const isApart: IsBefore = (one, other) =>
    own.has(one) &&
    others.has(other) &&
    here!.get(one) !== before!.get(one) &&
    there!.get(other) !== before!.get(other)
  const holds = (ids: readonly Id[]) => {
    const by = isBeforeIn(ids)
    const isKept: IsBefore = (one, other) =>
      !isOther(one, other) || by(one, other) !== was(one, other) || isApart(one, other) || isApart(other, one)
    return ids.every((one) => ids.every((other) => isKept(one, other)))
  }
  const behind = new Map(mine.map((id) => [id, mine.filter((other) => isBefore(id, other)).length]))
  const sorted = mine.toSorted((one, other) => behind.get(other)! - behind.get(one)!)
  // What one has moved is put in where he has it, as if it were new: past what the other moved, too.
  const [left, right] = [
    mine.filter((id) => own.has(id) || !others.has(id)),
    theirs.filter((id) => others.has(id) || !own.has(id)),
  ]
  const apart = () => [woven(left, right, [...still]).ids, woven(right, left, [...still]).ids]
  const ids = twice ? undefined : holds(sorted) ? sorted : apart().find(holds)
  return { ids: ids ?? mine, disputed: ids === undefined }
}

/** Behind which of some each stands; null: before all of them. */
function behindWhich(ids: readonly Id[], some: ReadonlySet<Id | null>): Map<Id | null, Id | null> {
  let behind: Id | null = null
  const stands = (id: Id): [Id, Id | null] => {
    if (some.has(id)) behind = id
    return [id, behind]
  }
  return new Map(ids.map(stands))
}

/**
 * All of both in one order; what one alone has behind what it stood behind: at one place theirs, then mine, but what begins a
 * group last, so that no line comes to stand in another's.
 */
function woven(
  mine: readonly Id[],
  theirs: readonly Id[],
  read: readonly Id[],
  begins: (id: Id) => boolean = () => false,
): Order {
  const [here, there] = [new Set(mine), new Set(theirs)]
  const common = new Set(read.filter((id) => here.has(id) && there.has(id)))
  const of = (ids: readonly Id[]) => ids.filter((id) => common.has(id))
  const order = ordered(of(mine), of(theirs), of(read))
  const alone = (ids: readonly Id[]) => {
    const behind = behindWhich(ids, common)
    return Map.groupBy(
      ids.filter((id) => !common.has(id)),
      (id) => behind.get(id) ?? null,
    )
  }
  const [own, others] = [alone(mine.filter((id) => common.has(id) || !there.has(id))), alone(theirs)]
  const together = (id: Id | null) => {
    const [added, written] = [others.get(id) ?? [], own.get(id) ?? []]
    return !added.some(begins) || written.some(begins) ? [...added, ...written] : [...written, ...added]
  }
  const ids = [null, ...order.ids].flatMap((id) => [...(id === null ? [] : [id]), ...together(id)])
  return { ids, disputed: order.disputed }
}

/** The order of all, once what was moved between two of them is moved in another, too. */
export const orderMoved = (all: readonly Id[], before: readonly Id[], after: readonly Id[]): readonly Id[] =>
  woven(after, all, before).ids

/** What a merge has to know of a line. */
export interface Told<L> {
  /** all that it asks for */
  keyOf(line: L): string
  /** the same, whatever it is to the total */
  plainOf(line: L): string
}

/** Both changed it, and to another. */
const isDisputed = (own: unknown, other: unknown, was: unknown) =>
  own !== other && own !== was && other !== was

/** The lines of both. Each alternative stays behind its own line; where two chose which of them counts, it is mine. */
export function mergedLines<L extends Line>(
  mine: readonly L[],
  theirs: readonly L[],
  read: readonly L[],
  told: Told<L>,
): Merge<L> {
  const isWhole = (lines: readonly L[]) => inChoices(lines).every((line, at) => line === lines[at])
  if (![mine, theirs, read].every(isWhole)) return { lines: mine, disputed: true }
  const before = sideOf(read, null)
  const [here, there] = [sideOf(mine, before), sideOf(theirs, before)]
  let disputed = false

  /** What of a line, or of a choice, is mine or theirs. */
  function chosen<T>(of: (side: Side<L>) => T): Side<L> {
    const [own, other, was] = [of(here), of(there), of(before)]
    if (isDisputed(own, other, was)) disputed = true
    return own === was ? there : here
  }
  const lineIn =
    (id: Id) =>
    ({ lines }: Side<L>) =>
      lines.get(id)
  const keyIn = (id: Id) => (side: Side<L>) => {
    const line = lineIn(id)(side)
    return line && told.keyOf(line)
  }
  const isIn = (id: Id) => [here, there].every(({ lines }) => lines.has(id))
  const lineOf = (id: Id): L => {
    if (!isIn(id)) return lineIn(id)(here) ?? lineIn(id)(there)!
    const of = lineIn(id)
    const line = of(chosen((side) => of(side) && told.plainOf(of(side)!)))!
    return withRole(line, of(chosen((side) => of(side)?.role))!.role)
  }
  const isKept = (id: Id): boolean => isIn(id) || chosen(keyIn(id)).lines.has(id)
  const homeOf = (id: Id) =>
    (isIn(id) ? chosen(({ homes }) => homes.get(id)) : here.homes.has(id) ? here : there).homes.get(id)

  const kept = new Set([...here.lines.keys(), ...there.lines.keys()].filter(isKept))
  const homes = new Map([...kept].map((id) => [id, homeOf(id)!]))
  const linesIn = (choice: Id): L[] => {
    const of = ({ choices }: Side<L>) => choices.get(choice) ?? []
    const said = (side: Side<L>) => JSON.stringify(of(side).map((id) => keyIn(id)(side)))
    // What stands in a choice that the other has removed stands for nothing any more.
    if (of(before).length > 0 && [here, there].some((side) => of(side).length === 0)) chosen(said)
    const [own, others] = [here, there].map((side) =>
      of(side).filter((id) => kept.has(id) && homes.get(id) === choice),
    )
    const both = woven(own!, others!, of(before))
    if (both.disputed) disputed = true
    const [first] = of(before)
    // One that was removed there, and is kept for what was changed of it here, is what it was.
    const isBack = (side: Side<L>) =>
      first !== undefined && both.ids.includes(first) && !side.lines.has(first)
    let lead = of(here).length > 0 && of(there).length > 0 ? chosen((side) => of(side)[0]) : here
    if (isBack(lead)) lead = lead === here ? there : here
    return choiceOf(both.ids, of(lead)[0] ?? of(there)[0], lineOf)
  }
  const result = new Map([...here.choices.keys(), ...there.choices.keys()].map((id) => [id, linesIn(id)]))
  const filled = ({ choices }: Side<L>) => [...choices.keys()].filter((id) => result.get(id)!.length > 0)
  const begins = (id: Id) => result.get(id)![0]!.area === 'heading'
  const all = woven(filled(here), filled(there), [...before.choices.keys()], begins)
  return { lines: all.ids.flatMap((id) => result.get(id)!), disputed: disputed || all.disputed }
}

const withRole = <L extends Line>(line: L, role: L['role']): L =>
  line.area === 'heading' || (line.role ?? 'included') === (role ?? 'included') ? line : { ...line, role }

/** Lines of one choice, of which one counts: that which is to be first, else the next one. What is none of it any more stands behind it. */
function choiceOf<L extends Line>(ids: readonly Id[], first: Id | undefined, lineOf: (id: Id) => L): L[] {
  const lines = ids.map(lineOf)
  const isOut = (line: L) => !isIncluded(line) && line.role !== 'alternative'
  const rest = lines.filter((line) => !isOut(line))
  const lead = rest.find(({ id }) => id === first) ?? rest[0]
  const sorted = lead === undefined ? [] : [lead, ...rest.filter((line) => line !== lead)]
  return [
    ...sorted.map((line, at) => withRole(line, at === 0 ? 'included' : 'alternative')),
    ...lines.filter(isOut),
  ]
}
