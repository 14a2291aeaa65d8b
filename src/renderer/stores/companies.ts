/** Companies that this page has met, by their ids: their names are shown where only the id stands. */
import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import { api } from '../api/client'
import type { Company } from '../api/types'

export const useCompanies = defineStore('companies', () => {
  const known = shallowReactive(new Map<number, Company>())

  let under: Promise<unknown> = Promise.resolve()

  /** Of answers that come in another order than they were asked for, the newest counts. */
  function take(company: Company): Company {
    if (company.version >= (known.get(company.id)?.version ?? 0)) known.set(company.id, company)
    return company
  }

  /** Changes one from this window: what is told of that meanwhile is its own doing. @throws ApiError */
  function change(task: () => Promise<Company>): Promise<Company> {
    const done = task().then(take)
    under = Promise.allSettled([under, done])
    return done
  }

  /** As the service has it now. @throws ApiError */
  const load = async (id: number) => take(await api.company(id))

  /** As it was met last, while it is read anew; read where it was not met. */
  async function ensure(id: number): Promise<void> {
    const read = load(id)
    if (known.has(id)) void read.catch(() => undefined)
    else await read
  }

  return {
    ...{ known, take, change, load, ensure },
    /** Resolves once nothing that this window changes is under way. */
    idle: () => under,
  }
})
