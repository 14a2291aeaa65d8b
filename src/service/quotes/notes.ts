import type { QuoteNotes } from '../../domain/quote/notes.ts'
import { notedFaults } from '../../domain/quote/texts.ts'
import { keptFiles } from '../../domain/shared/quote-notes.ts'
import type { Store } from '../../store/store.ts'
import { Invalid } from '../refusal.ts'
import type { QuoteBook } from './book.ts'
import type { QuoteNews } from './news.ts'

export interface QuoteNotesServices {
  readonly store: Store
  readonly quoteBook: QuoteBook
  readonly quoteNews: QuoteNews
}

/** What is noted in house of a quote. It is never locked: it has a version of its own, beside that of the quote. */
export class QuoteNotesService {
  readonly #with: QuoteNotesServices

  constructor(services: QuoteNotesServices) {
    this.#with = services
  }

  /** @throws Refusal `not_found` */
  async get(id: number): Promise<QuoteNotes> {
    const { internalNote, files, notesVersion } = await this.#with.quoteBook.stored(id)
    return { internalNote, files: [...files], notesVersion }
  }

  /** @throws Invalid; Refusal `not_found`; Outdated, with the quote as it stands, where somebody else noted something */
  async set(id: number, { internalNote, files, notesVersion }: QuoteNotes): Promise<QuoteNotes> {
    const { store, quoteBook, quoteNews } = this.#with
    const faults = notedFaults({ internalNote, files })
    if (faults.length > 0) throw new Invalid(faults)
    const { version } = await quoteBook.stored(id)
    const notes = { internalNote, files: keptFiles(files), notesVersion }
    if (!(await store.quotes.setNotes(id, notes))) await quoteBook.refuseOutdated(id)
    // The quote is the same as it was: who watches its notes reads them.
    quoteNews.changed(id, version)
    return { ...notes, notesVersion: notesVersion + 1 }
  }
}
