import { createHash } from 'node:crypto'
import { rulesOf, sourceOfLine } from '../domain/areas.ts'
import { leadTimeDays } from '../domain/lead-times.ts'
import { namedSource, type NamedSource } from '../domain/source.ts'
import { orderedLeadTime, orderNumber, type Area } from '../domain/order.ts'
import { isOrderState } from '../domain/shared/order-states.ts'
import { withoutLeadTime, type LignePrint } from '../domain/print/line.ts'
import { summaryText } from '../domain/summary.ts'
import { deliveryDay, localDay, type Day } from '../domain/shared/calendar.ts'
import type { OrderFilter, OrderSummaryRecord } from '../store/order-list.ts'
import type { NewOrder, OrderLineRecord, OrderRecord } from '../store/orders.ts'
import type { Store } from '../store/store.ts'
import type { CartService, PricedCart } from './carts.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Customer } from './customers.ts'
import type { Events } from './events.ts'
import type { OutboxService } from './outbox.ts'
import { Refusal } from './refusal.ts'
import type { SettingsService } from './settings.ts'

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000
const PAGE = 500

/** What an order needs beyond its cart. */
export interface Placement {
  readonly customer: Customer
  readonly quoteId: number | null
}

export interface OrderServices {
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly carts: CartService
  readonly settings: SettingsService
  readonly clock: Clock
  readonly events: Events
  readonly outbox: OutboxService
}

/** The order book of both areas. */
export class OrderService {
  readonly #store: Store
  readonly #catalogue: CatalogueService
  readonly #carts: CartService
  readonly #settings: SettingsService
  readonly #clock: Clock
  readonly #events: Events
  readonly #counts = new Map<string, number>()
  readonly #outbox: OutboxService

  constructor({ store, catalogue, carts, settings, clock, events, outbox }: OrderServices) {
    this.#store = store
    this.#catalogue = catalogue
    this.#carts = carts
    this.#settings = settings
    this.#clock = clock
    this.#events = events
    this.#outbox = outbox
  }

  /**
   * `panier/validate/`: the cart becomes an order, durable before this resolves. The same Idempotency-Key with the
   * same body within 24 hours gives the order it gave before.
   *
   * @throws Refusal `ordering_not_allowed`, `idempotency_conflict`; Invalid
   */
  async validate(area: Area, body: unknown, customer: Customer, key: string | null): Promise<OrderRecord> {
    const rightNeeded = area === 'print' || this.#settings.current.displayOrderingNeedsRight
    if (rightNeeded && !customer.canOrder) throw new Refusal('ordering_not_allowed')
    const request = key === null ? null : { key, hash: requestHash(area, body) }
    const before = request && this.#replay(customer.id, request)
    if (before) return before
    const cart = await this.#carts.price(area, body, customer, 'order')
    const placement = { customer, quoteId: null }
    let earlier: OrderRecord | null = null
    const [order] = await this.commit(() => {
      earlier = request && this.#replay(customer.id, request)
      if (earlier) return []
      const placed = this.place(cart, placement)
      if (request) {
        this.#store.orders.insertKey(customer.id, request.key, request.hash, placed.id, placed.createdAt)
      }
      return [placed]
    })
    return order ?? earlier!
  }

  /**
   * Runs work that places orders in the next durable commit, and tells of them once they are safe.
   * @param work returns the orders that it placed, and no others: each is told of
   */
  async commit(work: () => OrderRecord[]): Promise<OrderRecord[]> {
    try {
      const orders = await this.#store.commit.submit(work)
      for (const { customerId, area, id, status } of orders) {
        this.#events.emit('placed', area)
        this.#events.emit('orders', { customerId, area, id, status })
      }
      return orders
    } catch (error) {
      // What was rolled back had been counted.
      this.#counts.clear()
      throw error
    }
  }

  #replay(customerId: number, request: { key: string; hash: Buffer }): OrderRecord | null {
    const expired = new Date(this.#clock.now().getTime() - KEY_LIFETIME_MS).toISOString()
    const earlier = this.#store.orders.findKey(customerId, request.key, expired)
    if (!earlier) return null
    if (!earlier.requestHash.equals(request.hash)) throw new Refusal('idempotency_conflict')
    return this.#store.orders.byId(earlier.orderId) ?? null
  }

  /** Writes the order of a priced cart; the caller holds the transaction. */
  place(cart: PricedCart, { customer, quoteId }: Placement): OrderRecord {
    const now = this.#clock.now()
    const today = localDay(now)
    const order: NewOrder = {
      area: cart.area,
      customerId: customer.id,
      status: this.#outbox.firstState(cart.lines.map(({ checked }) => sourceOfLine(checked).id)),
      // Half a character cannot be stored: it is told as it is kept.
      reference: cart.devis.toWellFormed(),
      recipient: cart.address.societe || cart.address.nom,
      address: JSON.stringify(cart.address),
      delai: cart.delai,
      prix_ht: cart.totals.prix_ht,
      costHt: cart.lines.reduce((sum, { costCents }) => sum + costCents, 0),
      remise_ht: cart.totals.remise_grand_compte_ht,
      total_ht: cart.totals.prix_total_ht,
      tva: cart.totals.prix_tva,
      total_ttc: cart.totals.prix_final_ttc,
      vatRate: cart.totals.vat[0]!.rate,
      catalogueVersion: this.#catalogue.snapshot.version,
      quoteId,
      createdAt: now.toISOString(),
      lines: cart.lines.map(({ line, name, checked, asked, leadTime, cents, costCents }) => ({
        body: JSON.stringify(cart.area === 'print' ? withoutLeadTime(line as LignePrint) : line),
        cents,
        costCents,
        delai: orderedLeadTime(asked, leadTime.id),
        leadTime: leadTime.label,
        name,
        sourceId: sourceOfLine(checked).id,
        summary: summaryText(rulesOf(checked).describe(checked)),
        promised: promisedDay(leadTime.label, today),
      })),
    }
    const { id, lineIds } = this.#store.orders.insert(order)
    const placed = { ...order, id, lines: order.lines.map((line, i) => ({ ...line, id: lineIds[i]! })) }
    this.#outbox.placed(placed)
    const counted = `${customer.id} ${cart.area}`
    const count = this.#counts.get(counted)
    if (count !== undefined) this.#counts.set(counted, count + 1)
    return placed
  }

  /** One order of the customer's own, of one area. @throws Refusal `not_found` */
  find(area: Area, id: number, customer: Customer): OrderRecord {
    const order = this.#store.orders.byId(id)
    if (!order || order.area !== area || order.customerId !== customer.id) throw new Refusal('not_found')
    return order
  }

  /** How many orders of one area the customer has. Counted once, then kept. */
  count(area: Area, customer: Customer): number {
    const key = `${customer.id} ${area}`
    let count = this.#counts.get(key)
    if (count === undefined) this.#counts.set(key, (count = this.#store.orders.count(customer.id, area)))
    return count
  }

  /** The customer's orders of one area, newest first, read as they are asked for, so that a long list holds no memory. */
  *list(area: Area, customer: Customer, offset: number, limit: number): Generator<OrderRecord> {
    let left = limit
    let before = this.#store.orders.idAtOffset(customer.id, area, offset)
    while (left > 0) {
      const size = Math.min(PAGE, left)
      let count = 0
      for (const order of this.#store.orders.page(customer.id, area, before, size)) {
        yield order
        before = order.id
        count++
      }
      if (count < size) return
      left -= count
    }
  }

  /** Every customer's orders, for the desk. */
  summaries(
    filter: OrderFilter,
    limit: number,
    offset: number,
  ): { total: number; orders: OrderSummaryRecord[] } {
    return this.#store.orderList.summaries(filter, limit, offset)
  }

  /** The statuses of orders in the partner's own words. */
  partnerStatuses(): string[] {
    return this.#store.orderList.statuses().filter((status) => !isOrderState(status))
  }

  /** Every source that lines of orders come from, those that were taken away among them. */
  sources(): NamedSource[] {
    const ids = new Set(this.#store.orderList.sources())
    return this.#store.sources
      .all()
      .filter(({ id }) => ids.has(id))
      .map(namedSource)
  }

  /** Any order, for the desk. @throws Refusal `not_found` */
  detail(id: number): OrderRecord {
    const order = this.#store.orders.byId(id)
    if (!order) throw new Refusal('not_found', { what: 'order', id: orderNumber(id) })
    return order
  }

  /** Counts may be another's after a restore or another process's work. */
  reload(): void {
    this.#counts.clear()
  }
}

/** The day on which a line ordered on a day is delivered; null where its lead time is not known. */
function promisedDay(label: string, ordered: Day): Day | null {
  const days = leadTimeDays(label)
  return days === null ? null : deliveryDay(ordered, days)
}

/** The day that was promised for a line; of an order from before they were stored, counted from its own day. */
export function promisedOf(line: OrderLineRecord, createdAt: string): Day | null {
  return line.promised ?? promisedDay(line.leadTime ?? '', localDay(new Date(createdAt)))
}

/** What a request asks for, whatever the order of its keys. Without recursion: a body may be nested very deeply. */
function requestHash(area: Area, body: unknown): Buffer {
  const tokens: string[] = [area]
  const todo: { readonly key?: string; readonly value: unknown }[] = [{ value: body }]
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { key, value } = next
    if (key !== undefined) tokens.push(JSON.stringify(key))
    if (typeof value !== 'object' || value === null) {
      tokens.push(JSON.stringify(value) ?? '')
    } else if (Array.isArray(value)) {
      tokens.push(`[${value.length}`)
      for (const entry of value) todo.push({ value: entry })
    } else {
      const keys = Object.keys(value).sort()
      tokens.push(`{${keys.length}`)
      for (const name of keys) todo.push({ key: name, value: (value as Record<string, unknown>)[name] })
    }
  }
  return createHash('sha256').update(tokens.join('\n')).digest()
}
