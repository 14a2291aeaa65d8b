/** Companies at the application's door. One line a route; the rules are the service's. */
import * as Type from 'typebox'
import {
  Company,
  CompanyArchived,
  CompanyNew,
  CompanySummary,
  CompanyUpdate,
} from '../../domain/company/company.ts'
import type { Service } from '../../service/service.ts'
import { pageHeaders, readPage } from '../paging.ts'
import { pathId } from '../path-id.ts'
import { actorOf } from './access.ts'
import { created, type Api } from './api.ts'
import { bodyReader, DEFAULT_PAGE, queryText } from './requests.ts'

const read = {
  made: bodyReader(CompanyNew),
  update: bodyReader(CompanyUpdate),
  archived: bodyReader(CompanyArchived),
}

export function companyRoutes(api: Api, { companies }: Service): void {
  api.get('/api/companies', 'desk', Type.Array(CompanySummary), async (request, reply) => {
    const page = readPage(request.query)
    const limit = page.limit ?? DEFAULT_PAGE
    const filter = {
      search: queryText(request, 'search'),
      archived: queryText(request, 'archived') === 'true',
    }
    const near = queryText(request, 'near') === 'true'
    const found = await companies.list(filter, limit, page.offset, near)
    pageHeaders(reply, request.url, { ...page, limit }, found.total)
    return found.companies
  })
  api.post('/api/companies', 'desk', Company, (request, reply) =>
    created(reply, companies.create(read.made(request), actorOf(request))),
  )
  api.get('/api/companies/:id', 'desk', Company, (request) => companies.get(pathId(request)))
  api.put('/api/companies/:id', 'desk', Company, (request) =>
    companies.update(pathId(request), read.update(request), actorOf(request)),
  )
  api.put('/api/companies/:id/archived', 'desk', Company, (request) =>
    companies.archive(pathId(request), read.archived(request), actorOf(request)),
  )
}
