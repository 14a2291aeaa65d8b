import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { LISTED, type OrdersSince, type OrderThere } from '../../domain/restored-orders.ts'
import type { Sqlite } from './database.ts'
import { readOf } from './replaced.ts'

/**
 * The orders that a store has and the one that takes its place has not: nobody follows them any more, and partners make them.
 * @returns null where the store that is replaced cannot be read
 */
export function ordersSince(restored: string, replaced: string): OrdersSince | null {
  if (!existsSync(replaced)) return { made: 0, there: 0, listed: [] }
  return readOf(replaced, (db) => {
    const here = ordersIn(restored)
    const ids = db
      .prepare<[], OrderKey>(ORDERS)
      .all()
      .flatMap((order) => (here.has(keyOf(order)) ? [] : [order.id]))
    const there = ids.flatMap((id) => thereOf(db, id) ?? [])
    return { made: ids.length, there: there.length, listed: there.slice(0, LISTED) }
  })
}

interface OrderKey {
  readonly id: number
  readonly at: string
}

// Of two stores that went on from one backup the same number is not the same order.
const ORDERS = 'SELECT id, created_at AS at FROM orders ORDER BY id DESC'
const keyOf = ({ id, at }: OrderKey) => `${id} ${at}`

function ordersIn(store: string): ReadonlySet<string> {
  const db = new Database(store, { readonly: true })
  try {
    return new Set(db.prepare<[], OrderKey>(ORDERS).all().map(keyOf))
  } finally {
    db.close()
  }
}

/** An order that a partner has or may have; null where none does, or its part was given up. */
function thereOf(db: Sqlite, id: number): OrderThere | null {
  const parts = db
    .prepare<[number], Omit<OrderThere['parts'][number], 'certain'> & { received: string }>(
      `SELECT sources.name AS partner, upstream_id AS number, devis, received
       FROM transmissions JOIN sources ON sources.id = source_id
       WHERE order_id = ? AND received <> 'no' AND phase <> 'cancelled' ORDER BY part`,
    )
    .all(id)
    .map(({ received, ...part }) => ({ ...part, certain: received === 'yes' }))
  if (parts.length === 0) return null
  const order = db
    .prepare<[number], Omit<OrderThere, 'parts'>>(
      'SELECT id, reference, total_ht AS totalHt FROM orders WHERE id = ?',
    )
    .get(id)!
  return { ...order, parts }
}
