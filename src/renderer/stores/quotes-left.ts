/** Quotes that were left for another one before they could be saved: they are saved without being on the screen. */
import { api, ApiError, isUnanswered } from '../api/client'
import type { Quote } from '../api/types'
import { isAsWritten, type Draft } from '../lib/quote-draft'
import { copyOf, presentOf } from './quote-lines'

/** What is written on a quote, and on which version of it. */
export interface Written {
  /** null: it was never saved, and is made under its key */
  readonly id: number | null
  readonly key: string
  readonly version: number
  readonly draft: Draft
  /** whether its lines can still be changed, or its address and note alone */
  readonly editable: boolean
}

/** Makes a quote under its key. One that was made before, though the answer was lost, takes what was written since. */
async function makeQuote(key: string, draft: Draft): Promise<Quote> {
  const answer = await api.createQuote({ ...draft, key })
  const { customerId, validUntil } = answer
  // The service fills in what was left open.
  const asked = {
    ...draft,
    customerId: draft.customerId ?? customerId,
    validUntil: draft.validUntil ?? validUntil,
  }
  return isAsWritten(answer, asked) ? answer : api.saveQuote(answer.id, { ...draft, version: answer.version })
}

export const putQuote = ({ id, key, version, draft, editable }: Written): Promise<Quote> =>
  id === null
    ? makeQuote(key, draft)
    : editable
      ? api.saveQuote(id, { ...draft, version })
      : api.deliverQuote(id, { address: draft.address, note: draft.note ?? '', version })

/** @param saved called with what needs to be kept in the browser no longer */
export function quotesLeft(saved: (id: number | null) => void) {
  let waiting: Written[] = []
  const drop = (done: Written) => (waiting = waiting.filter((each) => each !== done))
  const forget = (done: Written) => {
    drop(done)
    saved(done.id)
  }

  /** A save that was under way as the quote was left has ended: what was typed since is written on that. */
  function settled(answer: Quote, sent: Written): void {
    const one = waiting.find(({ id, key }) => (id === null ? key === sent.key : id === answer.id))
    if (!one) return
    drop(one)
    if (isAsWritten(answer, one.draft)) saved(one.id)
    else waiting.push({ ...one, id: answer.id, version: answer.version })
  }

  /** Tries each once; what is refused stays in the browser's memory, and is shown where its quote is opened again. */
  async function save(): Promise<void> {
    for (const one of waiting) {
      try {
        await putQuote(one)
        forget(one)
      } catch (cause) {
        if (isUnanswered(cause) || (cause instanceof ApiError && cause.status === 401)) return
        const present = presentOf(cause)
        // It was saved, and the answer was lost.
        if (present && isAsWritten(present, one.draft)) forget(one)
        else drop(one)
      }
    }
  }

  return {
    add: (quote: Written) => {
      waiting = [...waiting.filter(({ id }) => id === null || id !== quote.id), copyOf(quote)]
    },
    /** The quote is on the screen again, with what was written on it. */
    reopened: (id: number) => (waiting = waiting.filter((each) => each.id !== id)),
    settled,
    save,
  }
}
