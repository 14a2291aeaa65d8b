/** The steps of a quote on its screen: each asks first what has to be asked, runs one at a time, and says where it was refused. */
import { computed, nextTick, ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { ApiError, isUnanswered } from '../api/client'
import type { QuoteState } from '../api/types'
import { useQuote } from '../stores/quote'
import { useFailure } from './useFailure'
import { addressField, type QuoteFaults } from './useQuoteFaults'
import { useQuoteName } from './useQuoteName'
import { useToasts } from './useToasts'

export const quoteRoute = (id: number) => ({ name: 'quote', params: { id } })

export function useQuoteSteps(faults: QuoteFaults) {
  const { t } = useI18n()
  const router = useRouter()
  const store = useQuote()
  const toasts = useToasts()
  const { named } = useQuoteName()
  const { attempt, words } = useFailure()
  const dialog = ref<'order' | 'remove' | 'refuse' | 'indicative' | null>(null)
  const busy = ref(false)
  const quote = computed(() => store.quote)

  /** Why this quote cannot be ordered now, whatever its address. */
  const blocker = computed(() =>
    store.theirs
      ? t('quote.decideFirst')
      : (faults.inTheWayOf('order').find(({ path }) => path.startsWith('/lines'))?.message ?? null),
  )

  const save = () => attempt(store.save)
  /** Whether all is saved, and nothing came with it that nobody here has seen. */
  async function saved(): Promise<boolean> {
    const { news } = store
    const done = await attempt(async () => (await store.save(), true))
    return done === true && !store.theirs && store.news === news
  }

  async function focus(selector: string): Promise<void> {
    await nextTick()
    document.querySelector<HTMLElement>(selector)?.focus()
  }

  /** Shows what stands in the way, and goes to the first place of it. @returns whether something does */
  function stopped(what: 'send' | 'order'): boolean {
    const [first] = faults.attemptTo(what)
    if (!first) return false
    const field = addressField(first)
    void focus(field && what === 'order' ? `[name="${field}"]` : '#missing')
    return true
  }

  /** Runs one step at a time, shows where it was refused (how the quote stands it shows itself). @param unanswered said where no answer came */
  async function act(task: () => Promise<void>, unanswered?: string): Promise<void> {
    if (busy.value) return
    busy.value = true
    try {
      await task()
    } catch (cause) {
      if (store.deleted) return void focus('#elsewhere')
      toasts.error((cause instanceof ApiError && cause.status === 0 && unanswered) || words(cause))
      if (!(cause instanceof ApiError) || isUnanswered(cause)) return
      if (cause.errors.some(({ code }) => code === 'quote_state')) return
      if (!cause.errors.some(({ code }) => code === 'price_changed')) return void faults.take(cause)
      await attempt(store.compare)
      void focus('#moved-prices')
    } finally {
      dialog.value = null
      busy.value = false
    }
  }

  async function askToOrder(): Promise<void> {
    if (!(await saved()) || stopped('order')) return
    if (store.prices) return void focus('#moved-prices')
    dialog.value = 'order'
  }

  const order = (expired: boolean) =>
    act(async () => {
      const orders = await store.order(expired)
      await router.push(
        orders.length === 1
          ? { name: 'order', params: { id: orders[0]! } }
          : { name: 'orders', query: { devis: quote.value?.number } },
      )
      toasts.done(t('order.made', orders.length))
    }, t('order.unknown'))

  async function askToMove(state: QuoteState): Promise<void> {
    if (store.editable && state !== 'refused') {
      if (!(await saved()) || stopped('send')) return
      if (store.prices) return void focus('#moved-prices')
      if (quote.value?.indicative) {
        dialog.value = 'indicative'
        return
      }
    }
    if (state === 'refused') dialog.value = 'refuse'
    else await move(state)
  }

  const move = (state: QuoteState, indicative = false) =>
    act(async () => {
      await store.move(state, indicative)
      faults.reset()
    })

  const reprice = () => act(store.reprice)
  const copy = (make: () => Promise<void>) =>
    act(async () => {
      await make()
      await router.push(quoteRoute(quote.value!.id))
      toasts.done(t('quote.duplicated', { quote: named(quote.value!) }))
    })
  const duplicate = () => copy(store.duplicate)

  const remove = () =>
    act(async () => {
      await store.remove()
      void router.push({ name: 'quotes' })
    })

  const CONFIRMED = { remove, refuse: () => move('refused'), indicative: () => move('sent', true) }

  async function removeLine(line: number): Promise<void> {
    await attempt(() => store.removeLine(line))
    void focus('#undo-remove')
  }

  return {
    ...{ dialog, busy, blocker, save, act, focus, copy },
    ...{ askToOrder, order, askToMove, reprice, duplicate, removeLine, confirmed: CONFIRMED },
  }
}
