/** What was kept of a quote and met another version of it: whoever is at another screen by then is told, with the way there. */
import { watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { useQuote } from '../stores/quote'
import { useQuoteName } from './useQuoteName'
import { quoteRoute } from './useStepOutcome'
import { useToasts } from './useToasts'

export function useWaitingNotice(): void {
  const { t } = useI18n()
  const router = useRouter()
  const store = useQuote()
  const toasts = useToasts()
  const { titled } = useQuoteName()

  function isAt(id: number): boolean {
    const { name, params } = router.currentRoute.value
    return name === 'current-quote' || (name === 'quote' && params['id'] === String(id))
  }

  const waits = () => store.dirty && (store.theirs !== null || store.deleted)
  watch(waits, (begins) => {
    // What is being added at that moment goes into a new quote: by then nothing waits.
    if (begins) setTimeout(tell)
  })

  function tell(): void {
    const quote = store.theirs ?? store.quote
    if (!waits() || !quote || isAt(quote.id)) return
    const done = store.deleted ? 'deleted' : quote.state
    const why =
      done === 'draft'
        ? t('waiting.changed', { quote: titled(quote) })
        : t(`addToQuote.left.${done}`, { quote: titled(quote) })
    const way = { text: t('waiting.see'), run: () => void router.push(quoteRoute(quote.id)) }
    /** It is shown, or settled; a new quote that was begun meanwhile leaves it waiting. */
    const over = () =>
      isAt(quote.id) || (store.quote?.id === quote.id && store.theirs === null && !store.deleted)
    toasts.error(t('waiting.said', { why }), { actions: [way], lasting: true, over })
  }
}
