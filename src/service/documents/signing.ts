/** Signatures under quotes: taken on the spot, kept with the document that was signed, and looked at in PDFs from anywhere. */
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { signedAgreement } from '../../domain/document/agreement.ts'
import { DOCUMENT_WORDS } from '../../domain/document/document-words.ts'
import { openSeal, quoteIn, sealed, type OpenedSeal } from '../../domain/document/seal.ts'
import { quoteFacts } from '../../domain/journal.ts'
import type { Actor } from '../../domain/people.ts'
import type { QuoteFacts } from '../../domain/quote/facts.ts'
import { LARGEST_FILE_BYTES } from '../../domain/quote/portable-file.ts'
import {
  isSameSigned,
  signatureFaults,
  signedIn,
  type Signature,
  type SignatureInput,
  type Signed,
} from '../../domain/quote/signature.ts'
import { ADDRESS_FIELDS } from '../../domain/shared/address-fields.ts'
import { SIGNATURE_WIDTH, strokePath } from '../../domain/shared/signature.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { SignatureRecord } from '../../store/signatures.ts'
import type { Store } from '../../store/store.ts'
import { fingerprintOf, isSigned, type DeviceKey } from '../device-key.ts'
import { movedBy, noteOf } from '../notes.ts'
import type { PeopleService } from '../people.ts'
import type { QuoteBook } from '../quotes/book.ts'
import { Invalid, Refusal } from '../refusal.ts'
import type { Signer, Signers } from '../signers.ts'
import type { DocumentService, Prepared } from './documents.ts'

export interface SigningServices {
  readonly store: Store
  readonly quoteBook: QuoteBook
  readonly documents: DocumentService
  readonly deviceKey: DeviceKey
  readonly signers: Signers
  readonly people: PeopleService
}

/** What a PDF from anywhere turns out to be. */
export interface CheckedPdf {
  readonly verdict: OpenedSeal['verdict']
  /** who sealed it; of an altered one, who is said to have; null: nobody is named */
  readonly signer: Signer | null
  readonly publicKey: string
  /** when, as the seal says, ISO */
  readonly at: string | null
  /** the quote of this store that it is the signed document of */
  readonly quote: QuoteFacts | null
  /** what was signed there */
  readonly signature: Signature | null
  /** the text of the `.comptoir` file in it, whoever wrote that; null: none */
  readonly attached: string | null
}

/** A PDF with more lines than a quote has is smaller by far. */
export const LARGEST_PDF_BYTES = 20 * 1024 * 1024

export class SigningService {
  readonly #with: SigningServices

  constructor(services: SigningServices) {
    this.#with = services
  }

  /**
   * Keeps a customer's signature under a quote that was sent, with the document that was signed, and accepts the quote by it.
   * The same signature again, of which the answer was lost, is answered as the first.
   *
   * @throws Refusal `not_found`, `quote_signed`, `quote_state`, `quote_estimated`, `signature_expired`, `document_changed` where what was shown is
   *   another document; Outdated; Invalid; what {@link DeviceKey.sign} throws
   */
  async sign(id: number, input: SignatureInput, by: Actor): Promise<QuoteFacts> {
    const signed = signedIn(input)
    const faults = signatureFaults(signed)
    if (faults.length > 0) throw new Invalid(faults)
    const { quoteBook: book, store } = this.#with
    if (await this.#isSignedSo(id, signed)) return book.present(await book.stored(id))
    const quote = await book.at(id, input.version)
    // A draft is sent before it is signed, though a person may mark it accepted.
    if (quote.state !== 'sent') book.refuseState(quote)
    if (quote.indicative) throw new Refusal('quote_estimated')
    if (book.expired(quote)) throw new Refusal('signature_expired', { day: quote.validUntil })
    const { language, layout, buyer } = input
    const shown = await this.#with.documents.prepare(id, { language, layout, buyer })
    const at = book.now()
    const pdf = await this.#signedPdf(shown, signed, at)
    const signature: SignatureRecord = {
      ...{ ...signed, revision: quote.revision, at, by: by.person },
      open: ADDRESS_FIELDS.filter((field) => quote.address[field].trim() === ''),
      signedHash: hashOf(pdf),
    }
    const accepted: QuoteRecord = { ...quote, state: 'accepted', updatedAt: at, ...movedBy(by, 'accepted') }
    const moved = await book.moved(accepted, (written) => [
      noteOf({ by, at }, 'quote_accepted', { ...quoteFacts(written), signed: signed.name }),
    ])
    if (await store.signatures.sign(moved, signature, pdf)) return book.told(id)
    if (await this.#isSignedSo(id, signed)) return book.present(await book.stored(id))
    return book.refuseOutdated(id)
  }

  /** The signature under a revision; null: it was not signed. @throws Refusal `not_found` */
  async of(id: number, revision: number | null): Promise<Signature | null> {
    const { store, quoteBook } = this.#with
    const quote = await quoteBook.stored(id)
    const found = await store.signatures.of(id, revision ?? quote.revision)
    return found ? this.#told(found) : null
  }

  /** What a PDF says by its seal. A device that sealed it is remembered, as one that signs files is. */
  async check(bytes: Buffer): Promise<CheckedPdf> {
    const opened = openSeal(bytes, isSigned)
    const attached =
      opened.verdict === 'foreign' ? null : (quoteIn(bytes, inflated)?.toString('utf8') ?? null)
    const unknown = { signer: null, publicKey: '', at: null, quote: null, signature: null }
    if (!('seal' in opened)) return { verdict: opened.verdict, ...unknown, attached }
    const { verdict, seal } = opened
    const { store, quoteBook, signers } = this.#with
    const signer = await signers.told(seal.publicKey, seal.device, verdict === 'intact')
    const told = { verdict, signer, publicKey: seal.publicKey.toString('base64'), at: seal.at, attached }
    const here = verdict === 'intact' ? await store.signatures.quoteOf(hashOf(bytes)) : null
    if (!here) return { ...told, quote: null, signature: null }
    const quote = await quoteBook.present(await quoteBook.stored(here.id))
    return { ...told, quote, signature: await this.of(here.id, here.revision) }
  }

  #told(record: SignatureRecord): Signature {
    return { ...record, by: this.#with.people.nameOf(record.by) }
  }

  /** @throws Refusal `quote_signed` where it was signed otherwise; `not_found` */
  async #isSignedSo(id: number, signed: Signed): Promise<boolean> {
    const { quoteBook, store } = this.#with
    const { revision } = await quoteBook.stored(id)
    const before = await store.signatures.of(id, revision)
    if (!before) return false
    if (!isSameSigned(signed, before)) throw new Refusal('quote_signed', { name: before.name })
    return true
  }

  async #signedPdf({ printing, basis, name }: Prepared, signed: Signed, at: string): Promise<Buffer> {
    const { documents, deviceKey, store } = this.#with
    const shown = await documents.print(printing)
    if (hashOf(shown) !== signed.hash) throw new Refusal('document_changed')
    const words = DOCUMENT_WORDS[basis.language]
    const device = await store.device.code()
    const publicKey = await deviceKey.publicKey()
    const sealing = { at, device, fingerprint: fingerprintOf(publicKey) }
    const pdf = await documents.print({
      ...printing,
      content: { ...printing.content, agreement: signedAgreement(signed, sealing, basis.language) },
      signature: signed.typed ? null : strokePath(signed.strokes, SIGNATURE_WIDTH),
      files: [
        ...printing.files,
        { name: words.shownFile(name), bytes: shown, about: words.shown, kind: 'application/pdf' },
      ],
    })
    return sealed(
      pdf,
      { device, at, publicKey },
      async (payload) => (await deviceKey.sign(payload)).signature,
    )
  }
}

/** What is longer than any such file is none. */
const inflated = (bytes: Buffer) => inflateSync(bytes, { maxOutputLength: LARGEST_FILE_BYTES })

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
