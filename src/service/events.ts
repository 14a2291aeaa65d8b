import { EventEmitter } from 'node:events'
import type { Area } from '../domain/order.ts'

/** What happens in the service, for those who watch: the screens and other tools. */
export interface EventMap {
  catalogue: [{ version: number }]
  orders: [{ customerId: number; area: Area; id: number; status: string }]
  /** an order was made, and is safe */
  placed: [Area]
  /** another process has placed orders, or changed what becomes of them: which is to be read */
  ordersElsewhere: []
  /** a quote is another, here or at another service; without a version it was deleted */
  quotes: [{ id: number; version: number | null }]
  outbox: []
  /** settings are others, here or at another service */
  settings: []
  /** the VAT of the settings is another */
  vat: []
  /** customers, or what they may, are others */
  customers: []
  /** customers as people know them were made or changed, here or at another service */
  companies: []
  /** tokens of customers were made or revoked */
  tokens: []
  /** people, what they may, or who has signed in are others: who may not watch any more is told nothing more */
  people: []
  sync: []
  /** how the making ready for a visit stands is another */
  readiness: []
  /** what is told of the prices of open quotes is another, or being asked for */
  moved: []
  status: []
  /** what other processes told was not heard for a while: of quotes anything may be another */
  missed: []
  /** the store does not answer any more, or answers again */
  store: []
  /** a partner's address or token is another; the id of its source */
  partner: [number]
  /** a partner answers again */
  online: [number]
  /** the service ends: streams must, too */
  closing: []
}

export class Events extends EventEmitter<EventMap> {
  #ended = false

  constructor() {
    super()
    // Each open window and each watching tool is a listener.
    this.setMaxListeners(0)
  }

  /** Whether the service ends: what begins to watch now ends at once. */
  get ended(): boolean {
    return this.#ended
  }

  /** Tells who watches that the service ends. */
  end(): void {
    this.#ended = true
    this.emit('closing')
  }
}
