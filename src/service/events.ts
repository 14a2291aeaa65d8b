import { EventEmitter } from 'node:events'
import type { Area } from '../domain/order.ts'

/** What happens in the service, for those who watch: the screens and other tools. */
export interface EventMap {
  catalogue: [{ version: number }]
  orders: [{ customerId: number; area: Area; id: number; status: string }]
  outbox: []
  sync: []
  status: []
  /** another partner is set, or none, or the token is another */
  partner: []
  /** the partner answers again */
  online: []
  /** the service ends: streams must, too */
  closing: []
}

export class Events extends EventEmitter<EventMap> {
  constructor() {
    super()
    // Each open window and each watching tool is a listener.
    this.setMaxListeners(0)
  }
}
