/** Keeps what is sent of a quote, as a part of the change that sends it. */
import { createHash } from 'node:crypto'
import { NO_COMPANY, type DocumentedCompany } from '../domain/company/company.ts'
import type { Buyer } from '../domain/shared/documents.ts'
import { first, put, row, type Insertion, type Work } from './work.ts'

/** The setting that documents are headed by. */
export const LETTERHEAD_KEY = 'letterhead'

/** A revision's row. */
export const SENT = 'SELECT body FROM quote_revisions WHERE quote_id = ? AND revision = ?'

interface Sent {
  readonly id: number
  readonly revision: number
  readonly companyId: number | null
  readonly buyer: Buyer | null
}

/** Keeps what a quote is when it leaves the desk; what was kept of its revision stays. */
export function* keepSent(sent: Sent): Work<void> {
  if (yield* first(SENT, sent.id, sent.revision)) return
  const { language, buyer, siret, vatNumber } = yield* documented(sent)
  const letterhead = yield* keptLetterhead()
  const company = [language, buyer, siret, vatNumber] as const
  yield* row(REVISION, sent.id, sent.revision, JSON.stringify({ sent }), letterhead, ...company)
}

/** What goes into the documents of a quote of its company, as it is; of who has no record, how the quote says that he buys. */
export function* documented({
  companyId,
  buyer,
}: Pick<Sent, 'companyId' | 'buyer'>): Work<DocumentedCompany> {
  if (companyId === null) return { ...NO_COMPANY, buyer: buyer ?? NO_COMPANY.buyer }
  const sql = `SELECT language, buyer, siret, vat_number AS "vatNumber" FROM companies WHERE id = ?`
  return (yield* first<DocumentedCompany>(sql, companyId)) ?? NO_COMPANY
}

const REVISION: Insertion = {
  table: 'quote_revisions',
  columns: ['quote_id', 'revision', 'body', 'letterhead', 'language', 'buyer', 'siret', 'vat_number'],
}

/** The letterhead of what is sent now, kept once for all that have it; null: the shop has not said who it is. */
function* keptLetterhead(): Work<string | null> {
  const now = yield* first<{ value: string }>('SELECT value FROM settings WHERE key = ?', LETTERHEAD_KEY)
  if (!now) return null
  const hash = createHash('sha256').update(now.value).digest('hex')
  yield* put(
    'INSERT INTO letterheads (hash, body) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING',
    hash,
    now.value,
  )
  return hash
}
