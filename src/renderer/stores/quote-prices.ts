/** Today's prices beside those that the quote on the screen holds, asked for whenever they may be others. */
import { shallowRef, type Ref } from 'vue'
import { api } from '../api/client'
import type { Quote, QuotePrices } from '../api/types'
import { quoteEvidence } from './quote-evidence'

/** What comparing needs of the quote. */
export interface ComparedQuote {
  readonly quote: Ref<Quote | null>
  readonly deleted: Readonly<Ref<boolean>>
  readonly editable: Readonly<Ref<boolean>>
  /** The version that was read. */
  version(): number
  /** Notes where the service has the quote no longer. */
  known<R>(answer: Promise<R>): Promise<R>
}

export function quotePrices({ quote, deleted, editable, version, known }: ComparedQuote) {
  /** Today's prices, where they are other than the draft's. */
  const prices = shallowRef<QuotePrices | null>(null)
  /** Partners that gave no price of one of its lines as they were asked last, by their ids. */
  const unanswered = shallowRef<readonly number[]>([])
  const { evidence, asked: saidAgain } = quoteEvidence(quote)

  /** Looks whether today's prices are other than the draft's. */
  async function compare(): Promise<void> {
    const { id } = quote.value ?? {}
    if (id === undefined || deleted.value || !editable.value || quote.value!.lines.length === 0) return
    const answer = await known(api.quotePrices(id))
    if (quote.value?.id !== id || version() < answer.version) return
    // What was saved here meanwhile is held against them, too.
    if (version() > answer.version) return compare()
    prices.value = answer.moved ? answer : null
    unanswered.value = answer.unanswered
    saidAgain(answer)
    if (answer.problems.some((problem, at) => problem !== quote.value!.lines[at]!.problem)) await remark(id)
  }

  /** The same where nobody asked for it: where it fails, what is on the screen stays until the next change. */
  const compareAgain = () => void compare().catch(() => undefined)

  /** Shows what is marked of its lines by now: a partner may have refused one, or taken it again; nothing else is another. */
  async function remark(id = quote.value!.id): Promise<void> {
    const answer = await known(api.quote(id))
    if (quote.value?.id === id && version() === answer.version) quote.value = answer
  }

  return { prices, unanswered, evidence, compare, compareAgain, remark }
}
