/** The counter's day: what is new, due, late or to be collected, and what was handed over. */
import type { Actor } from '../domain/people.ts'
import { addDays, localDay, type Day } from '../domain/shared/calendar.ts'
import { isUndecided } from '../domain/outbox.ts'
import { isGivenUp, needsPerson } from '../domain/shared/order-states.ts'
import {
  dayGroup,
  inDayOrder,
  LATE_DAYS,
  MOST_OF_A_DAY,
  OLDEST_DAYS,
  type DayGroup,
} from '../domain/shared/day-queue.ts'
import type { QueuedRecord } from '../store/day-queue.ts'
import type { OrderRecord } from '../store/orders.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { noteOf } from './notes.ts'
import { Refusal } from './refusal.ts'
import type { OrderService } from './orders.ts'
import type { PeopleService } from './people.ts'
import type { QuoteNews } from './quotes/news.ts'

export interface QueuedFacts extends QueuedRecord {
  readonly kind: 'order' | 'quote'
  readonly group: DayGroup
  /** whether a part of it was never ordered, or its partner has cancelled that, and nothing of it is decided here: it is not handed over */
  readonly undecided: boolean
}

/** Whether an order is collected, and when and by whom it was handed over. */
export interface HandoverFacts {
  readonly collected: boolean
  readonly handedOver: { readonly at: string; readonly by: string | null } | null
}

interface Services {
  readonly store: Store
  readonly clock: Clock
  readonly events: Events
  readonly orders: OrderService
  readonly people: PeopleService
  readonly quoteNews: QuoteNews
}

export class DayQueueService {
  readonly #with: Services

  constructor(services: Services) {
    this.#with = services
  }

  /**
   * What stands in the list of today, the most urgent first.
   * @param most entries at most; `whole` says whether that is all
   */
  async today(most = MOST_OF_A_DAY): Promise<{ today: Day; entries: QueuedFacts[]; whole: boolean }> {
    const { store, clock } = this.#with
    const now = clock.now()
    const today = localDay(now)
    const midnight = new Date(now)
    midnight.setHours(0, 0, 0, 0)
    const since = new Date(now)
    since.setDate(since.getDate() - OLDEST_DAYS)
    const day = {
      ...{ today, from: addDays(today, -LATE_DAYS) },
      ...{ begins: midnight.toISOString(), since: since.toISOString() },
    }
    const orders = await store.dayQueue.orders(day, most + 1)
    const quotes = await store.dayQueue.accepted(most + 1)
    const entries = [
      ...orders.map((order) => ({ ...order, kind: 'order' as const })),
      ...quotes.map((quote) => ({ ...quote, kind: 'quote' as const })),
    ].flatMap((entry) => {
      const group = dayGroup({ ...entry, on: localDay(new Date(entry.at)) }, today)
      return group ? [{ ...entry, group }] : []
    })
    const whole = entries.length <= most
    const first = inDayOrder(entries).slice(0, most)
    // Most days nothing waits for a person.
    const open = first.some(({ status }) => needsPerson(status)) ? await store.outbox.open() : null
    const undecided = new Set(open?.entries.filter(isUndecided).map(({ orderId }) => orderId))
    const told = first.map((entry) => ({
      ...entry,
      undecided: entry.kind === 'order' && undecided.has(entry.id),
    }))
    return { today, entries: told, whole }
  }

  /** Whether who ordered comes for it. */
  async isCollected({ quoteId }: Pick<OrderRecord, 'quoteId'>): Promise<boolean> {
    const quote = quoteId === null ? undefined : await this.#with.store.quotes.byId(quoteId)
    return quote?.collected === true
  }

  /** @throws Refusal `not_found` */
  async handover(id: number): Promise<HandoverFacts> {
    const { store, orders, people } = this.#with
    const collected = await this.isCollected(await orders.detail(id))
    const handed = await store.dayQueue.handover(id)
    return {
      collected,
      handedOver: handed ? { at: handed.at, by: people.nameOf(handed.person) } : null,
    }
  }

  /**
   * Notes that an order was handed to its customer, or takes that back; said again it stays as it is.
   * @throws Refusal `not_found`, `order_cancelled` where it is handed over and was cancelled, `order_undecided` where a part
   *   of it was never ordered, or its partner has cancelled that, and nothing of it is decided here
   */
  async hand(id: number, done: boolean, by: Actor): Promise<HandoverFacts> {
    const { store, orders, clock, events, quoteNews } = this.#with
    const { customerId, area, status, quoteId } = await orders.detail(id)
    if (done && (await store.outbox.ofOrder(id)).some(isUndecided)) throw new Refusal('order_undecided')
    const at = clock.now().toISOString()
    const note = noteOf({ by, at }, done ? 'order_handed_over' : 'order_not_handed_over', { order: id })
    if (await store.dayQueue.hand(id, done ? { at, person: by.person } : null, note)) {
      events.emit('orders', { customerId, area, id, status })
      // By its quote the windows of other processes hear of it, too.
      const quote = quoteId === null ? undefined : await store.quotes.byId(quoteId)
      if (quote) quoteNews.changed(quote.id, quote.version)
    } else if (done && isGivenUp((await orders.detail(id)).status)) throw new Refusal('order_cancelled')
    return this.handover(id)
  }
}
