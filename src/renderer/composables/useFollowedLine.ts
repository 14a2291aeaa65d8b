/** A line of the quote being written that is open at another screen: the same one, whatever another counter does meanwhile. */
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { followed, type FollowedLine } from '../lib/followed-line'
import { useQuote } from '../stores/quote'

export function useFollowedLine() {
  const quote = useQuote()
  let stop = (): void => undefined
  onScopeDispose(() => stop())

  /** @param at its place among the lines of the quote as they are written */
  function follow(at: number): Readonly<ShallowRef<FollowedLine>> {
    stop()
    const opened = shallowRef<FollowedLine>({ at, line: quote.rows[at]!.line })
    const id = quote.quote?.id
    stop = watch(
      () => quote.rows,
      (rows, was) => {
        if (opened.value.at < 0) return
        const [lines, earlier] = [rows, was].map((each) => each.map(({ line }) => line))
        opened.value =
          quote.quote?.id === id ? followed(opened.value, earlier!, lines!) : { ...opened.value, at: -1 }
      },
    )
    return opened
  }

  return { follow }
}
