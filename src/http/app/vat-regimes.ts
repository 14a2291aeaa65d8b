/** Who has a VAT regime of the settings: what is asked before it is taken out. */
import type { Service } from '../../service/service.ts'
import type { Api } from './api.ts'
import { queryText } from './requests.ts'
import { VatRegimeUse } from './schemas.ts'

export function vatRegimeRoutes(api: Api, { store }: Service): void {
  api.get('/api/vat-regimes/use', 'settings', VatRegimeUse, async (request) => {
    const id = queryText(request, 'id')
    const [companies, drafts] = await Promise.all([
      store.companies.countOfRegime(id),
      store.quotes.draftsOfRegime(id),
    ])
    return { companies, drafts }
  })
}
