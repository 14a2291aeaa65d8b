/** The least that a durable order costs: bare better-sqlite3, one transaction with `synchronous = FULL` for each. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { MIGRATIONS } from '../../src/store/sqlite/migrations.ts'
import { teachFold } from '../../src/store/sqlite/fold.ts'
import { serveProgram } from '../harness/program.ts'

export interface OrderFloorTask {
  /** an empty folder makes the store; later tasks go on with it */
  readonly folder: string
  readonly seconds: number
  readonly address: string
  /** JSON text of each line, as the service stores it */
  readonly lines: readonly string[]
}

export interface OrderFloorResult {
  readonly perSecond: number
}

let db: Database.Database | undefined

function open(folder: string): Database.Database {
  mkdirSync(folder, { recursive: true })
  const made = new Database(join(folder, 'floor.db'))
  made.pragma('journal_mode = WAL')
  made.pragma('synchronous = FULL')
  made.pragma('foreign_keys = ON')
  teachFold(made)
  for (const { sql } of MIGRATIONS) made.exec(sql)
  made.exec(
    `INSERT INTO customers (name, can_order, discount, created_at) VALUES ('Bench', 1, '0', '2026-01-01')`,
  )
  return made
}

serveProgram<OrderFloorTask>(({ folder, seconds, address, lines }): OrderFloorResult => {
  db ??= open(folder)
  const order = db.prepare(
    `INSERT INTO orders (area, customer_id, status, reference, recipient, address, prix_ht, remise_ht, total_ht, tva,
       total_ttc, catalogue_version, created_at)
     VALUES ('print', 1, 'enregistree', 'D-2026-0001', 'Imprimerie Martin', ?, 10000, 0, 10000, 2000, 12000, 1, ?)`,
  )
  const line = db.prepare(
    `INSERT INTO order_lines (order_id, body, prix_ht, delai, lead_time, name) VALUES (?, ?, 2000, 3, 'J+2', 'Produit')`,
  )
  const commit = db.transaction(() => {
    const { lastInsertRowid } = order.run(address, new Date().toISOString())
    for (const body of lines) line.run(lastInsertRowid, body)
  })
  const start = performance.now()
  const end = start + seconds * 1000
  let count = 0
  while (performance.now() < end) {
    commit.immediate()
    count++
  }
  return { perSecond: (count * 1000) / (performance.now() - start) }
})
