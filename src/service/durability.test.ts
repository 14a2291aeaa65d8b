/** kill -9 at any moment loses no acknowledged order (architecture.md): a real process, really killed. */
import pino from 'pino'
import { expect, test } from 'vitest'
import { integrityProblems } from '../store/sqlite/database.ts'
import { isFolderLocked } from '../store/lock.ts'
import { Store } from '../store/store.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { startNode } from '../testing/processes.ts'
import { SHOP } from '../testing/shop.ts'
import { Service } from './service.ts'

const ROUNDS = 5
const WRITER = 'src/testing/order-writer.ts'

test(`${ROUNDS} times killed among thousands of orders: each acknowledged one is whole, none is half there`, async () => {
  const folder = temporaryFolder()
  const service = await Service.open({ folder, log: pino({ level: 'silent' }) })
  await service.catalogue.importBundle(SHOP)
  await service.close()

  const acknowledged = new Map<number, { devis: string; lines: number }>()
  for (let round = 0; round < ROUNDS; round++) {
    const writer = startNode(WRITER, [folder, String(round)])
    // Another moment each round: in the first commits, then ever later.
    await writer.until(2 + round * round * 40)
    expect(isFolderLocked(folder)).toBe(true)
    expect(await writer.kill('SIGKILL')).toBe('SIGKILL')
    expect(isFolderLocked(folder), 'the system let go of the lock').toBe(false)
    for (const line of writer.lines.slice(1)) {
      const [id, devis, lines] = line.split(' ')
      expect(acknowledged.has(Number(id))).toBe(false)
      acknowledged.set(Number(id), { devis: devis!, lines: Number(lines) })
    }

    const store = await Store.open({ folder, url: null })
    const { orders, sqlite } = store
    const { db } = sqlite
    expect(integrityProblems(db, 'integrity_check')).toEqual([])
    expect(db.pragma('foreign_key_check')).toEqual([])
    for (const [id, { devis, lines }] of acknowledged) {
      const order = await orders.byId(id)
      expect(order).toMatchObject({ reference: devis, total_ht: 2150 * lines, status: 'enregistree' })
      expect(order!.lines.map(({ body }) => (JSON.parse(body) as { label: string }).label)).toEqual(
        Array.from({ length: lines }, (_, i) => `line ${i}`),
      )
    }
    // What was written but not yet acknowledged is whole, too, with its key: a retry finds it.
    const stored = db.prepare('SELECT id, reference, total_ht FROM orders').all() as {
      id: number
      reference: string
      total_ht: number
    }[]
    expect(new Set(stored.map(({ reference }) => reference)).size).toBe(stored.length)
    const lineCounts = new Map(
      db.prepare('SELECT order_id, count(*) FROM order_lines GROUP BY order_id').raw().all() as [
        number,
        number,
      ][],
    )
    const keys = new Map(
      db.prepare('SELECT order_id, key FROM idempotency_keys').raw().all() as [number, string][],
    )
    for (const { id, reference, total_ht } of stored) {
      expect(total_ht).toBe(2150 * lineCounts.get(id)!)
      expect(keys.get(id)).toBe(reference)
    }
    expect(lineCounts.size).toBe(stored.length)
    store.close()
  }
  expect(acknowledged.size).toBeGreaterThan(ROUNDS * 40)
})
