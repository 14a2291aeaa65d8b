/** The lines of the quote being written: each change is saved at once, and a refused one is taken back. */
import { shallowRef, type Ref } from 'vue'
import { ApiError, isUnanswered } from '../api/client'
import { isProduct, takenIn } from '../../domain/shared/line-roles.ts'
import type { LineInput, Quote, QuoteLineInput, SaleInput } from '../api/types'
import { KeptForLater, StepUnderWay } from '../lib/kept'
import type { QuoteNamed } from '../lib/order-mark'
import type { Draft } from '../lib/quote-draft'

/** The quote as another counter left it, where that is why the service refused. */
export const presentOf = (cause: unknown) =>
  cause instanceof ApiError ? (cause.present as Quote | null) : null

export const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

export interface RemovedLine {
  readonly line: LineInput
  readonly at: number
  /** what it was called on the screen */
  readonly name: string
}

/** What the lines need of their quote. */
export interface LinesQuote {
  readonly draft: Ref<Draft>
  readonly dirty: Ref<boolean>
  readonly deleted: Readonly<Ref<boolean>>
  readonly editable: Readonly<Ref<boolean>>
  save(): Promise<void>
  /** Shows the quote as the service has it. */
  take(answer: Quote): void
  /** Begins a new one. */
  close(): void
  remember(): void
  /** The quote, while the service does something with it that this window has asked for. */
  underWay(): QuoteNamed | null
}

export function quoteLines({
  draft,
  dirty,
  deleted,
  editable,
  save,
  take,
  close,
  remember,
  underWay,
}: LinesQuote) {
  /** The lines that were removed and can come back, the last one at the end. */
  const removed = shallowRef<readonly RemovedLine[]>([])

  async function changeLines(change: (lines: LineInput[]) => void, anywhere = false): Promise<void> {
    const busy = underWay()
    if (busy !== null) throw new StepUnderWay(busy)
    // A quote that was sent, ordered or deleted elsewhere stays as it is: the line begins a new one.
    if (!editable.value) close()
    const before = { lines: draft.value.lines, dirty: dirty.value }
    const lines = [...before.lines]
    change(lines)
    draft.value.lines = lines
    dirty.value = true
    try {
      await save()
    } catch (cause) {
      if (deleted.value && anywhere) return changeLines(change)
      const present = presentOf(cause)
      if (present) {
        // A line that is added fits whatever the other counter wrote.
        if (!anywhere || before.dirty) throw cause
        take(present)
        return changeLines(change)
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
  }

  const addLine = (...added: LineInput[]) => changeLines((lines) => lines.push(...added), true)
  /** Puts what was configured anew in a line's place: how it is sold, and whether it counts, stays. */
  const replaceLine = (at: number, ...by: QuoteLineInput[]) =>
    changeLines((lines) => {
      const before = lines[at]
      const { role, sale, discount } = before && isProduct(before) ? before : {}
      lines.splice(at, 1, ...by.map((line) => ({ ...line, role, sale, discount })))
    })
  const duplicateLine = (at: number) => changeLines((lines) => lines.splice(at + 1, 0, copyOf(lines[at]!)))

  const changeLine = (at: number, to: LineInput) => changeLines((lines) => lines.splice(at, 1, to))
  const insertLine = (at: number, line: LineInput) => changeLines((lines) => lines.splice(at, 0, line))
  const moveLine = (from: number, to: number) =>
    changeLines((lines) => lines.splice(to, 0, ...lines.splice(from, 1)))
  /** Takes a line that is outside of the total into it. */
  const takeLineIn = (at: number) =>
    changeLines((lines) => lines.splice(0, lines.length, ...takenIn(lines, at)))
  /** Sells each product at what is said of it. */
  const sellAll = (saleOf: (at: number) => SaleInput | null) =>
    changeLines((lines) =>
      lines.forEach((line, at) => {
        if (isProduct(line)) lines[at] = { ...line, sale: saleOf(at) }
      }),
    )

  /** @param name what the line is called on the screen */
  async function removeLine(at: number, name: string): Promise<void> {
    const line = draft.value.lines[at]
    if (!line) return
    const done = changeLines((lines) => lines.splice(at, 1))
    // It is gone from the screen at once, and can come back as soon.
    const gone = { line, at, name }
    removed.value = [...removed.value, gone]
    try {
      await done
    } catch (cause) {
      if (!(cause instanceof KeptForLater)) removed.value = removed.value.filter((one) => one !== gone)
      throw cause
    }
  }

  /** Puts the line that was removed last back in its place, or at the end where there are fewer by now. */
  async function undoRemove(): Promise<void> {
    const last = removed.value.at(-1)
    if (!last) return
    removed.value = removed.value.slice(0, -1)
    try {
      await changeLines((lines) => lines.splice(last.at, 0, last.line))
    } catch (cause) {
      if (!(cause instanceof KeptForLater)) removed.value = [...removed.value, last]
      throw cause
    }
  }

  return {
    ...{ removed, addLine, replaceLine, duplicateLine, removeLine, undoRemove },
    ...{ changeLine, insertLine, moveLine, takeLineIn, sellAll },
  }
}
