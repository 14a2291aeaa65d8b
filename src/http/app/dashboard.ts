/** The dashboard: what waits for someone, and how the last twelve months went. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { orderNumber } from '../../domain/order.ts'
import { isCancelledThere, STATUS_OF_PHASE, statusOf } from '../../domain/outbox.ts'
import { Cost, Nullable } from '../../domain/schema.ts'
import { draftName } from '../../domain/shared/numbers.ts'
import { whomOf } from '../../domain/shared/whom.ts'
import type { DashboardFacts } from '../../service/dashboard.ts'
import type { Service } from '../../service/service.ts'
import type { WaitingTransmission } from '../../store/dashboard.ts'
import { requestLocale } from '../headers.ts'
import type { Api } from './api.ts'
import { cut } from './orders.ts'

const waiting = {
  id: Type.Integer(),
  number: Type.String(),
  reference: Type.String(),
  recipient: Type.String({
    description:
      'For whom: the company, who receives it, else the account; "" of whom the desk served without a name.',
  }),
  since: Type.String({ description: 'ISO; when it came to where it stands.' }),
  days: Type.Integer({ description: 'Whole days since then.' }),
}

const Quotes = Type.Object({
  total: Type.Integer(),
  entries: Type.Array(
    Type.Object({
      ...waiting,
      revision: Type.Integer(),
      totalCents: Nullable(Type.Integer({ description: 'Excluding tax.' })),
      uncertainty: Nullable(
        Type.Integer({ description: 'How wide its interval is, in cents; null: it is exact.' }),
      ),
      validUntil: Type.String(),
    }),
    { description: 'The first of them.' },
  ),
})

const lost = { quotes: Type.Integer(), cents: Type.Integer({ description: 'Excluding tax.' }) }

/** GET /api/dashboard */
export const Dashboard = Type.Object(
  {
    today: Type.String(),
    soonDays: Type.Integer({ description: 'Within how many days a validity ends soon.' }),
    followUp: Type.Object(Quotes.properties, {
      description: 'Sent days ago, and valid for longer than soon.',
    }),
    expiring: Quotes,
    expired: Quotes,
    toOrder: Quotes,
    attention: Type.Object({
      total: Type.Integer(),
      entries: Type.Array(
        Type.Object({
          ...waiting,
          part: Type.Integer({ description: 'Which of its transmissions, from 0.' }),
          partner: Type.String(),
          state: Type.String({
            description:
              'a_verifier, refusee; annulee_chez_partenaire, refusee_chez_partenaire; transmise where it was made.',
          }),
        }),
      ),
    }),
    months: Type.Array(
      Type.Object({
        month: Type.String({ description: 'YYYY-MM' }),
        sent: Type.Integer({ description: 'Quotes that were first sent in it.' }),
        won: Type.Integer({ description: 'Of them, accepted or ordered by now.' }),
        turnoverCents: Type.Integer({ description: 'Of the orders of the month, excluding tax.' }),
        marginCents: Cost('Of its turnover, less the costs that are known.'),
        marginOfCents: Cost(
          'The part of the turnover that the margin is of: services whose cost nobody said are not in it.',
        ),
      }),
      { description: 'Twelve, the oldest first, this month last.' },
    ),
    lost: Type.Object({
      all: Type.Object(lost),
      reasons: Type.Array(Type.Object({ reason: Type.String(), ...lost })),
      others: Type.Object(lost),
      unsaid: Type.Object(lost),
    }),
  },
  { title: 'Dashboard' },
)
export type Dashboard = Static<typeof Dashboard>

const stateOf = (part: Pick<WaitingTransmission, 'phase' | 'partnerStatus'>): string =>
  isCancelledThere(part) ? statusOf(part) : STATUS_OF_PHASE[part.phase]

export function dashboardRoutes(api: Api, { dashboard }: Service): void {
  api.get('/api/dashboard', 'desk', Dashboard, async (request) => {
    const locale = requestLocale(request)
    const { followUp, expiring, expired, toOrder, attention, lost, ...facts } = await dashboard.read()
    const quotes = ({ total, entries }: DashboardFacts['followUp']) => ({
      total,
      entries: entries.map(({ company, customer, recipient, number, reference, ...quote }) => ({
        ...quote,
        number: number ?? draftName(quote.id, locale),
        reference: cut(reference),
        recipient: cut(whomOf({ company, recipient, customer })),
      })),
    })
    return {
      ...facts,
      followUp: quotes(followUp),
      expiring: quotes(expiring),
      expired: quotes(expired),
      toOrder: quotes(toOrder),
      attention: {
        total: attention.total,
        entries: attention.entries.map(({ orderId, customer, recipient, ...entry }) => ({
          ...{ id: orderId, number: orderNumber(orderId), part: entry.part, partner: entry.partner },
          ...{ reference: cut(entry.reference), recipient: cut(whomOf({ recipient, customer })) },
          ...{ since: entry.since, days: entry.days, state: stateOf(entry) },
        })),
      },
      lost: {
        ...lost,
        reasons: lost.reasons.map(({ reason, ...each }) => ({ reason: cut(reason), ...each })),
      },
    }
  })
}
