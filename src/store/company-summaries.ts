/** Customers as lists show them: one row each, and who there is meant by what was searched. */
import type { AdresseLivraison } from '../domain/address.ts'
import { contactName, type CompanySummary, type Contact } from '../domain/company/company.ts'
import { matchedContact } from '../domain/company/search.ts'
import { readable } from './readable.ts'
import { parsed } from './shapes.ts'
import { allOf } from './some-ids.ts'
import type { Work } from './work.ts'

type ContactRow = Omit<Contact, 'role'> & { readonly companyId: number }
interface AddressRow {
  readonly companyId: number
  readonly address: string
}

const CONTACTS = `SELECT id, company_id AS "companyId", first_name AS "firstName", last_name AS "lastName", email, phone
  FROM contacts WHERE archived_at IS NULL`
const ADDRESSES = `SELECT company_id AS "companyId", address FROM company_addresses`

/** Those that can be read: a company is listed whatever became of its addresses. */
const addressesIn = (rows: readonly Pick<AddressRow, 'address'>[]) =>
  readable(rows, ({ address }) => parsed('company_addresses', 'address', address) as AdresseLivraison).entries

/** What a list shows of the companies that a statement finds, in its order. */
export const summaries = (found: string) => `WITH found AS MATERIALIZED (${found})
  SELECT found.id, found.total, companies.name, companies.email AS "ownEmail",
    COALESCE(NULLIF(companies.email, ''), contacts.email, '') AS email,
    COALESCE(NULLIF(companies.phone, ''), contacts.phone, '') AS phone,
    companies.archived_at AS "archivedAt",
    (SELECT address FROM company_addresses
      WHERE company_id = found.id AND is_default = 1 ORDER BY place LIMIT 1) AS address,
    contacts.first_name AS "firstName", contacts.last_name AS "lastName"
  FROM found JOIN companies ON companies.id = found.id
    LEFT JOIN contacts ON contacts.id = (SELECT id FROM contacts
      WHERE company_id = found.id AND archived_at IS NULL ORDER BY place LIMIT 1)
  ORDER BY found.rank, found.name_key, found.id`

export type SummaryRow = Omit<CompanySummary, 'archived' | 'town' | 'contact' | 'matched'> & {
  readonly ownEmail: string
  readonly total: number
  readonly archivedAt: string | null
  readonly address: string | null
  readonly firstName: string | null
  readonly lastName: string | null
}

export const summaryOf = ({
  id,
  name,
  email,
  phone,
  archivedAt,
  address,
  firstName,
  lastName,
}: SummaryRow) => ({
  ...{ id, name, email, phone },
  archived: archivedAt !== null,
  town: addressesIn(address === null ? [] : [{ address }])[0]?.ville ?? '',
  contact: contactName({ firstName: firstName ?? '', lastName: lastName ?? '' }),
})

/** Summaries with the contact of each whom the searched words mean. */
export function* withMatched(words: readonly string[], rows: readonly SummaryRow[]): Work<CompanySummary[]> {
  if (words.length === 0 || rows.length === 0) return rows.map(summaryOf)
  const ids = rows.map(({ id }) => id)
  const contacts = Map.groupBy(
    yield* allOf<ContactRow>(ids, (some) => `${CONTACTS} AND company_id IN ${some} ORDER BY place, id`),
    ({ companyId }) => companyId,
  )
  const addresses = Map.groupBy(
    yield* allOf<AddressRow>(ids, (some) => `${ADDRESSES} WHERE company_id IN ${some}`),
    ({ companyId }) => companyId,
  )
  return rows.map((row) => {
    const found = matchedContact(words, {
      name: row.name,
      email: row.ownEmail,
      contacts: contacts.get(row.id) ?? [],
      addresses: addressesIn(addresses.get(row.id) ?? []),
    })
    const summary = summaryOf(row)
    return found
      ? { ...summary, matched: { id: found.id, name: contactName(found) || found.email } }
      : summary
  })
}
