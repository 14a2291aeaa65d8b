/** What is told of the quote on the screen: another counter has changed it, or the record of its customer. */
import { nextTick, type Ref } from 'vue'
import { api, isUnknown } from '../api/client'
import type { Quote } from '../api/types'
import { newsOfRecord, withFields, type News } from '../lib/quote-news'
import { useCompanies } from './companies'

/** What hearing of it needs of the quote. */
export interface HeardQuote {
  readonly quote: Ref<Quote | null>
  readonly news: Ref<News | null>
  readonly dirty: Readonly<Ref<boolean>>
  readonly deleted: Ref<boolean>
  readonly theirs: Readonly<Ref<Quote | null>>
  /** Another version waits for a choice. */
  meet(present: Quote): void
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
  const { quote, news, dirty, deleted, theirs } = of
  const companies = useCompanies()

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
      if (theirs.value) of.meet(answer)
      if (dirty.value) await of.save()
      else {
        of.renew(answer)
        await of.compare()
      }
    } catch (cause) {
      if (isUnknown(cause) && isNews(id, null)) deleted.value = true
    }
  }

  /**
   * Follows the record of its customer, of which the quote shows the name and its VAT may ask the number: the quote itself is
   * no other version by that.
   */
  async function follow(): Promise<void> {
    await Promise.all([of.idle(), companies.idle()])
    const { id, companyId } = quote.value ?? {}
    if (id === undefined || typeof companyId !== 'number' || deleted.value) return
    const known = companies.known.get(companyId)
    const [answer, record] = await Promise.all([api.quote(id), companies.load(companyId)])
    const shown = theirs.value ?? quote.value
    if (shown?.id !== id || answer.version !== shown.version) return
    // What this window itself has made of the record is no news.
    const fields = record.version === known?.version ? [] : newsOfRecord(answer, shown, record.vatNumber)
    if (theirs.value) of.meet(answer)
    else quote.value = answer
    if (fields.length > 0) news.value = withFields(news.value, fields)
  }
  let following: Promise<void> = Promise.resolve()
  /** Customers are others: one after the other, so that each is held against what is shown by then. */
  function companiesHeard(): Promise<void> {
    following = following.then(follow).catch(() => undefined)
    return following
  }

  return { heard, companiesHeard }
}
