/** Before a visit: what of prices, quotes and customers is on this machine, and one button that fetches the rest. */
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { faultsMessage, worded, type Locale } from '../../domain/messages.ts'
import { Area } from '../../domain/order.ts'
import { QUOTE_STATES } from '../../domain/quote/quote.ts'
import { Nullable } from '../../domain/schema.ts'
import { NEEDED_FOR, PRICE_STATES, type NeededPrice } from '../../service/readiness/needed-prices.ts'
import type { Readiness as Found } from '../../service/readiness/readiness.ts'
import type { Service } from '../../service/service.ts'
import { requestLocale } from '../headers.ts'
import { actorOf } from './access.ts'
import type { Api } from './api.ts'
import { calledBy } from './quote-view.ts'

/** GET, POST, DELETE /api/readiness */
export const Readiness = Type.Object(
  {
    preparation: Type.Object({
      state: Type.Enum(['idle', 'running']),
      step: Type.Enum(['catalogue', 'prices']),
      done: Type.Integer(),
      total: Type.Integer(),
      failures: Type.Array(Type.Object({ partner: Type.String(), message: Type.String() })),
      endedAt: Nullable(Type.String()),
      preparedAt: Nullable(Type.String({ description: 'When one last ended that failed of nothing.' })),
    }),
    prices: Type.Object(
      {
        ready: Type.Integer({ description: 'From a tariff, or answered by the partner within a day.' }),
        old: Type.Integer({ description: 'Answered longer ago.' }),
        estimated: Type.Integer(),
        missing: Type.Integer(),
        invalid: Type.Integer({ description: 'The catalogue no longer has what was chosen.' }),
      },
      {
        description:
          'How many configurations of open quotes, saved ones, favourites and recents have which price.',
      },
    ),
    lacking: Type.Array(
      Type.Object({
        area: Area,
        item: Type.Integer(),
        name: Type.String(),
        neededFor: Type.Enum(NEEDED_FOR),
        of: Nullable(Type.String({ description: 'The name of a saved configuration.' })),
        quote: Nullable(
          Type.Object({
            id: Type.Integer(),
            number: Type.String(),
            state: Type.Enum([...QUOTE_STATES]),
            revision: Type.Integer(),
          }),
        ),
        quantities: Type.Array(Type.Integer(), { description: 'Of each visual.' }),
        label: Nullable(Type.String({ description: 'The lead time that is wanted; null: any.' })),
        state: Type.Enum(PRICE_STATES),
        message: Type.String({ description: 'Why it no longer fits the catalogue; empty where it does.' }),
      }),
      { description: 'What has no price of today, at most 50, the most urgent first.' },
    ),
    tariffsLoadedAt: Nullable(Type.String()),
    openQuotes: Type.Integer(),
    brokenQuotes: Type.Integer({ description: 'Those with a line that no longer fits the catalogue.' }),
    customers: Type.Integer({ description: 'Companies and private persons that a quote can be for.' }),
    freeMebibytes: Type.Integer(),
    diskLow: Type.Boolean(),
  },
  { title: 'Readiness' },
)

export type Readiness = Static<typeof Readiness>

export function readinessRoutes(api: Api, { readiness }: Service): void {
  const shown = async (request: FastifyRequest) =>
    readinessView(await readiness.of(actorOf(request)), requestLocale(request))
  api.get('/api/readiness', 'desk', Readiness, shown)
  api.post('/api/readiness', 'sync', Readiness, async (request, reply) => {
    readiness.begin(actorOf(request))
    void reply.code(202)
    return shown(request)
  })
  api.delete('/api/readiness', 'sync', Readiness, async (request) => {
    await readiness.stop()
    return shown(request)
  })
}

function readinessView({ preparation, lacking, ...found }: Found, locale: Locale) {
  const { failures } = preparation
  return {
    ...found,
    preparation: {
      ...preparation,
      failures: failures.map(({ partner, error }) => ({ partner, message: worded(error, locale) })),
    },
    lacking: lacking.map(({ checked: _checked, faults, quantities, quote, ...needed }: NeededPrice) => ({
      ...needed,
      quantities: [...quantities],
      quote: quote && { ...quote, number: calledBy(quote, locale) },
      message: faults.length > 0 ? faultsMessage(faults, locale) : '',
    })),
  }
}
