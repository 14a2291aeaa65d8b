/** The steps of a quote on its screen: each asks first what has to be asked, runs one at a time, and says where it was refused. */
import { computed, nextTick, ref, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { answers, ApiError, isUnanswered } from '../api/client'
import type { Quote, QuoteReprice, QuoteState } from '../api/types'
import type { News } from '../lib/quote-draft'
import { useQuote } from '../stores/quote'
import { presentOf } from '../stores/quote-lines'
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

type Asked = 'order' | 'remove' | 'refuse' | 'cancel' | 'giveUp' | 'send'

export function useQuoteSteps(faults: QuoteFaults) {
  const { t } = useI18n()
  const router = useRouter()
  const store = useQuote()
  const { attempt, tell, words } = useFailure()
  const { isHere, ordered, sent, copied, failedElsewhere } = useStepOutcome()
  const dialog = ref<Asked | null>(null)
  /** What had been told of the quote as the dialog was opened. */
  const seen = shallowRef<News | null>(null)
  /** The reason that is given in it. */
  const reason = ref('')
  /** Why the quote could not be sent, in words: said in its dialog, until the service answers. */
  const refusal = ref<string | null>(null)
  watch(answers, (back) => back && (refusal.value = null))
  function ask(what: Asked): void {
    seen.value = store.news
    reason.value = ''
    refusal.value = null
    dialog.value = what
  }
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
    ask('order')
  }

  /** Orders what is seen: where another counter changed it meanwhile, the dialog shows that. */
  async function order(expired: boolean): Promise<void> {
    let again = false
    await act(async (of) => {
      try {
        const { quote, elsewhere } = await store.order(expired)
        await ordered(of, quote, elsewhere)
      } catch (cause) {
        again = isHere(of.id) && presentOf(cause) !== null
        if (!again) throw cause
      }
    })
    if (again) dialog.value = 'order'
  }

  async function askToMove(state: QuoteState): Promise<void> {
    if (state === 'sent') ask('send')
    else if (state === 'cancelled') ask('cancel')
    else if (state === 'refused') ask('refuse')
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
    refusal.value = null
    await act(async (of) => {
      try {
        const made = await store.send(reconfirm)
        if (!sent(of, made)) return
        faults.reset()
        await nextTick()
        void focus('#sent')
      } catch (cause) {
        const isSaidThere = isAskedThere(cause) || isUnanswered(cause) || presentOf(cause) !== null
        if (!isHere(of.id) || !isSaidThere) throw cause
        if (isUnanswered(cause)) refusal.value = words(cause)
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

  /** @param given the reason; the dialog in which it was typed is there again where the step is refused */
  async function move(state: QuoteState, given: string | null = null): Promise<void> {
    const asked = dialog.value
    let again = false
    await act(async ({ id }) => {
      try {
        await store.move(state, given)
        if (isHere(id)) faults.reset()
      } catch (cause) {
        again = asked !== null && isHere(id)
        // What another counter changed is said there.
        if (!again || !presentOf(cause)) throw cause
      }
    })
    if (again) dialog.value = asked
  }

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

  /** What is done once it was confirmed. */
  const CONFIRMED = {
    remove,
    refuse: () => move('refused', reason.value),
    cancel: () => move('cancelled', reason.value),
    giveUp: () => turn(store.giveUp),
  }

  async function removeLine(line: number, name: string): Promise<void> {
    const removed = attempt(() => store.removeLine(line, name))
    await focus('#undo-remove')
    await removed
  }

  return {
    ...{ dialog, ask, seen, reason, refusal, busy, blocker, save, focus, rescue },
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
