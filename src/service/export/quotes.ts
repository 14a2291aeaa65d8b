/** Quotes and their lines as a spreadsheet has them: facts, a page of quotes at a time. */
import { headingsOf } from '../../domain/shared/line-roles.ts'
import type { JournalAction, JournalEntry } from '../../domain/journal.ts'
import type { QuoteFacts, TotalledLine } from '../../domain/quote/facts.ts'
import type { QuoteState } from '../../domain/quote/quote.ts'
import type { Vat } from '../../domain/vat.ts'
import type { QuoteFilter, QuoteRecord } from '../../store/quotes.ts'
import type { Store } from '../../store/store.ts'
import type { PeopleService } from '../people.ts'
import type { QuoteBook } from '../quotes/book.ts'
import { pagesOf, type Listed, type Unread } from './pages.ts'

export interface QuoteExportServices {
  readonly store: Store
  readonly people: PeopleService
  readonly quoteBook: QuoteBook
}

/** A quote with what it comes to and what became of it. */
export interface ExportedQuote extends Pick<QuoteFacts, 'totals' | 'amounts' | 'vat'> {
  readonly quote: QuoteRecord
  readonly expired: boolean
  /** names; null: no person, or not yet */
  readonly madeBy: string | null
  readonly sentBy: string | null
  readonly acceptedBy: string | null
  /** ISO; of the last time that it was sent */
  readonly sentAt: string | null
  /** ISO; when it was accepted, refused or cancelled, where that still stands */
  readonly decidedAt: string | null
  /** why it was refused or cancelled; empty: nobody said, or it was not */
  readonly reason: string
}

export interface ExportedLine {
  readonly quote: QuoteRecord
  readonly line: TotalledLine
  /** of its quote */
  readonly vat: Vat
  /** in the quote, from 1, headings counted */
  readonly place: number
  /** the words of the heading that it is under; null: under none */
  readonly group: string | null
}

/** What the journal tells of a quote that stands in a state, where a person brought it there. */
const DECIDED: Readonly<Record<QuoteState, JournalAction | null>> = {
  ...{ draft: null, sent: null, accepted: 'quote_accepted', refused: 'quote_refused' },
  ...{ cancelled: 'quote_cancelled', ordered: 'quote_accepted' },
}
const TOLD: readonly JournalAction[] = ['quote_sent', 'quote_accepted', 'quote_refused', 'quote_cancelled']

export class QuoteExport {
  readonly #with: QuoteExportServices

  constructor(services: QuoteExportServices) {
    this.#with = services
  }

  /** The last made first. */
  async *quotes(filter: QuoteFilter, unread: Unread): AsyncGenerator<ExportedQuote, void> {
    const { store } = this.#with
    for await (const page of this.#pages(filter, unread)) {
      const told = await store.journal.ofQuotes(
        page.map(({ id }) => id),
        TOLD,
      )
      for (const quote of page) yield this.#exported(quote, told.get(quote.id) ?? [])
    }
  }

  /** Of the quotes that a filter finds, the last made first, every line in its order but headings, which name groups. */
  async *lines(filter: QuoteFilter, unread: Unread): AsyncGenerator<ExportedLine, void> {
    const { quoteBook } = this.#with
    for await (const page of this.#pages(filter, unread))
      for (const quote of page) yield* linesOf(quote, quoteBook)
  }

  async *#pages(filter: QuoteFilter, unread: Unread): AsyncGenerator<readonly QuoteRecord[], void> {
    const { store, quoteBook } = this.#with
    const listed: Listed<QuoteRecord> = {
      idsBefore: (before, limit) => store.quotes.idsBefore(filter, before, limit),
      byIds: (ids) => store.quotes.byIds(ids),
    }
    for await (const page of pagesOf(listed, unread)) yield page.map((record) => quoteBook.inOrder(record))
  }

  /** @param told the newest first */
  #exported(quote: QuoteRecord, told: readonly JournalEntry[]): ExportedQuote {
    const { people, quoteBook } = this.#with
    const { totals: held, amounts, vat } = quoteBook.sums(quote)
    // Of a draft that lost a price nobody is told a total.
    const totals = quote.state === 'draft' && amounts === null ? null : held
    const [last] = told
    const decided = last?.action === DECIDED[quote.state] ? last : undefined
    return {
      ...{ quote, totals, amounts, vat },
      expired: quoteBook.expired(quote),
      madeBy: people.nameOf(quote.madeBy),
      sentBy: people.nameOf(quote.sentBy),
      acceptedBy: people.nameOf(quote.acceptedBy),
      sentAt: told.find(({ action }) => action === 'quote_sent')?.at ?? null,
      decidedAt: decided?.at ?? null,
      reason: String(decided?.facts['reason'] ?? ''),
    }
  }
}

function* linesOf(quote: QuoteRecord, book: QuoteBook): Generator<ExportedLine, void> {
  const lines = book.totalled({ ...quote, lines: book.promised(quote) })
  const headings = headingsOf(lines)
  const vat = book.vatHeld(quote, quote.totals)
  for (const [i, line] of lines.entries()) {
    if (line.area === 'heading') continue
    const heading = headings[i]
    yield { quote, line, vat, place: i + 1, group: heading === null ? null : lines[heading!]!.text }
  }
}
