/**
 * A step of a quote that another screen asks for as it goes there: begun once, as by its button. It is kept beside the
 * address, not in it, so that no link from elsewhere begins one.
 */
import { nextTick, watch, type Ref } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { QUOTE_MOVES } from '../../domain/shared/quote-states.ts'
import type { QuoteState } from '../api/types'
import { useQuote } from '../stores/quote'

export type AskedStep = 'accepted' | 'refused' | 'ordered'

/** The way to a quote, and to the first of what a step asks there. */
export const stepRoute = (id: number, step: AskedStep): RouteLocationRaw => ({
  name: 'quote',
  params: { id },
  state: { step },
})

interface Steps {
  askToOrder(): unknown
  askToMove(state: QuoteState): unknown
}

/** @param ready whether the quote is on the screen; one that has moved on meanwhile is shown as it stands, and no more */
export function useAskedStep(ready: Ref<boolean>, { askToOrder, askToMove }: Steps): void {
  const store = useQuote()

  async function begin(): Promise<void> {
    const { step, ...rest } = history.state as Record<string, unknown>
    if (step === undefined) return
    history.replaceState(rest, '')
    await nextTick()
    const { quote } = store
    if (!quote || store.theirs || store.step) return
    const to = QUOTE_MOVES[quote.state].find((state) => state === step)
    if (to === 'ordered') await askToOrder()
    else if (to) await askToMove(to)
  }

  watch(ready, (is) => is && void begin(), { flush: 'post' })
}
