/** The steps of a quote on its screen: each asks first what has to be asked, runs one at a time, and says where it was refused. */
import { computed, nextTick, ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { ApiError, isUnanswered } from '../api/client'
import type { Quote, QuoteReprice, QuoteState } from '../api/types'
import { useQuote } from '../stores/quote'
import { useFailure } from './useFailure'
import { addressField, type QuoteFaults } from './useQuoteFaults'
import { useStepOutcome } from './useStepOutcome'

async function focus(selector: string): Promise<void> {
  await nextTick()
  document.querySelector<HTMLElement>(selector)?.focus()
}

/** What is asked before a quote is sent: where the service asks it, too, the dialog does again. */
const ASKED = ['price_changed', 'quote_reconfirm', 'quote_indicative']
const isAskedThere = (cause: unknown) =>
  cause instanceof ApiError && cause.errors.some(({ code }) => ASKED.includes(code))

export function useQuoteSteps(faults: QuoteFaults) {
  const { t } = useI18n()
  const router = useRouter()
  const store = useQuote()
  const { attempt, tell } = useFailure()
  const { isHere, ordered, sent, copied, failedElsewhere } = useStepOutcome()
  const dialog = ref<'order' | 'remove' | 'refuse' | 'cancel' | 'giveUp' | 'send' | null>(null)
  /** What is being done with the quote: until it is over, nothing else is. */
  const busy = computed(() => store.step !== null)

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

  /** Shows what stands in the way of ordering, and goes to the first place of it. @returns whether something does */
  function stopped(): boolean {
    const [first] = faults.attemptTo('order')
    if (!first) return false
    const field = addressField(first)
    void focus(field ? `[name="${field}"]` : '#missing')
    return true
  }

  /**
   * Runs one step at a time, shows where it was refused (how the quote stands it shows itself).
   * @param shows whether the quote shows what became of it
   */
  async function act(task: (of: Quote) => Promise<void>, shows = true): Promise<void> {
    if (busy.value) return
    const of = store.quote!
    try {
      await task(of)
    } catch (cause) {
      if (!isHere(of.id)) return failedElsewhere(of, cause)
      // The dialog of the wait gives the focus back as it goes.
      await nextTick()
      await shown(cause, shows)
    } finally {
      // In the dialog in which a quote is sent, its prices are decided.
      if (dialog.value !== 'send') dialog.value = null
    }
  }

  async function shown(cause: unknown, shows: boolean): Promise<void> {
    if (store.deleted) return focus('#elsewhere')
    tell(cause, shows)
    if (!(cause instanceof ApiError) || isUnanswered(cause)) return
    if (cause.errors.some(({ code }) => code === 'quote_state')) return
    if (!cause.errors.some(({ code }) => code === 'price_changed')) return void faults.take(cause)
    await attempt(store.compare)
    await focus('#moved-prices')
  }

  async function askToOrder(): Promise<void> {
    if (!(await saved()) || stopped()) return
    if (store.prices) return void focus('#moved-prices')
    dialog.value = 'order'
  }

  const order = (expired: boolean) =>
    act(async (of) => {
      const { quote, elsewhere } = await store.order(expired)
      await ordered(of, quote, elsewhere)
    })

  async function askToMove(state: QuoteState): Promise<void> {
    if (state === 'sent') dialog.value = 'send'
    else if (state === 'cancelled') dialog.value = 'cancel'
    else if (state === 'refused') dialog.value = 'refuse'
    else await move(state)
  }

  /**
   * Sends what is seen: where saving it gave another total, or it is refused for what is asked in the dialog, the dialog
   * shows that.
   */
  async function send(reconfirm: boolean): Promise<void> {
    const seen = JSON.stringify(store.quote?.totals)
    if (!(await saved())) {
      if (store.theirs || store.deleted) dialog.value = null
      return
    }
    if (JSON.stringify(store.quote?.totals) !== seen) return
    let again = false
    await act(async (of) => {
      try {
        const made = await store.send(reconfirm)
        if (!sent(of, made)) return
        faults.reset()
        await nextTick()
        void focus('#sent')
      } catch (cause) {
        if (!isHere(of.id) || !isAskedThere(cause)) throw cause
        again = true
      }
    })
    if (again) dialog.value = 'send'
  }

  /** Leads from the dialog to what keeps the quote from being sent. */
  async function goTo({ path, code }: { readonly path: string; readonly code: string }): Promise<void> {
    dialog.value = null
    faults.attemptTo('send')
    const field = addressField({ path, code })
    const line = /^\/lines\/(\d+)/.exec(path)?.[1]
    await focus('#missing')
    if (field) await focus(`[name="${field}"]`)
    else if (line !== undefined) await focus(`[data-grip="${line}"]`)
    else if (path === '/lines') await focus('#add-line')
  }

  const move = (state: QuoteState, reason: string | null = null) =>
    act(async ({ id }) => {
      await store.move(state, reason)
      if (isHere(id)) faults.reset()
    })

  const reprice = (wanted: Omit<QuoteReprice, 'version'>) =>
    act(async () => {
      await store.reprice(wanted)
      // Of the other lines, and of what could not be absorbed, there is something left to decide.
      await store.compare().catch(() => undefined)
    })
  const duplicate = () => act(async (of) => copied(of, await store.duplicate(() => isHere(of.id))), false)
  const rescue = () => act(async (of) => copied(of, await store.rescue()), false)

  const remove = () => act(({ id }) => store.remove(() => isHere(id) && void router.push({ name: 'quotes' })))

  /** Shows the quote as another draft, or as none: the buttons that led there are gone. */
  const turn = (task: () => Promise<void>) =>
    act(async ({ id }) => {
      await task()
      if (!isHere(id)) return
      faults.reset()
      void attempt(store.compare)
      await nextTick()
      void focus('h1')
    })
  const revise = () => turn(store.revise)

  /** What is done once it was confirmed, with the reason that was given. */
  const CONFIRMED = {
    remove,
    refuse: (reason: string) => move('refused', reason),
    cancel: (reason: string) => move('cancelled', reason),
    giveUp: () => turn(store.giveUp),
  }

  async function removeLine(line: number, name: string): Promise<void> {
    const removed = attempt(() => store.removeLine(line, name))
    await focus('#undo-remove')
    await removed
  }

  return {
    ...{ dialog, busy, blocker, save, focus, rescue },
    ...{
      askToOrder,
      order,
      askToMove,
      send,
      goTo,
      reprice,
      duplicate,
      revise,
      removeLine,
      confirmed: CONFIRMED,
    },
  }
}
