/** What a person writes of a quote, apart from what the service adds: how two such differ, and where it is kept unsaved. */
import { withOldIds } from '../../domain/shared/line-ids.ts'
import { isProduct } from '../../domain/shared/line-roles.ts'
import { isOpen } from '../../domain/shared/quote-states.ts'
import type { LineInput, Quote, QuoteInput, QuoteLine } from '../api/types'
import { mergedLines, type Merge } from './merged-lines'

/** A line as it is written here: each has an id, that of its quote or one of our own. */
export type DraftLine = LineInput & { readonly id: string }

/** What a quote holds of its own: the part that is sent. */
export type Draft = Required<
  Pick<QuoteInput, 'reference' | 'note' | 'customerId' | 'validUntil' | 'filesOn' | 'discount'>
> & {
  lines: DraftLine[]
  companyId: number | null
  contactId: number | null
  vatRegimeId: string | null
  /** how who has no record among the companies buys; null: nobody said, as a company */
  buyer: Quote['buyer']
  /** at the shop: of the address there is only who collects it */
  collected: boolean
  address: Record<string, string>
}

export const emptyDraft = (): Draft => ({
  reference: '',
  note: '',
  customerId: null,
  companyId: null,
  contactId: null,
  vatRegimeId: null,
  validUntil: null,
  filesOn: null,
  discount: null,
  buyer: null,
  collected: false,
  address: {},
  lines: [],
})

type Sold = Extract<LineInput, { line: unknown }>['sale'] | QuoteLine['sale']

/** What a line is sold at, in one form. */
function saleOf(sale: Sold): Extract<LineInput, { line: unknown }>['sale'] {
  if (!sale) return null
  return sale.by === 'fixed'
    ? { by: sale.by, cents: sale.cents ?? 0 }
    : { by: sale.by, percent: sale.percent ?? null }
}

/** What a line asks for, in one form wherever it comes from. */
export function requestOf(line: LineInput | QuoteLine): LineInput {
  if (line.area === 'heading') return { area: line.area, text: line.text }
  const standing = {
    ...{ role: line.role ?? 'included', discount: line.discount ?? null },
    vatRegimeId: line.vatRegimeId ?? null,
  }
  if (isProduct(line)) {
    const { area, line: body, delai, leadTimeLabel, sale } = line
    return { area, line: body, delai, leadTimeLabel: leadTimeLabel ?? null, ...standing, sale: saleOf(sale) }
  }
  const { text, quantity, unitCents, costCents } = line
  const amount = { quantity: quantity ?? 0, unitCents: unitCents ?? 0, costCents: costCents ?? null }
  return { area: 'free', text, ...amount, ...standing }
}

/** The same with its id: as it is sent. */
export const draftLine = (line: DraftLine | QuoteLine): DraftLine => ({ ...requestOf(line), id: line.id })

/** All that a line asks for: of two that are alike the same. */
export const requestKey = (line: LineInput | QuoteLine): string => JSON.stringify(requestOf(line))

/** The same, whatever it is to the total. */
const plainKey = (line: LineInput | QuoteLine): string => JSON.stringify({ ...requestOf(line), role: null })

/** A name for a new quote, so that one whose answer was lost is not made twice. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** An id for a line that is new here. */
const newLineId = () => crypto.getRandomValues(new Uint32Array(2)).join('-')

/** Lines with an id each: what has none, or that of a line above it, is new. */
export function withIds(lines: readonly LineInput[]): DraftLine[] {
  const taken = new Set<string>()
  return lines.map((line) => {
    const id = line.id && !taken.has(line.id) ? line.id : newLineId()
    taken.add(id)
    return { ...line, id }
  })
}

/** Of an address who collects what it is of, and how he is reached. */
export const WHO_FIELDS = ['prenom', 'nom', 'email', 'telephone'] as const

export const whoOf = (address: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(WHO_FIELDS.map((field) => [field, address[field] ?? '']))

export function draftOf(quote: Quote): Draft {
  const { reference, note, customerId, companyId, contactId, vatRegimeId, validUntil, filesOn } = quote
  const { discount, address, collected, buyer, lines } = quote
  return {
    ...{ reference, note, customerId, companyId, contactId, vatRegimeId, validUntil, filesOn, discount },
    ...{ buyer, collected },
    address: collected ? whoOf(address) : { ...address },
    lines: lines.map(draftLine),
  }
}

/** A field of a draft by a name: `address.ville`, `lines`. */
export type DraftField = Exclude<keyof Draft, 'address'> | `address.${string}`

/** A field in its two versions, and which of them was changed since the quote was read. */
export interface Difference {
  readonly field: DraftField
  readonly mine: unknown
  readonly theirs: unknown
  /** Where it was changed since it was read: what one of both changed alone is not disputed. */
  readonly changedHere: boolean
  readonly changedThere: boolean
}

/** What was written and could not be saved: by its field. */
export type Lost = Pick<Difference, 'field' | 'mine'>

export function fieldsOf({ address, ...own }: Draft): Map<DraftField, unknown> {
  const entries: [DraftField, unknown][] = Object.entries(own).map(([name, value]) => [
    name as DraftField,
    // What an earlier program kept says nothing of it.
    name === 'lines'
      ? (value as DraftLine[]).map(draftLine)
      : name === 'collected'
        ? value || null
        : (value ?? null),
  ])
  // A field of the address that is empty is none.
  for (const [name, text] of Object.entries(address)) if (text !== '') entries.push([`address.${name}`, text])
  return new Map(entries)
}

/** Whether two contents of a field are one. */
export const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
export const isSameSale = (a: Sold, b: Sold) => same(saleOf(a), saleOf(b))

/** The lines of both, and whether both changed the same ones. */
const mergeOf = (mine: Draft, theirs: Draft, read: Draft): Merge<DraftLine> =>
  mergedLines<DraftLine>(mine.lines, theirs.lines, read.lines, { keyOf: requestKey, plainOf: plainKey })

/** A line that both changed, and to another; null on the side that removed it. */
export interface DisputedLine {
  readonly id: string
  readonly mine: DraftLine | null
  readonly theirs: DraftLine | null
}

/**
 * The lines that both changed, where they are all that is disputed: then each can be chosen by itself. None where it is
 * their order, or which of them stand for which.
 */
export function disputedLines(mine: Draft, theirs: Draft, read: Draft): DisputedLine[] {
  const [here, there, before] = [mine, theirs, read].map(
    ({ lines }) => new Map(lines.map((line) => [line.id, line])),
  ) as [Map<string, DraftLine>, Map<string, DraftLine>, Map<string, DraftLine>]
  const keyIn = (lines: Map<string, DraftLine>, id: string) => {
    const line = lines.get(id)
    return line && requestKey(line)
  }
  const disputed = [...before.keys()]
    .filter((id) => {
      const [own, other, was] = [keyIn(here, id), keyIn(there, id), keyIn(before, id)]
      return own !== other && own !== was && other !== was
    })
    .map((id) => ({ id, mine: here.get(id) ?? null, theirs: there.get(id) ?? null }))
  const isAll = mergedLinesOf(yielded(mine, theirs, new Set(disputed.map(({ id }) => id))), theirs, read)
  return isAll ? disputed : []
}

/** Mine with some lines as they are on the other side: one that was removed here is back, one that was removed there is gone. */
function yielded(mine: Draft, theirs: Draft, ids: ReadonlySet<string>): Draft {
  const there = new Map(theirs.lines.map((line) => [line.id, line]))
  const kept = mine.lines.flatMap((line) => (ids.has(line.id) ? (there.get(line.id) ?? []) : [line]))
  const known = new Set(kept.map(({ id }) => id))
  const lines = theirs.lines.reduce<DraftLine[]>((all, line, at) => {
    if (!ids.has(line.id) || known.has(line.id)) return all
    const behind = theirs.lines.slice(0, at).findLast(({ id }) => all.some((each) => each.id === id))
    const place = behind ? all.findIndex(({ id }) => id === behind.id) + 1 : 0
    return all.toSpliced(place, 0, line)
  }, kept)
  return { ...mine, lines }
}

/** The lines of both, where of those that both changed some are to be as they are there. @param yields their ids */
export const linesChosen = (
  mine: Draft,
  theirs: Draft,
  read: Draft,
  yields: ReadonlySet<string>,
): DraftLine[] => [...mergeOf(yielded(mine, theirs, yields), theirs, read).lines]

/** The lines of both; null where a person has to say which stay. */
function mergedLinesOf(mine: Draft, theirs: Draft, read: Draft): DraftLine[] | null {
  const { lines, disputed } = mergeOf(mine, theirs, read)
  return disputed ? null : [...lines]
}

/** Where two versions of a quote differ, field by field. @param read both were made of it */
export function differences(mine: Draft, theirs: Draft, read: Draft): Difference[] {
  const [here, there, before] = [fieldsOf(mine), fieldsOf(theirs), fieldsOf(read)]
  return [...new Set([...here.keys(), ...there.keys()])]
    .filter((field) => !same(here.get(field), there.get(field)))
    .map((field) => ({
      field,
      mine: here.get(field) ?? null,
      theirs: there.get(field) ?? null,
      changedHere: !same(here.get(field), before.get(field)),
      changedThere: !same(there.get(field), before.get(field)),
    }))
}

/**
 * The same for who chooses which version stays: of lines that both changed mine are the other's with mine over them. They
 * are disputed where both changed the same ones alone.
 */
export function choicesBetween(mine: Draft, theirs: Draft, read: Draft): Difference[] {
  return differences(mine, theirs, read).map((each) => {
    if (each.field !== 'lines' || !each.changedHere || !each.changedThere) return each
    const { lines, disputed } = mergeOf(mine, theirs, read)
    return { ...each, mine: lines, changedThere: disputed }
  })
}

/** What of a draft is not in the quote as it stands now. */
export const notIn = (now: Quote, mine: Draft, read: Draft): Lost[] =>
  differences(mine, draftOf(now), read).filter(({ changedHere }) => changedHere)

/** Whether a quote as it stands takes a change of that field: a draft of each, what was sent of its address and note. */
export const takesField = (now: Quote, field: DraftField): boolean =>
  now.state === 'draft' || (isOpen(now) && (field === 'note' || field.startsWith('address.')))

/** What of a draft a quote as it stands takes no longer. */
export const notTaken = (now: Quote, mine: Draft, read: Draft): Lost[] =>
  notIn(now, mine, read).filter(({ field }) => !takesField(now, field))

/** Both versions in one where no field, and no line, was changed in both; null where a person has to choose. */
export function reconciled(mine: Draft, theirs: Draft, read: Draft): Draft | null {
  const all = differences(mine, theirs, read)
  const inBoth = all.filter(({ changedHere, changedThere }) => changedHere && changedThere)
  if (inBoth.some(({ field }) => field !== 'lines')) return null
  const lines = inBoth.length > 0 ? mergedLinesOf(mine, theirs, read) : undefined
  if (lines === null) return null
  const own = new Set(all.filter((each) => each.changedHere).map(({ field }) => field))
  return { ...merged(mine, theirs, own), ...(lines && { lines }) }
}

/** Whether a quote stands as it was written: what was sent is there, nothing else. */
export const isAsWritten = (quote: Quote, written: Draft): boolean =>
  differences(written, draftOf(quote), written).length === 0

/** Theirs, with some fields of mine over it. */
export function merged(mine: Draft, theirs: Draft, fields: ReadonlySet<DraftField>): Draft {
  const result: Draft = { ...theirs, address: { ...theirs.address } }
  for (const field of fields) {
    if (field.startsWith('address.')) {
      const name = field.slice('address.'.length)
      result.address[name] = mine.address[name] ?? ''
    } else Object.assign(result, { [field]: mine[field as Exclude<keyof Draft, 'address'>] })
  }
  // A contact is of one company: with the other's company goes the other's contact.
  const whose = fields.has('contactId') ? mine : theirs
  if (whose.companyId !== result.companyId)
    result.contactId = (result.companyId === mine.companyId ? mine : theirs).contactId
  return result
}

/**
 * What is written here on the quote as another counter left it: some fields as they are written, the rest as they are
 * there; of lines that both changed, each where no one was changed by both.
 * @param read what both were made of @param fields those that stay as they are written
 * @returns also what that is made of now, so that what it holds of theirs is no change of mine
 */
export function rebased(mine: Draft, theirs: Draft, read: Draft, fields: ReadonlySet<DraftField>) {
  const lines = fields.has('lines') ? mergedLinesOf(mine, theirs, read) : null
  return {
    draft: { ...merged(mine, theirs, fields), ...(lines && { lines }) },
    read: { ...merged(read, theirs, fields), ...(lines && { lines: theirs.lines }) },
  }
}

/** The quote that a draft was made of, as it was read. */
export interface Read {
  readonly version: number
  readonly draft: Draft
}

/** What could not be saved yet, of each quote: what it was written on, or the name of a new one. */
export interface Unsaved {
  readonly read: Read
  readonly key: string | null
  readonly draft: Draft
  /** The quote as it was shown last: where it is deleted, all that is left of it. */
  readonly quote?: Quote | null
}

const NEW = 'new'

/** What was kept before lines had ids. */
const withLineIds = (draft: Draft): Draft => ({ ...draft, lines: withOldIds(draft.lines) })

function stored<T extends object>(name: string): Partial<T> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Partial<T>) : {}
  } catch {
    return {}
  }
}

/**
 * The browser's own memory of quotes: which is being written, and what of each could not be saved. Each person has one
 * of his own, so that nothing of one goes into a quote of the next.
 * @param person his id; null: where nobody signs in; undefined: not known yet, which keeps nothing
 */
export function memoryOf(person: number | null | undefined) {
  const whose = person === null ? '' : `.${person}`
  const [current, unsaved] = [`comptoir.quote${whose}`, `comptoir.quote.unsaved${whose}`]
  const known = person !== undefined
  return {
    current: (): number | null => (known ? (stored<{ id: number | null }>(current).id ?? null) : null),
    unsaved(id: number | null): Unsaved | null {
      const kept = known ? stored<Record<string, Unsaved>>(unsaved)[id ?? NEW] : undefined
      return kept
        ? {
            ...kept,
            draft: withLineIds(kept.draft),
            read: { ...kept.read, draft: withLineIds(kept.read.draft) },
          }
        : null
    },
    /** What was unsaved of a quote is saved. */
    forget(id: number | null): void {
      if (!known) return
      const { [id ?? NEW]: _saved, ...others } = stored<Record<string, Unsaved>>(unsaved)
      localStorage.setItem(unsaved, JSON.stringify(others))
    },
    keep(id: number | null, kept: Unsaved | null): void {
      if (!known) return
      localStorage.setItem(current, JSON.stringify({ id }))
      const { [id ?? NEW]: _old, ...others } = stored<Record<string, Unsaved>>(unsaved)
      localStorage.setItem(unsaved, JSON.stringify(kept ? { ...others, [id ?? NEW]: kept } : others))
    },
  }
}
