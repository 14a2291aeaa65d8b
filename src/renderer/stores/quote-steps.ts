/** What the service does with the quote that is on the screen: sends it, copies it, orders it, deletes it. */
import { computed, shallowRef, type Ref } from 'vue'
import { isOpen } from '../../domain/shared/quote-states.ts'
import { api, ApiError, isInDoubt, isUnanswered } from '../api/client'
import type { Quote, QuoteReprice, QuoteState, SignatureInput } from '../api/types'
import { HeldBack, OrderNotMade, QuoteNotSent } from '../lib/kept'
import {
  markedOrder,
  markOrder,
  namedBy,
  unmarkOrder,
  type OrderMark,
  type QuoteNamed,
} from '../lib/order-mark'
import { notIn, type Draft, type Lost, type Read } from '../lib/quote-draft'
import { copyOf, presentOf } from './quote-lines'

/** What the service is doing with a quote, because this window has asked for it. */
export interface Step extends QuoteNamed {
  readonly what:
    'order' | 'send' | 'sign' | 'move' | 'reprice' | 'duplicate' | 'remove' | 'rescue' | 'revise' | 'giveUp'
  /** whether its answer was lost: what became of it is being found out */
  readonly doubtful: boolean
}

/** A service that was asked for an order has made it by then, or does not make it. */
const SETTLED_MS = 20_000
const LOOK_MS = 1_500
/** What shows that a step whose answer was lost is over, and done. */
const OUTCOMES = {
  order: { isOver: (quote: Quote) => !isOpen(quote), done: 'ordered', NotDone: OrderNotMade },
  send: { isOver: ({ state }: Quote) => state !== 'draft', done: 'sent', NotDone: QuoteNotSent },
} as const
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** What the steps need of their quote. */
export interface StepsQuote {
  readonly quote: Readonly<Ref<Quote | null>>
  readonly draft: Ref<Draft>
  readonly dirty: Ref<boolean>
  readonly deleted: Readonly<Ref<boolean>>
  readonly theirs: Readonly<Ref<Quote | null>>
  readonly error: Readonly<Ref<ApiError | null>>
  /** What could not be saved, because the quote takes it no longer. */
  readonly lost: Ref<readonly Lost[]>
  /** The version that was read, and what it held. */
  read(): Read
  /** Notes where the service has the quote no longer. */
  known<R>(answer: Promise<R>): Promise<R>
  save(): Promise<void>
  /** Shows the quote as the service has it. */
  take(answer: Quote): void
  /** The same, as another counter left it, and what that changed. */
  renew(answer: Quote): void
  close(): void
  /** Lets go of what could not be saved. */
  discard(): void
  open(id: number): Promise<boolean>
  touch(): void
  rescue(): Promise<Quote>
}

export function quoteSteps(of: StepsQuote) {
  const { quote, draft, dirty, deleted, theirs, error, lost } = of
  const { known, save, take, renew, close, discard, open, touch } = of
  const version = () => of.read().version
  const running = shallowRef<readonly Step[]>([])
  /** What is being done with the quote on the screen. */
  const step = computed(() => running.value.find(({ id }) => id === quote.value?.id) ?? null)

  const isShown = (id: number) => quote.value?.id === id
  /** Shows how a quote stands, where it is still the one on the screen; what was typed meanwhile is not lost unsaid. */
  function show(answer: Quote, as = take): void {
    if (!isShown(answer.id)) return
    const unsaved = dirty.value ? notIn(answer, draft.value, of.read().draft) : []
    as(answer)
    lost.value = unsaved
  }

  /** What the service does with the quote as it was read; where it is another by now, that one is shown. */
  async function act<R>(action: (id: number, version: number) => Promise<R>): Promise<R> {
    if (dirty.value) await save()
    if (theirs.value) throw error.value ?? new HeldBack()
    try {
      return await known(action(quote.value!.id, version()))
    } catch (cause) {
      const present = presentOf(cause)
      if (present) show(present, renew)
      throw cause
    }
  }

  /** @param taken what the customer took of what it left him to choose */
  const move = async (state: QuoteState, reason: string | null = null, taken: string[] | null = null) =>
    show(await act((id, version) => api.moveQuote(id, { state, version, reason, ...(taken && { taken }) })))

  /** Signs what was shown. Signed the same way again it is answered as the first time: an answer that was lost is asked for anew. */
  const sign = async (given: Omit<SignatureInput, 'version'>) =>
    show(await act((id, version) => api.signQuote(id, { ...given, version })))

  /**
   * Sends the draft. Where no answer comes, it is found out whether it was sent.
   * @param reconfirm with prices that are to be reconfirmed
   * @returns the quote as it is sent, also by another counter, which is told as news
   */
  async function send(reconfirm: boolean): Promise<Quote> {
    const mark = { ...namedBy(quote.value!), at: Date.now() }
    let asked = false
    try {
      const answer = await act((id, version) => {
        asked = true
        return api.moveQuote(id, { state: 'sent', version, indicative: reconfirm, reconfirm })
      })
      show(answer)
      return answer
    } catch (cause) {
      const present = presentOf(cause)
      if (present?.state === 'sent') return present
      if (asked && isInDoubt(cause)) return await found({ ...mark, at: Date.now() }, 'send')
      throw cause
    }
  }

  /** Takes up what was sent as a draft under the same number. */
  const revise = async () => show(await act((id, version) => api.reviseQuote(id, version)))

  /** Goes back to what was sent last. What is written of the revision is let go, also what cannot be saved. */
  const giveUp = async () => {
    if (dirty.value) await save().catch(() => undefined)
    if (theirs.value) throw error.value ?? new HeldBack()
    const answer = await known(api.giveUpRevision(quote.value!.id, version())).catch((cause: unknown) => {
      const present = presentOf(cause)
      if (present) show(present, renew)
      throw cause
    })
    if (isShown(answer.id)) take(answer)
  }

  /** Puts today's prices on the draft, or on one of its lines. */
  const reprice = async (wanted: Omit<QuoteReprice, 'version'>) =>
    show(await act((id, version) => api.repriceQuote(id, { ...wanted, version })))

  /** @param gone called while the quote is on the screen for the last time */
  const remove = async (gone: () => unknown) => {
    const { id } = quote.value!
    // What was deleted elsewhere is as deleted as was asked for.
    await act((id, version) => api.deleteQuote(id, version)).catch((cause: unknown) => {
      if (!deleted.value) throw cause
    })
    gone()
    if (isShown(id)) close()
  }

  /**
   * A copy at today's prices. What was written and refused, an address with another VAT say, goes with it.
   * @param stay whether it is shown, asked once it is there: who has left the quote is not led to its copy
   */
  async function duplicate(stay: () => boolean): Promise<Quote> {
    const { address, note } = copyOf(draft.value)
    const unsaved = dirty.value
    const copy = await known(api.duplicateQuote(quote.value!.id))
    if (!stay()) return copy
    discard()
    if (!(await open(copy.id)) || !unsaved) return copy
    Object.assign(draft.value, { address, note })
    touch()
    return copy
  }

  /**
   * Finds out what became of a step whose answer was lost: it asks until the service has answered, and has had the time
   * that it takes. @throws OrderNotMade, QuoteNotSent
   */
  async function found({ id, at }: OrderMark, what: keyof typeof OUTCOMES): Promise<Quote> {
    const { isOver, done, NotDone } = OUTCOMES[what]
    running.value = running.value.map((one) => (one.id === id ? { ...one, doubtful: true } : one))
    for (;;) {
      const late = Date.now() - at > SETTLED_MS
      const answer = await api.quote(id).catch((cause: unknown) => {
        if (isUnanswered(cause) || (cause instanceof ApiError && cause.status === 401)) return null
        throw cause
      })
      if (answer && (isOver(answer) || late)) {
        if (answer.version !== version() || isOver(answer)) show(answer)
        if (answer.state === done) return answer
        throw new NotDone()
      }
      await pause(LOOK_MS)
    }
  }

  /** @returns the quote with the orders made, and whether another counter had made them by then. */
  async function order(expired: boolean): Promise<{ quote: Quote; elsewhere: boolean }> {
    const mark = { ...namedBy(quote.value!), at: Date.now() }
    try {
      const { quote: ordered } = await act((id, version) => {
        markOrder(mark)
        return api.orderQuote(id, { version, expired })
      })
      show(ordered)
      return { quote: ordered, elsewhere: false }
    } catch (cause) {
      const present = presentOf(cause)
      if (present?.state === 'ordered') return { quote: present, elsewhere: true }
      if (markedOrder()?.at === mark.at && isInDoubt(cause))
        return { quote: await found({ ...mark, at: Date.now() }, 'order'), elsewhere: false }
      throw cause
    } finally {
      unmarkOrder(mark.id)
    }
  }

  let under: Promise<unknown> = Promise.resolve()
  function note<R>(one: Step, task: () => Promise<R>): Promise<R> {
    running.value = [...running.value, one]
    const done = task().finally(() => {
      running.value = running.value.filter(({ id, what }) => id !== one.id || what !== one.what)
    })
    under = Promise.allSettled([under, done])
    return done
  }
  const noted =
    <A extends unknown[], R>(what: Step['what'], task: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> => {
      const named = namedBy(quote.value!)
      return note({ what, ...named, doubtful: false }, () => task(...given))
    }

  /** The order that was under way as the page was reloaded; null: none was. */
  function orderBefore(): { readonly of: OrderMark; readonly made: Promise<Quote> } | null {
    const mark = markedOrder()
    if (!mark) return null
    const one: Step = { what: 'order', ...mark, doubtful: true }
    return { of: mark, made: note(one, () => found(mark, 'order').finally(() => unmarkOrder(mark.id))) }
  }

  return {
    ...{ step, orderBefore },
    ...{ duplicate: noted('duplicate', duplicate), move: noted('move', move), send: noted('send', send) },
    ...{ sign: noted('sign', sign) },
    ...{ revise: noted('revise', revise), giveUp: noted('giveUp', giveUp) },
    ...{ reprice: noted('reprice', reprice), remove: noted('remove', remove) },
    ...{ order: noted('order', order), rescue: noted('rescue', of.rescue) },
    /** Resolves once no step is under way. */
    stepsOver: () => under,
  }
}
