/** Orders as a spreadsheet has them: facts, a page at a time. */
import type { FoundOrder, OrderFilter } from '../../store/order-list.ts'
import type { Store } from '../../store/store.ts'
import type { PeopleService } from '../people.ts'
import { pagesOf, type Listed, type Unread } from './pages.ts'

export interface OrderExportServices {
  readonly store: Store
  readonly people: PeopleService
}

export interface ExportedOrder {
  readonly order: FoundOrder
  /** a name; null: a customer's tool, or no person */
  readonly placedBy: string | null
  /** a name; null: it was not, or no person's */
  readonly handedOverBy: string | null
}

export class OrderExport {
  readonly #with: OrderExportServices

  constructor(services: OrderExportServices) {
    this.#with = services
  }

  /** The newest first. */
  async *orders(filter: OrderFilter, unread: Unread): AsyncGenerator<ExportedOrder, void> {
    const { store, people } = this.#with
    const listed: Listed<FoundOrder> = {
      idsBefore: (before, limit) => store.orderList.idsBefore(filter, before, limit),
      byIds: (ids) => store.orderList.byIds(ids),
    }
    for await (const page of pagesOf(listed, unread))
      for (const order of page)
        yield {
          order,
          placedBy: people.nameOf(order.placedBy),
          handedOverBy: people.nameOf(order.handedOverBy),
        }
  }
}
