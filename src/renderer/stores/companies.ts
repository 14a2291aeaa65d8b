/** Companies that this page has met, by their ids: their names are shown where only the id stands. */
import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import { api } from '../api/client'
import type { Company } from '../api/types'

export const useCompanies = defineStore('companies', () => {
  const known = shallowReactive(new Map<number, Company>())

  function take(company: Company): Company {
    known.set(company.id, company)
    return company
  }

  /** As the service has it now. @throws ApiError */
  const load = async (id: number) => take(await api.company(id))

  /** As it was met last, while it is read anew; read where it was not met. */
  async function ensure(id: number): Promise<void> {
    if (!known.has(id)) await load(id)
  }

  return { known, take, load, ensure }
})
