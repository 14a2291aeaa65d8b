import type { CartTotals } from '../domain/cart.ts'
import type { Area, OrderState } from '../domain/order.ts'
import type { Day } from '../domain/shared/calendar.ts'
import type { Sqlite } from './database.ts'
import { EventTable } from './events.ts'
import { matches, searched, writeText } from './search.ts'

export interface OrderLineRecord {
  readonly id: number
  /** JSON text of the order line as it is answered, without its id */
  readonly body: string
  /** what the customer pays before his discount, cents excluding tax */
  readonly cents: number
  /** what the source asks */
  readonly costCents: number
  /** id of the lead time; null where only its label is known */
  readonly delai: number | null
  /** label of the lead time, `J+n` */
  readonly leadTime: string | null
  readonly name: string
  /** the day promised when it was ordered; null where its lead time is not known, or of an order from before */
  readonly promised: Day | null
}

/** An order as a fact: what was ordered, at which price, for whom. Amounts are euro cents. */
export interface OrderRecord {
  readonly id: number
  readonly area: Area
  readonly customerId: number
  readonly status: string
  readonly reference: string
  /** JSON text of the address as it is answered */
  readonly address: string
  /** societe or nom of the address */
  readonly recipient: string
  readonly delai: number | null
  readonly prix_ht: number
  /** what the sources ask for all lines */
  readonly costHt: number
  readonly remise_ht: number
  readonly total_ht: number
  readonly tva: number
  readonly total_ttc: number
  readonly catalogueVersion: number
  readonly quoteId: number | null
  readonly createdAt: string
  readonly lines: readonly OrderLineRecord[]
}

/** A change of what the customer pays: totals excluding tax, after his discount, euro cents. */
export interface Repricing {
  /** ISO */
  readonly at: string
  readonly beforeCents: number
  readonly afterCents: number
}

export interface OrderSummaryRecord {
  readonly id: number
  readonly area: Area
  readonly status: string
  readonly customer: string
  readonly reference: string
  readonly recipient: string
  readonly createdAt: string
  readonly lineCount: number
  readonly totalHtCents: number
  readonly totalTtcCents: number
  readonly quoteId: number | null
}

export type NewOrder = Omit<OrderRecord, 'id' | 'lines'> & {
  readonly lines: readonly Omit<OrderLineRecord, 'id'>[]
}

interface OrderRow {
  readonly id: number
  readonly area: Area
  readonly customer_id: number
  readonly status: string
  readonly reference: string
  readonly recipient: string
  readonly address: string
  readonly delai: number | null
  readonly prix_ht: number
  readonly cost_ht: number
  readonly remise_ht: number
  readonly total_ht: number
  readonly tva: number
  readonly total_ttc: number
  readonly catalogue_version: number
  readonly quote_id: number | null
  readonly created_at: string
}

export interface OrderFilter {
  readonly search: string
  readonly area: Area | null
  /** `transmise` is every order that the partner has, whatever it calls it */
  readonly status: string | null
  /** the quote that they were made of */
  readonly quoteId: number | null
}

/** An earlier request under the same Idempotency-Key. */
export interface KeyRecord {
  readonly requestHash: Buffer
  readonly orderId: number
}

export class OrderTables {
  readonly #db: Sqlite
  readonly #events: EventTable
  readonly #insertOrder
  readonly #insertLine
  readonly #insertText
  readonly #findKey
  readonly #dropOldKey
  readonly #insertKey
  readonly #order
  readonly #lines
  readonly #page

  constructor(db: Sqlite, events = new EventTable(db)) {
    this.#db = db
    this.#events = events
    this.#insertOrder = db.prepare(
      `INSERT INTO orders (area, customer_id, status, reference, recipient, address, delai, prix_ht, cost_ht, remise_ht,
         total_ht, tva, total_ttc, catalogue_version, quote_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#insertLine = db.prepare(
      `INSERT INTO order_lines (order_id, body, prix_ht, cost_ht, delai, lead_time, name, promised)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#insertText = db.prepare<[number]>(writeText('order'))
    this.#findKey = db.prepare<[number, string], KeyRecord>(
      'SELECT request_hash AS requestHash, order_id AS orderId FROM idempotency_keys WHERE customer_id = ? AND key = ?',
    )
    this.#dropOldKey = db.prepare(
      'DELETE FROM idempotency_keys WHERE customer_id = ? AND key = ? AND created_at <= ?',
    )
    this.#insertKey = db.prepare(
      'INSERT INTO idempotency_keys (customer_id, key, request_hash, order_id, created_at) VALUES (?, ?, ?, ?, ?)',
    )
    this.#order = db.prepare<[number], OrderRow>('SELECT * FROM orders WHERE id = ?')
    this.#lines = db.prepare<[number], OrderLineRecord>(
      `SELECT id, body, prix_ht AS cents, cost_ht AS costCents, delai, lead_time AS leadTime, name, promised
       FROM order_lines WHERE order_id = ? ORDER BY id`,
    )
    this.#page = db.prepare<[number, string, number, number], OrderRow>(
      `SELECT * FROM orders WHERE customer_id = ? AND area = ? AND id < ? ORDER BY id DESC LIMIT ?`,
    )
  }

  /** Writes the order and its lines; the caller holds the transaction. @returns the ids given. */
  insert(order: NewOrder): { id: number; lineIds: number[] } {
    const id = Number(
      this.#insertOrder.run(
        order.area,
        order.customerId,
        order.status,
        order.reference,
        order.recipient,
        order.address,
        order.delai,
        order.prix_ht,
        order.costHt,
        order.remise_ht,
        order.total_ht,
        order.tva,
        order.total_ttc,
        order.catalogueVersion,
        order.quoteId,
        order.createdAt,
      ).lastInsertRowid,
    )
    const lineIds = order.lines.map((line) =>
      Number(
        this.#insertLine.run(
          id,
          line.body,
          line.cents,
          line.costCents,
          line.delai,
          line.leadTime,
          line.name,
          line.promised,
        ).lastInsertRowid,
      ),
    )
    this.#insertText.run(id)
    this.#events.add(
      order.customerId,
      'order',
      { area: order.area, id, status: order.status },
      order.createdAt,
    )
    return { id, lineIds }
  }

  /** @param expired ISO time: a key made at or before it has been forgotten. */
  findKey(customerId: number, key: string, expired: string): KeyRecord | undefined {
    this.#dropOldKey.run(customerId, key, expired)
    return this.#findKey.get(customerId, key)
  }

  insertKey(customerId: number, key: string, requestHash: Uint8Array, orderId: number, at: string): void {
    this.#insertKey.run(customerId, key, requestHash, orderId, at)
  }

  byId(id: number): OrderRecord | undefined {
    const row = this.#order.get(id)
    return row && orderOf(row, this.#lines.all(row.id))
  }

  /**
   * One customer's orders of one area, newest first, from below `beforeId`. The lines of each are read when it is
   * asked for: an order may have thousands.
   */
  *page(customerId: number, area: Area, beforeId: number, limit: number): Generator<OrderRecord> {
    for (const row of this.#page.all(customerId, area, beforeId, limit))
      yield orderOf(row, this.#lines.all(row.id))
  }

  /** The id below which a page at `offset` begins. */
  idAtOffset(customerId: number, area: Area, offset: number): number {
    if (offset === 0) return Number.MAX_SAFE_INTEGER
    const row = this.#db
      .prepare<[number, string, number], { id: number }>(
        'SELECT id FROM orders WHERE customer_id = ? AND area = ? ORDER BY id DESC LIMIT 1 OFFSET ?',
      )
      .get(customerId, area, offset - 1)
    return row?.id ?? 0
  }

  count(customerId: number, area: Area): number {
    return (
      this.#db
        .prepare<[number, string], { n: number }>(
          'SELECT count(*) AS n FROM orders WHERE customer_id = ? AND area = ?',
        )
        .get(customerId, area)?.n ?? 0
    )
  }

  /**
   * Gives an order another status; the same one changes nothing. The caller holds the transaction.
   * @param at ISO time
   */
  setStatus(id: number, status: string, at: string): void {
    const changed = this.#db
      .prepare<[string, number, string], { area: Area; customer_id: number }>(
        'UPDATE orders SET status = ? WHERE id = ? AND status <> ? RETURNING area, customer_id',
      )
      .get(status, id, status)
    if (changed) this.#events.add(changed.customer_id, 'order', { area: changed.area, id, status }, at)
  }

  /**
   * Gives an order what its customer pays, and keeps what he paid before.
   * @param lineCents of each line, in their order
   * @param at ISO time
   */
  reprice(order: OrderRecord, totals: CartTotals, lineCents: readonly number[], at: string): void {
    this.#db
      .prepare('INSERT INTO order_repricings (order_id, at, before_cents, after_cents) VALUES (?, ?, ?, ?)')
      .run(order.id, at, order.total_ht, totals.prix_total_ht)
    this.#db
      .prepare(
        'UPDATE orders SET prix_ht = ?, remise_ht = ?, total_ht = ?, tva = ?, total_ttc = ? WHERE id = ?',
      )
      .run(
        totals.prix_ht,
        totals.remise_grand_compte_ht,
        totals.prix_total_ht,
        totals.prix_tva,
        totals.prix_final_ttc,
        order.id,
      )
    const line = this.#db.prepare('UPDATE order_lines SET prix_ht = ? WHERE id = ?')
    order.lines.forEach((stored, i) => line.run(lineCents[i], stored.id))
  }

  /** Totals excluding tax that the customer was made to pay after others, in their order. */
  repricings(id: number): Repricing[] {
    return this.#db
      .prepare<[number], Repricing>(
        `SELECT at, before_cents AS beforeCents, after_cents AS afterCents FROM order_repricings
         WHERE order_id = ? ORDER BY id`,
      )
      .all(id)
  }

  /**
   * Gives an order what its source asks by now; what the customer pays stays.
   * @param lineCents of each line, in their order; null: not known
   */
  recost(id: number, cents: number, lineCents: readonly (number | null)[]): void {
    this.#db.prepare('UPDATE orders SET cost_ht = ? WHERE id = ?').run(cents, id)
    const line = this.#db.prepare('UPDATE order_lines SET cost_ht = ? WHERE id = ?')
    this.#lines.all(id).forEach((stored, i) => {
      const known = lineCents[i]
      if (typeof known === 'number') line.run(known, stored.id)
    })
  }

  ofQuote(quoteId: number): number[] {
    return this.#db
      .prepare<[number], { id: number }>('SELECT id FROM orders WHERE quote_id = ? ORDER BY id')
      .all(quoteId)
      .map((row) => row.id)
  }

  /** The statuses that orders have: as many steps in the index as there are statuses. */
  statuses(): string[] {
    return this.#db
      .prepare<[], string>(
        `WITH RECURSIVE found (status) AS (
           SELECT min(status) FROM orders
           UNION ALL
           SELECT (SELECT min(status) FROM orders WHERE status > found.status) FROM found WHERE status IS NOT NULL
         )
         SELECT status FROM found WHERE status IS NOT NULL`,
      )
      .pluck()
      .all()
  }

  /** Every customer's orders for the desk, newest first. */
  summaries(
    filter: OrderFilter,
    limit: number,
    offset: number,
  ): { total: number; orders: OrderSummaryRecord[] } {
    const conditions: string[] = []
    const params: Record<string, string | number> = {}
    if (filter.area !== null) {
      conditions.push('area = @area')
      params['area'] = filter.area
    }
    if (filter.status !== null) {
      const own = 'status = @status'
      const sent = `(${own} OR orders.id IN (SELECT order_id FROM outbox WHERE phase = 'sent'))`
      conditions.push(filter.status === ('transmise' satisfies OrderState) ? sent : own)
      params['status'] = filter.status
    }
    if (filter.quoteId !== null) {
      conditions.push('quote_id = @quoteId')
      params['quoteId'] = filter.quoteId
    }
    if (filter.search !== '') {
      conditions.push(matches('order'))
      Object.assign(params, searched(filter.search, 'C'))
    }
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
    const total = this.#db
      .prepare<[Record<string, string | number>], { n: number }>(`SELECT count(*) AS n FROM orders ${where}`)
      .get(params)
    const orders = this.#db
      .prepare<[Record<string, string | number>], OrderSummaryRecord>(
        `SELECT orders.id, area, status, customers.name AS customer, reference, recipient, orders.created_at AS createdAt,
           (SELECT count(*) FROM order_lines WHERE order_id = orders.id) AS lineCount,
           total_ht AS totalHtCents, total_ttc AS totalTtcCents, quote_id AS quoteId
         FROM orders JOIN customers ON customers.id = orders.customer_id ${where} ORDER BY orders.id DESC LIMIT @limit OFFSET @offset`,
      )
      .all({ ...params, limit, offset })
    return { total: total?.n ?? 0, orders }
  }
}

function orderOf(row: OrderRow, lines: readonly OrderLineRecord[]): OrderRecord {
  return {
    id: row.id,
    area: row.area,
    customerId: row.customer_id,
    status: row.status,
    reference: row.reference,
    address: row.address,
    recipient: row.recipient,
    delai: row.delai,
    prix_ht: row.prix_ht,
    costHt: row.cost_ht,
    remise_ht: row.remise_ht,
    total_ht: row.total_ht,
    tva: row.tva,
    total_ttc: row.total_ttc,
    catalogueVersion: row.catalogue_version,
    quoteId: row.quote_id,
    createdAt: row.created_at,
    lines,
  }
}
