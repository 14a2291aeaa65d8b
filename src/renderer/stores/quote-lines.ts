/** The lines of the quote being written: each change is saved at once, and a refused one is taken back. */
import { shallowRef, type Ref } from 'vue'
import { ApiError, isUnanswered } from '../api/client'
import {
  heirOf,
  inChoices,
  movedPlaces,
  standingFor,
  takenIn,
  withChanged,
  withCopy,
  withGone,
  withoutLine,
} from '../../domain/shared/line-choices.ts'
import { isProduct } from '../../domain/shared/line-roles.ts'
import type { LineInput, ProductLineInput, Quote, QuoteLine, QuoteLineInput, SaleInput } from '../api/types'
import { HeldBack, KeptForLater, StepUnderWay } from '../lib/kept'
import type { QuoteNamed } from '../lib/order-mark'
import { isSameSale, requestKey, withIds, type Draft, type DraftLine } from '../lib/quote-draft'
import { soldAsTold } from '../lib/told-sales'

/** The quote as another counter left it, where that is why the service refused. */
export const presentOf = (cause: unknown) =>
  cause instanceof ApiError ? (cause.present as Quote | null) : null

export const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** Whether a change stands in the draft, though it is not saved. */
export const isKept = (cause: unknown) => cause instanceof KeptForLater || cause instanceof HeldBack

interface Resale {
  readonly was: SaleInput | null
  readonly is: SaleInput | null
}

/** Prices of all products that were set at once. */
export interface ResoldLines {
  /** what each was sold at, and is sold at for it, by the ids of the lines */
  readonly sales: ReadonlyMap<string, Resale>
  /** how many products stayed as they were */
  readonly left: number
}

/** What can be taken back, the last first. */
export type Undoable = RemovedLine | ResoldLines

export interface RemovedLine {
  readonly line: DraftLine
  /** the same where the service no longer has it */
  readonly told: DraftLine
  readonly at: number
  /** the lines as they were */
  readonly before: readonly DraftLine[]
  /** what it was called on the screen */
  readonly name: string
  /** what the alternative is called that counts in its place; null: none does */
  readonly heir: string | null
}

/** How often such a line is there: another counter may have put back one that is like it. */
function countOf(lines: readonly DraftLine[], line: DraftLine): number {
  const text = requestKey(line)
  return lines.filter((each) => requestKey(each) === text).length
}

/** Sells products at what is said of each, by their ids; the others stay as they are. */
const resold =
  (sales: ReadonlyMap<string, Resale>) =>
  (lines: readonly DraftLine[]): readonly DraftLine[] =>
    lines.map((line) =>
      isProduct(line) && sales.has(line.id) ? { ...line, sale: sales.get(line.id)!.is } : line,
    )

/** Takes that back, but for what was sold at something else since. */
const unsold =
  (sales: ReadonlyMap<string, Resale>) =>
  (lines: readonly DraftLine[]): readonly DraftLine[] =>
    lines.map((line) => {
      const resale = sales.get(line.id)
      return resale && isProduct(line) && isSameSale(line.sale, resale.is)
        ? { ...line, sale: resale.was }
        : line
    })

/** A quote that took no more lines, so that a new one was begun. */
export interface LeftQuote {
  readonly quote: Quote
  /** what was done with it elsewhere; null: it was done here, or has been put away as news */
  readonly done: Quote['state'] | 'deleted' | null
}

/** What the lines need of their quote. */
export interface LinesQuote {
  readonly draft: Ref<Draft>
  readonly dirty: Ref<boolean>
  readonly deleted: Readonly<Ref<boolean>>
  readonly theirs: Readonly<Ref<Quote | null>>
  /** The lines as the service answered them last. */
  savedLines(): readonly QuoteLine[]
  /** The quote on the screen, where it takes no more lines. */
  over(): LeftQuote | null
  save(): Promise<void>
  /** Shows the quote as another counter left it, and what that changed. */
  renew(answer: Quote): void
  /** Begins a new one. */
  close(): void
  remember(): void
  /** The quote, while the service does something with it that this window has asked for. */
  underWay(): QuoteNamed | null
  /** Takes up what another window has begun, in one that has had no quote so far; null: nothing. */
  joined(): Promise<void> | null
}

export function quoteLines({
  draft,
  dirty,
  deleted,
  theirs,
  savedLines,
  over,
  save,
  renew,
  close,
  remember,
  underWay,
  joined,
}: LinesQuote) {
  /** The lines that were removed and can come back, and prices that were set at once; the last at the end. */
  const removed = shallowRef<readonly Undoable[]>([])

  /**
   * @param anywhere whether a quote that takes no more lines is left for a new one: only for what is meant for any quote.
   *   Else the change is kept in the draft, and a person chooses what becomes of it
   * @returns the quote that was left so
   * @throws HeldBack, StepUnderWay, KeptForLater, ApiError
   */
  async function changeLines(
    change: (lines: readonly DraftLine[]) => readonly LineInput[],
    anywhere = false,
  ): Promise<LeftQuote | null> {
    const busy = underWay()
    if (busy !== null) throw new StepUnderWay(busy)
    const left = anywhere ? over() : null
    if (left) close()
    const before = { lines: draft.value.lines, dirty: dirty.value }
    draft.value.lines = inChoices(withIds(change(before.lines)))
    dirty.value = true
    remember()
    try {
      await save()
    } catch (cause) {
      if (deleted.value) {
        if (anywhere) return changeLines(change, true)
        throw new HeldBack()
      }
      const present = presentOf(cause)
      if (present) {
        // A line that is added fits whatever the other counter wrote.
        if (!anywhere || before.dirty) throw new HeldBack()
        renew(present)
        return changeLines(change, true)
      }
      // A refused line must not stay in the way of every later save; one that met no answer is kept for the next try.
      if (cause instanceof ApiError && cause.status >= 400 && cause.status < 500) {
        draft.value.lines = before.lines
        dirty.value = before.dirty
        remember()
      }
      // Not "try again": a line that is added again would be there twice.
      throw isUnanswered(cause) ? new KeptForLater() : cause
    }
    if (theirs.value || deleted.value) throw new HeldBack()
    return left
  }

  /** Adds lines to the quote in hand, or to a new one where that takes no more. */
  const addLine = async (...added: LineInput[]) => {
    const other = joined()
    if (other) await other
    return changeLines((lines) => [...lines, ...added], true)
  }
  /** Adds a line to the quote on the screen, and to no other. */
  const appendLine = (added: LineInput) => changeLines((lines) => [...lines, added])
  /**
   * Puts what was configured anew in a line's place: how it is sold stays where nothing else is said of that, and its VAT and
   * whether it counts. Of several the first is what there are alternatives to.
   */
  const replaceLine = (at: number, ...by: (QuoteLineInput & Pick<ProductLineInput, 'sale'>)[]) =>
    changeLines((lines) => {
      const before = lines[at]
      const { role, sale, discount, vatRegimeId } = before && isProduct(before) ? before : {}
      const [first, ...others] = by.map((line): LineInput => ({ sale, ...line, role, discount, vatRegimeId }))
      const changed: readonly LineInput[] = lines.with(at, { ...first!, id: before!.id })
      return others.reduceRight((all, line) => withCopy(all, at, line), changed)
    })
  const duplicateLine = (at: number) =>
    changeLines((lines) => withCopy<LineInput>(lines, at, { ...copyOf(lines[at]!), id: null }))

  /** @param base the place of the line that it is an alternative to from now on; null: the one above it, as ever */
  const changeLine = (at: number, to: LineInput, base: number | null = null) =>
    changeLines((lines) => {
      const line = { ...to, id: lines[at]!.id }
      return base === null ? withChanged(lines, at, line) : standingFor(lines, at, line, base)
    })
  /** Moves a line with the alternatives to it; an alternative within its choice. */
  const moveLine = (from: number, to: number) =>
    changeLines((lines) => movedPlaces(lines, from, to).map((place) => lines[place]!))
  /** Takes a line that is outside of the total into it. */
  const takeLineIn = (at: number) => changeLines((lines) => takenIn(lines, at))
  /** Sells each product at what is said of it; undefined: as it is. */
  async function sellAll(saleOf: (at: number) => SaleInput | null | undefined): Promise<void> {
    const sales = new Map<string, Resale>()
    let left = 0
    draft.value.lines.forEach((line, at) => {
      if (!isProduct(line)) return
      const sale = saleOf(at)
      if (sale === undefined) return void (left += 1)
      sales.set(line.id, { was: line.sale ? copyOf(line.sale) : null, is: sale })
    })
    await undoable({ sales, left }, changeLines(resold(sales)))
  }

  /** What was asked for can be taken back at once, unless it is refused. */
  async function undoable(one: Undoable, done: Promise<unknown>): Promise<void> {
    removed.value = [...removed.value, one]
    try {
      await done
    } catch (cause) {
      if (!isKept(cause)) removed.value = removed.value.filter((each) => each !== one)
      throw cause
    }
  }

  /** @param nameOf what the line at a place is called on the screen */
  async function removeLine(at: number, nameOf: (at: number) => string): Promise<void> {
    const before = draft.value.lines
    const line = before[at]
    if (!line) return
    const heir = heirOf(before, at)
    const told = soldAsTold(line, savedLines())
    const gone = { line, told, at, before, name: nameOf(at), heir: heir === null ? null : nameOf(heir) }
    // It is gone from the screen at once, and can come back as soon.
    await undoable(
      gone,
      changeLines((lines) => withoutLine(lines, at)),
    )
  }

  /** Of the lines that were removed those that are away also from what takes the draft's place: none comes back twice. */
  const stillGone = (now: readonly DraftLine[]) =>
    removed.value.filter((one) => {
      if ('sales' in one) return now.some(({ id }) => one.sales.has(id))
      const { line } = one
      return !now.some(({ id }) => id === line.id) && countOf(now, line) <= countOf(draft.value.lines, line)
    })

  /** Takes back the last: puts the line that was removed in its place, as far as that is there still, or prices as they were. */
  async function undoRemove(): Promise<void> {
    const last = removed.value.at(-1)
    if (!last) return
    removed.value = removed.value.slice(0, -1)
    try {
      if ('sales' in last) {
        await changeLines(unsold(last.sales))
        return
      }
      const isSaved = savedLines().some(({ id }) => id === last.line.id)
      const before = isSaved ? last.before : last.before.with(last.at, last.told)
      await changeLines((lines) => withGone(lines, { ...last, before }, ({ id }) => id))
    } catch (cause) {
      if (!isKept(cause)) removed.value = [...removed.value, last]
      throw cause
    }
  }

  return {
    ...{ removed, stillGone, addLine, appendLine, replaceLine, duplicateLine, removeLine, undoRemove },
    ...{ changeLine, moveLine, takeLineIn, sellAll },
  }
}
