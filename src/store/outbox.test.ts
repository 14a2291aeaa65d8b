import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { openDatabase } from './sqlite/database.ts'
import { MIGRATIONS } from './sqlite/migrations.ts'
import { Store } from './store.ts'

const STEP = MIGRATIONS.findIndex(({ name }) => name.startsWith('outbox: why in codes'))

/** A store of the program before, with these entries in its outbox. */
function before(
  entries: readonly { phase: string; attempts: number; error: string | null; asked?: number }[],
) {
  const folder = temporaryFolder()
  const db = openDatabase(folder, MIGRATIONS.slice(0, STEP))
  db.exec(`INSERT INTO customers (id, name, can_order, discount, created_at) VALUES (1, 'A', 1, '0', '')`)
  entries.forEach(({ phase, attempts, error, asked }, i) => {
    db.exec(`INSERT INTO orders (id, area, customer_id, status, reference, recipient, address, prix_ht, remise_ht,
      total_ht, tva, total_ttc, catalogue_version, created_at)
      VALUES (${i + 1}, 'print', 1, '', '', '', '{}', 100, 0, 100, 20, 120, 1, '2026-03-02T09:00:00.000Z')`)
    db.exec(`INSERT INTO order_lines (order_id, body, prix_ht, delai, lead_time, name)
      VALUES (${i + 1}, '{}', 100, 3, 'J+5', 'Carte')`)
    db.prepare(
      `INSERT INTO outbox (order_id, area, devis, phase, attempts, lookups, next_at, last_error, upstream_id,
        accepted_cents, upstream_cents) VALUES (?, 'print', ?, ?, ?, 0, '', ?, ?, 100, ?)`,
    ).run(i + 1, `D-${i}`, phase, attempts, error, phase === 'sent' ? 700 : null, asked ?? null)
  })
  db.close()
  return Store.open({ folder, url: null })
}

test('what a program before stored is still shown: words, ids and what is known of the partner', async () => {
  const store = await before([
    { phase: 'attention', attempts: 1, error: 'the partner answered 500' },
    { phase: 'attention', attempts: 0, error: 'the partner now asks 2.00 EUR', asked: 200 },
    { phase: 'sent', attempts: 1, error: null },
    { phase: 'ready', attempts: 0, error: null },
    { phase: 'doubtful', attempts: 0, error: null },
  ])
  try {
    const entries = await Promise.all([1, 2, 3, 4, 5].map(async (id) => (await store.outbox.ofOrder(id))[0]!))
    expect(entries[0]!.lastError).toEqual({
      code: 'outbox_told_before',
      params: { text: 'the partner answered 500' },
    })
    expect(entries.map(({ received }) => received)).toEqual(['maybe', 'no', 'yes', 'no', 'maybe'])
    expect(entries[2]).toMatchObject({ upstreamId: '700', lastError: null })
    expect((await store.orders.byId(1))!.lines[0]).toMatchObject({ leadTime: 'J+5', promised: null })
  } finally {
    store.close()
  }
})

test('a code that this program has no words for is told as it stands', async () => {
  const store = await before([{ phase: 'attention', attempts: 1, error: 'x' }])
  try {
    store.sqlite.db
      .prepare('UPDATE transmissions SET last_error = ?')
      .run('{"code":"of_tomorrow","params":{}}')
    expect((await store.outbox.ofOrder(1))[0]!.lastError).toEqual({
      code: 'outbox_told_before',
      params: { text: '{"code":"of_tomorrow","params":{}}' },
    })
  } finally {
    store.close()
  }
})
