/** Orders as facts: placed with all that belongs to them, read, and given what their customer pays by now. */
import { vatBeside, type Totals } from '../domain/cart.ts'
import type { JournalNote } from '../domain/journal.ts'
import type { Area, OrderState } from '../domain/order.ts'
import type { Engine } from './engine.ts'
import type { EventTable } from './events.ts'
import type { OutboxRecord, OutboxTable } from './outbox.ts'
import { noted } from './journal.ts'
import {
  headOf,
  listedOf,
  type ListedHead,
  type OrderHead,
  type OrderLineRecord,
  type OrderRecord,
  type OrderRow,
} from './order-rows.ts'
import { findKey, freeKey, keepKey, type KeyRecord, type OrderKey } from './order-keys.ts'
import { updateQuote, type QuoteMoved, type QuoteRecord } from './quotes.ts'
import { canEnd, endOrder, type OrderEnd, type QuoteNow } from './order-end.ts'
import { changeOrderText, keepText } from './search.ts'
import { all, change, first, insert, put, type Insertion, type Work } from './work.ts'

export type { ListedOrder, OrderHead, OrderLineRecord, OrderRecord } from './order-rows.ts'

/** What an order comes to. */
export interface OrderPrices {
  readonly totals: Totals
  /** of lines without VAT of their own, a percentage as a decimal string */
  readonly vatRate: string
  /** of each line, in their order */
  readonly lineCents: readonly number[]
}

/** A change of what the customer pays: totals excluding tax, after his discount, euro cents. */
export interface Repricing {
  /** ISO */
  readonly at: string
  readonly beforeCents: number
  readonly afterCents: number
}

export type NewOrder = Omit<OrderRecord, 'id' | 'lines'> & {
  readonly lines: readonly Omit<OrderLineRecord, 'id'>[]
}

/** Orders with all that is written with them, or not at all. */
export interface Placement {
  readonly orders: readonly NewOrder[]
  /** the transmissions of an order; it has its id by then */
  readonly transmissions: (order: OrderRecord) => readonly OutboxRecord[]
  /** what the journal is told of an order; nothing of one that a tool places */
  readonly notes?: (order: OrderRecord, quote: QuoteRecord | null) => readonly JournalNote[]
  /** under which the one order is asked for; null: under none */
  readonly key: OrderKey | null
  /**
   * the quote that they are made of, as it is once they are, over the version that it was read at; its number is the
   * reference of orders that have none
   */
  readonly quote: QuoteMoved | null
}

/** A transmission that was placed: its id, and the partner that it is for. */
export interface PlacedTransmission {
  readonly id: number
  readonly sourceId: number
}

export type Placed =
  | { readonly orders: readonly OrderRecord[]; readonly transmissions: readonly PlacedTransmission[] }
  /** nothing was written: the key is known; null: the quote is no longer at the version that was read */
  | { readonly earlier: KeyRecord | null }

const ORDER: Insertion = {
  table: 'orders',
  columns: [
    ...['area', 'customer_id', 'status', 'reference', 'recipient', 'address', 'delai', 'prix_ht', 'cost_ht'],
    ...['remise_ht', 'total_ht', 'tva', 'total_ttc', 'vat_rate', 'vat_regime', 'vat'],
    ...['catalogue_version', 'quote_id', 'quote_revision', 'created_at', 'placed_by', 'services'],
  ],
}
const LINE: Insertion = {
  table: 'order_lines',
  columns: [
    ...['order_id', 'body', 'prix_ht', 'cost_ht', 'delai', 'lead_time', 'name', 'source_id', 'summary'],
    ...['promised', 'agreed', 'vat_regime'],
  ],
}
const REPRICING: Insertion = {
  table: 'order_repricings',
  columns: ['order_id', 'at', 'before_cents', 'after_cents'],
}
const LINES = `SELECT id, body, prix_ht AS cents, cost_ht AS "costCents", delai, lead_time AS "leadTime", name,
    source_id AS "sourceId", summary, promised, agreed, vat_regime AS "vatRegime"
  FROM order_lines WHERE order_id = ? ORDER BY id`

export class OrderTables {
  readonly #engine: Engine
  readonly #events: EventTable
  readonly #outbox: OutboxTable

  constructor(engine: Engine, events: EventTable, outbox: OutboxTable) {
    this.#engine = engine
    this.#events = events
    this.#outbox = outbox
  }

  /** Writes orders with their lines, their transmissions, the key that they are asked under and the quote that they are of. */
  place(placement: Placement): Promise<Placed> {
    return this.#engine.write(() => this.#place(placement))
  }

  *#place({ orders, transmissions, notes, key, quote }: Placement): Work<Placed> {
    const earlier = key && (yield* freeKey(key))
    if (earlier) return { earlier }
    const moved = quote && (yield* updateQuote(quote.quote, quote.numbering))
    if (quote && !moved) return { earlier: null }
    if (moved) yield* noted(quote!.notes(moved))
    const placed: PlacedTransmission[] = []
    const made: OrderRecord[] = []
    for (const order of orders) {
      const record = yield* this.#insert(
        moved ? { ...order, reference: order.reference || moved.number! } : order,
      )
      for (const transmission of transmissions(record)) {
        const id = yield* this.#outbox.insert(transmission)
        placed.push({ id, sourceId: transmission.sourceId })
      }
      yield* noted(notes?.(record, moved) ?? [])
      made.push(record)
    }
    if (key) {
      const { id, createdAt } = made[0]!
      yield* keepKey(key, id, createdAt)
    }
    return { orders: made, transmissions: placed }
  }

  *#insert(order: NewOrder): Work<OrderRecord> {
    const id = yield* insert(
      ORDER,
      ...[order.area, order.customerId, order.status, order.reference, order.recipient, order.address],
      ...[order.delai, order.prix_ht, order.costHt, order.remise_ht, order.total_ht, order.tva],
      ...[order.total_ttc, order.vatRate, order.vatRegime && JSON.stringify(order.vatRegime)],
      ...[order.vat && JSON.stringify(order.vat), order.catalogueVersion, order.quoteId, order.quoteRevision],
      ...[order.createdAt, order.placedBy, order.services && JSON.stringify(order.services)],
    )
    const lines: OrderLineRecord[] = []
    for (const line of order.lines) {
      const lineId = yield* insert(
        LINE,
        id,
        line.body,
        line.cents,
        line.costCents,
        line.delai,
        line.leadTime,
        line.name,
        line.sourceId,
        line.summary,
        line.promised,
        line.agreed,
        line.vatRegime,
      )
      lines.push({ ...line, id: lineId })
    }
    yield* keepText('order', id, { ...order, ordered: order.lines })
    yield* this.#tell({ ...order, id }, order.createdAt)
    return { ...order, id, lines }
  }

  #tell({ customerId, area, id, status }: OrderHead, at: string): Work<void> {
    return this.#events.add(customerId, 'order', { area, id, status }, at)
  }

  /** @param expired ISO: a key made at or before it has been forgotten. */
  findKey(customerId: number, key: string, expired: string): Promise<KeyRecord | undefined> {
    return this.#engine.read(() => findKey(customerId, key, expired))
  }

  byId(id: number): Promise<OrderRecord | undefined> {
    return this.#engine.snapshot(function* () {
      const row = yield* first<OrderRow>('SELECT * FROM orders WHERE id = ?', id)
      return row && { ...headOf(row), lines: yield* all<OrderLineRecord>(LINES, id) }
    })
  }

  /** One customer's orders of one area, newest first, from below `beforeId`, without their lines: one may have thousands. */
  page(customerId: number, area: Area, beforeId: number, limit: number): Promise<ListedHead[]> {
    return this.#engine.read(function* () {
      const rows = yield* all<OrderRow>(
        'SELECT * FROM orders WHERE customer_id = ? AND area = ? AND id < ? ORDER BY id DESC LIMIT ?',
        ...[customerId, area, beforeId, limit],
      )
      return rows.map(listedOf)
    })
  }

  /** The lines of an order, in their order. */
  lines(id: number): Promise<OrderLineRecord[]> {
    return this.#engine.read(() => all<OrderLineRecord>(LINES, id))
  }

  /** The id below which a page at `offset` begins. */
  async idAtOffset(customerId: number, area: Area, offset: number): Promise<number> {
    if (offset === 0) return Number.MAX_SAFE_INTEGER
    const row = await this.#engine.read(() =>
      first<{ id: number }>(
        'SELECT id FROM orders WHERE customer_id = ? AND area = ? ORDER BY id DESC LIMIT 1 OFFSET ?',
        ...[customerId, area, offset - 1],
      ),
    )
    return row?.id ?? 0
  }

  count(customerId: number, area: Area): Promise<number> {
    return this.#engine.read(function* () {
      const sql = 'SELECT count(*) AS n FROM orders WHERE customer_id = ? AND area = ?'
      return (yield* first<{ n: number }>(sql, customerId, area))!.n
    })
  }

  /**
   * Gives an order what its customer pays, keeps what he paid before, and tells him.
   * @param order as it was read
   * @param prices as they are to be
   * @returns false, and nothing is written, where he pays another amount than was read, or its status is another
   */
  reprice(order: OrderRecord, prices: OrderPrices, note: JournalNote): Promise<boolean> {
    return this.#engine.write(() => this.#reprice(order, prices, note))
  }

  *#reprice(
    order: OrderRecord,
    { totals, vatRate, lineCents }: OrderPrices,
    note: JournalNote,
  ): Work<boolean> {
    const { at } = note
    const { prix_ht, remise_grand_compte_ht, prix_total_ht, prix_tva, prix_final_ttc, vat } = totals
    const parts = vatBeside(vatRate, vat)
    const changed = yield* change(
      `UPDATE orders SET prix_ht = ?, remise_ht = ?, total_ht = ?, tva = ?, total_ttc = ?, vat_rate = ?, vat = ?
       WHERE id = ? AND prix_ht = ? AND total_ttc = ? AND status = ?`,
      ...[prix_ht, remise_grand_compte_ht, prix_total_ht, prix_tva, prix_final_ttc, vatRate],
      ...[parts && JSON.stringify(parts), order.id, order.prix_ht, order.total_ttc, order.status],
    )
    if (changed !== 1) return false
    yield* insert(REPRICING, order.id, at, order.total_ht, prix_total_ht)
    for (const [i, line] of order.lines.entries())
      yield* put('UPDATE order_lines SET prix_ht = ? WHERE id = ?', lineCents[i]!, line.id)
    yield* noted([note])
    yield* this.#tell(order, at)
    return true
  }

  /**
   * Gives an order another address.
   * @param order as it was read
   * @param address JSON text
   * @returns false, and nothing is written, where it has another by now than was read
   */
  readdress(order: OrderRecord, address: string, recipient: string, note: JournalNote): Promise<boolean> {
    return this.#engine.write(function* () {
      const changed = yield* change(
        'UPDATE orders SET address = ?, recipient = ? WHERE id = ? AND address = ?',
        ...[address, recipient, order.id, order.address],
      )
      if (changed !== 1) return false
      yield* changeOrderText(order.id, { ...order, address, recipient, ordered: order.lines })
      yield* noted([note])
      return true
    })
  }

  /**
   * Cancels an order of which no partner has anything, nor is to have, and tells its customer.
   * @param order as it was read
   * @param end how it ends
   * @returns null, and nothing is written, where it is no longer so, it was handed over, or the heir cannot take its
   *   services
   */
  cancel(order: OrderRecord, end: OrderEnd): Promise<{ readonly quote: QuoteNow | null } | null> {
    return this.#engine.write(() => this.#cancel(order, end))
  }

  *#cancel(order: OrderRecord, end: OrderEnd): Work<{ readonly quote: QuoteNow | null } | null> {
    const status: OrderState = 'annulee'
    if (!(yield* canEnd(order.id, end))) return null
    const changed = yield* change(
      `UPDATE orders SET status = ? WHERE id = ? AND status = ?
         AND NOT EXISTS (SELECT 1 FROM transmissions WHERE order_id = orders.id AND phase <> 'cancelled')
         AND NOT EXISTS (SELECT 1 FROM handovers WHERE order_id = orders.id)`,
      ...[status, order.id, order.status],
    )
    if (changed !== 1) return null
    yield* this.#tell({ ...order, status }, end.at)
    return { quote: yield* endOrder(order.id, end) }
  }

  /** Totals excluding tax that the customer was made to pay after others, in their order. */
  repricings(id: number): Promise<Repricing[]> {
    return this.#engine.read(() =>
      all<Repricing>(
        `SELECT at, before_cents AS "beforeCents", after_cents AS "afterCents" FROM order_repricings
         WHERE order_id = ? ORDER BY id`,
        id,
      ),
    )
  }

  /** The orders of a quote, the first first. */
  ofQuote(quoteId: number): Promise<OrderOfQuote[]> {
    return this.#engine.read(() =>
      all<OrderOfQuote>('SELECT id, status FROM orders WHERE quote_id = ? ORDER BY id', quoteId),
    )
  }
}

/** An order as its quote knows it. */
export interface OrderOfQuote {
  readonly id: number
  readonly status: string
}
