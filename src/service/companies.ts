/** Customers as people know them: companies with contacts and addresses, found as one types. */
import { cleanCompany, type CleanCompany } from '../domain/company/clean.ts'
import {
  COMPANY_LIMITS,
  USUAL_DOCUMENTS,
  type CompanyArchived,
  type CompanyInput,
  type CompanyNew,
  type CompanySummary,
  type CompanyUpdate,
} from '../domain/company/company.ts'
import type { Fault } from '../domain/faults.ts'
import type { Actor } from '../domain/people.ts'
import { keyFaults } from '../domain/text.ts'
import type { CompanyFilter, CompanyRecord, CompanyToKeep } from '../store/companies.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { CompanyNews } from './company-news.ts'
import { noteOf } from './notes.ts'
import { CompanyOutdated, Invalid, Refusal } from './refusal.ts'
import type { SettingsService } from './settings.ts'

export interface CompanyServices {
  readonly store: Store
  readonly settings: SettingsService
  readonly clock: Clock
  readonly companyNews: CompanyNews
}

export class CompanyService {
  readonly #store: Store
  readonly #settings: SettingsService
  readonly #clock: Clock
  readonly #news: CompanyNews

  constructor({ store, settings, clock, companyNews }: CompanyServices) {
    this.#store = store
    this.#settings = settings
    this.#clock = clock
    this.#news = companyNews
  }

  /** @param near whether names that resemble the text are answered where nothing has it */
  async list(
    filter: CompanyFilter,
    limit: number,
    offset: number,
    near = false,
  ): Promise<{ total: number; companies: CompanySummary[] }> {
    const found = await this.#store.companies.list(filter, limit, offset)
    if (!near || found.total > 0 || filter.search.trim() === '') return found
    const companies = (await this.#store.companies.near(filter, limit)).map((each) => ({
      ...each,
      near: true,
    }))
    return { total: companies.length, companies }
  }

  /** @throws Refusal `not_found` */
  async get(id: number): Promise<CompanyRecord> {
    const company = await this.#store.companies.byId(id)
    if (!company) throw new Refusal('not_found', { what: 'company', id })
    return company
  }

  /** Makes a company; with a key that was sent before, answers the one that it made. @throws Invalid */
  async create({ key = null, ...input }: CompanyNew, by: Actor): Promise<CompanyRecord> {
    const faults = key === null ? [] : keyFaults(key, '/key', 'key', COMPANY_LIMITS.key)
    if (faults.length > 0) throw new Invalid(faults)
    const company = cleaned(input)
    refuseUnknown(company, [], [])
    this.#refuseRegime(company, null)
    const at = this.#now()
    const note = noteOf({ by, at }, 'company_made', { name: company.name })
    return this.#told(await this.#store.companies.insert(whole(company, null), key, at, note))
  }

  /** @throws Refusal `not_found`; Invalid; CompanyOutdated where it is no longer the version that was changed */
  async update(id: number, { version, ...input }: CompanyUpdate, by: Actor): Promise<CompanyRecord> {
    const before = await this.#at(id, version)
    const company = cleaned(input)
    refuseUnknown(
      company,
      before.contacts.map((contact) => contact.id),
      before.addresses.map((address) => address.id),
    )
    this.#refuseRegime(company, before)
    const at = this.#now()
    const note = noteOf({ by, at }, 'company_changed', { name: company.name })
    if (!(await this.#store.companies.update(id, version, whole(company, before), at, note)))
      return this.#refuseOutdated(id)
    return this.#told(id)
  }

  /** Takes a company out of what is offered, or back into it. @throws Refusal `not_found`; CompanyOutdated */
  async archive(id: number, { archived, version }: CompanyArchived, by: Actor): Promise<CompanyRecord> {
    const before = await this.#at(id, version)
    if (before.archived === archived) return before
    const at = this.#now()
    const note = noteOf({ by, at }, archived ? 'company_archived' : 'company_restored', { name: before.name })
    if (!(await this.#store.companies.archive(id, version, archived ? at : null, note)))
      return this.#refuseOutdated(id)
    return this.#told(id)
  }

  /** One that was taken out of the settings stays until another is chosen. @throws Invalid */
  #refuseRegime({ vatRegimeId = null }: CleanCompany, before: CompanyRecord | null): void {
    if (vatRegimeId === null || vatRegimeId === before?.vatRegimeId) return
    if (!this.#settings.current.vatRegimes.some(({ id }) => id === vatRegimeId))
      throw new Invalid([{ path: '/vatRegimeId', code: 'vat_regime_unknown' }])
  }

  async #at(id: number, version: number): Promise<CompanyRecord> {
    const company = await this.get(id)
    if (company.version !== version) throw new CompanyOutdated(company)
    return company
  }

  /** One that is another now, of which the open windows are told. */
  #told(id: number): Promise<CompanyRecord> {
    this.#news.changed()
    return this.get(id)
  }

  async #refuseOutdated(id: number): Promise<never> {
    throw new CompanyOutdated(await this.get(id))
  }

  #now(): string {
    return this.#clock.now().toISOString()
  }
}

/** @throws Invalid */
function cleaned(input: CompanyInput): CleanCompany {
  const { company, faults } = cleanCompany(input)
  if (faults.length > 0) throw new Invalid(faults)
  return company
}

/** Who names a contact or address by its id means one that the company has, each once. @throws Invalid */
function refuseUnknown(
  { contacts, addresses }: CleanCompany,
  known: readonly number[],
  places: readonly number[],
): void {
  const faults: Fault[] = [
    ...unknownIn(contacts ?? [], known).map((i): Fault => ({
      path: `/contacts/${i}/id`,
      code: 'contact_unknown',
    })),
    ...unknownIn(addresses ?? [], places).map((i): Fault => ({
      path: `/addresses/${i}/id`,
      code: 'address_unknown',
    })),
  ]
  if (faults.length > 0) throw new Invalid(faults)
}

function unknownIn(list: readonly { readonly id: number | null }[], known: readonly number[]): number[] {
  const seen = new Set<number>()
  return list.flatMap(({ id }, i) => {
    if (id === null) return []
    const wrong = !known.includes(id) || seen.has(id)
    seen.add(id)
    return wrong ? [i] : []
  })
}

/** With what stays of before, where none is given. */
const whole = (company: CleanCompany, before: CompanyRecord | null): CompanyToKeep => ({
  ...company,
  vatRegimeId: company.vatRegimeId === undefined ? (before?.vatRegimeId ?? null) : company.vatRegimeId,
  language: company.language ?? (before ?? USUAL_DOCUMENTS).language,
  buyer: company.buyer ?? (before ?? USUAL_DOCUMENTS).buyer,
  contacts: company.contacts ?? before?.contacts ?? [],
  addresses: company.addresses ?? before?.addresses ?? [],
})
