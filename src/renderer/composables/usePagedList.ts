/** A list that the service searches and cuts: asked again as one types, with only the newest answer shown. */
import { computed, onScopeDispose, ref, watch } from 'vue'
import type { Page } from '../api/client'
import { useLatest } from './useLatest'

const LIMIT = 50
const TYPING_PAUSE_MS = 150

export function usePagedList<R, F extends Record<string, string>>(
  ask: (query: F & { search: string; limit: number; offset: number }) => Promise<Page<R>>,
  filters: () => F,
) {
  const search = ref('')
  const offset = ref(0)
  const latest = useLatest<Page<R>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const reload = () =>
    latest.ask(() => ask({ ...filters(), search: search.value.trim(), limit: LIMIT, offset: offset.value }))

  watch(search, () => {
    clearTimeout(timer)
    timer = setTimeout(restart, TYPING_PAUSE_MS)
  })
  watch(filters, restart)
  watch(offset, reload)
  onScopeDispose(() => clearTimeout(timer))

  function restart(): void {
    if (offset.value === 0) void reload()
    else offset.value = 0
  }

  const total = computed(() => latest.data.value?.total ?? 0)
  const from = computed(() => offset.value + 1)
  const to = computed(() => offset.value + (latest.data.value?.entries.length ?? 0))
  const more = computed(() => to.value < total.value)
  const previous = () => (offset.value = Math.max(0, offset.value - LIMIT))
  const next = () => (offset.value += LIMIT)

  void reload()
  return {
    search,
    page: latest.data,
    error: latest.error,
    reload,
    total,
    from,
    to,
    more,
    previous,
    next,
    offset,
  }
}
export type PagedList = ReturnType<typeof usePagedList<unknown, Record<string, string>>>
