/** A person asks what has become of an order: its partners are asked now, by whichever service works for them. */
import type { Store } from '../store/store.ts'
import type { Partners } from './partners.ts'
import type { Peers } from './peers.ts'

export interface OrderLookServices {
  readonly store: Store
  readonly partners: Partners
  readonly peers: Peers
}

export class OrderLook {
  readonly #with: OrderLookServices

  constructor(services: OrderLookServices) {
    this.#with = services
    services.peers.on('look', ({ source }) => this.#look(source))
  }

  /** Asked again while it is being found out, the same answer is waited for. What is new of it is told as a change of the order. */
  async ask(orderId: number): Promise<void> {
    const { store, peers } = this.#with
    const sources = new Set((await store.outbox.ofOrder(orderId)).map(({ sourceId }) => sourceId))
    for (const source of sources) {
      this.#look(source)
      peers.tell('look', { source })
    }
  }

  #look(source: number): void {
    this.#with.partners.byId(source)?.outbox.lookAtOrders()
  }
}
