/** For whom a quote is: a company, and which of its contacts. */
import type { QuoteInput } from '../../domain/quote/quote.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { Store } from '../../store/store.ts'
import { Invalid } from '../refusal.ts'

type Addressee = Pick<QuoteRecord, 'companyId' | 'company' | 'contactId' | 'contact'>

const NOBODY: Addressee = { companyId: null, company: null, contactId: null, contact: null }

/**
 * Whom a quote names, by the names of now. What is absent stays as it was; with another company the contact of the one
 * before goes.
 *
 * @throws Invalid where the company is none, or the contact none of its
 */
export async function addressee(
  store: Store,
  input: Pick<QuoteInput, 'companyId' | 'contactId'>,
  before: Addressee | null,
): Promise<Addressee> {
  const { companyId = before?.companyId ?? null } = input
  const same = companyId !== null && companyId === before?.companyId
  const { contactId = same ? before.contactId : null } = input
  if (companyId === null) {
    if (contactId === null) return NOBODY
    throw new Invalid([{ path: '/contactId', code: 'contact_unknown' }])
  }
  if (same && contactId === before.contactId) {
    const { company, contact } = before
    return { companyId, company, contactId, contact }
  }
  const company = await store.companies.byId(companyId)
  if (!company) throw new Invalid([{ path: '/companyId', code: 'company_unknown' }])
  // One that was taken off the company is still the one that a quote names.
  const known = contactId === null ? undefined : await store.companies.contact(contactId)
  if (contactId !== null && known?.companyId !== companyId)
    throw new Invalid([{ path: '/contactId', code: 'contact_unknown' }])
  return { companyId, company: company.name, contactId, contact: known?.name ?? null }
}
