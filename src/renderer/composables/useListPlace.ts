/**
 * Where a long list was left: its scroll and its active row, found again on the way back. The browser keeps it with the
 * entry of its history, so that its back and a reload find it, too; who comes by another way finds what was left last.
 */
import { onScopeDispose } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { keepLeftList, leftList } from '../lib/left-list'

export interface Place {
  /** pixels */
  readonly offset: number
  /** what the active row shows; null: none */
  readonly active: string | null
}

interface Kept {
  /** what the list showed: of another it says nothing */
  readonly of: string
  readonly place: Place
}

/** Scrolling is written down once it pauses. */
const PAUSE_MS = 150

let last: Kept | null = null

const isKept = (value: unknown): value is Kept => {
  const { of, place } = (value ?? {}) as Partial<Kept>
  return typeof of === 'string' && typeof place?.offset === 'number'
}

/**
 * @param what what the list shows now
 * @param where where it stands; null while it is not shown
 */
export function useListPlace(what: () => string, where: () => Place | null) {
  const route = useRoute()
  let timer: ReturnType<typeof setTimeout> | undefined

  function keep(): void {
    clearTimeout(timer)
    const place = where()
    if (!place) return
    last = { of: what(), place }
    keepLeftList({ address: route.fullPath, kept: last })
    const state = history.state as { current?: string } | null
    // The browser's back is at another entry already when this is asked to leave.
    if (state?.current === route.fullPath) history.replaceState({ ...state, list: last }, '')
  }

  const stop = useRouter().beforeEach((to) => {
    if (to.path !== route.path) keep()
  })
  onScopeDispose(() => {
    clearTimeout(timer)
    stop()
  })
  return {
    /** Where the list was left that is shown now; null: nobody left it. */
    left(): Place | null {
      const own = (history.state as { list?: unknown } | null)?.list
      return [own, last, leftList()?.kept].filter(isKept).find(({ of }) => of === what())?.place ?? null
    },
    keep,
    keepSoon(): void {
      clearTimeout(timer)
      timer = setTimeout(keep, PAUSE_MS)
    },
  }
}
