/** A line that is open here: what another counter has made of it since it was read, which is read before it is written over. */
import { computed, shallowRef, watch } from 'vue'
import type { LineInput, QuoteLine } from '../api/types'
import { requestKey } from '../lib/quote-draft'
import { isToldAlike } from '../lib/quote-news'
import { useUnreadOf } from './useUnread'

const isSame = (one: LineInput | QuoteLine, another: LineInput | QuoteLine) =>
  requestKey(one) === requestKey(another)

/** @param now the line as the draft has it; null: there is none */
export function useLineChange(now: () => QuoteLine | null) {
  /** What was asked for here: in the draft by then, saved or not, and no other counter's change. */
  const own = shallowRef<LineInput | null>(null)
  /** The line as it stands but for that. */
  const held = shallowRef(now())
  watch(now, (line) => line && !(own.value && isSame(own.value, line)) && (held.value = line))
  /** The line as it was read here: as it was opened, or with the price that was still on its way then. */
  const first = shallowRef(now())
  watch(
    held,
    (line) => line && first.value?.amounts === null && isSame(first.value, line) && (first.value = line),
  )
  const change = computed(() => {
    const [before, after] = [first.value, held.value]
    return before && after && !isToldAlike(before, after) ? { before, after } : null
  })
  /** Whether it has come too shortly ago to have been read. */
  const unread = useUnreadOf(() => change.value?.after ?? null)
  return { own, held, change, unread }
}
