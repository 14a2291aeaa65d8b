/** What another counter made of the quote on the screen, to be told: which fields and lines are other, and how it stands. */
import { comparedLines, type ComparedLine } from '../../domain/shared/compared-lines.ts'
import { inOrder } from '../../domain/shared/in-order.ts'
import type { Quote, QuoteLine } from '../api/types'
import { orderMoved } from './merged-lines'
import {
  differences,
  draftOf,
  fieldsOf,
  requestKey,
  requestOf,
  same,
  type Draft,
  type DraftField,
  type DraftLine,
} from './quote-draft'

/** What is told of a field: of the quote itself, or of what its VAT asks of its customer. */
export interface FieldNews {
  readonly field: DraftField | 'vatNumber'
  /** what was in it before the first of these news; absent: it was the same, but not its name */
  readonly was?: unknown
  readonly now: unknown
}

/** What another counter made of a quote: the fields that it changed, with what is in them now, and its state where that is another. */
export interface News {
  readonly fields: readonly FieldNews[]
  readonly state: Quote['state'] | null
  /** Whether that is so because a revision was given up. */
  readonly givenUp: boolean
  /** The revision that it is by now, where that is a later one. */
  readonly revision: number | null
  /** The lines that are others: as they were before the first of these news, and as they are. */
  readonly lines: readonly ComparedLine<QuoteLine>[]
  /** The ids of the lines in the order that they had before the first of these news. */
  readonly order: readonly string[]
  /** Of lines that stand in another order the fewest that were moved, each with its alternatives: by their names. */
  readonly moved: readonly string[]
}

const asTold = (line: QuoteLine | null) =>
  line && JSON.stringify([requestOf(line), line.amounts?.listCents, line.price.label])

/** Whether of two lines the same is told: what they ask for, how soon, at what price. */
export const isToldAlike = (one: QuoteLine, other: QuoteLine): boolean => asTold(one) === asTold(other)

type Pairs = readonly ComparedLine<QuoteLine>[]

const idOf = ({ before, after }: ComparedLine<QuoteLine>) => (after ?? before)!.id

/** What is other in the lines, of each from before it was told first: what was removed stays told, unless it came back. */
function newsOfLines(pairs: Pairs, earlier: Pairs): ComparedLine<QuoteLine>[] {
  const told = new Map(earlier.map((pair) => [idOf(pair), pair]))
  const changed = pairs.flatMap(({ before: was, after }) => {
    const id = (after ?? was)!.id
    const last = told.get(id)
    told.delete(id)
    const before = last ? last.before : was
    return asTold(before) === asTold(after) ? [] : [{ before, after }]
  })
  return [...changed, ...[...told.values()].filter(({ after }) => after === null)]
}

/** Of lines of which nothing else is told the fewest that were moved, of those and their alternatives the first. @param before their ids in their order */
export function movedLines(lines: readonly QuoteLine[], before: readonly string[], told: Pairs): string[] {
  const present = new Map(lines.map((line) => [line.id, line]))
  const was = before.filter((id) => present.has(id))
  const known = new Set(was)
  const now = [...present.keys()].filter((id) => known.has(id))
  const inPlace = new Set(inOrder(now, was).map(([at]) => now[at]!))
  const others = new Set(told.map(idOf))
  const moved = now.filter((id) => !inPlace.has(id) && !others.has(id)).map((id) => present.get(id)!)
  const leading = moved.filter(({ role }) => role !== 'alternative')
  return [...new Set((leading.length > 0 ? leading : moved).map(({ name }) => name))]
}

/** Whether the quote is what was sent before the revision that was shown. */
export const isGivenUp = (now: Quote, was: Quote | null): boolean =>
  was !== null && was.state === 'draft' && now.revision < was.revision

/** The later revision that it is, also of what was told before. */
function newRevision(now: Quote, was: Quote | null, earlier: News | null): number | null {
  if (was === null || now.revision < was.revision) return null
  return now.revision > was.revision ? now.revision : (earlier?.revision ?? null)
}

/** @param was the quote as it was shown. @param earlier news that are still shown: they go with these, but for what was changed again */
export function newsOf(now: Quote, read: Draft, was: Quote | null, earlier: News | null): News {
  const there = draftOf(now)
  const present = fieldsOf(there)
  const pairs = comparedLines(was?.lines ?? now.lines, now.lines)
  const lines = newsOfLines(pairs, earlier?.lines ?? [])
  const order = earlier?.order ?? (was ?? now).lines.map(({ id }) => id)
  const first = new Map((earlier?.fields ?? []).map((each) => [each.field, each]))
  const changed = differences(read, there, read).map(({ field, mine, theirs }) => ({
    ...{ field, now: theirs },
    was: field === 'lines' ? undefined : (first.get(field) ?? { was: mine }).was,
  }))
  const isSo = ({ field, now: was }: FieldNews) => field === 'vatNumber' || same(was, present.get(field))
  const before = (earlier?.fields ?? []).filter(
    (each) => isSo(each) && !changed.some(({ field }) => each.field === field),
  )
  const moved = movedLines(now.lines, order, lines)
  // What came back to what it was before the first of these news is none.
  const isBack = (each: FieldNews) =>
    each.field === 'lines'
      ? was !== null && lines.length === 0 && moved.length === 0
      : each.was !== undefined && same(each.was, each.now)
  return {
    fields: [...before, ...changed].filter((each) => !isBack(each)),
    givenUp: now.state === (was ?? now).state ? (earlier?.givenUp ?? false) : isGivenUp(now, was),
    revision: newRevision(now, was, earlier),
    state: now.state === (was ?? now).state ? (earlier?.state ?? null) : now.state,
    ...{ lines, order, moved },
  }
}

/** The same; null where everything is back to what it was. */
export function orNone(news: News): News | null {
  const { fields, lines, moved, state, givenUp, revision } = news
  const isTold =
    fields.length + lines.length + moved.length > 0 || state !== null || givenUp || revision !== null
  return isTold ? news : null
}

/**
 * The same once lines were moved or changed here: that is no news, and a line that was changed here has been seen.
 * @param before, after the lines as they were and are
 */
export function withOwnLines(
  news: News,
  before: readonly DraftLine[],
  after: readonly (DraftLine | QuoteLine)[],
): News | null {
  const idsOf = (lines: readonly { readonly id: string }[]) => lines.map(({ id }) => id)
  const was = new Map(before.map((line) => [line.id, requestKey(line)]))
  const own = new Set(
    idsOf(after.filter((line) => was.has(line.id) && was.get(line.id) !== requestKey(line))),
  )
  const lines = news.lines.filter((pair) => !own.has(idOf(pair)))
  const isTold = lines.length + news.moved.length > 0 || news.lines.length === 0
  return orNone({
    ...news,
    ...{ lines, order: orderMoved(news.order, idsOf(before), idsOf(after)) },
    fields: news.fields.filter(({ field }) => field !== 'lines' || isTold),
  })
}

/**
 * What of the news is in the quote still once a person has chosen between both versions, and was not asked about.
 * @param asked the fields that were @param written the lines as they are by that @param chosen ids of the lines that were chosen one by one
 */
export function staying(
  news: News,
  asked: ReadonlySet<FieldNews['field']>,
  written: readonly DraftLine[],
  chosen: ReadonlySet<string>,
): News | null {
  const keys = new Map(written.map((line) => [line.id, requestKey(line)]))
  const lines = news.lines.filter((pair) => {
    const id = idOf(pair)
    return !chosen.has(id) && keys.get(id) === (pair.after ? requestKey(pair.after) : undefined)
  })
  const isTold = written.length > 0 && lines.length > 0
  return orNone({
    ...news,
    ...{ lines: isTold ? lines : [], moved: [], state: null, givenUp: false, revision: null },
    fields: news.fields.filter(({ field }) => (field === 'lines' ? isTold : !asked.has(field))),
  })
}

const NO_NEWS: News = {
  fields: [],
  state: null,
  givenUp: false,
  revision: null,
  lines: [],
  order: [],
  moved: [],
}

/** News with more fields, each as it is told last. */
export function withFields(news: News | null, fields: readonly FieldNews[]): News {
  const { fields: told, ...rest } = news ?? NO_NEWS
  const others = told.filter((each) => !fields.some(({ field }) => field === each.field))
  return { ...rest, fields: [...others, ...fields] }
}

/** What another counter changed of its customer's record: whom it names, and the VAT number that its VAT asks for. */
export function newsOfRecord(now: Quote, was: Quote, vatNumber: string): FieldNews[] {
  const lacks = ({ obstacles }: Quote) => obstacles.some(({ code }) => code === 'vat_number_required')
  return [
    ...(now.company === was.company ? [] : [{ field: 'companyId' as const, now: now.companyId }]),
    ...(now.contact === was.contact ? [] : [{ field: 'contactId' as const, now: now.contactId }]),
    ...(lacks(now) === lacks(was) ? [] : [{ field: 'vatNumber' as const, now: vatNumber }]),
  ]
}
