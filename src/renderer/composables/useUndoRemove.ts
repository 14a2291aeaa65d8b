/** Brings the line back that was removed last; where the quote takes none any more, says why not. */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useQuote } from '../stores/quote'
import { useFailure } from './useFailure'
import { useToasts } from './useToasts'

export function useUndoRemove() {
  const { t } = useI18n()
  const store = useQuote()
  const toasts = useToasts()
  const { attempt } = useFailure()

  /** Why it cannot come back: the quote was sent or decided elsewhere meanwhile. */
  const undoBarred = computed(() => {
    const state = store.quote?.state ?? 'draft'
    return store.editable || state === 'draft' ? null : `${t('quote.undoBarred')} ${t(`elsewhere.${state}`)}`
  })

  async function undo(): Promise<void> {
    if (undoBarred.value === null) await attempt(store.undoRemove)
    else toasts.error(undoBarred.value)
  }

  return { undoBarred, undo }
}
