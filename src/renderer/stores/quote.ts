/**
 * The quote being written. Every change is saved to the service as it is made, one request at a time and always with
 * the newest state, so that a reload or a crash loses at most the last keystroke. Each save names the version that it
 * was made on: what another counter wrote meanwhile is shown, never written over unseen.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { isOpen } from '../../domain/shared/quote-states.ts'
import { answers, api, ApiError, isUnanswered, isUnknown, type FieldError } from '../api/client'
import type { Quote } from '../api/types'
import {
  draftOf,
  emptyDraft,
  isAsWritten,
  memoryOf,
  newKey,
  notIn,
  notTaken,
  reconciled,
  type Draft,
  type Lost,
  type Read,
  type Unsaved,
} from '../lib/quote-draft'
import { newsOf, orNone, withOwnLines, type News } from '../lib/quote-news'
import { HeldBack } from '../lib/kept'
import { soldAsTold } from '../lib/told-sales'
import { totalsShown } from '../lib/totals-shown'
import { quoteAmounts } from './quote-amounts'
import { quoteDispute } from './quote-dispute'
import { copyOf, presentOf, quoteLines } from './quote-lines'
import { i18n } from '../i18n'
import { quotePrices } from './quote-prices'
import { quoteHeard } from './quote-heard'
import { foundAgain, quoteRestored } from './quote-restored'
import { quoteSteps } from './quote-steps'
import { putQuote, quotesLeft, type Written } from './quotes-left'
import { useSession } from './session'
import { useStatus } from './status'

/** Typing is saved once it pauses; whole actions at once. */
const TYPING_PAUSE_MS = 500

export const useQuote = defineStore('quote', () => {
  const status = useStatus()
  const session = useSession()
  const memory = computed(() => memoryOf(session.owner))
  /** The service's last word: numbers, prices, totals. */
  const quote = shallowRef<Quote | null>(null)
  const draft = ref<Draft>(emptyDraft())
  /** What the draft was made of: the version that was read, and its content. */
  let read: Read = { version: 0, draft: emptyDraft() }
  /** The name of a new quote, so that one whose answer was lost is not made twice. */
  let key: string | null = null
  /** The same of a copy of what is on the screen. */
  let copyKey: string | null = null
  const dirty = ref(false)
  const saving = ref(false)
  const savedAt = shallowRef<Date | null>(null)
  const error = shallowRef<ApiError | null>(null)
  /** The quote as somebody else saved it, while this one waits for a choice. */
  const theirs = shallowRef<Quote | null>(null)
  /** Whether the quote was deleted elsewhere: what is on the screen is all that is left of it. */
  const deleted = ref(false)
  /** What another counter changed, which is in the quote on the screen by now: until it is put away. */
  const news = shallowRef<News | null>(null)
  /** What was written here and could not be saved, because the quote takes it no longer: until it is put away. */
  const lost = shallowRef<readonly Lost[]>([])

  /** Whether it can be written: also what was deleted elsewhere, which goes on as a copy. */
  const editable = computed(() => quote.value === null || quote.value.state === 'draft')
  const { prices, unanswered, evidence, compare, compareAgain, remark } = quotePrices({
    ...{ quote, deleted, editable, known, version: () => read.version },
  })
  /** Whether address and note can be completed: until it is ordered. */
  const deliverable = computed(() => quote.value === null || isOpen(quote.value))
  const lineCount = computed(() => draft.value.lines.length)
  const amounts = quoteAmounts({ quote, draft, editable, deleted, theirs, error })
  /** VAT in percent where this quote is delivered; without a quote that of no address. */
  const totals = computed(() => quote.value && totalsShown(quote.value))
  const taxRate = computed(() =>
    editable.value && quote.value ? quote.value.vat.rate : (status.status?.vatRate ?? null),
  )
  const faults = computed<readonly FieldError[]>(() =>
    theirs.value || deleted.value || isUnanswered(error.value) ? [] : (error.value?.errors ?? []),
  )

  function take(answer: Quote): void {
    quote.value = answer
    draft.value = draftOf(answer)
    read = { version: answer.version, draft: draftOf(answer) }
    begin()
  }

  /** The same of the quote as another counter left it. @param now the lines that it is to have: what was removed here can come back */
  function retake(answer: Quote, now = draftOf(answer).lines): void {
    const gone = lines.stillGone(now)
    take(answer)
    lines.removed.value = gone
  }

  /** Nothing has happened yet to the quote that is now on the screen: the time of an earlier save says nothing of it. */
  function begin(): void {
    dirty.value = false
    ;[savedAt.value, error.value, theirs.value] = [null, null, null]
    deleted.value = false
    ;[news.value, prices.value, copyKey] = [null, null, null]
    unanswered.value = []
    lost.value = []
    lines.removed.value = []
    remember()
  }

  /** The id is enough after a reload; what could not be saved yet is kept beside it. */
  function remember(): void {
    const kept = dirty.value ? { read, key, draft: draft.value, quote: quote.value } : null
    memory.value.keep(quote.value?.id ?? null, kept)
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  /** The quotes that were asked for: only the last of them is shown, in whatever order their answers come. */
  let asked = 0
  let queue: Promise<void> = Promise.resolve()
  /** Counts up with each quote that is left: an answer to what was asked before is of that one. */
  let sitting = 0

  /** What the service is asked of the quote on the screen: where it has it no longer, that is noted. */
  async function known<R>(answer: Promise<R>): Promise<R> {
    const here = sitting
    try {
      return await answer
    } catch (cause) {
      if (here === sitting && isUnknown(cause)) deleted.value = true
      throw cause
    }
  }

  /** What is on the screen, as it is sent. */
  function written(content: Draft): Written {
    key ??= newKey()
    const { id } = quote.value ?? { id: null }
    return { id, key, version: read.version, draft: content, editable: editable.value }
  }

  /** @returns whether the quote takes what is written no longer: by then that waits for a choice */
  function heldBack(): boolean {
    const now = quote.value
    if (!now || deleted.value || notTaken(now, draft.value, read.draft).length === 0) return false
    dispute.meet(now)
    remember()
    return true
  }

  async function write(): Promise<void> {
    // What waited for a choice is disputed no longer: both came to the same, say.
    if (theirs.value && join(theirs.value)) return write().then(compareAgain)
    if (!dirty.value || theirs.value || deleted.value) return
    if (heldBack()) throw new HeldBack()
    saving.value = true
    const text = JSON.stringify(draft.value)
    const sent = JSON.parse(text) as Draft
    const here = sitting
    const one = written(sent)
    try {
      const answer = await known(putQuote(one))
      if (here === sitting) settle(answer, text)
      else left.settled(answer, one)
    } catch (cause) {
      if (here !== sitting) throw cause
      const present = presentOf(cause)
      // What was saved, though its answer was lost on the way, is no one else's change.
      if (present && isAsWritten(present, sent)) return settle(present, text)
      if (present && join(present)) return await write().then(compareAgain)
      if (present) dispute.meet(present)
      if (!editable.value) prices.value = null
      error.value = cause instanceof ApiError ? cause : new ApiError(0, String(cause), [])
      remember()
      throw cause
    } finally {
      saving.value = false
    }
  }

  /** Takes in what another counter changed, where it is nothing that was changed here. @returns whether it could */
  function join(present: Quote): boolean {
    const both = reconciled(draft.value, draftOf(present), read.draft)
    if (!both || (present.version <= read.version && !theirs.value)) return false
    if (notTaken(present, draft.value, read.draft).length > 0) return false
    const moved = orNone(newsOf(present, read.draft, dispute.shown(), news.value))
    lines.removed.value = lines.stillGone(both.lines)
    ;[news.value, theirs.value, error.value] = [moved, null, null]
    savedAt.value = null
    quote.value = present
    draft.value = both
    read = { version: present.version, draft: draftOf(present) }
    // What was written may have been taken back since.
    dirty.value = notIn(present, both, read.draft).length > 0
    if (!editable.value) prices.value = null
    remember()
    return true
  }

  function settle(answer: Quote, sent: string): void {
    const { customerId } = quote.value ?? answer
    if (news.value) news.value = withOwnLines(news.value, read.draft.lines, answer.lines)
    quote.value = answer
    read = { version: answer.version, draft: draftOf(answer) }
    ;[error.value, savedAt.value] = [null, new Date()]
    // What was typed meanwhile stays, and goes out with the next write.
    dirty.value = JSON.stringify(draft.value) !== sent
    // The service fills in what was left open; the text being typed is not touched.
    draft.value.customerId ??= answer.customerId
    draft.value.validUntil ??= answer.validUntil
    if (!dirty.value) draft.value.lines = draftOf(answer).lines
    remember()
    // For another account other lines can be had: whether they have moved is known again only once it is asked.
    if (prices.value || answer.customerId !== customerId) compareAgain()
  }

  /** Saves what is not saved yet. @throws ApiError where the service refuses it or does not answer. */
  function save(): Promise<void> {
    clearTimeout(timer)
    const next = queue.then(write)
    queue = next.catch(() => undefined)
    return next
  }

  function touch(): void {
    dirty.value = true
    remember()
    clearTimeout(timer)
    timer = setTimeout(() => void save().catch(() => undefined), TYPING_PAUSE_MS)
  }

  const savedLines = () => quote.value?.lines ?? []
  const lines = quoteLines({
    ...{ draft, dirty, deleted, theirs, savedLines, save, close, remember },
    renew: overtaken,
    underWay: () => step.value,
    joined: () => (quote.value === null && !dirty.value && asked === 0 ? joined() : null),
    over: () => {
      const [one, done] = [
        quote.value,
        deleted.value ? ('deleted' as const) : ((theirs.value ?? news.value)?.state ?? null),
      ]
      return one && (deleted.value || !editable.value) ? { quote: one, done } : null
    },
  })

  /** What is written on a quote that is left goes on being saved. */
  const left = quotesLeft((id) => memory.value.forget(id))
  const saveLeft = () => queue.then(left.save)
  function leave(): void {
    clearTimeout(timer)
    sitting += 1
    if (!dirty.value || theirs.value || deleted.value || (error.value && !isUnanswered(error.value))) return
    left.add(written(draft.value))
    void saveLeft()
  }

  function close(): void {
    leave()
    asked += 1
    ;[quote.value, key] = [null, null]
    draft.value = emptyDraft()
    read = { version: 0, draft: emptyDraft() }
    begin()
  }

  /** Takes what is on the screen into a new quote, where its own is gone or was decided elsewhere. */
  async function rescue(): Promise<Quote> {
    copyKey ??= newKey()
    const here = sitting
    const lines = draft.value.lines.map((line) => soldAsTold(line, savedLines()))
    const copy = await api.createQuote({ ...copyOf({ ...draft.value, lines }), key: copyKey })
    if (here !== sitting) return copy
    dirty.value = false
    remember()
    take(copy)
    return copy
  }

  /**
   * @param anew whether what is on the screen is read again, for as long as no other one is asked for
   * @returns whether it is on the screen now: another one may have been asked for meanwhile
   */
  async function open(id: number, anew = false): Promise<boolean> {
    const turn = anew ? asked : ++asked
    if (id === quote.value?.id && !anew) return true
    if (dirty.value) await save().catch(() => undefined)
    const { quote: answer, gone } = await foundAgain(id, () => memory.value.unsaved(id))
    if (turn !== asked || (anew && quote.value?.id !== id)) return false
    if (anew && !gone) {
      // The same, held against another catalogue, say: what is on the screen stays, with what is told of it.
      if (read.version === answer.version) quote.value = answer
      else await told.heard(id, answer.version)
      return true
    }
    leave()
    left.reopened(id)
    takeUp(answer, memory.value.unsaved(id), gone)
    return true
  }

  /** Shows a quote that is come back to; what it has unsaved, of a save that was refused or met no answer, comes with it. */
  function takeUp(answer: Quote, kept: Unsaved | null, gone: boolean): void {
    take(answer)
    deleted.value = gone
    if (kept && (gone || notIn(answer, kept.draft, kept.read.draft).length > 0)) resume(kept)
  }

  function resume(unsaved: Unsaved): void {
    draft.value = unsaved.draft
    read = unsaved.read
    dirty.value = true
    if (!heldBack()) touch()
  }

  /** What could not be saved while the service or its database was away, or nobody signed in, goes out as soon as it can. */
  watch(answers, (back) => {
    if (!back) return
    if (dirty.value) void save().catch(() => undefined)
    void saveLeft()
  })

  /** The service's words come with its answers: in another language they are read again. */
  async function reword(): Promise<void> {
    const { id } = quote.value ?? {}
    if (id === undefined || dirty.value) return
    await remark(id)
    if (prices.value) await compare()
  }
  watch(i18n.global.locale, () => void reword().catch(() => undefined))

  const { restored, joined } = quoteRestored({
    ...{ memory, takeUp, close },
    resume(kept) {
      key = kept.key
      resume(kept)
    },
  })

  /** Lets go of what could not be saved. */
  const discard = (): void => void (quote.value && take(quote.value))

  /** Shows the quote as another counter left it, and what that changed. */
  function renew(answer: Quote): void {
    const told = orNone(newsOf(answer, read.draft, dispute.shown(), news.value))
    retake(answer)
    news.value = told
  }

  /** The same where a step of this window met it: whether prices have moved is to be asked of that one anew. */
  function overtaken(answer: Quote): void {
    renew(answer)
    compareAgain()
  }

  const dispute = quoteDispute({
    ...{ quote, draft, dirty, theirs, news, read: () => read, take: retake, save, compare },
    base(now, on) {
      read = { ...read, draft: on }
      draft.value = now
      remember()
    },
  })
  const told = quoteHeard({
    ...{ quote, news, dirty, deleted, theirs, meet: dispute.meet, version: () => read.version },
    ...{ renew, idle: () => Promise.all([queue, stepsOver()]), save, compare },
  })
  const { stepsOver, step, ...steps } = quoteSteps({
    ...{ quote, draft, dirty, deleted, theirs, error, lost, read: () => read },
    ...{ known, save, take, renew: overtaken, close, discard, open, touch, rescue },
  })

  return {
    ...{ quote, draft, dirty, saving, savedAt, error, theirs, deleted },
    ...{ news, ...told, prices, unanswered, evidence, faults, ...dispute },
    ...{ editable, deliverable, lineCount, taxRate, totals },
    ...{ save, touch },
    ...amounts,
    ...lines,
    ...steps,
    ...{ step, lost, close, open, restored, discard, compare, remark },
  }
})
