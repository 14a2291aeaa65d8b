import type { Sqlite } from './sqlite/database.ts'

export interface TokenRecord {
  readonly id: number
  readonly customerId: number
  readonly customer: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

const SELECT = `
  SELECT tokens.id, customer_id AS customerId, name AS customer, tokens.created_at AS createdAt,
    last_used_at AS lastUsedAt, revoked_at AS revokedAt
  FROM tokens JOIN customers ON customers.id = customer_id`

/** Tokens of the partner API, by their hashes. */
export class TokenTable {
  readonly #db: Sqlite

  constructor(db: Sqlite) {
    this.#db = db
  }

  /** Keeps a token's hash alone. @returns the token's id. */
  insert(customerId: number, hash: Uint8Array, at: string): number {
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO tokens (customer_id, hash, created_at) VALUES (?, ?, ?)')
      .run(customerId, hash, at)
    return Number(lastInsertRowid)
  }

  /** @returns whether there was such a token, not revoked before. */
  revoke(id: number, at: string): boolean {
    return (
      this.#db.prepare('UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL').run(at, id)
        .changes > 0
    )
  }

  all(): TokenRecord[] {
    return this.#db.prepare<[], TokenRecord>(`${SELECT} ORDER BY tokens.id`).all()
  }

  /** The hashes of the tokens in force. */
  active(): { id: number; customerId: number; hash: Buffer }[] {
    return this.#db
      .prepare<[], { id: number; customerId: number; hash: Buffer }>(
        'SELECT id, customer_id AS customerId, hash FROM tokens WHERE revoked_at IS NULL',
      )
      .all()
  }

  recordUse(uses: Iterable<readonly [tokenId: number, at: string]>): void {
    const update = this.#db.prepare('UPDATE tokens SET last_used_at = ? WHERE id = ?')
    this.#db.transaction(() => {
      for (const [id, at] of uses) update.run(at, id)
    })()
  }
}
