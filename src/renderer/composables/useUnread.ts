/** For a moment after another counter changed what a dialog confirms: a key or a click that was on its way is not meant for it. */
import { onScopeDispose, ref, watch, type Ref } from 'vue'
import type { News } from '../lib/quote-news'
import { useQuote } from '../stores/quote'

const UNREAD_MS = 1000

/** @param seen the news that had been told as the dialog was opened */
export function useUnread(seen: () => News | null): Ref<boolean> {
  const store = useQuote()
  return useUnreadOf(() => (store.news === seen() ? null : store.news))
}

/** @param told what is said of the change; null: nothing */
export function useUnreadOf(told: () => unknown): Ref<boolean> {
  const unread = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    told,
    (now) => {
      if (now === null) return
      unread.value = true
      clearTimeout(timer)
      timer = setTimeout(() => (unread.value = false), UNREAD_MS)
    },
    { immediate: true, flush: 'sync' },
  )
  onScopeDispose(() => clearTimeout(timer))
  return unread
}
