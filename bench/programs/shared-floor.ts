/** Durable orders in PostgreSQL as a program writes them that does one after the other: a transaction for each. */
import pg from 'pg'
import { serveProgram } from '../harness/program.ts'
import type { OrderFloorResult, OrderFloorTask } from './order-floor.ts'

/** As {@link OrderFloorTask}, in a database that has the service's tables and a customer. */
export interface SharedFloorTask extends Omit<OrderFloorTask, 'folder'> {
  readonly url: string
}

const ORDER = {
  name: 'order',
  text: `INSERT INTO orders (id, area, customer_id, status, reference, recipient, address, prix_ht, remise_ht, total_ht,
      tva, total_ttc, catalogue_version, created_at)
    VALUES ($1, 'print', 1, 'enregistree', 'D-2026-0001', 'Imprimerie Martin', $2, 10000, 0, 10000, 2000, 12000, 1, $3)`,
}
const LINE = {
  name: 'line',
  text: `INSERT INTO order_lines (id, order_id, body, prix_ht, delai, lead_time, name)
    VALUES ($1, $2, $3, 2000, 3, 'J+2', 'Produit')`,
}

let client: pg.Client | undefined
let orders = 0
let lines = 0

async function open(url: string): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: url })
  await made.connect()
  return made
}

serveProgram<SharedFloorTask>(async ({ url, seconds, address, lines: bodies }): Promise<OrderFloorResult> => {
  client ??= await open(url)
  const start = performance.now()
  const end = start + seconds * 1000
  let count = 0
  while (performance.now() < end) {
    await client.query('BEGIN')
    await client.query({ ...ORDER, values: [++orders, address, new Date().toISOString()] })
    for (const body of bodies) await client.query({ ...LINE, values: [++lines, orders, body] })
    await client.query('COMMIT')
    count++
  }
  return { perSecond: (count * 1000) / (performance.now() - start) }
})
