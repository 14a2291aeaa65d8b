import type { Engine } from './engine.ts'
import { all, change, insert, put, type Insertion } from './work.ts'

export interface TokenRecord {
  readonly id: number
  readonly customerId: number
  readonly customer: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/** A token in force, by its hash. */
export interface TokenHash {
  readonly id: number
  readonly customerId: number
  readonly hash: Uint8Array
}

const SELECT = `
  SELECT tokens.id, customer_id AS "customerId", name AS customer, tokens.created_at AS "createdAt",
    last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
  FROM tokens JOIN customers ON customers.id = customer_id`

/** Tokens of the partner API, by their hashes. */
export class TokenTable {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Keeps a token's hash alone. @param at ISO @returns the token's id */
  insert(customerId: number, hash: Uint8Array, at: string): Promise<number> {
    return this.#engine.write(() => insert(TOKEN, customerId, hash, at))
  }

  /** @param at ISO @returns whether there was such a token, not revoked before */
  revoke(id: number, at: string): Promise<boolean> {
    return this.#engine.write(function* () {
      const sql = 'UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL'
      return (yield* change(sql, at, id)) > 0
    })
  }

  /** Every token ever made, in the order in which they were. */
  all(): Promise<TokenRecord[]> {
    return this.#engine.read(() => all<TokenRecord>(`${SELECT} ORDER BY tokens.id`))
  }

  /** The hashes of the tokens in force. */
  active(): Promise<TokenHash[]> {
    return this.#engine.read(() =>
      all<TokenHash>(
        'SELECT id, customer_id AS "customerId", hash FROM tokens WHERE revoked_at IS NULL ORDER BY id',
      ),
    )
  }

  /** Notes when tokens were last used. @param at ISO */
  recordUse(ids: readonly number[], at: string): Promise<void> {
    return this.#engine.write(function* () {
      for (const id of ids) yield* put('UPDATE tokens SET last_used_at = ? WHERE id = ?', at, id)
    })
  }
}

const TOKEN: Insertion = { table: 'tokens', columns: ['customer_id', 'hash', 'created_at'] }
