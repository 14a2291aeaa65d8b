/** The address of an order that waits for a decision: put right, so that it can be sent again. */
import { isDeepStrictEqual } from 'node:util'
import {
  addressFaults,
  completeAddress,
  deskAddressFaults,
  type AdresseLivraison,
} from '../domain/address.ts'
import { addressChange } from '../domain/address-change.ts'
import type { Actor } from '../domain/people.ts'
import { quoteTextFaults } from '../domain/quote/texts.ts'
import { recipientOf } from '../domain/shared/whom.ts'
import { vatRate } from '../domain/vat.ts'
import type { OrderRecord } from '../store/orders.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { noteOf } from './notes.ts'
import type { OrderService } from './orders.ts'
import type { OutboxService } from './outbox.ts'
import { Overtaken, refuseOvertaken } from './overtaken.ts'
import { Invalid, Refusal } from './refusal.ts'
import type { SettingsService } from './settings.ts'

export interface OrderAddressServices {
  readonly store: Store
  readonly orders: OrderService
  readonly outbox: OutboxService
  readonly settings: SettingsService
  readonly events: Events
  readonly clock: Clock
}

export class OrderAddressService {
  readonly #with: OrderAddressServices

  constructor(services: OrderAddressServices) {
    this.#with = services
  }

  /**
   * Gives an order another address, while a part of it can still be sent. What a partner has already keeps the one that it
   * was sent with. The same address is no change, and none is told.
   * @param before the address as who changes it has read it
   * @throws Refusal `not_found`, `outbox_state` where nothing of it can be sent again; Overtaken; Invalid, also where the
   *   VAT would be another
   */
  async change(id: number, given: object, before: object | undefined, by: Actor): Promise<void> {
    const { store, orders, outbox, events, clock } = this.#with
    const order = await orders.detail(id)
    const transmissions = await outbox.ofOrder(id)
    if (!transmissions.some(({ decisions }) => decisions.includes('retry')))
      throw new Refusal('outbox_state', { phase: transmissions[0]?.state ?? order.status })
    const address = completeAddress(given)
    const now = completeAddress(JSON.parse(order.address))
    refuseOvertaken(before && { address: completeAddress(before) }, { address }, { address: now })
    this.#refuseFaults(order, address, now)
    if (isDeepStrictEqual(address, now)) return
    const at = clock.now().toISOString()
    const note = noteOf({ by, at }, 'order_readdressed', { order: id, ...addressChange(now, address) })
    const quote = order.quoteId === null ? undefined : await store.quotes.byId(order.quoteId)
    // Of what is collected the address is the shop's, and who collects it stays who he is.
    const recipient = recipientOf({ collected: false, company: null, ...quote, address })
    if (!(await store.orders.readdress(order, JSON.stringify(address), recipient, note)))
      throw new Overtaken({ address: completeAddress(JSON.parse((await orders.detail(id)).address)) })
    const { customerId, area, status } = order
    events.emit('orders', { customerId, area, id, status })
    events.emit('outbox')
  }

  #refuseFaults(order: OrderRecord, address: AdresseLivraison, now: AdresseLivraison): void {
    const { vat } = this.#with.settings.current
    const faults = [
      ...addressFaults(address, '/address'),
      ...quoteTextFaults({ address }),
      ...deskAddressFaults(address, vat, '/address'),
    ]
    if (faults.length > 0) throw new Invalid(faults)
    if (order.vatRegime !== null) return
    const [rate, other] = [vatRate(vat, now), vatRate(vat, address)]
    if (rate === other) return
    const params = { before: rate.replace('.', ','), after: other.replace('.', ',') }
    throw new Invalid([{ path: '/address', code: 'order_vat_changed', params }])
  }
}
