/** A line of the quote being written that is open at another screen: where it is, and how, whatever another counter does meanwhile. */
import { shallowRef, watch, onScopeDispose, type ShallowRef } from 'vue'
import type { QuoteLine } from '../api/types'
import { useQuote } from '../stores/quote'

export interface FollowedLine {
  /** its place; -1: it is there no more */
  readonly at: number
  /** as it is, or as it was there last */
  readonly line: QuoteLine
}

/** The same line among those that there are now. */
export function followed({ line }: FollowedLine, now: readonly QuoteLine[]): FollowedLine {
  const at = now.findIndex(({ id }) => id === line.id)
  return { at, line: now[at] ?? line }
}

export function useFollowedLine() {
  const quote = useQuote()
  let stop = (): void => undefined
  onScopeDispose(() => stop())

  /** @param at its place among the lines of the quote as they are written */
  function follow(at: number): Readonly<ShallowRef<FollowedLine>> {
    stop()
    const opened = shallowRef<FollowedLine>({ at, line: quote.rows[at]!.line })
    const of = quote.quote?.id
    stop = watch(
      () => quote.rows,
      (rows) => {
        const lines = quote.quote?.id === of ? rows.map(({ line }) => line) : []
        opened.value = followed(opened.value, lines)
      },
    )
    return opened
  }

  return { follow }
}
