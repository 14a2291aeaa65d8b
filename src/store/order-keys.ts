/** Idempotency-Keys: what an order was asked under, so that the same request makes no second one. */
import { first, put, row, type Insertion, type Work } from './work.ts'

/** An earlier request under the same Idempotency-Key. */
export interface KeyRecord {
  readonly requestHash: Buffer
  readonly orderId: number
}

/** A request under an Idempotency-Key. */
export interface OrderKey {
  readonly customerId: number
  readonly key: string
  readonly hash: Uint8Array
  /** ISO: a key made at or before it has been forgotten */
  readonly expired: string
}

/** @param expired ISO: a key made at or before it has been forgotten */
export const findKey = (customerId: number, key: string, expired: string): Work<KeyRecord | undefined> =>
  first<KeyRecord>(
    `SELECT request_hash AS "requestHash", order_id AS "orderId" FROM idempotency_keys
     WHERE customer_id = ? AND key = ? AND created_at > ?`,
    ...[customerId, key, expired],
  )

/** Makes room for a key where one of the same name was forgotten. @returns what it is taken by */
export function* freeKey({ customerId, key, expired }: OrderKey): Work<KeyRecord | undefined> {
  const earlier = yield* findKey(customerId, key, expired)
  if (!earlier)
    yield* put(
      'DELETE FROM idempotency_keys WHERE customer_id = ? AND key = ? AND created_at <= ?',
      ...[customerId, key, expired],
    )
  return earlier
}

/** Keeps what an order was asked under. @param at ISO */
export function keepKey({ customerId, key, hash }: OrderKey, orderId: number, at: string): Work<void> {
  return row(KEY, customerId, key, hash, orderId, at)
}

const KEY: Insertion = {
  table: 'idempotency_keys',
  columns: ['customer_id', 'key', 'request_hash', 'order_id', 'created_at'],
}
