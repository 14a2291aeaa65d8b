/** A quote as its row holds it. */
import { completeAddress, type AdresseLivraison } from '../domain/address.ts'
import { recipientOf } from '../domain/shared/whom.ts'
import type { CartTotals, Totals } from '../domain/cart.ts'
import { contactName } from '../domain/company/company.ts'
import type { QuoteDiscount } from '../domain/quote/lines.ts'
import type { QuoteState } from '../domain/quote/quote.ts'
import { storedLines, type KeptLine, type StoredLine } from '../domain/quote/facts.ts'
import type { Buyer } from '../domain/shared/documents.ts'
import type { VatRegime } from '../domain/vat-regimes.ts'
import { checkRow } from './possible.ts'
import { parsed } from './shapes.ts'

export interface QuoteRecord extends QuoteNotes {
  readonly id: number
  /** null until it leaves the desk: a draft is called by its id */
  readonly number: string | null
  /** from 1; one more with each that was made of what was sent */
  readonly revision: number
  readonly customerId: number
  readonly customer: string
  /** whom it is for; the names of a draft are as they are now, others as they were kept */
  readonly companyId: number | null
  readonly company: string | null
  readonly contactId: number | null
  readonly contact: string | null
  readonly state: QuoteState
  readonly reference: string
  /** the customer's */
  readonly note: string
  readonly address: AdresseLivraison
  /** how who has no record among the companies buys; null: nobody said, as a company */
  readonly buyer: Buyer | null
  /** at the shop, whose address it is */
  readonly collected: boolean
  readonly validUntil: string
  /** the day on which the files arrive; null: with the order */
  readonly filesOn: string | null
  readonly catalogueVersion: number
  readonly lines: readonly KeptLine[]
  /** of the whole; null: none */
  readonly discount: QuoteDiscount | null
  /** what its VAT goes by, as it was when the quote was saved; null: the delivery address */
  readonly vatRegime: VatRegime | null
  /** of its company, as it is now; empty: it has none. Not written */
  readonly vatNumber: string
  /** without their VAT where they were kept before it was */
  readonly totals: (CartTotals & Partial<Totals>) | null
  readonly indicative: boolean
  /** whether it was sent with prices that are to be reconfirmed before it is ordered */
  readonly reconfirm: boolean
  readonly createdAt: string
  readonly updatedAt: string
  /** one more with each change that a person makes */
  readonly version: number
  /** what the client named it by when it was made */
  readonly key: string | null
  /** ids of people; null: no person, or not yet */
  readonly madeBy: number | null
  readonly sentBy: number | null
  readonly acceptedBy: number | null
}

/** What is noted in house beside a quote, whatever its state. */
export interface QuoteNotes {
  readonly internalNote: string
  /** of artwork: names, paths, URLs */
  readonly files: readonly string[]
  /** one more with each change of them */
  readonly notesVersion: number
}

export interface QuoteRow {
  readonly id: number
  readonly number: string | null
  readonly revision: number
  readonly customer_id: number
  readonly customer: string
  readonly company_id: number | null
  readonly company_name: string | null
  readonly company_now: string | null
  readonly contact_id: number | null
  readonly contact_name: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly state: QuoteState
  readonly reference: string
  readonly note: string
  readonly address: string
  readonly buyer: Buyer | null
  readonly collected: number
  readonly valid_until: string
  readonly files_on: string | null
  readonly catalogue_version: number
  readonly lines: string
  readonly discount: string | null
  readonly vat_regime: string | null
  readonly vat_number: string | null
  readonly totals: string | null
  readonly indicative: number
  readonly reconfirm: number
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
  readonly client_key: string | null
  readonly made_by: number | null
  readonly sent_by: number | null
  readonly accepted_by: number | null
  readonly internal_note: string
  readonly files: string
  readonly notes_version: number
}

/** @throws ImpossibleValue, SyntaxError */
export function fromRow(row: QuoteRow): QuoteRecord {
  checkRow('quotes', row)
  return recordOf(row)
}

const recordOf = (row: QuoteRow): QuoteRecord => ({
  id: row.id,
  number: row.number,
  revision: row.revision,
  customerId: row.customer_id,
  customer: row.customer,
  companyId: row.company_id,
  contactId: row.contact_id,
  ...namesIn(row),
  state: row.state,
  reference: row.reference,
  note: row.note,
  address: completeAddress(parsed('quotes', 'address', row.address)),
  buyer: row.buyer,
  collected: row.collected === 1,
  validUntil: row.valid_until,
  filesOn: row.files_on,
  catalogueVersion: row.catalogue_version,
  lines: storedLines(parsed('quotes', 'lines', row.lines) as readonly StoredLine[]),
  discount: row.discount === null ? null : (parsed('quotes', 'discount', row.discount) as QuoteDiscount),
  vatRegime: row.vat_regime === null ? null : (parsed('quotes', 'vat_regime', row.vat_regime) as VatRegime),
  vatNumber: row.vat_number ?? '',
  totals:
    row.totals === null ? null : (parsed('quotes', 'totals', row.totals) as CartTotals & Partial<Totals>),
  indicative: row.indicative === 1,
  reconfirm: row.reconfirm === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
  key: row.client_key,
  madeBy: row.made_by,
  sentBy: row.sent_by,
  acceptedBy: row.accepted_by,
  internalNote: row.internal_note,
  files: parsed('quotes', 'files', row.files) as string[],
  notesVersion: row.notes_version,
})

function namesIn(row: QuoteRow): Pick<QuoteRecord, 'company' | 'contact'> {
  if (row.state !== 'draft') return { company: row.company_name, contact: row.contact_name }
  const { first_name: firstName, last_name: lastName } = row
  return {
    company: row.company_now,
    contact: firstName === null || lastName === null ? null : contactName({ firstName, lastName }),
  }
}

/** What of a quote is written each time: the columns are these in their order. */
export const QUOTE_FIELDS = [
  ...(['customerId', 'state', 'reference', 'recipient', 'note', 'address', 'validUntil'] as const),
  ...(['catalogueVersion', 'lines', 'totals', 'indicative', 'updatedAt'] as const),
  ...(['sentBy', 'acceptedBy', 'filesOn', 'companyId', 'company', 'contactId', 'contact'] as const),
  ...(['discount', 'revision', 'reconfirm', 'vatRegime', 'collected', 'buyer'] as const),
]
export const QUOTE_COLUMNS = [
  ...['customer_id', 'state', 'reference', 'recipient', 'note', 'address', 'valid_until'],
  ...['catalogue_version', 'lines', 'totals', 'indicative', 'updated_at', 'sent_by', 'accepted_by'],
  ...['files_on', 'company_id', 'company_name', 'contact_id', 'contact_name'],
  ...['discount', 'revision', 'reconfirm', 'vat_regime', 'collected', 'buyer'],
]

export function toRow(quote: QuoteRecord) {
  return {
    ...quote,
    recipient: recipientOf(quote),
    address: JSON.stringify(quote.address),
    lines: JSON.stringify(quote.lines),
    discount: quote.discount && JSON.stringify(quote.discount),
    vatRegime: quote.vatRegime && JSON.stringify(quote.vatRegime),
    totals: quote.totals === null ? null : JSON.stringify(quote.totals),
    indicative: quote.indicative ? 1 : 0,
    reconfirm: quote.reconfirm ? 1 : 0,
    collected: quote.collected ? 1 : 0,
  }
}
