/** Companies at the application API, for tests. */
import { ADDRESS, json, type World } from './app.ts'
import type { Company, CompanySummary } from '../domain/company/company.ts'
import type { Loose } from './shop.ts'

export const DUPONT = {
  name: 'Imprimerie Dupont & Fils',
  vatNumber: 'FR 12 345678901',
  siret: '123 456 789 00012',
  email: 'contact@dupont.fr',
  phone: '04 78 00 00 01',
  contacts: [
    { firstName: 'Élise', lastName: 'Garçon', role: 'Achats', email: 'elise@dupont.fr', phone: '0611223344' },
    { lastName: 'Œuvrard' },
  ],
  addresses: [
    { label: 'Atelier', address: { ...ADDRESS, societe: 'Dupont', ville: 'Villeurbanne' } },
    { label: 'Siège', isDefault: true, address: { ...ADDRESS, societe: 'Dupont', ville: 'Saint-Étienne' } },
  ],
}

export const makeCompany = async ({ desk }: World, company: Loose = DUPONT): Promise<Company> =>
  json(await desk.post('/api/companies', company)) as unknown as Company

export const companiesFound = async ({ desk }: World, search: string): Promise<string[]> =>
  (await desk.get(`/api/companies?search=${encodeURIComponent(search)}`))
    .json<CompanySummary[]>()
    .map(({ name }) => name)
