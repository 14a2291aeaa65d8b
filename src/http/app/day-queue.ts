/** The counter's day, and handing orders over. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { orderNumber } from '../../domain/order.ts'
import { Nullable } from '../../domain/schema.ts'
import { draftName } from '../../domain/shared/numbers.ts'
import { DAY_GROUPS } from '../../domain/shared/day-queue.ts'
import { whomOf } from '../../domain/shared/whom.ts'
import type { QueuedFacts } from '../../service/day-queue.ts'
import type { Service } from '../../service/service.ts'
import { requestLocale } from '../headers.ts'
import { pathId } from '../path-id.ts'
import { actorOf } from './access.ts'
import type { Api } from './api.ts'
import { cut } from './orders.ts'
import { bodyReader } from './requests.ts'

/** GET /api/day */
export const DayQueue = Type.Object({
  today: Type.String({ description: 'YYYY-MM-DD' }),
  entries: Type.Array(
    Type.Object({
      kind: Type.Enum(['order', 'quote']),
      id: Type.Integer(),
      number: Type.String(),
      revision: Type.Integer({ description: 'Of a quote; of an order 1.' }),
      status: Type.String({ description: 'Of an order its state, of a quote `accepted`.' }),
      group: Type.Enum([...DAY_GROUPS], {
        description:
          'late: promised before today; due: today; accepted: a quote that is to be ordered; new: ordered today; collect: ordered before, to be collected at the shop.',
      }),
      name: Type.String({ description: 'Of its first line.' }),
      lineCount: Type.Integer(),
      note: Type.String({ description: 'The first line of what is noted in house.' }),
      reference: Type.String(),
      recipient: Type.String({
        description: 'For whom: the company, who receives it; "" of who walked in without a name.',
      }),
      customer: Type.String({ description: 'The account.' }),
      at: Type.String({ description: 'ISO; when it was ordered or accepted.' }),
      promised: Nullable(
        Type.String({
          description: 'The next day that was promised of it, else the last; null: none is known.',
        }),
      ),
      lastPromised: Nullable(Type.String({ description: 'The last day that was promised of it.' })),
      collected: Type.Boolean(),
      undecided: Type.Boolean({
        description:
          'A part of it was never ordered, or its partner has cancelled that, and nothing of it is decided: it is not handed over.',
      }),
      totalTtcCents: Nullable(Type.Integer({ description: 'Products and services, with tax.' })),
    }),
    { description: 'The most urgent first, 1000 at most.' },
  ),
  whole: Type.Boolean({ description: 'Whether these are all.' }),
})
export type DayQueue = Static<typeof DayQueue>

/** GET, PUT /api/orders/:id/handover */
export const Handover = Type.Object({
  collected: Type.Boolean({ description: 'At the shop.' }),
  handedOver: Nullable(
    Type.Object({
      at: Type.String({ description: 'ISO' }),
      by: Nullable(Type.String({ description: 'By name; null: no person.' })),
    }),
  ),
})
export type Handover = Static<typeof Handover>

const HandoverRequest = Type.Object({ done: Type.Boolean() })
const read = { handover: bodyReader(HandoverRequest) }

const entryView = ({ company, recipient, number, ...entry }: QueuedFacts, locale: 'fr' | 'en') => ({
  ...entry,
  number: entry.kind === 'order' ? orderNumber(entry.id) : (number ?? draftName(entry.id, locale)),
  reference: cut(entry.reference),
  name: cut(entry.name),
  note: cut(entry.note.trim().split('\n')[0]!),
  recipient: cut(whomOf({ company, recipient, customer: entry.customer })),
})

export function dayQueueRoutes(api: Api, { dayQueue }: Service): void {
  api.get('/api/day', 'desk', DayQueue, async (request) => {
    const { today, entries, whole } = await dayQueue.today()
    return { today, whole, entries: entries.map((entry) => entryView(entry, requestLocale(request))) }
  })
  api.get('/api/orders/:id/handover', 'desk', Handover, (request) => dayQueue.handover(pathId(request)))
  api.put('/api/orders/:id/handover', 'desk', Handover, (request) =>
    dayQueue.hand(pathId(request), read.handover(request).done, actorOf(request)),
  )
}
