/**
 * A list that the service searches and cuts. What is searched, filtered and paged stands in the address, so that
 * coming back finds the list as it was left; it is asked again as one types, with only the newest answer shown.
 */
import { computed, ref, watch, type WritableComputedRef } from 'vue'
import { useRoute } from 'vue-router'
import type { Page } from '../api/client'
import { useLatest } from './useLatest'
import { useTypedAddress } from './useTypedAddress'

const LIMIT = 50
const NONE = { entries: [], total: 0, unreadable: 0 }

export interface ListQuery {
  readonly search: string
  readonly limit: number
  readonly offset: number
}

/** @param ask is given what the address says: the search, the page, and any filter by its name there */
export function usePagedList<R>(
  ask: (query: ListQuery, said: (filter: string) => string) => Promise<Page<R>>,
) {
  const route = useRoute()
  const address = useTypedAddress()
  const { name: screen } = route
  const latest = useLatest<Page<R>>()

  const said = (name: string) => String(route.query[name] ?? '')
  const search = ref(said('recherche'))
  /** What this list last wrote: another search in the address is someone else's, a link's or Back's. */
  let written = search.value

  /** Writes what changes into the address, with what was typed until now. */
  function say(change: Record<string, string | undefined>): void {
    address.forget()
    written = search.value.trim()
    address.write({ page: undefined, recherche: written || undefined, ...change })
  }

  /** A filter, by its name in the address. */
  const filter = (name: string): WritableComputedRef<string> =>
    computed({ get: () => said(name), set: (value) => say({ [name]: value || undefined }) })

  watch(search, (text) => {
    if (text.trim() === said('recherche')) address.forget()
    else address.afterPause(() => say({}))
  })

  const offset = computed(() => (Math.max(1, Number.parseInt(said('page')) || 1) - 1) * LIMIT)
  const go = (to: number) => say({ page: to > 0 ? String(to / LIMIT + 1) : undefined })

  async function reload(): Promise<void> {
    const asked = offset.value
    const answered = await latest.ask(() =>
      ask({ search: said('recherche').trim(), limit: LIMIT, offset: asked }, said),
    )
    const { entries, total: found, unreadable: lost } = latest.data.value ?? NONE
    // The list has become shorter than where the address points.
    if (answered && entries.length + lost === 0 && found > 0 && asked > 0) go(0)
  }
  watch(
    () => (route.name === screen ? JSON.stringify(route.query) : null),
    (shown) => {
      if (shown === null) return
      if (said('recherche') !== written) written = search.value = said('recherche')
      void reload()
    },
    { immediate: true },
  )

  const filtered = computed(() => Object.keys(route.query).some((each) => each !== 'page'))
  const total = computed(() => latest.data.value?.total ?? 0)
  const unreadable = computed(() => latest.data.value?.unreadable ?? 0)
  const from = computed(() => offset.value + 1)
  const to = computed(() => offset.value + (latest.data.value?.entries.length ?? 0) + unreadable.value)
  const more = computed(() => to.value < total.value)
  const previous = () => go(offset.value - LIMIT)
  const next = () => go(offset.value + LIMIT)

  /** What the list shows all of, page after page: its search, and its filters by their names in the address. */
  const narrowing = () => ({ search: said('recherche').trim(), said })

  return {
    search,
    narrowing,
    filter,
    filtered,
    page: latest.data,
    error: latest.error,
    reload,
    total,
    unreadable,
    from,
    to,
    more,
    previous,
    next,
  }
}
export type PagedList = ReturnType<typeof usePagedList<unknown>>
