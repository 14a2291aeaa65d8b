/** What became of a step of a quote is told where the person is by then: nobody is taken away from another screen. */
import { useI18n } from 'vue-i18n'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import type { Quote } from '../api/types'
import { useQuote } from '../stores/quote'
import { useFailure } from './useFailure'
import { useQuoteName, type Named } from './useQuoteName'
import { useToasts } from './useToasts'
import { totalOf, useTotalMoved } from './useTotalMoved'

/** Of what a message about a quote's steps is. */
export const aboutQuote = ({ id }: { readonly id: number }) => `quote:${id}`
export const quoteRoute = (id: number) => ({ name: 'quote', params: { id } })

export function useStepOutcome() {
  const { t } = useI18n()
  const router = useRouter()
  const store = useQuote()
  const toasts = useToasts()
  const { words } = useFailure()
  const { named, titled } = useQuoteName()
  const totalMoved = useTotalMoved()

  /** Whether a quote's page is the one that the person is at. */
  function isAt(id: number): boolean {
    const { name, params } = router.currentRoute.value
    return name === 'current-quote' || (name === 'quote' && params['id'] === String(id))
  }
  /** Whether the quote itself is what is shown there. */
  const isHere = (id: number) => isAt(id) && store.quote?.id === id

  const goTo = (to: RouteLocationRaw) => () => void router.push(to)

  /** A quote is ordered: its orders are shown to who is still at the quote. @param elsewhere whether another counter did it */
  async function ordered(of: Named, made: Quote, elsewhere = false): Promise<void> {
    toasts.settled(aboutQuote(of))
    const { orders } = made
    const to: RouteLocationRaw =
      orders.length === 1
        ? { name: 'order', params: { id: orders[0]! } }
        : { name: 'orders', query: { devis: made.number } }
    if (isHere(of.id)) {
      await router.push(to)
      toasts.done(elsewhere ? t('elsewhere.ordered') : t('order.made', orders.length))
    } else {
      const said = elsewhere
        ? t('addToQuote.left.ordered', { quote: titled(of) })
        : t('step.ordered', { quote: named(of) }, orders.length)
      const action = { text: t('step.seeOrder', orders.length), run: goTo(to) }
      toasts.elsewhere('done', said, action)
    }
  }

  /** A quote is sent: its page says so to who is there. @returns whether he is */
  function sent(of: Named, made: Quote): boolean {
    toasts.settled(aboutQuote(of))
    if (isHere(of.id)) return true
    const action = { text: t('step.seeQuote'), run: goTo(quoteRoute(of.id)) }
    toasts.elsewhere('done', t('step.sent', { quote: named(made) }), action)
    return false
  }

  /** A copy was made of a quote. @param was the quote as it was; null: of what was written here, at no other prices */
  async function copied({ id }: Named, was: Quote | null, copy: Quote): Promise<void> {
    const moved = was && totalMoved(totalOf(was), totalOf(copy))
    const told = (text: string) => [text, moved].filter(Boolean).join(' ')
    const text = told(t('quote.duplicated', { quote: named(copy) }))
    if (isAt(id)) {
      await router.push(quoteRoute(copy.id))
      toasts.done(text)
    } else {
      const action = { text: t('step.seeQuote'), run: goTo(quoteRoute(copy.id)) }
      toasts.elsewhere('done', told(t('step.copied', { quote: named(copy) })), action)
    }
  }

  /** Tells of a step that failed, with the way back to its quote. */
  function failedElsewhere(of: Named, cause: unknown): void {
    const action = { text: t('step.seeQuote'), run: goTo(quoteRoute(of.id)) }
    toasts.elsewhere(
      'error',
      t('step.failed', { title: titled(of), why: words(cause) }),
      action,
      aboutQuote(of),
    )
  }

  return { isHere, ordered, sent, copied, failedElsewhere }
}

/** The order that was under way as the page was reloaded goes on: what became of it is told. */
export function useOrderBefore(): void {
  const before = useQuote().orderBefore()
  if (!before) return
  const { ordered, failedElsewhere } = useStepOutcome()
  const { of, made } = before
  void made.then(
    (quote) => ordered(of, quote),
    (cause: unknown) => failedElsewhere(of, cause),
  )
}
