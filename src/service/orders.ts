import { createHash } from 'node:crypto'
import { quoteFacts } from '../domain/journal.ts'
import { rulesOf, sourceOfLine } from '../domain/areas.ts'
import { vatBeside } from '../domain/cart.ts'
import { recipientOf } from '../domain/shared/whom.ts'
import { leadTimeDays } from '../domain/lead-times.ts'
import { namedSource, type NamedSource } from '../domain/source.ts'
import type { OrderServices as SoldServices } from '../domain/order-services.ts'
import type { Actor } from '../domain/people.ts'
import { orderedLeadTime, orderNumber, type Area } from '../domain/order.ts'
import { stateReadAs, statusKey } from '../domain/shared/order-states.ts'
import { withoutLeadTime, type LignePrint } from '../domain/print/line.ts'
import { summaryText } from '../domain/summary.ts'
import { localDay, type Day } from '../domain/shared/calendar.ts'
import {
  DEFAULT_CALENDAR,
  dayOfFiles,
  dayOfReceipt,
  deliveryDay,
  type ShopCalendar,
} from '../domain/shared/working-days.ts'
import type { OrderFilter, OrderList } from '../store/order-list.ts'
import type { KeyRecord } from '../store/order-keys.ts'
import type {
  ListedOrder,
  NewOrder,
  OrderLineRecord,
  OrderRecord,
  Placed,
  Placement,
} from '../store/orders.ts'
import type { QuoteMoved, QuoteRecord } from '../store/quotes.ts'
import type { Store } from '../store/store.ts'
import type { CartService, PricedCart } from './carts.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Customer } from './customers.ts'
import { noteOf } from './notes.ts'
import type { Events } from './events.ts'
import type { OutboxService } from './outbox.ts'
import { Refusal } from './refusal.ts'
import type { SettingsService } from './settings.ts'

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000
const PAGE = 500

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
  /** how often orders were placed: what was counted before is not kept after */
  #placed = 0
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
    const before = request && (await this.#store.orders.findKey(customer.id, request.key, this.#expired()))
    if (before) return this.#replay(before, request.hash)
    const cart = await this.#carts.price(area, body, customer, 'order')
    const placed = await this.#place({
      orders: [this.#orderOf(cart, customer, null, null)],
      key: request && { customerId: customer.id, ...request, expired: this.#expired() },
      quote: null,
    })
    return 'orders' in placed ? placed.orders[0]! : this.#replay(placed.earlier!, request!.hash)
  }

  /**
   * Makes orders of a quote's carts, in one change with the quote.
   * @param services what is sold with them: kept with the first
   * @param quote as it is once it is ordered, over the version that it was read at
   * @returns null, and nothing is written, where that version is gone
   */
  async placeQuote(
    quote: QuoteMoved,
    carts: readonly PricedCart[],
    services: SoldServices | null,
    customer: Customer,
    by: Actor,
  ): Promise<readonly OrderRecord[] | null> {
    const orders = carts.map((cart, i) => ({
      ...this.#orderOf(cart, customer, quote.quote, by.person),
      services: i === 0 ? services : null,
    }))
    const notes = ({ id, createdAt }: OrderRecord, of: QuoteRecord | null) => [
      noteOf({ by, at: createdAt }, 'order_placed', { order: id, ...quoteFacts(of!) }),
    ]
    const placed = await this.#place({ orders, notes, key: null, quote })
    return 'orders' in placed ? placed.orders : null
  }

  /** The order that a cart of a quote would become, without its number: ids of its lines are their places. */
  unplaced(cart: PricedCart, customer: Customer, quote: QuoteRecord): OrderRecord {
    const order = this.#orderOf(cart, customer, quote, null)
    return { ...order, id: 0, lines: order.lines.map((line, id) => ({ ...line, id })) }
  }

  /** Places orders, durable once this resolves, and tells of them. */
  async #place(placement: Omit<Placement, 'transmissions'>): Promise<Placed> {
    const transmissions = (order: OrderRecord) => this.#outbox.transmissionsOf(order)
    const placed = await this.#store.orders.place({ ...placement, transmissions })
    if (!('orders' in placed)) return placed
    this.#placed += 1
    for (const { customerId, area, id, status } of placed.orders) {
      const counted = `${customerId} ${area}`
      const count = this.#counts.get(counted)
      if (count !== undefined) this.#counts.set(counted, count + 1)
      this.#events.emit('placed', area)
      this.#events.emit('orders', { customerId, area, id, status })
    }
    this.#outbox.placed(placed.transmissions)
    return placed
  }

  /** A key made at or before this has been forgotten. */
  #expired(): string {
    return new Date(this.#clock.now().getTime() - KEY_LIFETIME_MS).toISOString()
  }

  /** The order that a key stands for. @throws Refusal `idempotency_conflict` where it was asked for with another body */
  async #replay({ requestHash, orderId }: KeyRecord, hash: Buffer): Promise<OrderRecord> {
    if (!requestHash.equals(hash)) throw new Refusal('idempotency_conflict')
    return (await this.#store.orders.byId(orderId))!
  }

  /** The order that a priced cart becomes. */
  #orderOf(
    cart: PricedCart,
    customer: Customer,
    quote: QuoteRecord | null,
    placedBy: number | null,
  ): NewOrder {
    const now = this.#clock.now()
    const { calendar } = this.#settings.current
    const received = dayOfFiles(dayOfReceipt(calendar, now), quote?.filesOn ?? null)
    const { vatRate = cart.totals.vat[0]!.rate } = cart
    return {
      area: cart.area,
      customerId: customer.id,
      status: this.#outbox.firstState(cart.lines.map(({ checked }) => sourceOfLine(checked).id)),
      // Half a character cannot be stored: it is told as it is kept.
      reference: cart.devis.toWellFormed(),
      recipient: recipientOf({ collected: false, company: null, ...quote, address: cart.address }),
      address: JSON.stringify(cart.address),
      delai: cart.delai,
      prix_ht: cart.totals.prix_ht,
      costHt: cart.lines.reduce((sum, { costCents }) => sum + costCents, 0),
      remise_ht: cart.totals.remise_grand_compte_ht,
      total_ht: cart.totals.prix_total_ht,
      tva: cart.totals.prix_tva,
      total_ttc: cart.totals.prix_final_ttc,
      vatRate,
      vat: vatBeside(vatRate, cart.totals.vat),
      vatRegime: quote?.vatRegime ?? null,
      catalogueVersion: this.#catalogue.snapshot.version,
      quoteId: quote?.id ?? null,
      quoteRevision: quote?.revision ?? null,
      placedBy,
      services: null,
      createdAt: now.toISOString(),
      lines: cart.lines.map(
        ({ line, name, checked, asked, leadTime, cents, costCents, agreed = false, vatRegime }) => ({
          body: JSON.stringify(cart.area === 'print' ? withoutLeadTime(line as LignePrint) : line),
          cents,
          costCents,
          delai: orderedLeadTime(asked, leadTime.id),
          leadTime: leadTime.label,
          name,
          sourceId: sourceOfLine(checked).id,
          summary: summaryText(rulesOf(checked).describe(checked)),
          promised: promisedDay(calendar, leadTime.label, received),
          agreed: agreed ? 1 : 0,
          vatRegime: vatRegime ? JSON.stringify(vatRegime) : null,
        }),
      ),
    }
  }

  /** One order of the customer's own, of one area. @throws Refusal `not_found` */
  async find(area: Area, id: number, customer: Customer): Promise<OrderRecord> {
    const order = await this.#store.orders.byId(id)
    if (!order || order.area !== area || order.customerId !== customer.id) throw new Refusal('not_found')
    return order
  }

  /** How many orders of one area the customer has. Counted once, then kept. */
  async count(area: Area, customer: Customer): Promise<number> {
    const key = `${customer.id} ${area}`
    const known = this.#counts.get(key)
    if (known !== undefined) return known
    const placed = this.#placed
    const count = await this.#store.orders.count(customer.id, area)
    if (placed === this.#placed) this.#counts.set(key, count)
    return count
  }

  /** The customer's orders of one area, newest first, read as they are asked for, so that a long list holds no memory. */
  async *list(
    area: Area,
    customer: Customer,
    offset: number,
    limit: number,
  ): AsyncGenerator<ListedOrder, undefined> {
    const { orders } = this.#store
    let left = limit
    let before = await orders.idAtOffset(customer.id, area, offset)
    while (left > 0) {
      const size = Math.min(PAGE, left)
      const heads = await orders.page(customer.id, area, before, size)
      for (const head of heads) yield { ...head, lines: await orders.lines(head.id) }
      if (heads.length < size) return
      before = heads.at(-1)!.id
      left -= size
    }
  }

  /** Every customer's orders, for the desk. */
  summaries(filter: OrderFilter, limit: number, offset: number): ReturnType<OrderList['summaries']> {
    return this.#store.orderList.summaries(filter, limit, offset)
  }

  /** The statuses of orders in partners' own words, each once that do not read as one of ours. */
  async partnerStatuses(): Promise<string[]> {
    const words = (await this.#store.orderList.statuses()).filter((status) => stateReadAs(status) === null)
    return [...new Map(words.toReversed().map((word) => [statusKey(word), word])).values()].toReversed()
  }

  /** Every source that lines of orders come from, those that were taken away among them. */
  async sources(): Promise<NamedSource[]> {
    const ids = new Set(await this.#store.orderList.sources())
    return this.#store.sources
      .all()
      .filter(({ id }) => ids.has(id))
      .map(namedSource)
  }

  /** Any order, for the desk. @throws Refusal `not_found` */
  async detail(id: number): Promise<OrderRecord> {
    const order = await this.#store.orders.byId(id)
    if (!order) throw new Refusal('not_found', { what: 'order', id: orderNumber(id) })
    return order
  }

  /** Counts may be another's after a restore or another process's work. */
  reload(): void {
    this.#counts.clear()
  }
}

/** The day on which a line is delivered that came in as of a day; null where its lead time is not known. */
function promisedDay(calendar: ShopCalendar, label: string, received: Day): Day | null {
  const days = leadTimeDays(label)
  return days === null ? null : deliveryDay(calendar, received, days)
}

/** The day that was promised for a line; of an order from before they were stored, counted from its own day. */
export function promisedOf(line: OrderLineRecord, createdAt: string): Day | null {
  return line.promised ?? promisedDay(DEFAULT_CALENDAR, line.leadTime ?? '', localDay(new Date(createdAt)))
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
