/**
 * `GET /0.2/events/`: what happens to the customer of the token, as server-sent events. Our own extension
 * (partner-api.md 6 leaves events open); tools that do not know it lose nothing.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { Area, ORDER_STATES } from '../../domain/order.ts'
import type { EventMap } from '../../service/events.ts'
import type { Service } from '../../service/service.ts'
import { sendEvents } from '../sse.ts'
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

export function customerEvents(service: Service) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { id: customerId } = customerOf(request)
    const token = tokenOf(request) ?? ''
    return sendEvents(service, request, reply, {
      // A token may be revoked, and its customer changed, while the stream is open.
      allowed: () => service.customers.authenticate(token)?.customer.id === customerId,
      start(send) {
        const onOrder = ({ customerId: owner, ...order }: EventMap['orders'][0]) => {
          if (owner === customerId) send({ event: 'order', data: order satisfies Static<typeof OrderEvent> })
        }
        const onCatalogue = (catalogue: EventMap['catalogue'][0]) =>
          send({ event: 'catalogue', data: catalogue satisfies Static<typeof CatalogueEvent> })
        service.events.on('orders', onOrder).on('catalogue', onCatalogue)
        return () => service.events.off('orders', onOrder).off('catalogue', onCatalogue)
      },
    })
  }
}
