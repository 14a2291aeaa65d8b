/** What is told of the quote on the screen: another counter has changed it. */
import { nextTick, type Ref } from 'vue'
import { api, ApiError } from '../api/client'
import type { Quote } from '../api/types'

/** What hearing of it needs of the quote. */
export interface HeardQuote {
  readonly quote: Readonly<Ref<Quote | null>>
  readonly dirty: Readonly<Ref<boolean>>
  readonly deleted: Ref<boolean>
  readonly theirs: Ref<Quote | null>
  /** The version that was read. */
  version(): number
  /** Resolves once nothing that this window does with the quote is under way. */
  idle(): Promise<unknown>
  save(): Promise<void>
  /** Shows the quote as another counter left it. */
  renew(answer: Quote): void
  compare(): Promise<void>
}

export function quoteHeard(of: HeardQuote) {
  const { quote, dirty, deleted, theirs } = of

  /** Whether that version is news. */
  const isNews = (id: number, version: number | null | undefined) =>
    quote.value?.id === id &&
    !deleted.value &&
    (typeof version !== 'number' || version > (theirs.value?.version ?? of.version()))

  /**
   * Takes over what another counter made of the quote; what is being written here is never written over: its save says
   * what is in the way.
   * @param version the one that it has now; null: it was deleted; undefined: not known
   */
  async function heard(id: number, version?: number | null): Promise<void> {
    if (!isNews(id, version)) return
    // What is told may be of this window's own doing, whose answer is on its way.
    await of.idle()
    await nextTick()
    if (!isNews(id, version)) return
    if (dirty.value && !theirs.value) return of.save().catch(() => undefined)
    try {
      const answer = await api.quote(id)
      if (!isNews(id, answer.version)) return
      if (theirs.value) theirs.value = answer
      else if (dirty.value) await of.save()
      else {
        of.renew(answer)
        await of.compare()
      }
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 404 && isNews(id, null)) deleted.value = true
    }
  }
  return heard
}
