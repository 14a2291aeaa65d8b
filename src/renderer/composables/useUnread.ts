/** For a moment after another counter changed what a dialog confirms: a key or a click that was on its way is not meant for it. */
import { onScopeDispose, ref, watch } from 'vue'
import type { News } from '../lib/quote-draft'
import { useQuote } from '../stores/quote'

const UNREAD_MS = 1000

/** @param seen the news that had been told as the dialog was opened */
export function useUnread(seen: () => News | null) {
  const store = useQuote()
  const unread = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    () => store.news,
    (news) => {
      if (!news || news === seen()) return
      unread.value = true
      clearTimeout(timer)
      timer = setTimeout(() => (unread.value = false), UNREAD_MS)
    },
    { immediate: true, flush: 'sync' },
  )
  onScopeDispose(() => clearTimeout(timer))
  return unread
}
