/** Documents of quotes as PDFs: of what was sent as it was sent, of a draft as it stands. */
import { NO_COMPANY, type DocumentedCompany } from '../../domain/company/company.ts'
import { totalRange } from '../../domain/shared/total-range.ts'
import { documentContent, type Standing } from '../../domain/document/content.ts'
import { DOCUMENT_WORDS } from '../../domain/document/document-words.ts'
import type { DocumentBasis, Letterhead } from '../../domain/document/letterhead.ts'
import { quoteMail, type QuoteMail } from '../../domain/document/mail.ts'
import { SPECIMENS } from '../../domain/document/specimen.ts'
import type { QuoteFacts } from '../../domain/quote/facts.ts'
import { portableOf } from '../../domain/quote/portable.ts'
import type { Buyer, DocumentLanguage, Layout } from '../../domain/shared/documents.ts'
import { hasFile } from '../../domain/shared/quote-states.ts'
import type { Store } from '../../store/store.ts'
import type { Background } from '../background/background.ts'
import type { Events } from '../events.ts'
import type { PortableQuotes } from '../quotes/portable.ts'
import { sourceMark } from '../quotes/source-marks.ts'
import type { QuoteService } from '../quotes/quotes.ts'
import type { QuoteRevisionService } from '../quotes/revisions.ts'
import { Refusal } from '../refusal.ts'
import { LetterheadService, letterheadOf } from './letterhead.ts'
import type { Attached, Printing } from './press.ts'
import { Printer } from './printer.ts'
import { SharedQueue } from './shared-queue.ts'

export interface DocumentServices {
  readonly store: Store
  readonly events: Events
  readonly quotes: QuoteService
  readonly quoteRevisions: QuoteRevisionService
  readonly portable: PortableQuotes
  /** a thread of their own: what is printed waits for no estimate */
  readonly printing: Background
}

/** How a document is wanted; what is not said is as the letterhead and the customer have it. */
export interface Wanted {
  /** of those that were sent; null: the quote as it stands */
  readonly revision?: number | null
  readonly language?: DocumentLanguage | null
  readonly layout?: Layout | null
  readonly buyer?: Buyer | null
}

export interface QuoteDocument {
  /** of its file */
  readonly name: string
  /** what the quote is called; empty: a draft */
  readonly number: string
  readonly bytes: Uint8Array
}

/** A document that is ready to be printed. */
export interface Prepared {
  readonly quote: QuoteFacts
  readonly basis: DocumentBasis
  readonly printing: Printing
  /** of its file, without what says its kind */
  readonly name: string
  /** as of {@link QuoteDocument} */
  readonly number: string
}

/** A quote as its document tells it. */
interface Told {
  readonly quote: QuoteFacts
  readonly standing: Standing
  /** when it was accepted, ISO; null: it was not, or nobody noted when */
  readonly agreedAt: string | null
}

export class DocumentService {
  readonly #with: DocumentServices
  readonly letterhead: LetterheadService
  readonly #printer: Printer
  readonly #preparing = new SharedQueue<Prepared>()

  constructor(services: DocumentServices) {
    this.#with = services
    this.#printer = new Printer(services.printing)
    this.letterhead = new LetterheadService({
      store: services.store,
      prove: (letterhead) => this.specimen(letterhead, {}),
      changed: () => {
        services.events.emit('settings')
        services.events.emit('status')
      },
    })
  }

  /**
   * The document of a quote; of a sent one the same bytes each time. Of one that was signed it is what was signed, however
   * it is wanted.
   * @throws Refusal `not_found`, `documents_busy`; Error where it cannot be printed
   */
  async pdf(id: number, wanted: Wanted = {}): Promise<QuoteDocument> {
    const prepared = await this.prepare(id, wanted)
    const { name, number, basis, quote, printing } = prepared
    const signed = await this.#with.store.signatures.pdf(id, quote.revision)
    if (signed) return { name: DOCUMENT_WORDS[basis.language].signedFile(name), number, bytes: signed }
    return { name: `${name}.pdf`, number, bytes: await this.print(printing) }
  }

  /**
   * The document of a quote before anybody signs it.
   * @throws Refusal `not_found`, `documents_busy`
   */
  prepare(id: number, wanted: Wanted = {}): Promise<Prepared> {
    const { revision = null, language = null, layout = null, buyer = null } = wanted
    // One of a thousand lines takes a tenth of a second of everybody's.
    return this.#preparing.run([id, revision, language, layout, buyer].join(' '), () =>
      this.#prepared(id, wanted),
    )
  }

  async #prepared(id: number, wanted: Wanted): Promise<Prepared> {
    const { quote, standing, agreedAt } = await this.#quote(id, wanted.revision ?? null)
    const { revisions } = this.#with.store
    const sent = quote.state === 'draft' ? undefined : await revisions.sentWith(id, quote.revision)
    const letterhead = sent?.letterhead ? letterheadOf(sent.letterhead) : this.letterhead.current
    const basis = basisOf(letterhead, sent ?? (await revisions.documented(quote)), wanted)
    const offered = (standing === 'offer' || standing === 'agreed') && hasFile(quote.state)
    const file = offered ? await this.#with.portable.fileOf(quote, quote.updatedAt) : null
    const told = portableOf(
      { ...quote, number: quote.number ?? '' },
      { device: '', at: quote.updatedAt, sources: [], markOf: sourceMark },
    )
    const about = DOCUMENT_WORDS[basis.language].attached
    const kind: Attached['kind'] = 'application/vnd.comptoir.quote+json'
    const printing: Printing = {
      content: documentContent(told, basis, {
        ...{ standing, agreedAt, collected: quote.collected },
        range: quote.totals && totalRange(quote.lines, quote.totals),
      }),
      logo: letterhead.logo,
      signature: null,
      files: file ? [{ name: file.name, bytes: Buffer.from(file.text), about, kind }] : [],
    }
    const revised = quote.revision > 1 ? `-r${quote.revision}` : ''
    const called = quote.number === null ? String(id) : `${quote.number}${revised}`
    const kept = standing === 'draft' ? `${DOCUMENT_WORDS[basis.language].draftFile}-${called}` : called
    const number = standing === 'draft' ? '' : (quote.number ?? '')
    return { quote, basis, printing, name: kept.replace(/[^\w-]/g, '_'), number }
  }

  /**
   * The e-mail that goes with the document of a quote that stands, and to whom; empty: nobody has told an address.
   * @throws Refusal `not_found`, `quote_not_portable`
   */
  async mail(id: number): Promise<QuoteMail & { readonly to: string }> {
    const { quotes, store } = this.#with
    const { state, signed, expired } = await quotes.get(id)
    if (!hasFile(state)) throw new Refusal('quote_not_portable')
    const { quote, basis, number } = await this.prepare(id)
    const decided = signed ? 'signed' : state === 'sent' ? (expired ? 'expired' : 'open') : 'accepted'
    const { companyId, contactId, address } = quote
    const company = companyId === null ? undefined : await store.companies.byId(companyId)
    const contact = company?.contacts.find((one) => one.id === contactId)
    const { language, letterhead } = basis
    const revised = quote.revision > 1 ? DOCUMENT_WORDS[language].revision(quote.revision) : ''
    return {
      to: [contact?.email, company?.email, address.email].find((each) => each?.trim()) ?? '',
      ...quoteMail({
        ...{ language, issuer: letterhead.issuer, reference: quote.reference, totals: quote.totals },
        uncertainty: quote.indicative ? quote.uncertainty : null,
        ...{ validUntil: quote.validUntil, contact: quote.contact ?? '', standing: decided },
        number: [number, revised].filter(Boolean).join(', '),
        from: quote.sentBy ?? quote.madeBy ?? '',
      }),
    }
  }

  /** A made-up quote under a letterhead, to look at it and to try it on. */
  specimen(letterhead: Letterhead, wanted: Wanted): Promise<Uint8Array> {
    const basis = basisOf(letterhead, NO_COMPANY, wanted)
    const content = documentContent(SPECIMENS[basis.language], basis)
    return this.print({ content, logo: letterhead.logo, signature: null, files: [] })
  }

  /** @throws Refusal `documents_busy`; Error where it cannot be printed */
  print(printing: Printing): Promise<Uint8Array> {
    return this.#printer.print(printing)
  }

  /** Gives up what is printed. */
  stop(): Promise<void> {
    return this.#printer.stop()
  }

  /** The same for good. */
  end(): Promise<void> {
    return this.#printer.end()
  }

  /**
   * As it was sent, with the address and the note that were completed since; a draft, or what never was sent, as it stands.
   * What was agreed is with what the customer took, unless the revision is asked for as it was sent.
   */
  async #quote(id: number, revision: number | null): Promise<Told> {
    const { quotes, quoteRevisions, store } = this.#with
    const now = await quotes.get(id)
    const wanted = revision ?? now.revision
    if (now.state === 'draft' && wanted === now.revision)
      return { quote: now, standing: 'draft', agreedAt: null }
    const sent = await quoteRevisions.find(id, wanted)
    if (wanted !== now.revision) return { quote: sent, standing: 'offer', agreedAt: null }
    if (revision === null && (now.state === 'accepted' || now.state === 'ordered')) {
      const noted = (await store.journal.ofQuotes([id], ['quote_accepted'])).get(id) ?? []
      const agreedAt = noted.find(({ facts }) => (facts['revision'] ?? 1) === now.revision)?.at ?? null
      return { quote: { ...now, updatedAt: sent.updatedAt }, standing: 'agreed', agreedAt }
    }
    const closed = now.state === 'refused' || now.state === 'cancelled'
    const quote = { ...sent, address: now.address, note: now.note }
    return { quote, standing: closed ? 'closed' : 'offer', agreedAt: null }
  }
}

/** What is not said is as the letterhead and the customer have it. */
const basisOf = (letterhead: Letterhead, company: DocumentedCompany, wanted: Wanted): DocumentBasis => ({
  letterhead: { ...letterhead, layout: wanted.layout ?? letterhead.layout },
  buyer: wanted.buyer ?? company.buyer,
  language: wanted.language ?? company.language,
  numbers: { siret: company.siret, vatNumber: company.vatNumber },
})
