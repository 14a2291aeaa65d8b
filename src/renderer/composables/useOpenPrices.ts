/** In how many open quotes a price has changed, or something is offered no more: both wait for who wrote them. */
import { computed, watch } from 'vue'
import { api } from '../api/client'
import type { MovedQuotes } from '../api/types'
import { useStatus } from '../stores/status'
import { useLatest } from './useLatest'

export function useOpenPrices() {
  const { revisions } = useStatus()
  const found = useLatest<MovedQuotes>()
  // What is under way shows on the report; here its end is enough.
  watch(
    () => [revisions.catalogue, revisions.moved, revisions.quotes],
    () => found.ask(() => api.movedQuotes({ limit: 1, offset: 0 })),
    { immediate: true },
  )
  return {
    moved: computed(() => found.data.value?.moved ?? 0),
    invalid: computed(() => found.data.value?.invalid ?? 0),
  }
}
