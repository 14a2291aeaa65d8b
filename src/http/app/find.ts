/** The search of the palette: the first quotes, orders and customers that a text means, in one answer. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { CompanySummary } from '../../domain/company/company.ts'
import { orderNumber } from '../../domain/order.ts'
import { QUOTE_STATES } from '../../domain/quote/quote.ts'
import { draftName } from '../../domain/shared/numbers.ts'
import { whomOf } from '../../domain/shared/whom.ts'
import type { Service } from '../../service/service.ts'
import { requestLocale } from '../headers.ts'
import type { Api } from './api.ts'
import { cut } from './orders.ts'
import { queryText } from './requests.ts'

/** Of fewer characters nearly everything is found: nothing is answered. */
const LEAST_TEXT = 2
/** Of a longer text the beginning is looked for. */
const LONGEST_TEXT = 200

const found = {
  id: Type.Integer(),
  number: Type.String(),
  reference: Type.String(),
  recipient: Type.String({
    description:
      'For whom: the company, who receives it, else the account; "" of whom the desk served without a name.',
  }),
}

/** GET /api/search */
export const Search = Type.Object(
  {
    quotes: Type.Array(
      Type.Object({ ...found, revision: Type.Integer(), state: Type.Enum([...QUOTE_STATES]) }),
    ),
    orders: Type.Array(Type.Object({ ...found, status: Type.String() })),
    companies: Type.Array(CompanySummary),
  },
  { title: 'Search' },
)
export type Search = Static<typeof Search>

export function findRoutes(api: Api, { find }: Service): void {
  api.get('/api/search', 'desk', Search, async (request) => {
    const text = queryText(request, 'q').slice(0, LONGEST_TEXT)
    if (text.length < LEAST_TEXT) return { quotes: [], orders: [], companies: [] }
    const locale = requestLocale(request)
    const { quotes, orders, companies } = await find.find(text)
    return {
      quotes: quotes.map(({ company, customer, recipient, number, reference, ...quote }) => ({
        ...quote,
        number: number ?? draftName(quote.id, locale),
        reference: cut(reference),
        recipient: cut(whomOf({ company, recipient, customer })),
      })),
      orders: orders.map(({ id, status, reference, ...whom }) => ({
        ...{ id, number: orderNumber(id), status },
        ...{ reference: cut(reference), recipient: cut(whomOf(whom)) },
      })),
      companies: [...companies],
    }
  })
}
