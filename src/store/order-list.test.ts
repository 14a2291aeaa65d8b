import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { OrderService, type OrderServices } from '../service/orders.ts'
import { postgresDatabase } from '../testing/engines.ts'
import { temporaryFolder } from '../testing/folder.ts'

import { migratePostgres } from './postgres/schema.ts'
import { openDatabase } from './sqlite/database.ts'
import { MIGRATIONS } from './sqlite/migrations.ts'
import type { OrderFilter } from './order-list.ts'
import { Store } from './store.ts'
import { OWN_TARIFFS } from './sources.ts'

const STEP = MIGRATIONS.findIndex(({ name }) => name.startsWith('orders and quotes: what they are found by'))
const EVERY: OrderFilter = {
  search: '',
  area: null,
  status: null,
  quote: null,
  sourceId: null,
  companyId: null,
}
const address = (nom: string) =>
  JSON.stringify({ prenom: 'Zoé', nom, societe: 'Cœur & Fils', ville: nom === 'Durand' ? 'Béziers' : 'Lyon' })

const AT = '2026-03-02T08:00:00.000Z'

/** A store of before, with orders of some statuses, of which one was transmitted and is called by the partner's word. */
async function ofBefore() {
  const folder = temporaryFolder()
  const before = openDatabase(folder, MIGRATIONS.slice(0, STEP))
  before.exec(`
    INSERT INTO customers (id, name, can_order, discount, created_at) VALUES (1, 'Édith', 1, '0', '');
    INSERT INTO quotes (id, customer_id, state, reference, recipient, note, address, valid_until, catalogue_version,
      lines, indicative, created_at, updated_at)
      VALUES (4, 1, 'ordered', 'Été', 'Cœur & Fils', '', '${address('Lefèvre')}', '', 1, '[]', 0, '${AT}', '${AT}')`)
  const insert = before.prepare(
    `INSERT INTO orders (id, area, customer_id, status, reference, recipient, address, prix_ht, remise_ht, total_ht,
       tva, total_ttc, catalogue_version, quote_id, created_at)
     VALUES (?, 'print', 1, ?, 'R', 'Cœur & Fils', ?, 0, 0, 0, 0, 0, 1, ?, '${AT}')`,
  )
  insert.run(1, 'transmise', address('Martin'), null)
  insert.run(2, 'En fabrication', address('Lefèvre'), 4)
  insert.run(3, 'enregistree', address('Durand'), 4)
  insert.run(4, 'annulee', 'no address', null)
  before.exec(`
    INSERT INTO outbox (order_id, area, devis, phase, attempts, lookups, next_at, accepted_cents, received)
      VALUES (1, 'print', 'a', 'sent', 1, 0, '', 0, 'yes'), (2, 'print', 'b', 'sent', 1, 0, '', 0, 'yes'),
        (4, 'print', 'c', 'cancelled', 1, 0, '', 0, 'no')`)
  const line = before.prepare('INSERT INTO order_lines (order_id, body, prix_ht, name) VALUES (?, ?, 0, ?)')
  for (const order of [1, 2, 3, 3]) line.run(order, '{}', '')
  line.run(1, '{"label":"Réf. 7"}', 'Dépliant')
  before.close()
  const store = await Store.open({ folder, url: null })
  onTestFinished(() => store.close())
  const { orderList: list, quotes, sqlite } = store
  const { db } = sqlite
  db.exec(`UPDATE orders SET address = '{}' WHERE id = 4`)
  const theirs = db.prepare<[], number>("SELECT id FROM sources WHERE kind = 'partner'").pluck().get()!
  return { theirs, list, quotes, db }
}

test('words of partners that read as a state of ours, or as each other, are found by one', async () => {
  const { list, db } = await ofBefore()
  const call = (id: number, word: string) =>
    db.prepare('UPDATE orders SET status = ? WHERE id = ?').run(word, id)
  const found = async (status: string) =>
    (await list.summaries({ ...EVERY, status }, 50, 0)).entries.map(({ id }) => id)
  call(1, 'Enregistrée')
  call(2, 'EN FABRICATION')
  call(4, 'En fabrication')
  for (const status of ['enregistree', 'Enregistrée']) expect(await found(status), status).toEqual([3, 1])
  expect(await found('En fabrication')).toEqual([4, 2])
  expect(await list.idsBefore({ ...EVERY, status: 'enregistree' }, null, 50)).toEqual([3, 1])
  const orders = new OrderService({ store: { orderList: list } } as OrderServices)
  expect(await orders.partnerStatuses()).toEqual(['EN FABRICATION'])
})

test('orders of before are found by all their names, by quote, by source, and the transmitted ones by that word', async () => {
  const { theirs, list, quotes } = await ofBefore()
  /** The same whole, two at a time. */
  const whole = async (filter: OrderFilter) => {
    const all: number[] = []
    for (let more = true; more;) {
      const some = await list.idsBefore(filter, all.at(-1) ?? null, 2)
      all.push(...some)
      more = some.length === 2
    }
    return all.length === 0 ? [] : (await list.byIds(all)).entries
  }
  const ids = async (filter: Partial<OrderFilter>) => {
    const { total, entries: found } = await list.summaries({ ...EVERY, ...filter }, 50, 0)
    expect(total).toBe(found.length)
    const ids = found.map(({ id }) => id)
    expect((await whole({ ...EVERY, ...filter })).map(({ id }) => id)).toEqual(ids)
    return ids
  }
  expect(await ids({ search: 'lefevre' })).toEqual([2])
  expect(await ids({ search: 'COEUR' })).toEqual([4, 3, 2, 1])
  expect(await ids({ search: 'edith' })).toEqual([4, 3, 2, 1])
  expect(await ids({ search: '%' })).toEqual([])
  expect(await ids({ search: 'beziers' })).toEqual([3])
  expect(await ids({ search: 'depliant' })).toEqual([1])
  expect(await ids({ search: 'ref. 7' })).toEqual([1])
  expect(await ids({ search: 'D000004' })).toEqual([3, 2])
  await quotes.setNotes(4, { internalNote: '', files: ['Affiche_Été.pdf'], notesVersion: 0 })
  expect(await ids({ search: 'affiche_ete' })).toEqual([3, 2])
  expect(await ids({ search: 'C000003' })).toEqual([3])
  for (const quote of ['4', 'D000004', 'd4']) expect(await ids({ quote }), quote).toEqual([3, 2])
  for (const quote of ['D000003', '3', 'D-4']) expect(await ids({ quote }), quote).toEqual([])
  expect(await ids({ sourceId: theirs })).toEqual([2, 1])
  expect(await whole(EVERY)).toMatchObject([
    { id: 4, quoteNumber: null, lineCount: 0, transmissions: [{ phase: 'cancelled' }] },
    { id: 3, quoteId: 4, quoteNumber: 'D000004', lineCount: 2, transmissions: [] },
    { id: 2, customer: 'Édith', lineCount: 1, transmissions: [{ phase: 'sent', upstreamId: null }] },
    { id: 1, quoteNumber: null, services: null, transmissions: [{ phase: 'sent' }] },
  ])
  const givenUp = (await list.summaries(EVERY, 50, 0)).entries.map((order) => order.givenUp)
  expect(givenUp).toEqual([[theirs], [], [], []])
  expect(await ids({ sourceId: OWN_TARIFFS })).toEqual([3])
  expect(await ids({ sourceId: theirs, search: 'lefevre' })).toEqual([2])
  expect(await ids({ sourceId: 99 })).toEqual([])
  expect(await ids({ status: 'transmise' })).toEqual([2, 1])
  expect(await ids({ status: 'En fabrication' })).toEqual([2])
  expect(await list.statuses()).toEqual(['En fabrication', 'annulee', 'enregistree', 'transmise'])
  const found = async (search: string) =>
    (await quotes.list({ search, state: null, companyId: null }, 50, 0)).entries.map(({ id }) => id)
  expect(await found('ete')).toEqual([4])
  expect(await found('Lefevre')).toEqual([4])
})

test('PostgreSQL makes of orders and artwork of before what SQLite makes of them', async () => {
  const url = await postgresDatabase({ bare: true })
  const step = MIGRATIONS.findIndex(({ name }) => name.startsWith('artwork that quotes'))
  await migratePostgres(url, MIGRATIONS.slice(0, step))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    INSERT INTO customers (id, name, can_order, discount, created_at, folded) VALUES (1, 'É', 1, '0', '', 'e');
    INSERT INTO quotes (id, customer_id, state, reference, recipient, note, address, valid_until, catalogue_version,
      lines, indicative, created_at, updated_at, files)
      VALUES (4, 1, 'ordered', '', '', '', '{}', '', 1, '[]', 0, '', '', '["Été_Œuvre.pdf"]');
    INSERT INTO orders (id, area, customer_id, status, reference, recipient, address, prix_ht, remise_ht, total_ht,
      tva, total_ttc, catalogue_version, quote_id, created_at)
      VALUES (1, 'print', 1, 'enregistree', '', '', '{"ville":"BÉZIERS"}', 0, 0, 0, 0, 0, 1, 4, '');
    INSERT INTO order_texts (order_id, text) VALUES (1, 'r');
    INSERT INTO order_lines (id, order_id, body, prix_ht, name) VALUES (1, 1, '{"label":"Œ-7"}', 0, 'Dépliant'), (2, 1, '{}', 0, 'Carte')`)
  await migratePostgres(url)
  const found = async (sql: string) =>
    (await client.query<{ found: string }>(sql)).rows.map((row) => row.found)
  expect(await found('SELECT text AS found FROM order_texts')).toEqual([
    'r\nbeziers\ndepliant\noe-7\ncarte\n',
  ])
  expect(await found('SELECT text AS found FROM artwork_texts')).toEqual(['["ete_oeuvre.pdf"]'])
})
