import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { openDatabase } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import { OrderList, type OrderFilter } from './order-list.ts'
import { QuoteTables } from './quotes.ts'
import { OWN_TARIFFS } from './sources.ts'

const STEP = MIGRATIONS.findIndex(({ name }) => name.startsWith('orders and quotes: what they are found by'))
const EVERY: OrderFilter = { search: '', area: null, status: null, quoteId: null, sourceId: null }
const address = (nom: string) => JSON.stringify({ prenom: 'Zoé', nom, societe: 'Cœur & Fils' })

/** A store of before, with orders of some statuses, of which one was transmitted and is called by the partner's word. */
function ofBefore() {
  const folder = temporaryFolder()
  const before = openDatabase(folder, MIGRATIONS.slice(0, STEP))
  before.exec(`
    INSERT INTO customers (id, name, can_order, discount, created_at) VALUES (1, 'Édith', 1, '0', '');
    INSERT INTO quotes (id, customer_id, state, reference, recipient, note, address, valid_until, catalogue_version,
      lines, indicative, created_at, updated_at)
      VALUES (4, 1, 'ordered', 'Été', 'Cœur & Fils', '', '${address('Lefèvre')}', '', 1, '[]', 0, '', '')`)
  const insert = before.prepare(
    `INSERT INTO orders (id, area, customer_id, status, reference, recipient, address, prix_ht, remise_ht, total_ht,
       tva, total_ttc, catalogue_version, quote_id, created_at)
     VALUES (?, 'print', 1, ?, 'R', 'Cœur & Fils', ?, 0, 0, 0, 0, 0, 1, ?, '')`,
  )
  insert.run(1, 'transmise', address('Martin'), null)
  insert.run(2, 'En fabrication', address('Lefèvre'), 4)
  insert.run(3, 'enregistree', address('Durand'), 4)
  insert.run(4, 'annulee', 'no address', null)
  before.exec(`
    INSERT INTO outbox (order_id, area, devis, phase, attempts, lookups, next_at, accepted_cents, received)
      VALUES (1, 'print', 'a', 'sent', 1, 0, '', 0, 'yes'), (2, 'print', 'b', 'sent', 1, 0, '', 0, 'yes'),
        (4, 'print', 'c', 'cancelled', 1, 0, '', 0, 'no')`)
  const line = before.prepare(
    "INSERT INTO order_lines (order_id, body, prix_ht, name) VALUES (?, '{}', 0, '')",
  )
  for (const order of [1, 2, 3, 3]) line.run(order)
  before.close()
  const db = openDatabase(folder)
  onTestFinished(() => void db.close())
  const theirs = db.prepare<[], number>("SELECT id FROM sources WHERE kind = 'partner'").pluck().get()!
  return { theirs, list: new OrderList(db), quotes: new QuoteTables(db) }
}

test('orders of before are found by all their names, by quote, by source, and the transmitted ones by that word', () => {
  const { theirs, list, quotes } = ofBefore()
  const ids = (filter: Partial<OrderFilter>) => {
    const { total, orders: found } = list.summaries({ ...EVERY, ...filter }, 50, 0)
    expect(total).toBe(found.length)
    return found.map(({ id }) => id)
  }
  expect(ids({ search: 'lefevre' })).toEqual([2])
  expect(ids({ search: 'COEUR' })).toEqual([4, 3, 2, 1])
  expect(ids({ search: 'edith' })).toEqual([4, 3, 2, 1])
  expect(ids({ search: '%' })).toEqual([])
  expect(ids({ search: 'C000003' })).toEqual([3])
  expect(ids({ quoteId: 4 })).toEqual([3, 2])
  expect(ids({ sourceId: theirs })).toEqual([2, 1])
  const givenUp = list.summaries(EVERY, 50, 0).orders.map((order) => order.givenUp)
  expect(givenUp).toEqual([[theirs], [], [], []])
  expect(ids({ sourceId: OWN_TARIFFS })).toEqual([3])
  expect(ids({ sourceId: theirs, search: 'lefevre' })).toEqual([2])
  expect(ids({ sourceId: 99 })).toEqual([])
  expect(ids({ status: 'transmise' })).toEqual([2, 1])
  expect(ids({ status: 'En fabrication' })).toEqual([2])
  expect(list.statuses()).toEqual(['En fabrication', 'annulee', 'enregistree', 'transmise'])
  const found = (search: string) => quotes.list({ search, state: null }, 50, 0).quotes.map(({ id }) => id)
  expect(found('ete')).toEqual([4])
  expect(found('Lefevre')).toEqual([4])
})
