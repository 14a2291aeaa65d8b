/**
 * `GET /0.2/events/`: what happens to the customer of the token, as server-sent events. Our own extension
 * (partner-api.md 6 leaves events open); tools that do not know it lose nothing.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Area, ORDER_STATES } from '../../domain/order.ts'
import type { Service } from '../../service/service.ts'
import { sendEvents, type ServerEvent } from '../sse.ts'
import { customerOf, tokenOf } from './authentication.ts'

/** `event: order`: an order of the customer's own is new or has another status. */
export const OrderEvent = Type.Object(
  {
    area: Area,
    id: Type.Integer({ description: 'The order, read at `commande/<id>/` of its area.' }),
    status: Type.String({
      description: ORDER_STATES.join(', ') + ', or the upstream’s own status once transmitted.',
    }),
  },
  { title: 'OrderEvent', description: '`event: order`: an order is new or has another status.' },
)

/** `event: catalogue`: products, families or prices may have changed. */
export const CatalogueEvent = Type.Object(
  { version: Type.Integer({ description: 'Grows with each change.' }) },
  {
    title: 'CatalogueEvent',
    description: '`event: catalogue`: products, families or prices may have changed.',
  },
)

/** `event: missed`: what happened since the reader's last event is no longer known whole. */
export const MissedEvent = Type.Object(
  { lost_after: Type.String({ description: 'The `Last-Event-ID` that was sent.' }) },
  {
    title: 'MissedEvent',
    description:
      '`event: missed`: events after the `Last-Event-ID` are no longer kept; read again what you keep.',
  },
)
type MissedEvent = Static<typeof MissedEvent>

export function customerEvents(service: Service) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { id: customerId } = customerOf(request)
    const token = tokenOf(request) ?? ''
    const lastEventId = String(request.headers['last-event-id'] ?? '').trim()
    const start = await service.feed.position(lastEventId === '' ? null : lastEventId)
    let position = start.id
    const missed: ServerEvent[] = []
    if (start.missed) {
      const data: MissedEvent = { lost_after: lastEventId }
      missed.push({ event: 'missed', id: position, data: JSON.stringify(data) })
    }
    return sendEvents(service, request, reply, {
      // Who goes again before he is told that he missed something comes back with what he had, and is told then.
      ...(start.missed ? {} : { id: position }),
      // A token may be revoked, and its customer changed, while the stream is open.
      allowed: () => service.tokens.authenticate(token)?.customer.id === customerId,
      start: (wake) => service.feed.watch(customerId, wake),
      async next() {
        if (missed.length > 0) return missed.splice(0)
        const found = await service.feed.after(position, customerId)
        position = found.position
        return found.events.map(({ type, id, data }) => ({ event: type, id, data }))
      },
    })
  }
}
