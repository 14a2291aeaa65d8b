/** What is said once lines are on the quote: on which, and where that is another than was meant, why. */
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { useQuote } from '../stores/quote'
import type { LeftQuote } from '../stores/quote-lines'
import { useQuoteName, type Named } from './useQuoteName'
import { quoteRoute } from './useStepOutcome'
import { useToasts } from './useToasts'

export function useAdded() {
  const { t } = useI18n()
  const router = useRouter()
  const store = useQuote()
  const toasts = useToasts()
  const { named, titled } = useQuoteName()

  /**
   * @param words what is said where they are on the quote that was meant
   * @param left the quote that took no more lines
   */
  function tell(words: (quote: string) => string, left: LeftQuote | null): void {
    const made = store.quote
    if (!made) return
    if (!left?.done) return toasts.done(words(named(made)))
    const way = (to: Named) => ({ text: titled(to), run: () => void router.push(quoteRoute(to.id)) })
    const ways = left.done === 'deleted' ? [way(made)] : [way(left.quote), way(made)]
    const why = t(`addToQuote.left.${left.done}`, { quote: titled(left.quote) })
    toasts.done(t('addToQuote.begun', { why, quote: named(made) }), ...ways)
  }
  return tell
}
