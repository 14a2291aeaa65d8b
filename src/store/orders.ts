import type { Totals } from '../domain/cart.ts'
import type { Area } from '../domain/order.ts'
import type { Day } from '../domain/shared/calendar.ts'
import type { Sqlite } from './database.ts'
import { EventTable } from './events.ts'
import { writeText } from './search.ts'

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
  /** where the product comes from; null of a line from before that was kept */
  readonly sourceId: number | null
  /** JSON text of what was chosen, in parts (summary.ts); null of a line from before it was kept */
  readonly summary: string | null
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
  /** a percentage as a decimal string; null of an order from before it was kept */
  readonly vatRate: string | null
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
  readonly vat_rate: string | null
  readonly catalogue_version: number
  readonly quote_id: number | null
  readonly created_at: string
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
         total_ht, tva, total_ttc, vat_rate, catalogue_version, quote_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#insertLine = db.prepare(
      `INSERT INTO order_lines (order_id, body, prix_ht, cost_ht, delai, lead_time, name, source_id, summary, promised)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      `SELECT id, body, prix_ht AS cents, cost_ht AS costCents, delai, lead_time AS leadTime, name,
         source_id AS sourceId, summary, promised
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
        order.vatRate,
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
          line.sourceId,
          line.summary,
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
   * @returns whether it was another
   */
  setStatus(id: number, status: string, at: string): boolean {
    const changed = this.#db
      .prepare<[string, number, string], { area: Area; customer_id: number }>(
        'UPDATE orders SET status = ? WHERE id = ? AND status <> ? RETURNING area, customer_id',
      )
      .get(status, id, status)
    if (changed) this.#events.add(changed.customer_id, 'order', { area: changed.area, id, status }, at)
    return changed !== undefined
  }

  /**
   * Gives an order what its customer pays, and keeps what he paid before.
   * @param lineCents of each line, in their order
   * @param at ISO time
   */
  reprice(order: OrderRecord, totals: Totals, lineCents: readonly number[], at: string): void {
    this.#db
      .prepare('INSERT INTO order_repricings (order_id, at, before_cents, after_cents) VALUES (?, ?, ?, ?)')
      .run(order.id, at, order.total_ht, totals.prix_total_ht)
    this.#db
      .prepare(
        'UPDATE orders SET prix_ht = ?, remise_ht = ?, total_ht = ?, tva = ?, total_ttc = ?, vat_rate = ? WHERE id = ?',
      )
      .run(
        totals.prix_ht,
        totals.remise_grand_compte_ht,
        totals.prix_total_ht,
        totals.prix_tva,
        totals.prix_final_ttc,
        totals.vat[0]!.rate,
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
   * Gives lines of an order what their source asks by now; what the customer pays stays.
   * @param more cents that they cost more than before, all together
   * @param lineCents of each of the lines, in their order; null: not known
   */
  recost(
    id: number,
    more: number,
    lines: readonly OrderLineRecord[],
    lineCents: readonly (number | null)[],
  ): void {
    this.#db.prepare('UPDATE orders SET cost_ht = cost_ht + ? WHERE id = ?').run(more, id)
    const line = this.#db.prepare('UPDATE order_lines SET cost_ht = ? WHERE id = ?')
    lines.forEach((stored, i) => {
      const known = lineCents[i]
      if (typeof known === 'number') line.run(known, stored.id)
    })
  }

  /** Whether an order has lines that are no partner's. */
  hasOwnLines(id: number): boolean {
    const sql = `SELECT 1 FROM order_lines WHERE order_id = ? AND source_id NOT IN
      (SELECT source_id FROM transmissions WHERE transmissions.order_id = order_lines.order_id) LIMIT 1`
    return this.#db.prepare(sql).get(id) !== undefined
  }

  ofQuote(quoteId: number): number[] {
    return this.#db
      .prepare<[number], { id: number }>('SELECT id FROM orders WHERE quote_id = ? ORDER BY id')
      .all(quoteId)
      .map((row) => row.id)
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
    vatRate: row.vat_rate,
    catalogueVersion: row.catalogue_version,
    quoteId: row.quote_id,
    createdAt: row.created_at,
    lines,
  }
}
