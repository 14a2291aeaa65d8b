/** What an order's customer pays once what it costs the shop has moved: nothing else, until a person says so. */
import { AREAS } from '../domain/areas.ts'
import { totalsOf } from '../domain/cart.ts'
import { isPercentage } from '../domain/vat.ts'
import { saleCents } from '../domain/mark-up.ts'
import type { Actor } from '../domain/people.ts'
import { isGivenUp } from '../domain/shared/order-states.ts'
import { rateOfTax, vatRate, type Vat, type VatAmount } from '../domain/vat.ts'
import { vatOfRegime } from '../domain/vat-regimes.ts'
import { regimeOfLine } from '../store/order-rows.ts'
import type { OrderLineRecord, OrderPrices, OrderRecord } from '../store/orders.ts'
import { OWN_TARIFFS } from '../store/sources.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { CustomerService } from './customers.ts'
import type { Events } from './events.ts'
import type { MarkUpService } from './mark-ups.ts'
import { noteOf } from './notes.ts'
import { linesOf } from './outbox-cart.ts'
import type { OrderService } from './orders.ts'
import { Refusal } from './refusal.ts'
import type { SettingsService } from './settings.ts'

export interface OrderPriceServices {
  readonly store: Store
  readonly orders: OrderService
  readonly customers: CustomerService
  readonly markUps: MarkUpService
  readonly settings: SettingsService
  readonly events: Events
  readonly clock: Clock
}

/** Whether it is known of each line what it costs. */
const isCostKnown = ({ lines, costHt }: OrderRecord): boolean =>
  lines.reduce((sum, { costCents }) => sum + costCents, 0) === costHt

/** The VAT that a line of an order has of its own; null: its order's. */
export function vatOfLine(line: OrderLineRecord): Vat | null {
  const regime = regimeOfLine(line)
  return regime && vatOfRegime(regime)
}

export class OrderPriceService {
  readonly #with: OrderPriceServices

  constructor(services: OrderPriceServices) {
    this.#with = services
  }

  /**
   * What the customer would pay for what the order costs by now, by today's mark-ups and his discount, and without what
   * was given up of it (a price that was agreed by hand stays); null where neither has moved since it was ordered or he pays that, where the cost of a line is
   * not known, where his discount is none, or for an order that was given up whole.
   */
  async today(order: OrderRecord): Promise<OrderPrices | null> {
    const { orderEvents } = this.#with.store
    const hasMoved = (await orderEvents.acceptances(order.id)).length > 0
    const givenUp = await this.#givenUp(order.id)
    if (isGivenUp(order.status) || (!hasMoved && givenUp.size === 0)) return null
    if (!isCostKnown(order)) return null
    const lineCents = order.lines.map((line) => {
      if (line.sourceId !== null && givenUp.has(line.sourceId)) return 0
      return hasMoved && line.agreed === 0 ? this.#sale(order, line) : line.cents
    })
    if (lineCents.some((cents) => cents === null)) return null
    const discount = this.#with.customers.byId(order.customerId)?.discount ?? '0'
    if (!isPercentage(discount)) return null
    const rate = order.vatRegime?.rate ?? this.#rateOf(order)
    const lines = order.lines.map((line, i) => ({ cents: lineCents[i]!, vat: vatOfLine(line) }))
    const totals = totalsOf(lines, discount, rate)
    return totals.prix_ht === order.prix_ht
      ? null
      : { totals, vatRate: rate, lineCents: lineCents as number[] }
  }

  /**
   * Whether lines that cost what a person accepted since keep their price because that was agreed by hand; `unknown`: the
   * whole order's price stays, for of a line it is not known what it costs.
   */
  async stays(order: OrderRecord): Promise<'agreed' | 'unknown' | null> {
    const { orderEvents, outbox } = this.#with.store
    const parts = new Set((await orderEvents.acceptances(order.id)).map(({ part }) => part))
    if (parts.size === 0 || isGivenUp(order.status)) return null
    if (!isCostKnown(order)) return 'unknown'
    const moved = (await outbox.ofOrder(order.id)).filter(
      (part) => parts.has(part.part) && part.phase !== 'cancelled',
    )
    const lines = moved.flatMap((part) => linesOf(order, part))
    return lines.some(({ agreed }) => agreed !== 0) ? 'agreed' : null
  }

  /** The partners whose part of an order was given up. */
  async #givenUp(orderId: number): Promise<ReadonlySet<number>> {
    const parts = await this.#with.store.outbox.ofOrder(orderId)
    return new Set(parts.flatMap(({ phase, sourceId }) => (phase === 'cancelled' ? [sourceId] : [])))
  }

  /** What each rate of VAT comes to of what the customer pays. */
  vat(order: OrderRecord): VatAmount[] {
    const { total_ht: base, tva: tax, vatRate: kept, vat } = order
    if (vat) return [...vat]
    return [{ rate: kept ?? rateOfTax({ base, tax }, this.#rateOf(order)), base, tax }]
  }

  /** The rate of its address by the table of now. */
  #rateOf({ address }: OrderRecord): string {
    return vatRate(this.#with.settings.current.vat, JSON.parse(address) as Parameters<typeof vatRate>[1])
  }

  /**
   * Has the customer pay what {@link today} says, keeps what he paid before, and tells him.
   * @param totalCents the total excluding tax that was shown to who says so; null: whatever it is by now
   * @throws Refusal `not_found`, `price_unmoved` where that is what he pays, `amount_changed` where it is another by now
   */
  async passOn(id: number, totalCents: number | null, by: Actor): Promise<void> {
    const { store, orders, events, clock } = this.#with
    const order = await orders.detail(id)
    const prices = await this.today(order)
    if (prices === null) throw new Refusal('price_unmoved')
    if (totalCents !== null && prices.totals.prix_total_ht !== totalCents) throw new Refusal('amount_changed')
    const { customerId, area, status } = order
    const at = clock.now().toISOString()
    const facts = { order: id, before: order.total_ht, after: prices.totals.prix_total_ht }
    const note = noteOf({ by, at }, 'order_repriced', facts)
    if (!(await store.orders.reprice(order, prices, note)))
      await this.#refuseOther(id, prices.totals.prix_total_ht)
    events.emit('orders', { customerId, area, id, status })
  }

  /** Somebody else changed the order meanwhile: to the same price, perhaps. */
  async #refuseOther(id: number, wanted: number): Promise<never> {
    const { total_ht } = await this.#with.orders.detail(id)
    throw new Refusal(total_ht === wanted ? 'price_unmoved' : 'amount_changed')
  }

  #sale({ area }: OrderRecord, { body, costCents, sourceId }: OrderRecord['lines'][number]): number | null {
    const item = (JSON.parse(body) as Record<string, unknown>)[AREAS[area].itemField]
    const markUp = this.#with.markUps.of(area, Number(item), sourceId ?? OWN_TARIFFS)
    return markUp === null ? costCents : saleCents(costCents, markUp)
  }
}
