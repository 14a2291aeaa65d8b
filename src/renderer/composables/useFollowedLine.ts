/** A line of the quote being written that is open at another screen: the same one, whatever another counter does meanwhile. */
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { ComparedLine } from '../../domain/shared/compared-lines.ts'
import type { QuoteLine } from '../api/types'
import { followed, type FollowedLine } from '../lib/followed-line'
import { isToldAlike } from '../lib/quote-draft'
import { useQuote } from '../stores/quote'

export interface LineOpened {
  /** where it is by now; -1: nowhere */
  readonly place: Readonly<ShallowRef<number>>
  /** the line as it was opened and as it is, where it is another by now */
  readonly change: Readonly<ShallowRef<ComparedLine<QuoteLine> | null>>
}

export function useFollowedLine() {
  const quote = useQuote()
  let stop = (): void => undefined
  onScopeDispose(() => stop())

  /** @param at its place among the lines of the quote as they are written */
  function follow(at: number): LineOpened {
    stop()
    const [place, change] = [shallowRef(at), shallowRef<ComparedLine<QuoteLine> | null>(null)]
    const id = quote.quote?.id
    let before = quote.rows[at]!.line
    let now: FollowedLine = { at, line: before }
    stop = watch(
      () => quote.rows,
      (rows, was) => {
        if (place.value < 0) return
        const [lines, earlier] = [rows.map(({ line }) => line), was.map(({ line }) => line)]
        now = quote.quote?.id === id ? followed(now, earlier, lines) : { ...now, at: -1 }
        place.value = now.at
        // Its price was still on its way as it was opened.
        if (before.amounts === null) before = now.line
        change.value = now.at < 0 || isToldAlike(before, now.line) ? null : { before, after: now.line }
      },
    )
    return { place, change }
  }

  return { follow }
}
