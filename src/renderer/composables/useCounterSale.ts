/** The sale at the counter: a quote of one product that is collected, ordered from the dialog that reads it back. */
import { onBeforeUnmount, onMounted } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRoute, useRouter } from 'vue-router'
import { api } from '../api/client'
import type { ProductLineInput, Quote } from '../api/types'
import { newKey } from '../lib/quote-draft'
import { rememberSale, saleOfWindow, type Sale } from '../lib/sale-memory'
import { singlePresses } from '../lib/single-press'
import { useQuote } from '../stores/quote'
import { copyOf, isKept } from '../stores/quote-lines'
import { useQuoteNotes } from '../stores/quote-notes'
import { useFailure } from './useFailure'
import { useQuoteName } from './useQuoteName'
import { isModal, isTyping } from './useShortcuts'
import { quoteRoute } from './useStepOutcome'
import { useToasts } from './useToasts'

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

/** The sale that was begun and is not over; null: none is. */
let inHand: Sale | null = null
function hold(sale: Sale | null): void {
  inHand = sale
  rememberSale(sale)
}

/** Once it is sold, what was in hand before is in hand again. */
export async function takeUpAgain(quote: ReturnType<typeof useQuote>): Promise<void> {
  const sale = inHand
  if (sale === null || sale.id !== quote.quote?.id) return
  hold(null)
  if (sale.before !== null) await quote.open(sale.before).catch(() => undefined)
}

/** What is told of a sale that was left: over where the next one begins, whose dialog it would stand on. */
const LEFT = 'sale'

/** Begins a sale: a new quote, whatever is written on another one, which is saved and stays as it is. */
export function useCounterSale() {
  const router = useRouter()
  const quote = useQuote()
  const failure = useFailure()
  const toasts = useToasts()

  return async (line: ProductLineInput): Promise<void> => {
    toasts.settled(LEFT)
    const before = quote.quote?.state === 'draft' && quote.editable ? quote.quote.id : null
    const from = router.currentRoute.value.fullPath
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
    hold({ id: quote.quote.id, before, from })
    await router.push({ ...quoteRoute(quote.quote.id), query: { [SALE]: '1' } })
  }
}

/**
 * The sale on the page of its quote. One that is left without an order leaves nothing: its draft is deleted, or, where somebody
 * was named or something noted, kept but out of hand; what was in hand before is in hand again.
 */
export function useSaleInHand() {
  const { t } = useI18n()
  const route = useRoute()
  const router = useRouter()
  const quote = useQuote()
  const notes = useQuoteNotes()
  const toasts = useToasts()
  const failure = useFailure()
  const { named } = useQuoteName()

  /** @returns whether the quote of the address is to be ordered at once, which is said but once */
  async function take(): Promise<boolean> {
    // A window that was read anew goes on with its sale.
    const left = saleOfWindow()
    if (left && inHand === null && left.id === quote.quote?.id && quote.editable) {
      hold(left)
      return true
    }
    if (route.query[SALE] === undefined) return false
    const { [SALE]: _said, ...query } = route.query
    await router.replace({ query })
    return true
  }

  const isOpenSale = () =>
    inHand !== null &&
    inHand.id === quote.quote?.id &&
    quote.editable &&
    !quote.theirs &&
    !quote.deleted &&
    quote.step === null

  /** Leads back to its product, where the dialog of a sale is closed. @returns whether it is one */
  function leave(): boolean {
    if (!isOpenSale()) return false
    const { back } = (history.state ?? {}) as { back?: unknown }
    if (back === inHand!.from) router.back()
    else void router.push(inHand!.from)
    return true
  }

  /** It goes on as a quote like any other. */
  const goOn = () => hold(null)

  /** Whether it holds more than the product: whom it is for, what is noted. */
  function isWritten(): boolean {
    const { companyId, address, reference, note, lines } = quote.draft
    const texts = [...Object.values(address), reference, note, notes.draft.internalNote]
    return companyId !== null || lines.length !== 1 || texts.some((text) => text?.trim())
  }

  /** @param other whether another quote is opened, which is in hand then */
  async function abandon(other: boolean): Promise<void> {
    const { id, before } = inHand!
    goOn()
    if (quote.dirty || quote.saving) await quote.save().catch(() => undefined)
    const sale = quote.quote
    if (sale?.id !== id) return
    const keeps = isWritten() || quote.dirty
    const content = copyOf(quote.draft)
    if (!other) quote.close()
    const taken = other || before === null ? null : quote.open(before).catch(() => undefined)
    if (keeps) tellKept(sale)
    else await remove(sale, content)
    await taken
  }

  const open = (id: number) => ({ text: t('step.seeQuote'), run: () => void router.push(quoteRoute(id)) })
  const tellKept = (sale: Quote) =>
    toasts.elsewhere('done', t('counter.kept', { quote: named(sale) }), open(sale.id), LEFT)

  async function remove(sale: Quote, content: ReturnType<typeof useQuote>['draft']): Promise<void> {
    try {
      await api.deleteQuote(sale.id, sale.version)
    } catch {
      // Ordered or changed elsewhere, or no answer came: it stays as it is there.
      return tellKept(sale)
    }
    const key = newKey()
    const back = {
      text: t('counter.asQuote'),
      run: () =>
        void failure.attempt(async () => {
          const { id } = await api.createQuote({ ...content, key })
          await router.push(quoteRoute(id))
        }),
      undoes: true,
    }
    toasts.elsewhere('done', t('counter.abandoned'), back, LEFT)
  }

  onBeforeUnmount(
    router.afterEach(({ name, params }, _from, failed) => {
      if (failed || !isOpenSale() || (name === 'quote' && params['id'] === String(inHand!.id))) return
      // Who goes where the shop's address is written comes back to it.
      if (name === 'documents') goOn()
      else void abandon(name === 'quote')
    }),
  )

  return { take, leave, goOn }
}

/**
 * The key that begins a sale, anywhere on the page of a product but in a field.
 * @param offered whether its button is there: what is not offered is not begun by a key either
 */
export function useSaleKey(offered: () => boolean, sell: () => void): void {
  const isMeant = singlePresses()
  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'v' || event.ctrlKey || event.metaKey || event.altKey) return
    if (!offered() || isTyping(event.target) || isModal()) return
    event.preventDefault()
    if (!isMeant(event, 'sale')) return
    byLetter = true
    sell()
  }
  onMounted(() => window.addEventListener('keydown', onKey))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKey))
}
