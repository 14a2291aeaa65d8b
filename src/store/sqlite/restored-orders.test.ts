/** What a restore tells of orders that were placed since the backup. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ordersSinceWords } from '../../domain/restored-orders.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { NOTHING } from './backup.fixture.ts'
import { backupTo } from './backup.ts'
import { openDatabase, STORE_FILE, type Sqlite } from './database.ts'
import { restoreFrom } from './restore.ts'

const order = (db: Sqlite, id: number) =>
  db
    .prepare(
      `INSERT INTO orders (id, area, customer_id, status, reference, recipient, address, prix_ht, remise_ht,
         total_ht, tva, total_ttc, catalogue_version, created_at)
       VALUES (@id, 'print', 1, 'transmise', @reference, '', '{}', 100, 0, 100, 20, 120, 1, '2026-03-01T09:00:00.000Z')`,
    )
    .run({ id, reference: `R${id}` })

const sent = (db: Sqlite, id: number, received = 'yes', phase = 'sent', number: string | null = `${id}00`) =>
  db
    .prepare(
      `INSERT INTO transmissions (order_id, part, parts, source_id, area, devis, phase, attempts, lookups, next_at,
         received, upstream_id, cost_cents, accepted_cents)
       VALUES (@id, 1, 1, 2, 'print', @devis, @phase, 1, 0, '', @received, @number, 100, 100)`,
    )
    .run({ id, devis: `D${id}`, received, phase, number })

/** A store with an order, a backup of it, and what was ordered since. */
async function since(orders: (db: Sqlite) => void) {
  const folder = temporaryFolder()
  const file = join(temporaryFolder(), 'copy.bak')
  const db = openDatabase(folder)
  db.exec(`INSERT INTO customers (id, name, can_order, discount, created_at) VALUES (1, 'A', 1, '0', '');
    INSERT INTO sources (id, kind, name) VALUES (2, 'partner', 'Beta')`)
  order(db, 1)
  sent(db, 1)
  await backupTo(db, file, NOTHING)
  orders(db)
  db.close()
  return { folder, file }
}

const beta = (id: number) => ({ partner: 'Beta', number: `${id}00`, devis: `D${id}`, certain: true })

test('orders placed since are counted, and those that a partner has, or may have, are named', async () => {
  const { folder, file } = await since((db) => {
    for (const id of [2, 3, 4, 5, 6]) order(db, id)
    sent(db, 2)
    sent(db, 3, 'maybe', 'doubtful', null)
    sent(db, 4, 'no', 'ready', null)
    sent(db, 5, 'yes', 'cancelled')
  })
  const { ordersSince } = await restoreFrom(folder, file)
  expect(ordersSince).toEqual({
    made: 5,
    there: 2,
    listed: [
      {
        ...{ id: 3, reference: 'R3', totalHt: 100 },
        parts: [{ partner: 'Beta', number: null, devis: 'D3', certain: false }],
      },
      { id: 2, reference: 'R2', totalHt: 100, parts: [beta(2)] },
    ],
  })
  expect(ordersSinceWords(ordersSince, 'fr')).toEqual({
    text: '5 commandes passées depuis cette sauvegarde ne sont plus ici, et des partenaires en ont, ou peuvent en avoir, 2\u00a0; gardez-en la liste\u00a0; le magasin d’avant, qui est gardé, les a encore',
    orders: [
      'C000003 (R3), 1,00\u00a0€\u00a0HT\u00a0: Beta, sous la référence D3, peut-être reçue',
      'C000002 (R2), 1,00\u00a0€\u00a0HT\u00a0: Beta, n°\u00a0200',
    ],
  })
})

test('no more than some are named, and none where none was placed', async () => {
  const many = await since((db) => {
    for (let id = 2; id < 25; id++) {
      order(db, id)
      sent(db, id)
    }
  })
  const { ordersSince } = await restoreFrom(many.folder, many.file)
  expect(ordersSince).toMatchObject({ made: 23, there: 23 })
  expect(ordersSinceWords(ordersSince, 'en')!.orders).toHaveLength(21)
  expect(ordersSinceWords(ordersSince, 'en')!.orders.at(-1)).toBe('and 3 others')
  expect(ordersSinceWords(ordersSince, 'fr')!.orders.at(-1)).toBe('et 3 autres')
  // Put back once more, nothing was placed since.
  const again = await restoreFrom(many.folder, many.file)
  expect(ordersSinceWords(again.ordersSince, 'fr')).toBeNull()
  const fresh = await restoreFrom(temporaryFolder(), many.file)
  expect(fresh.ordersSince).toEqual({ made: 0, there: 0, listed: [] })
})

test('another order under the same number, of a store that went on from elsewhere, is one placed since', async () => {
  const { folder, file } = await since((db) => db.exec("UPDATE orders SET created_at = '2026-03-02'"))
  expect((await restoreFrom(folder, file)).ordersSince).toMatchObject({ made: 1, there: 1 })
})

test('of a store that cannot be read it is said that nobody can tell', async () => {
  const { folder, file } = await since((db) => order(db, 2))
  writeFileSync(join(folder, STORE_FILE), 'rubbish'.repeat(1000))
  const { ordersSince } = await restoreFrom(folder, file)
  expect(ordersSince).toBeNull()
  expect(ordersSinceWords(ordersSince, 'en')).toEqual({
    text: expect.stringContaining('cannot be read') as string,
    orders: [],
  })
})
