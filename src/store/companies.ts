import type { AdresseLivraison } from '../domain/address.ts'
import type { CleanAddress, CleanCompany, CleanContact } from '../domain/company/clean.ts'
import {
  contactName,
  type Company,
  type CompanyAddress,
  type CompanySummary,
  type Contact,
} from '../domain/company/company.ts'
import type { Known } from '../domain/company/merge.ts'
import { beginnings, guessedWords, nearest, type Resembling } from '../domain/company/near.ts'
import type { Buyer, DocumentLanguage } from '../domain/shared/documents.ts'
import { companyKey, companyText, otherWritings, searchedWords } from '../domain/company/search.ts'
import type { JournalNote } from '../domain/journal.ts'
import { summaries, summaryOf, withMatched, type SummaryRow } from './company-summaries.ts'
import type { Engine } from './engine.ts'
import { noted } from './journal.ts'
import { readable } from './readable.ts'
import { parsed } from './shapes.ts'
import { allOf } from './some-ids.ts'
import { all, change, first, insert, put, type Insertion, type Work } from './work.ts'

export type CompanyRecord = Readonly<Company>

/** What may stay as it is. */
type Later = 'vatRegimeId' | 'language' | 'buyer' | 'contacts' | 'addresses'

/** A company as it is to be kept, at the version that was read; null: a new one. */
export interface CompanyToKeep extends Omit<CleanCompany, Later> {
  readonly vatRegimeId: string | null
  readonly language: DocumentLanguage
  readonly buyer: Buyer
  readonly contacts: readonly CleanContact[]
  readonly addresses: readonly CleanAddress[]
}

interface CompanyRow {
  readonly id: number
  readonly name: string
  readonly vatNumber: string
  readonly siret: string
  readonly email: string
  readonly phone: string
  readonly note: string
  readonly vatRegimeId: string | null
  readonly language: DocumentLanguage
  readonly buyer: Buyer
  readonly archivedAt: string | null
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

const COMPANY = `SELECT id, name, vat_number AS "vatNumber", siret, email, phone, note,
  vat_regime_id AS "vatRegimeId", language, buyer, archived_at AS "archivedAt", version, created_at AS "createdAt", updated_at AS "updatedAt" FROM companies`
const CONTACT = `SELECT id, company_id AS "companyId", first_name AS "firstName", last_name AS "lastName", role, email, phone
  FROM contacts WHERE archived_at IS NULL`
const ADDRESS = `SELECT id, company_id AS "companyId", label, is_default AS "isDefault", address FROM company_addresses`

type ContactRow = Contact & { readonly companyId: number }
type AddressRow = Omit<CompanyAddress, 'isDefault' | 'address'> & {
  readonly companyId: number
  readonly isDefault: number
  readonly address: string
}

export interface CompanyFilter {
  readonly search: string
  readonly archived: boolean
}

/** Customers as people know them. */
export class CompanyTables {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** How many have a VAT regime for their quotes, without archived ones. */
  countOfRegime(id: string): Promise<number> {
    return this.#engine.read(function* () {
      const sql = 'SELECT count(*) AS n FROM companies WHERE vat_regime_id = ? AND archived_at IS NULL'
      return (yield* first<{ n: number }>(sql, id))!.n
    })
  }

  /** Those that a text finds, by name; first those whose name begins with it. */
  list(
    { search, archived }: CompanyFilter,
    limit: number,
    offset: number,
  ): Promise<{ total: number; companies: CompanySummary[] }> {
    const words = searchedWords(search)
    const params: Record<string, string | number> = { name: companyKey(search) }
    const conditions = words.map((word, i) => {
      params[`word${i}`] = ` ${word}`
      const others = otherWritings(word).map((other, n) => {
        params[`word${i}_${n}`] = other
        return `OR instr(companies.text || ' ', @word${i}_${n}) > 0 OR instr(' ' || companies.name_key || ' ', @word${i}_${n}) > 0`
      })
      return `AND (instr(companies.text, @word${i}) > 0 ${others.join(' ')})`
    })
    const matching = `FROM companies WHERE companies.archived_at IS ${archived ? 'NOT NULL' : 'NULL'}
      ${conditions.join(' ')}`
    const rank = words.length === 0 ? '0' : 'CASE WHEN instr(companies.name_key, @name) = 1 THEN 0 ELSE 1 END'
    return this.#engine.snapshot(function* () {
      const rows = yield* all<SummaryRow>(
        summaries(`SELECT companies.id AS id, companies.name_key AS name_key, ${rank} AS rank, count(*) OVER () AS total
           ${matching} ORDER BY rank, name_key, id LIMIT @limit OFFSET @offset`),
        words.length === 0 ? { limit, offset } : { ...params, limit, offset },
      )
      if (rows.length > 0 || offset === 0)
        return { total: rows[0]?.total ?? 0, companies: yield* withMatched(words, rows) }
      const { name: _name, ...given } = params
      const counted = yield* first<{ n: number }>(`SELECT count(*) AS n ${matching}`, given)
      return { total: counted!.n, companies: [] }
    })
  }

  /** Those whose names resemble a text, typing errors aside; the nearest first. None where errors are not looked for. */
  near({ search, archived }: CompanyFilter, limit: number): Promise<CompanySummary[]> {
    const words = guessedWords(searchedWords(search))
    if (!words) return Promise.resolve([])
    const params: Record<string, string> = {}
    const conditions = words.map((word, i) => {
      params[`word${i}`] = ` ${word}`
      const begun = beginnings(word).map((beginning, n) => {
        params[`word${i}_${n}`] = ` ${beginning}`
        return `instr(' ' || name_key, @word${i}_${n}) > 0`
      })
      return `AND (instr(text, @word${i}) > 0 OR ${begun.join(' OR ')})`
    })
    return this.#engine.snapshot(function* () {
      const among = yield* all<Resembling>(
        `SELECT id, name_key AS "nameKey", text FROM companies
         WHERE archived_at IS ${archived ? 'NOT NULL' : 'NULL'} ${conditions.join(' ')}`,
        params,
      )
      const ids = nearest(words, among).slice(0, limit)
      const rows = yield* allOf<SummaryRow>(ids, (some) =>
        summaries(`SELECT id, name_key, 0 AS rank, 0 AS total FROM companies WHERE id IN ${some}`),
      )
      return rows.map(summaryOf).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    })
  }

  byId(id: number): Promise<CompanyRecord | undefined> {
    return this.#engine.snapshot(() => companyOf(id))
  }

  /** A contact, also one that was taken off its company: whose it is, and its name. */
  contact(id: number): Promise<{ companyId: number; name: string } | undefined> {
    return this.#engine.read(function* () {
      const found = yield* first<ContactRow>(
        `SELECT company_id AS "companyId", first_name AS "firstName", last_name AS "lastName"
         FROM contacts WHERE id = ?`,
        id,
      )
      return found && { companyId: found.companyId, name: contactName(found) }
    })
  }

  /**
   * Keeps a new company; where one of the same key is there, nothing is written.
   * @returns the id of the new one, or of the one with the key
   */
  insert(company: CompanyToKeep, key: string | null, at: string, note: JournalNote): Promise<number> {
    return this.#engine.write(function* () {
      const known =
        key === null
          ? undefined
          : yield* first<{ id: number }>('SELECT id FROM companies WHERE client_key = ?', key)
      if (known) return known.id
      const id = yield* insertCompany(company, key, at)
      yield* keepContacts(id, company.contacts, [], at)
      yield* keepAddresses(id, company.addresses, [])
      yield* noted([note])
      return id
    })
  }

  /** Writes a company over the version that it was read at. @returns false, and nothing is written, where that is gone */
  update(
    id: number,
    version: number,
    company: CompanyToKeep,
    at: string,
    note: JournalNote,
  ): Promise<boolean> {
    return this.#engine.write(function* () {
      if (!(yield* updateCompany(id, version, company, at))) return false
      yield* noted([note])
      return true
    })
  }

  /** Every company with all that it has, archived ones, too: a file is held against them. */
  known(): Promise<Known[]> {
    return this.#engine.snapshot(everyCompany)
  }

  /**
   * Writes what a file makes, in one change with what decides about it.
   * @param decide by every company that there is; what it throws leaves all as it was
   */
  import<R>(
    at: string,
    decide: (known: readonly Known[]) => {
      readonly result: R
      readonly companies: readonly { readonly before: Known | null; readonly after: CompanyToKeep }[]
      readonly note: JournalNote
    },
  ): Promise<R> {
    return this.#engine.write(function* () {
      const { result, companies, note } = decide(yield* everyCompany())
      for (const { before, after } of companies)
        if (before) yield* updateCompany(before.id, before.version, after, at)
      // Rows of one table after the other go out many at a time.
      const made: [number, CompanyToKeep][] = []
      for (const { before, after } of companies)
        if (!before) made.push([yield* insertCompany(after, null, at), after])
      for (const [id, { contacts }] of made) yield* keepContacts(id, contacts, [], at)
      for (const [id, { addresses }] of made) yield* keepAddresses(id, addresses, [])
      yield* noted([note])
      return result
    })
  }

  /** @param archivedAt ISO; null: it is offered again @returns false, and nothing is written, where the version is gone */
  archive(id: number, version: number, archivedAt: string | null, note: JournalNote): Promise<boolean> {
    return this.#engine.write(function* () {
      const sql = 'UPDATE companies SET archived_at = ?, version = version + 1 WHERE id = ? AND version = ?'
      if ((yield* change(sql, archivedAt, id, version)) !== 1) return false
      yield* noted([note])
      return true
    })
  }
}

/** One company with all that it has. */
export function* companyOf(id: number): Work<CompanyRecord | undefined> {
  const found = yield* first<CompanyRow>(`${COMPANY} WHERE id = ?`, id)
  if (!found) return undefined
  const contacts = yield* all<ContactRow>(`${CONTACT} AND company_id = ? ORDER BY place, id`, id)
  const addresses = yield* all<AddressRow>(`${ADDRESS} WHERE company_id = ? ORDER BY place, id`, id)
  const { archivedAt, ...own } = found
  return {
    ...own,
    archived: archivedAt !== null,
    contacts: contacts.map(contactOf),
    addresses: addresses.map(addressOf),
    duplicates: yield* duplicatesOf(found),
  }
}

function* everyCompany(): Work<Known[]> {
  const rows = yield* all<CompanyRow>(`${COMPANY} ORDER BY id`)
  const contacts = yield* all<ContactRow>(`${CONTACT} ORDER BY place, id`)
  const addresses = yield* all<AddressRow>(`${ADDRESS} ORDER BY place, id`)
  const [people, places] = [
    Map.groupBy(contacts, ({ companyId }) => companyId),
    Map.groupBy(addresses, ({ companyId }) => companyId),
  ]
  return rows.map((own) => ({
    ...own,
    contacts: (people.get(own.id) ?? []).map(contactOf),
    addresses: readable(places.get(own.id) ?? [], addressOf).entries,
  }))
}

const contactOf = ({ companyId: _of, ...contact }: ContactRow): Contact => contact
const addressOf = ({ companyId: _of, isDefault, address, ...own }: AddressRow): CompanyAddress => ({
  ...own,
  isDefault: isDefault === 1,
  address: parsed('company_addresses', 'address', address) as AdresseLivraison,
})

/** So many are told. */
const DUPLICATES = 20

function* duplicatesOf({ id, name, siret, email }: CompanyRow): Work<CompanyRecord['duplicates']> {
  const rows = yield* all<{
    readonly id: number
    readonly name: string
    readonly nameKey: string
    readonly siret: string
    readonly archivedAt: string | null
  }>(
    `SELECT id, name, name_key AS "nameKey", siret, archived_at AS "archivedAt" FROM companies
     WHERE id <> @id AND (name_key = @key OR (siret <> '' AND siret = @siret) OR (email <> '' AND lower(email) = @email))
     ORDER BY id LIMIT ${DUPLICATES}`,
    { id, key: companyKey(name), siret, email: email.toLowerCase() },
  )
  return rows.map((other) => ({
    ...{ id: other.id, name: other.name, archived: other.archivedAt !== null },
    because:
      other.nameKey === companyKey(name) ? 'name' : siret !== '' && other.siret === siret ? 'siret' : 'email',
  }))
}

/** The row of a new company alone. */
export function insertCompany(company: CompanyToKeep, key: string | null, at: string): Work<number> {
  return insert(COMPANY_ROW, ...valuesOf(company), key, at, at)
}

/** {@link CompanyTables.update} as a part of another change. */
export function* updateCompany(
  id: number,
  version: number,
  company: CompanyToKeep,
  at: string,
): Work<boolean> {
  if ((yield* change(UPDATE, ...valuesOf(company), at, id, version)) !== 1) return false
  const contacts = yield* all<ContactRow>(`${CONTACT} AND company_id = ?`, id)
  const addresses = yield* all<AddressRow>(`${ADDRESS} WHERE company_id = ?`, id)
  yield* keepContacts(
    id,
    company.contacts,
    contacts.map((contact) => contact.id),
    at,
  )
  yield* keepAddresses(
    id,
    company.addresses,
    addresses.map((address) => address.id),
  )
  return true
}

/** Contacts in their order; one that is listed no longer is kept apart, for quotes may name it. */
export function* keepContacts(
  company: number,
  contacts: readonly CleanContact[],
  before: readonly number[],
  at: string,
): Work<void> {
  for (const gone of before.filter((id) => !contacts.some((contact) => contact.id === id)))
    yield* put('UPDATE contacts SET archived_at = ? WHERE id = ?', at, gone)
  for (const [place, { id, firstName, lastName, role, email, phone }] of contacts.entries()) {
    const values = [place, firstName, lastName, role, email, phone] as const
    if (id !== null && before.includes(id))
      yield* put(
        `UPDATE contacts SET place = ?, first_name = ?, last_name = ?, role = ?, email = ?, phone = ? WHERE id = ?`,
        ...values,
        id,
      )
    else yield* insert(CONTACT_ROW, company, ...values)
  }
}

/** Addresses in their order. Nothing names one: quotes and orders have copies. */
export function* keepAddresses(
  company: number,
  addresses: readonly CleanAddress[],
  before: readonly number[],
): Work<void> {
  for (const gone of before.filter((id) => !addresses.some((address) => address.id === id)))
    yield* put('DELETE FROM company_addresses WHERE id = ?', gone)
  for (const [place, { id, label, isDefault, address }] of addresses.entries()) {
    const values = [place, label, isDefault ? 1 : 0, JSON.stringify(address)] as const
    if (id !== null && before.includes(id))
      yield* put(
        'UPDATE company_addresses SET place = ?, label = ?, is_default = ?, address = ? WHERE id = ?',
        ...values,
        id,
      )
    else yield* insert(ADDRESS_ROW, company, ...values)
  }
}

const valuesOf = (company: CompanyToKeep) => {
  const { name, vatNumber, siret, email, phone, note, vatRegimeId, language, buyer } = company
  const own = [vatNumber, siret, email, phone, note, vatRegimeId, language, buyer] as const
  return [name, companyKey(name), companyText(company), ...own] as const
}

const OWN = ['vat_number', 'siret', 'email', 'phone', 'note', 'vat_regime_id', 'language', 'buyer']
const COLUMNS = ['name', 'name_key', 'text', ...OWN]
const COMPANY_ROW: Insertion = {
  table: 'companies',
  columns: [...COLUMNS, 'client_key', 'created_at', 'updated_at'],
}
const UPDATE = `UPDATE companies SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')}, updated_at = ?,
  version = version + 1 WHERE id = ? AND version = ?`
const CONTACT_ROW: Insertion = {
  table: 'contacts',
  columns: ['company_id', 'place', 'first_name', 'last_name', 'role', 'email', 'phone'],
}
const ADDRESS_ROW: Insertion = {
  table: 'company_addresses',
  columns: ['company_id', 'place', 'label', 'is_default', 'address'],
}
