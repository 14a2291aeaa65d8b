import { canRevise, type QuoteState } from '../../domain/quote/quote.ts'
import { quoteFacts, type JournalEntry } from '../../domain/journal.ts'
import { countOf } from '../../domain/shared/line-roles.ts'
import type { Actor } from '../../domain/people.ts'
import { amountsOfQuote } from '../../domain/quote/amounts.ts'
import type { QuoteFacts } from '../../domain/quote/facts.ts'
import { addDays } from '../../domain/shared/calendar.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { Store } from '../../store/store.ts'
import { noteOf } from '../notes.ts'
import type { PeopleService } from '../people.ts'
import { Refusal } from '../refusal.ts'
import type { SettingsService } from '../settings.ts'
import type { QuoteBook } from './book.ts'

export interface QuoteRevisionServices {
  readonly quoteBook: QuoteBook
  readonly store: Store
  readonly settings: SettingsService
  readonly people: PeopleService
}

/** A revision as a list shows it. */
export interface RevisionFacts {
  readonly revision: number
  /** ISO; when it left the desk */
  readonly at: string
  readonly by: string | null
  readonly validUntil: string
  readonly lineCount: number
  readonly totalCents: number | null
  readonly indicative: boolean
  /** how wide the interval of its total is, in cents; null: it is exact */
  readonly uncertainty: number | null
  readonly reconfirm: boolean
  /** whether it is the last one that was sent */
  readonly current: boolean
  /** what was decided of it: of the last one as it stands, or stood when it was taken up again; of others that they were sent */
  readonly state: QuoteState
}

/** What was sent of a quote stays, and goes on as a revision under the same number. */
export class QuoteRevisionService {
  readonly #with: QuoteRevisionServices
  readonly #book: QuoteBook

  constructor(services: QuoteRevisionServices) {
    this.#with = services
    this.#book = services.quoteBook
  }

  /**
   * Makes a draft of what was sent, with its prices, to be sent in its turn.
   * @throws Refusal `not_found`, `quote_state` of one that was accepted, ordered or cancelled, or is a draft; Outdated
   */
  async revise(id: number, version: number | null | undefined, by: Actor): Promise<QuoteFacts> {
    const before = await this.#book.at(id, version)
    if (!canRevise(before.state)) this.#book.refuseState(before)
    const at = this.#book.now()
    const validUntil = addDays(this.#book.today(), this.#with.settings.current.quoteValidityDays)
    const revision = before.revision + 1
    const draft: QuoteRecord = {
      ...before,
      ...{ state: 'draft', revision, validUntil, updatedAt: at, sentBy: null, acceptedBy: null },
      reconfirm: false,
    }
    const note = noteOf({ by, at }, 'quote_revised', quoteFacts(draft))
    if (!(await this.#with.store.revisions.begin(before, draft, note))) await this.#book.refuseOutdated(id)
    return this.#book.told(id)
  }

  /** Goes back to what was sent last. @throws Refusal `not_found`, `quote_state` where it is no revision; Outdated */
  async giveUp(id: number, version: number | null | undefined, by: Actor): Promise<QuoteFacts> {
    const before = await this.#book.at(id, version)
    if (before.state !== 'draft' || before.revision === 1) this.#book.refuseState(before)
    const left = await this.#with.store.revisions.left(id, before.revision - 1)
    if (!left) throw new Refusal('not_found')
    const at = this.#book.now()
    const note = noteOf({ by, at }, 'quote_revision_dropped', quoteFacts(before))
    const quote = { ...left, id, version: before.version, number: before.number, updatedAt: at }
    if (!(await this.#with.store.revisions.giveUp(quote, note))) await this.#book.refuseOutdated(id)
    return this.#book.told(id)
  }

  /** Those that were sent, the first first. @throws Refusal `not_found` */
  async list(id: number): Promise<RevisionFacts[]> {
    const sent = await this.#sent(id)
    const now = await this.#book.stored(id)
    const left = now.state === 'draft' ? await this.#with.store.revisions.left(id, now.revision - 1) : now
    const stateOf = (i: number): QuoteState => (i === sent.length - 1 ? (left?.state ?? 'sent') : 'sent')
    return sent.map((one, i) => ({
      revision: one.revision,
      at: one.updatedAt,
      by: this.#with.people.nameOf(one.sentBy),
      validUntil: one.validUntil,
      lineCount: countOf(one.lines),
      totalCents: one.totals?.prix_total_ht ?? null,
      indicative: one.indicative,
      uncertainty: one.indicative ? amountsOfQuote(one).uncertainty : null,
      reconfirm: one.reconfirm,
      current: i === sent.length - 1,
      state: stateOf(i),
    }))
  }

  /** One of them, as it was sent. @throws Refusal `not_found` */
  async find(id: number, revision: number): Promise<QuoteFacts> {
    const found = (await this.#sent(id)).find((one) => one.revision === revision)
    if (!found) throw new Refusal('not_found')
    // What is noted in house is of the quote, and no part of what was sent.
    const { internalNote, files, notesVersion } = await this.#book.stored(id)
    const noted = { internalNote, files, notesVersion }
    return { ...(await this.#book.present({ ...found, ...noted })), obstacles: [] }
  }

  /** Who did what to a quote when, the newest first. @throws Refusal `not_found` */
  async history(id: number): Promise<JournalEntry[]> {
    await this.#book.stored(id)
    return this.#with.store.journal.ofQuote(id)
  }

  /** Of one that an earlier program sent, what is there now. */
  async #sent(id: number): Promise<QuoteRecord[]> {
    const quote = await this.#book.stored(id)
    const kept = await this.#with.store.revisions.of(id)
    const isKept = quote.state === 'draft' || kept.some(({ revision }) => revision === quote.revision)
    return isKept ? kept : [...kept, quote]
  }
}
