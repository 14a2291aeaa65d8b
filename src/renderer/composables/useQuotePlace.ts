/**
 * Where one was on the page of a quote, found again on the way back to it: its lines are there later than the navigation.
 * The browser's back, and a reload, find the place that was left; who comes from the configurator by another way finds the
 * line that was open there.
 */
import { nextTick, watch, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { gripAt } from '../lib/line-grip'
import { useQuote } from '../stores/quote'

/** What the router keeps with an entry of the browser's history: where it was left, and what it was reached from. */
interface Entry {
  readonly scroll?: { readonly top?: unknown } | null
  readonly back?: unknown
}

/** @param ready whether the quote is shown */
export function useQuotePlace(ready: Readonly<Ref<boolean>>): void {
  const router = useRouter()
  const store = useQuote()

  /** The line that was open at the address before; null: none of this quote. */
  function openedFrom(back: string): HTMLElement | null {
    const { devis, ligne } = router.resolve(back).query
    if (devis !== String(store.quote?.id)) return null
    const at = store.rows.findIndex(({ line }) => line.id === ligne)
    return gripAt(at)
  }

  watch(ready, async (isThere) => {
    if (!isThere) return
    await nextTick()
    const { scroll, back } = (history.state ?? {}) as Entry
    if (typeof scroll?.top === 'number') return window.scrollTo({ top: scroll.top, behavior: 'instant' })
    const line = typeof back === 'string' ? openedFrom(back) : null
    line?.focus({ preventScroll: true })
    line?.scrollIntoView({ block: 'center' })
  })
}
