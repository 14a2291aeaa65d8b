/** What was sent of quotes, each revision as it was: prices, provenance, days and the version of the catalogue. */
import type { DocumentedCompany } from '../domain/company/company.ts'
import type { JournalNote } from '../domain/journal.ts'
import { storedLines, type StoredLine } from '../domain/quote/facts.ts'
import type { Engine } from './engine.ts'
import { noted } from './journal.ts'
import type { QuoteRecord } from './quotes.ts'
import { documented, keepSent, SENT as BODY } from './quote-sent.ts'
import { readable } from './readable.ts'
import { all, first, put, type Work } from './work.ts'

type Later = 'reconfirm' | 'collected' | 'vatRegime' | 'vatNumber' | 'buyer'

/** As it was stored by any program so far. */
type Stored = Omit<QuoteRecord, 'lines' | Later> &
  Partial<Pick<QuoteRecord, Later>> & { readonly lines: readonly StoredLine[] }

/** JSON text of a row. */
interface Body {
  readonly sent: Stored
  /** as it was when it was taken up again: decided, its address completed; what giving the revision up goes back to */
  readonly left?: Stored
}

/** What a document was sent with. */
export interface SentWith extends DocumentedCompany {
  /** as it was stored; null: the shop had not said who it is */
  readonly letterhead: unknown
}

/** Writes a quote over the version that it was read at. */
type Write = (quote: QuoteRecord) => Work<QuoteRecord | null>

export class QuoteRevisions {
  readonly #engine: Engine
  readonly #write: Write

  constructor(engine: Engine, write: Write) {
    this.#engine = engine
    this.#write = write
  }

  /** Those that were sent, in their order. */
  of(quoteId: number): Promise<QuoteRecord[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<{ body: string }>(
        'SELECT body FROM quote_revisions WHERE quote_id = ? ORDER BY revision',
        quoteId,
      )
      return readable(rows, ({ body }) => recordOf((JSON.parse(body) as Body).sent)).entries
    })
  }

  /** What the document of a revision was sent with; undefined: it was not sent. */
  sentWith(quoteId: number, revision: number): Promise<SentWith | undefined> {
    return this.#engine.read(function* () {
      const found = yield* first<DocumentedCompany & { letterhead: string | null }>(
        SENT_WITH,
        quoteId,
        revision,
      )
      return found && { ...found, letterhead: found.letterhead && (JSON.parse(found.letterhead) as unknown) }
    })
  }

  /** What goes into the documents of a draft of its company, as it is. */
  documented(draft: Pick<QuoteRecord, 'companyId' | 'buyer'>): Promise<DocumentedCompany> {
    return this.#engine.read(() => documented(draft))
  }

  /** What a revision goes back to where it is given up. */
  left(quoteId: number, revision: number): Promise<QuoteRecord | undefined> {
    return this.#engine.read(function* () {
      const found = yield* first<{ body: string }>(BODY, quoteId, revision)
      if (!found) return undefined
      const { sent, left = sent } = JSON.parse(found.body) as Body
      return recordOf(left)
    })
  }

  /**
   * Takes up a quote again as a draft.
   * @param before as it was read @param quote as it is to be
   * @returns false, and nothing is written, where the version that was read is gone
   */
  begin(before: QuoteRecord, quote: QuoteRecord, note: JournalNote): Promise<boolean> {
    const write = this.#write
    return this.#engine.write(function* () {
      if (!(yield* write(quote))) return false
      yield* keepSent(before)
      const kept = yield* first<{ body: string }>(BODY, before.id, before.revision)
      const { sent } = JSON.parse(kept!.body) as Body
      const body: Body = { sent, left: before }
      const sql = 'UPDATE quote_revisions SET body = ? WHERE quote_id = ? AND revision = ?'
      yield* put(sql, JSON.stringify(body), before.id, before.revision)
      yield* noted([note])
      return true
    })
  }

  /** Gives a revision up. @param quote as it was before it @returns as {@link begin} */
  giveUp(quote: QuoteRecord, note: JournalNote): Promise<boolean> {
    const write = this.#write
    return this.#engine.write(function* () {
      if (!(yield* write(quote))) return false
      yield* noted([note])
      return true
    })
  }
}

const SENT_WITH = `SELECT letterheads.body AS letterhead, language, buyer, siret, vat_number AS "vatNumber"
  FROM quote_revisions LEFT JOIN letterheads ON letterheads.hash = quote_revisions.letterhead
  WHERE quote_id = ? AND revision = ?`

const recordOf = ({
  reconfirm = false,
  collected = false,
  vatRegime = null,
  vatNumber = '',
  buyer = null,
  ...stored
}: Stored): QuoteRecord => ({
  ...{ ...stored, reconfirm, collected, vatRegime, vatNumber, buyer },
  lines: storedLines(stored.lines),
})
