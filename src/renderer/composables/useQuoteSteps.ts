/** The steps of a quote on its screen: each asks first what has to be asked, runs one at a time, and says where it was refused. */
import { computed, nextTick, ref, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { answers, ApiError, isInDoubt, isUnanswered } from '../api/client'
import type { Quote, QuoteReprice, QuoteState } from '../api/types'
import { StepNotDone } from '../lib/kept'
import { isNowhere } from '../lib/keyboard'
import type { News } from '../lib/quote-news'
import { isMoved, isRefusedFor } from '../lib/refused-for'
import { useQuote } from '../stores/quote'
import { presentOf } from '../stores/quote-lines'
import { useQuoteNotes } from '../stores/quote-notes'
import { takeUpAgain } from './useCounterSale'
import { useFailure } from './useFailure'
import { addressField, isOfVat, type QuoteFaults } from './useQuoteFaults'
import { useQuoteName } from './useQuoteName'
import { stoppedAtUnread } from './useReadable'
import { aboutQuote, useStepOutcome } from './useStepOutcome'
import { useToasts } from './useToasts'

async function focus(selector: string): Promise<void> {
  await nextTick()
  document.querySelector<HTMLElement>(selector)?.focus()
}

/** What is asked before a quote is sent: where the service asks it, too, the dialog does again. */
const isAskedThere = (cause: unknown) =>
  isRefusedFor(cause, ['price_changed', 'quote_reconfirm', 'quote_indicative'])

type Asked = 'sign' | 'order' | 'remove' | 'accept' | 'refuse' | 'cancel' | 'giveUp' | 'send'

export function useQuoteSteps(faults: QuoteFaults) {
  const { t } = useI18n()
  const router = useRouter()
  const store = useQuote()
  const notes = useQuoteNotes()
  const toasts = useToasts()
  const { named } = useQuoteName()
  const { attempt, tell, words } = useFailure()
  const { isHere, ordered, sent, copied, failedElsewhere } = useStepOutcome()
  const dialog = ref<Asked | null>(null)
  /** What had been told of the quote as the dialog was opened. */
  const seen = shallowRef<News | null>(null)
  /** The reason that is given in it. */
  const reason = ref('')
  /** What met no answer: the dialog in which it was asked for (null: none), what it is called, why. Until it is read, or done. */
  const failed = shallowRef<{ in: Asked | null; what: string; cause: unknown; to?: QuoteState } | null>(null)
  const putAway = () => (failed.value = null)
  watch([() => store.quote?.id, () => store.quote?.state], ([id, state], [before]) => {
    const was = failed.value
    putAway()
    if (id !== undefined && id === before && state && was?.to === state) cameAbout(was.in, state)
  })
  /** What met no answer was done: that is its own doing, no news, and the dialog that asked for it is over. */
  function cameAbout(asked: Asked | null, state: QuoteState): void {
    if (dialog.value === asked) dialog.value = null
    const { news } = store
    if (news?.state === state)
      store.news = news.fields.length + news.lines.length > 0 ? { ...news, state: null } : null
    faults.reset()
    toasts.done(t('step.cameAbout', { state: t(`quoteState.${state}`), quote: named(store.quote!) }))
  }
  /** The same in words, where it is to be said now. */
  const refusal = computed(() => {
    if (!failed.value || failed.value.in !== dialog.value) return null
    const { what, cause } = failed.value
    const answered = t(isInDoubt(cause) ? 'step.unsure' : 'step.again')
    const why = isUnanswered(cause) && answers() ? answered : words(cause)
    return dialog.value === null ? t('step.refused', { what, why }) : why
  })
  /** What was about to be confirmed is done, or is another quote now. */
  watch(
    () => store.step?.what,
    (what) => what && what !== 'reprice' && what !== 'sign' && (dialog.value = null),
  )
  /** Another version of it waits for a choice: until that is made it is not sent. */
  watch(
    () => store.theirs,
    (theirs) => theirs && dialog.value === 'send' && (dialog.value = null),
  )
  function ask(what: Asked): void {
    seen.value = store.news
    reason.value = ''
    putAway()
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

  async function save(): Promise<void> {
    stoppedAtUnread(document.body)
    await attempt(store.save)
  }
  /** Notes that a step met no answer, or that it was not done. @returns whether that is why it failed */
  function isNoted(cause: unknown, what: string, asked: Asked | null): boolean {
    if (!isUnanswered(cause) && !(cause instanceof StepNotDone)) return false
    failed.value = { in: asked, what, cause }
    return true
  }

  /**
   * Whether all is saved, and nothing came with it that nobody here has seen.
   * @param what it is saved for; asked: the dialog in which that is asked
   */
  async function saved(what: string, asked: Asked | null): Promise<boolean> {
    const { news } = store
    putAway()
    const done = await attempt(async () => {
      try {
        await store.save()
        return true
      } catch (cause) {
        if (!isNoted(cause, what, asked)) throw cause
        return false
      }
    })
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
   * @param what it is called, where it is said until it is read that it met no answer; null: in passing
   * @param asked the dialog in which that is said; null: beside the buttons
   * @param shows whether the quote shows what became of it
   */
  async function act(
    task: (of: Quote) => Promise<void>,
    what: string | null,
    asked: Asked | null = null,
    shows = true,
  ): Promise<void> {
    if (busy.value) return
    const of = store.quote!
    putAway()
    // What was told elsewhere of the try before is no news beside the next one.
    toasts.settled(aboutQuote(of))
    let again: Asked | null = null
    try {
      await task(of)
    } catch (cause) {
      if (!isHere(of.id)) return failedElsewhere(of, cause)
      // The dialog of the wait gives the focus back as it goes.
      await nextTick()
      if (what !== null && isNoted(cause, what, asked)) again = asked
      else await shown(cause, shows)
    } finally {
      // In the dialog in which a quote is sent or ordered, its prices are decided.
      if (dialog.value !== 'send' && dialog.value !== 'order') dialog.value = again
    }
  }

  async function shown(cause: unknown, shows: boolean): Promise<void> {
    if (store.deleted) return focus('#elsewhere')
    tell(cause, shows)
    if (!(cause instanceof ApiError) || isUnanswered(cause)) return
    if (cause.errors.some(({ code }) => code === 'quote_state')) return
    if (cause.errors.some(({ code }) => code === 'price_unavailable')) await attempt(store.remark)
    if (!isMoved(cause)) return void faults.take(cause)
    await attempt(store.compare)
    await focus('#moved-prices')
  }

  async function askToOrder(): Promise<void> {
    if (stoppedAtUnread(document.body)) return
    if (!(await saved(t('quote.order'), null)) || stopped()) return
    if (store.prices) return void focus('#moved-prices')
    ask('order')
  }

  /** Orders what is seen: where another counter changed it meanwhile, or its amounts moved, the dialog shows that. */
  async function order(expired: boolean): Promise<void> {
    let again = false
    await act(
      async (of) => {
        try {
          const { quote, elsewhere } = await store.order(expired)
          await ordered(of, quote, elsewhere)
          // Who is at another quote by now has that one in hand.
          if (quote.collected && store.quote?.id === of.id) await takeUpAgain(store)
        } catch (cause) {
          if (isMoved(cause)) await attempt(store.compare)
          again = isHere(of.id) && (presentOf(cause) !== null || (isMoved(cause) && store.prices !== null))
          if (!again) throw cause
        }
      },
      t('quote.order'),
      'order',
    )
    if (again) dialog.value = 'order'
  }

  /** What is signed is what is saved: the document is made of that. */
  async function askToSign(): Promise<void> {
    if (stoppedAtUnread(document.body)) return
    if (await saved(t('sign.start'), null)) ask('sign')
  }
  async function signed(name: string): Promise<void> {
    dialog.value = null
    faults.reset()
    toasts.done(t('sign.done', { name }))
    await nextTick()
    void focus('#signed')
  }

  async function askToMove(state: QuoteState): Promise<void> {
    if (state === 'sent') {
      if (!stoppedAtUnread(document.body)) ask('send')
    } else if (state === 'accepted') ask('accept')
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
    if (!(await saved(t('quoteMove.sent'), 'send'))) {
      if (store.theirs || store.deleted) dialog.value = null
      return
    }
    if (JSON.stringify(store.quote?.totals) !== seen) return
    let again = false
    await act(
      async (of) => {
        try {
          const made = await store.send(reconfirm)
          if (!sent(of, made)) return
          faults.reset()
          await nextTick()
          void focus('#sent')
        } catch (cause) {
          const isSaidThere = isAskedThere(cause) || presentOf(cause) !== null
          if (!isHere(of.id) || !isSaidThere) throw cause
          again = true
        }
      },
      t('quoteMove.sent'),
      'send',
    )
    if (again) dialog.value = 'send'
  }

  /** Leads from the dialog to what keeps the quote from being sent. */
  async function goTo({ path, code }: { readonly path: string; readonly code: string }): Promise<void> {
    const what = dialog.value === 'order' ? 'order' : 'send'
    dialog.value = null
    faults.attemptTo(what)
    const { companyId: id } = store.draft
    // What its customer lacks is mended on that record.
    if (code === 'vat_number_required' && id !== null)
      return void router.push({ name: 'company', params: { id }, query: { champ: 'vatNumber' } })
    const field = addressField({ path, code })
    const line = /^\/lines\/(\d+)/.exec(path)?.[1]
    await focus('#missing')
    if (field) await focus(`[name="${field}"]`)
    else if (line !== undefined) await focus(`[data-${isOfVat({ path }) ? 'settings' : 'grip'}="${line}"]`)
    else if (path === '/lines') await focus('#add-line')
    else if (path === '/vatRegimeId') await focus('[name="vatRegimeId"]')
  }

  /**
   * @param given the reason; the dialog in which it was typed is there again where the step is refused
   * @param taken what the customer took as he accepted it
   */
  async function move(
    state: QuoteState,
    given: string | null = null,
    taken: string[] | null = null,
  ): Promise<void> {
    const asked = dialog.value
    let again = false
    let lost = false
    await act(
      async ({ id }) => {
        try {
          await store.move(state, given, taken)
          if (!isHere(id)) return
          faults.reset()
          await focusState()
        } catch (cause) {
          again = asked !== null && isHere(id)
          lost = isInDoubt(cause)
          // What another counter changed is said there.
          if (!again || !presentOf(cause)) throw cause
        }
      },
      t(`quoteMove.${state}`),
      asked,
    )
    if (lost && failed.value) failed.value = { ...failed.value, to: state }
    if (again) dialog.value = asked
    if (lost) void store.heard(store.quote!.id)
  }

  /** The button that was pressed is gone with the state that it was of: the focus goes to what is told of the new one. */
  async function focusState(): Promise<void> {
    await nextTick()
    await focus(document.getElementById('sent') ? '#sent' : 'main h1')
  }

  async function reprice(wanted: Omit<QuoteReprice, 'version'>): Promise<void> {
    const decides = document.getElementById('moved-prices')?.contains(document.activeElement)
    await act(async () => {
      await store.reprice(wanted)
      // Of the other lines, and of what could not be absorbed, there is something left to decide.
      await store.compare().catch(() => undefined)
    }, null)
    await nextTick()
    // A dialog has a place of its own for what comes next.
    if (decides && dialog.value === null && isNowhere())
      await focus(store.prices ? '#moved-prices' : 'main h1')
  }
  const duplicate = () =>
    act(async (of) => copied(of, store.quote, await store.duplicate(() => isHere(of.id))), null, null, false)
  async function copyHere(): Promise<Quote> {
    const noted = notes.orphaned()
    const copy = await store.rescue()
    notes.adopt(copy.id, noted)
    return copy
  }
  const rescue = () => act(async (of) => copied(of, null, await copyHere()), null, null, false)

  const remove = () =>
    act(
      ({ id }) => store.remove(() => isHere(id) && void router.push({ name: 'quotes' })),
      t('action.delete'),
      'remove',
    )

  /** Shows the quote as another draft, or as none: the buttons that led there are gone. */
  const turn = (task: () => Promise<void>, what: string, asked: Asked | null = null) =>
    act(
      async ({ id }) => {
        await task()
        if (!isHere(id)) return
        faults.reset()
        void attempt(store.compare)
        await nextTick()
        void focus('h1')
      },
      what,
      asked,
    )
  const revise = () => turn(store.revise, t('quote.revise'))

  /** What is done once it was confirmed. */
  const CONFIRMED = {
    remove,
    accept: (taken: string[] | null) => move('accepted', null, taken),
    refuse: () => move('refused', reason.value),
    cancel: () => move('cancelled', reason.value),
    giveUp: () => turn(store.giveUp, t('quote.giveUp'), 'giveUp'),
  }

  async function removeLine(line: number, nameOf: (at: number) => string): Promise<void> {
    const removed = attempt(() => store.removeLine(line, nameOf))
    await nextTick()
    // It is in sight: a long quote stays where it was.
    document.getElementById('undo-remove')?.focus({ preventScroll: true })
    await removed
  }

  return {
    ...{ dialog, ask, seen, reason, refusal, putAway, busy, blocker, save, focus, rescue },
    ...{
      askToOrder,
      order,
      askToMove,
      askToSign,
      signed,
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
