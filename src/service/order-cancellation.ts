/** An order that nobody makes: cancelled while all of it is still the shop's own matter. */
import type { Actor } from '../domain/people.ts'
import { isGivenUp, type CancelBar } from '../domain/shared/order-states.ts'
import { isBlank } from '../domain/text.ts'
import type { OrderRecord } from '../store/orders.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { endOf } from './order-end.ts'
import type { OrderService } from './orders.ts'
import type { QuoteNews } from './quotes/news.ts'
import { Invalid, Refusal } from './refusal.ts'

export interface OrderCancellationServices {
  readonly store: Store
  readonly orders: OrderService
  readonly events: Events
  readonly quoteNews: QuoteNews
  readonly clock: Clock
}

export class OrderCancellation {
  readonly #with: OrderCancellationServices

  constructor(services: OrderCancellationServices) {
    this.#with = services
  }

  /**
   * Cancels an order whose lines are the shop's own, or whose parts for partners were all given up. Nothing is due for it
   * from then on, and it is no turnover. Its quote is cancelled with the last of its
   * orders.
   * @param reason why, in a person's words; noted in the order's story
   * @param keepServices whether the services that were sold with it stay due with another order of its quote ({@link heirOf})
   * @throws Refusal `not_found`, `order_state` where it is cancelled already or handed over, a partner has a part of it or is
   *   still to have one; Invalid for the reason
   */
  async cancel(id: number, reason: string, keepServices: boolean, by: Actor): Promise<void> {
    const { store, orders, events, quoteNews, clock } = this.#with
    if (isBlank(reason.trim())) throw new Invalid([{ path: '/reason', code: 'field_required' }])
    const order = await orders.detail(id)
    const bar = await this.barOf(order)
    const end = await endOf(store, order, { reason, keepServices }, { by, at: clock.now().toISOString() })
    const done = bar === null ? await store.orders.cancel(order, end) : null
    if (!done)
      throw new Refusal('order_state', { is: bar ?? (await this.barOf(await orders.detail(id))) ?? 'moved' })
    const { customerId, area } = order
    events.emit('orders', { customerId, area, id, status: 'annulee' })
    if (done.quote) quoteNews.changed(done.quote.id, done.quote.version)
  }

  /** How an order stands that cannot be cancelled; null: it can be. */
  async barOf({ id, status }: OrderRecord): Promise<CancelBar | null> {
    if (isGivenUp(status)) return 'cancelled'
    const { store } = this.#with
    const open = (await store.outbox.ofOrder(id)).filter(({ phase }) => phase !== 'cancelled')
    if (open.some(({ received }) => received !== 'no')) return 'sent'
    if (open.length > 0) return 'waiting'
    return (await store.dayQueue.handover(id)) ? 'handed' : null
  }
}
