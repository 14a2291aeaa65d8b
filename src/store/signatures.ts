/** What customers signed: written once, in the change that accepts the quote, and never again. */
import type { Signature } from '../domain/quote/signature.ts'
import type { Engine } from './engine.ts'
import { noted } from './journal.ts'
import type { QuoteMoved, QuoteRecord } from './quotes.ts'
import { first, row, type Insertion, type Work } from './work.ts'

/** A signature with the id of who was signed in. */
export type SignatureRecord = Omit<Signature, 'by'> & { readonly by: number | null }

type Body = Omit<SignatureRecord, 'revision' | 'at' | 'signedHash'>

interface Row {
  readonly revision: number
  readonly at: string
  readonly body: string
  readonly pdf_hash: string
}

/** Writes a quote that is moved over the version that it was read at. */
type Write = (quote: QuoteRecord, numbering: QuoteMoved['numbering']) => Work<QuoteRecord | null>

export class SignatureTable {
  readonly #engine: Engine
  readonly #write: Write

  constructor(engine: Engine, write: Write) {
    this.#engine = engine
    this.#write = write
  }

  /**
   * Keeps a signature with its document, and accepts the quote by it.
   * @returns false, and nothing is written, where the version that was read is gone
   */
  sign(
    { quote, numbering, notes }: QuoteMoved,
    signature: SignatureRecord,
    pdf: Uint8Array,
  ): Promise<boolean> {
    const write = this.#write
    return this.#engine.write(function* () {
      const written = yield* write(quote, numbering)
      if (!written) return false
      const { revision, at, signedHash, ...body } = signature
      yield* row(SIGNATURE, quote.id, revision, at, JSON.stringify(body satisfies Body), pdf, signedHash)
      yield* noted(notes(written))
      return true
    })
  }

  /** The one under a revision of a quote. */
  of(quoteId: number, revision: number): Promise<SignatureRecord | undefined> {
    return this.#engine.read(function* () {
      const sql = `SELECT revision, at, body, pdf_hash FROM quote_signatures WHERE quote_id = ? AND revision = ?`
      const found = yield* first<Row>(sql, quoteId, revision)
      if (!found) return undefined
      const { at, body, pdf_hash: signedHash } = found
      return { ...(JSON.parse(body) as Body), revision: found.revision, at, signedHash }
    })
  }

  /** The document that was signed, to the byte. */
  pdf(quoteId: number, revision: number): Promise<Uint8Array | undefined> {
    return this.#engine.read(function* () {
      const sql = 'SELECT pdf FROM quote_signatures WHERE quote_id = ? AND revision = ?'
      return (yield* first<{ pdf: Uint8Array }>(sql, quoteId, revision))?.pdf
    })
  }

  /** The revision whose signed document has a hash; null: none here. */
  quoteOf(pdfHash: string): Promise<{ readonly id: number; readonly revision: number } | null> {
    return this.#engine.read(function* () {
      const sql = 'SELECT quote_id AS id, revision FROM quote_signatures WHERE pdf_hash = ?'
      return (yield* first<{ id: number; revision: number }>(sql, pdfHash)) ?? null
    })
  }
}

const SIGNATURE: Insertion = {
  table: 'quote_signatures',
  columns: ['quote_id', 'revision', 'at', 'body', 'pdf', 'pdf_hash'],
}
