/** What the service does with the quote that is on the screen: sends it, copies it, orders it, deletes it. */
import type { Ref } from 'vue'
import { api, type ApiError } from '../api/client'
import type { Quote, QuoteState } from '../api/types'
import type { Draft } from '../lib/quote-draft'
import { copyOf, presentOf } from './quote-lines'

/** What the steps need of their quote. */
export interface StepsQuote {
  readonly quote: Readonly<Ref<Quote | null>>
  readonly draft: Ref<Draft>
  readonly dirty: Ref<boolean>
  readonly deleted: Readonly<Ref<boolean>>
  readonly theirs: Readonly<Ref<Quote | null>>
  readonly error: Readonly<Ref<ApiError | null>>
  /** The version that was read. */
  version(): number
  /** Notes where the service has the quote no longer. */
  known<R>(answer: Promise<R>): Promise<R>
  save(): Promise<void>
  /** Shows the quote as the service has it. */
  take(answer: Quote): void
  close(): void
  /** Lets go of what could not be saved. */
  discard(): void
  open(id: number): Promise<boolean>
  touch(): void
}

export function quoteSteps({
  quote,
  draft,
  dirty,
  deleted,
  theirs,
  error,
  version,
  known,
  save,
  take,
  close,
  discard,
  open,
  touch,
}: StepsQuote) {
  /** What the service does with the quote as it was read; where it is another by now, that one is shown. */
  async function act<R>(action: (id: number, version: number) => Promise<R>): Promise<R> {
    if (dirty.value) await save()
    if (theirs.value) throw error.value!
    try {
      return await known(action(quote.value!.id, version()))
    } catch (cause) {
      const present = presentOf(cause)
      if (present) take(present)
      throw cause
    }
  }

  const move = async (state: QuoteState, indicative = false) =>
    take(await act((id, version) => api.moveQuote(id, { state, version, indicative })))

  /** Puts today's prices on the draft. */
  const reprice = async () => take(await act((id, version) => api.repriceQuote(id, version)))

  const remove = async () => {
    // What was deleted elsewhere is as deleted as was asked for.
    await act((id, version) => api.deleteQuote(id, version)).catch((cause: unknown) => {
      if (!deleted.value) throw cause
    })
    close()
  }

  /** A copy at today's prices. What was written and refused, an address with another VAT say, goes with it. */
  async function duplicate(): Promise<void> {
    const { address, note } = copyOf(draft.value)
    const unsaved = dirty.value
    const copy = await known(api.duplicateQuote(quote.value!.id))
    discard()
    if (!(await open(copy.id)) || !unsaved) return
    Object.assign(draft.value, { address, note })
    touch()
  }

  /** @returns the ids of the orders made, also where another click or counter has made them. */
  async function order(expired: boolean): Promise<number[]> {
    try {
      const { orders, quote: ordered } = await act((id, version) => api.orderQuote(id, { version, expired }))
      take(ordered)
      return orders
    } catch (cause) {
      if (presentOf(cause)?.state === 'ordered') return presentOf(cause)!.orders
      throw cause
    }
  }

  let under: Promise<unknown> = Promise.resolve()
  const noted =
    <A extends unknown[], R>(step: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> => {
      const running = step(...given)
      under = Promise.allSettled([under, running])
      return running
    }

  return {
    ...{ duplicate: noted(duplicate), move: noted(move), reprice: noted(reprice), remove: noted(remove) },
    order: noted(order),
    /** Resolves once no step is under way. */
    stepsOver: () => under,
  }
}
