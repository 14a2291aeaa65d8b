/** Brings the line back that was removed last, and the focus to it; where the quote takes none any more, says why not. */
import { computed, nextTick } from 'vue'
import { useI18n } from 'vue-i18n'
import { isNowhere } from '../lib/keyboard'
import { gripAt } from '../lib/line-grip'
import { useQuote } from '../stores/quote'
import { useFailure } from './useFailure'
import { useInside } from './useInside'
import { useToasts } from './useToasts'

export function useUndoRemove() {
  const { t } = useI18n()
  const store = useQuote()
  const toasts = useToasts()
  const { attempt } = useFailure()
  const { inside } = useInside()

  /** Whether it is told what can come back: not that prices were set, before the customer. */
  const isTold = computed(() => {
    const last = store.removed.at(-1)
    return last !== undefined && (inside.value || !('sales' in last))
  })
  /** Why it cannot come back: the quote was sent or decided elsewhere meanwhile. */
  const undoBarred = computed(() => {
    const state = store.quote?.state ?? 'draft'
    const last = store.removed.at(-1)
    const words = t(last && 'sales' in last ? 'sale.undoBarred' : 'quote.undoBarred')
    return store.editable || state === 'draft' ? null : `${words} ${t(`elsewhere.${state}`)}`
  })

  /** The button that was pressed may go with what told of the line: then the focus is at its place, or the one above. */
  async function focusLine(at: number): Promise<void> {
    await nextTick()
    if (!isNowhere()) return
    const line = gripAt(Math.min(at, store.rows.length - 1))
    ;(line ?? document.querySelector<HTMLElement>('h1'))?.focus()
  }

  async function undo(): Promise<void> {
    if (!isTold.value) return
    if (undoBarred.value !== null) return toasts.error(undoBarred.value)
    const last = store.removed.at(-1)
    const done = attempt(store.undoRemove)
    // Its place may be another by now, by what another counter did.
    const gone = last && !('sales' in last) ? last : null
    const place = store.rows.findIndex(({ line }) => line.id === gone?.line.id)
    await focusLine(place < 0 ? (gone?.at ?? 0) : place)
    await done
  }

  /** Puts away what is told of the lines that were removed. */
  async function dismiss(): Promise<void> {
    const last = store.removed.at(-1)
    const at = last && !('sales' in last) ? last.at : 0
    store.removed = []
    await focusLine(at)
  }

  return { isTold, undoBarred, undo, dismiss }
}
