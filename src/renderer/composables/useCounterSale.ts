/** The sale at the counter: a quote of one product that is collected, ordered from the dialog that reads it back. */
import { onBeforeUnmount, onMounted } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { ProductLineInput } from '../api/types'
import { singlePresses } from '../lib/single-press'
import { useQuote } from '../stores/quote'
import { isKept } from '../stores/quote-lines'
import { useFailure } from './useFailure'
import { isModal, isTyping } from './useShortcuts'
import { quoteRoute } from './useStepOutcome'

/** In the address of a quote: it is to be ordered at once. */
const SALE = 'vente'

let byLetter = false
/**
 * Whether the sale that is read back was begun with its letter, asked once: then no second Enter can be on its way, and the
 * first one orders, however soon.
 */
export function wasBegunByLetter(): boolean {
  const was = byLetter
  byLetter = false
  return was
}

/** The draft that was in hand as a sale was begun. */
let before: number | null = null
/** Once it is sold, what was in hand before is in hand again. */
export async function takeUpAgain(quote: ReturnType<typeof useQuote>): Promise<void> {
  const id = before
  before = null
  if (id !== null) await quote.open(id).catch(() => undefined)
}

/** Begins a sale: a new quote, whatever is written on another one, which is saved and stays as it is. */
export function useCounterSale() {
  const router = useRouter()
  const quote = useQuote()
  const failure = useFailure()

  return async (line: ProductLineInput): Promise<void> => {
    before = quote.quote?.state === 'draft' && quote.editable ? quote.quote.id : null
    quote.close()
    quote.draft.collected = true
    const left = await failure.attempt(async () => {
      try {
        return await quote.addLine(line)
      } catch (cause) {
        // What met no answer is kept as a draft; of what was refused nothing is left.
        if (!isKept(cause)) quote.close()
        throw cause
      }
    })
    if (left === undefined || !quote.quote) return void wasBegunByLetter()
    await router.push({ ...quoteRoute(quote.quote.id), query: { [SALE]: '1' } })
  }
}

/** @returns whether the quote of the address is to be ordered at once, which is said but once */
export function useSaleInHand(): () => Promise<boolean> {
  const route = useRoute()
  const router = useRouter()
  return async () => {
    if (route.query[SALE] === undefined) return false
    const { [SALE]: _said, ...query } = route.query
    await router.replace({ query })
    return true
  }
}

/** The key that begins a sale, anywhere on the page of a product but in a field. */
export function useSaleKey(sell: () => void): void {
  const isMeant = singlePresses()
  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'v' || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || isModal()) return
    event.preventDefault()
    if (!isMeant(event, 'sale')) return
    byLetter = true
    sell()
  }
  onMounted(() => window.addEventListener('keydown', onKey))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKey))
}
