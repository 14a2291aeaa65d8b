/**
 * The quote being written. Every change is saved to the service as it is made, one request at a time and always with
 * the newest state, so that a reload or a crash loses at most the last keystroke.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { api, ApiError, connection, type FieldError } from '../api/client'
import type { Quote, QuoteInput, QuoteLineInput, QuoteState } from '../api/types'

const KEY = 'comptoir.quote'
/** Typing is saved once it pauses; whole actions at once. */
const TYPING_PAUSE_MS = 500

/** What a quote holds of its own: the part that is sent. */
export type Draft = Required<
  Pick<QuoteInput, 'reference' | 'note' | 'customerId' | 'validUntil' | 'lines'>
> & {
  address: Record<string, string>
}

const emptyDraft = (): Draft => ({
  reference: '',
  note: '',
  customerId: null,
  validUntil: null,
  address: {},
  lines: [],
})

function draftOf(quote: Quote): Draft {
  const { reference, note, customerId, validUntil, address, lines } = quote
  return {
    reference,
    note,
    customerId,
    validUntil,
    address: { ...address },
    lines: lines.map(({ area, line, delai, leadTimeLabel }) => ({ area, line, delai, leadTimeLabel })),
  }
}

/** A line that stayed as it was, at another price. */
export interface PriceChange {
  readonly name: string
  readonly before: number
  readonly after: number
}

function priceMoves(before: Quote | null, after: Quote): PriceChange[] {
  const asked = ({ area, line, delai, leadTimeLabel }: QuoteLineInput) =>
    JSON.stringify([area, line, delai, leadTimeLabel])
  return after.lines.flatMap((line, i) => {
    const old = before?.lines[i]
    const [from, to] = [old?.price.priceCents ?? null, line.price.priceCents]
    return old && from !== null && to !== null && from !== to && asked(old) === asked(line)
      ? [{ name: line.name, before: from, after: to }]
      : []
  })
}

export const useQuote = defineStore('quote', () => {
  /** The service's last word: numbers, prices, totals. */
  const quote = shallowRef<Quote | null>(null)
  const draft = ref<Draft>(emptyDraft())
  const dirty = ref(false)
  const saving = ref(false)
  const savedAt = shallowRef<Date | null>(null)
  const error = shallowRef<ApiError | null>(null)
  /** Lines whose price moved when the quote was saved again: a price is never changed behind the user's back. */
  const priceChanges = shallowRef<readonly PriceChange[]>([])

  const editable = computed(() => quote.value === null || quote.value.state === 'draft')
  const lineCount = computed(() => draft.value.lines.length)
  /**
   * VAT in percent where this quote is delivered, as its totals show it: the table itself is the service's. A total too
   * small to tell a rate by, like no quote at all, gives the French one.
   */
  const taxRate = computed(() => {
    const totals = editable.value ? quote.value?.totals : null
    if (!totals || totals.prix_total_ht < 1000) return 20
    return Math.round((totals.prix_tva / totals.prix_total_ht) * 1000) / 10
  })
  const faults = computed<readonly FieldError[]>(() => error.value?.errors ?? [])

  function take(answer: Quote): void {
    quote.value = answer
    draft.value = draftOf(answer)
    dirty.value = false
    error.value = null
    priceChanges.value = []
    remember()
  }

  /** The id alone is enough after a reload; what could not be saved yet is kept beside it. */
  function remember(): void {
    const id = quote.value?.id
    if (id === undefined && !dirty.value) localStorage.removeItem(KEY)
    else
      localStorage.setItem(KEY, JSON.stringify({ id: id ?? null, unsaved: dirty.value ? draft.value : null }))
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  let queue: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    if (!dirty.value) return
    saving.value = true
    const sent = JSON.stringify(draft.value)
    try {
      const body = JSON.parse(sent) as Draft
      const answer = quote.value ? await api.saveQuote(quote.value.id, body) : await api.createQuote(body)
      priceChanges.value = [...priceChanges.value, ...priceMoves(quote.value, answer)]
      quote.value = answer
      error.value = null
      savedAt.value = new Date()
      // What was typed meanwhile stays, and goes out with the next write.
      dirty.value = JSON.stringify(draft.value) !== sent
      // The service fills in what was left open; the text being typed is not touched.
      draft.value.customerId ??= answer.customerId
      draft.value.validUntil ??= answer.validUntil
      remember()
    } catch (cause) {
      error.value = cause instanceof ApiError ? cause : new ApiError(0, String(cause), [])
      remember()
      throw cause
    } finally {
      saving.value = false
    }
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

  async function changeLines(change: (lines: QuoteLineInput[]) => void): Promise<void> {
    // A quote that was sent or ordered stays as it is: the line begins a new one.
    if (!editable.value) close()
    const before = draft.value.lines
    const lines = [...before]
    change(lines)
    draft.value.lines = lines
    dirty.value = true
    try {
      await save()
    } catch (cause) {
      // A refused line must not stay in the way of every later save; one that met no answer is kept for the next try.
      if (cause instanceof ApiError && cause.status >= 400 && cause.status < 500) {
        draft.value.lines = before
        dirty.value = false
        remember()
      }
      throw cause
    }
  }

  const addLine = (line: QuoteLineInput) => changeLines((lines) => lines.push(line))
  const replaceLine = (at: number, line: QuoteLineInput) => changeLines((lines) => lines.splice(at, 1, line))
  const removeLine = (at: number) => changeLines((lines) => lines.splice(at, 1))
  const duplicateLine = (at: number) =>
    changeLines((lines) => lines.splice(at + 1, 0, structuredCloneOf(lines[at]!)))

  function close(): void {
    clearTimeout(timer)
    quote.value = null
    draft.value = emptyDraft()
    dirty.value = false
    error.value = null
    savedAt.value = null
    priceChanges.value = []
    remember()
  }

  async function open(id: number): Promise<Quote> {
    if (dirty.value) await save().catch(() => undefined)
    const answer = await api.quote(id)
    savedAt.value = null
    take(answer)
    return answer
  }

  /** Comes back to the quote of the last visit; one that is gone or decided is left alone. */
  async function restore(): Promise<void> {
    let saved: { id: number | null; unsaved: Draft | null }
    try {
      saved = JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? { id: null, unsaved: null }
    } catch {
      return
    }
    if (saved.id !== null) {
      try {
        take(await api.quote(saved.id))
      } catch (cause) {
        if (cause instanceof ApiError && cause.status === 404) close()
        return
      }
      if (!editable.value) return close()
    }
    if (saved.unsaved) {
      draft.value = saved.unsaved
      touch()
    }
  }

  /** What could not be saved while the service was away goes out as soon as it is back. */
  watch(
    () => connection.reachable,
    (reachable) => reachable && dirty.value && void save().catch(() => undefined),
  )

  /** Whoever needs the quote of the last visit waits for this. */
  const restored = restore()

  async function move(state: QuoteState): Promise<void> {
    if (dirty.value) await save()
    take(await api.moveQuote(quote.value!.id, state))
  }

  /** Saves the lines again as they are: the service puts today's prices on them. */
  async function reprice(): Promise<void> {
    dirty.value = true
    await save()
  }

  /** @returns the ids of the orders made. */
  async function order(): Promise<number[]> {
    if (dirty.value) await save()
    const { orders, quote: ordered } = await api.orderQuote(quote.value!.id)
    take(ordered)
    return orders
  }

  return {
    quote,
    draft,
    dirty,
    saving,
    savedAt,
    error,
    priceChanges,
    faults,
    editable,
    lineCount,
    taxRate,
    save,
    touch,
    addLine,
    replaceLine,
    removeLine,
    duplicateLine,
    close,
    open,
    restored,
    move,
    reprice,
    order,
  }
})

/** A line is plain JSON behind Vue's proxies, which structuredClone refuses. */
function structuredCloneOf(line: QuoteLineInput): QuoteLineInput {
  return JSON.parse(JSON.stringify(line)) as QuoteLineInput
}
