/** Fills a store with orders in bulk: `fill-orders.ts FOLDER COUNT`. Every second one is the first customer's. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { ADDRESS, demoBundle, printLine, randomSource } from '../harness/fixtures.ts'

const [folder, count] = process.argv.slice(2) as [string, string]
const CUSTOMERS = 20
const LINES = 200

const db = new Database(join(folder, 'comptoir.db'))
db.pragma('synchronous = OFF')
db.pragma('cache_size = -200000')
const random = randomSource(7)
const { produits } = demoBundle()
const lines = Array.from({ length: LINES }, (_, i) => {
  const { label, produit, variantes, valeurs, quantites_multiples } = printLine(
    produits[i % produits.length]!,
    random,
  )
  return JSON.stringify({ label, produit, variantes, valeurs, quantites_multiples })
})
const address = JSON.stringify(ADDRESS)
db.transaction(() => {
  const customer = db.prepare(
    `INSERT INTO customers (name, can_order, discount, created_at) VALUES (?, 1, '0', '2026-01-01T00:00:00.000Z')`,
  )
  const first = (db.prepare('SELECT min(id) AS id FROM customers').get() as { id: number }).id
  const others = Array.from({ length: CUSTOMERS }, (_, i) =>
    Number(customer.run(`Autre client ${i + 1}`).lastInsertRowid),
  )
  const order = db.prepare(
    `INSERT INTO orders (area, customer_id, status, reference, recipient, address, prix_ht, remise_ht, total_ht, tva,
       total_ttc, catalogue_version, created_at)
     VALUES ('print', ?, 'enregistree', ?, 'Imprimerie Martin', ?, ?, 0, ?, ?, ?, 1, ?)`,
  )
  const line = db.prepare(
    `INSERT INTO order_lines (order_id, body, prix_ht, delai, lead_time, name) VALUES (?, ?, ?, 3, 'J+2', 'Produit')`,
  )
  for (let i = 0; i < Number(count); i++) {
    const of = i % 2 === 0 ? first : others[i % CUSTOMERS]!
    const cents = 1000 + Math.floor(random() * 100_000)
    const vat = Math.round(cents / 5)
    const at = new Date(Date.UTC(2025, 0, 1) + i * 30_000).toISOString()
    const id = order.run(of, `D-${i}`, address, cents, cents, vat, cents + vat, at).lastInsertRowid
    line.run(id, lines[i % LINES], cents)
  }
})()
db.pragma('wal_checkpoint(TRUNCATE)')
db.close()
