import { expect, onTestFinished, test } from 'vitest'
import { postgresDatabase } from '../testing/engines.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { copyStore, DOUBT_WAITING } from './copy.ts'
import { placeStored } from './fixtures/stored.ts'
import { postgresSource, postgresTarget } from './postgres/copy.ts'
import { PostgresEngine } from './postgres/engine.ts'
import { sqliteSource, sqliteTarget } from './sqlite/copy.ts'
import { openDatabase, type Sqlite } from './sqlite/database.ts'
import { lockFolder } from './lock.ts'
import { all, insert, put } from './work.ts'

/** A store that an earlier program wrote, with orders of a partner, and what is hard to carry. */
function shop(): string {
  const folder = temporaryFolder()
  placeStored('shop-of-partner', folder)
  const db = openDatabase(folder)
  db.prepare("INSERT INTO settings VALUES ('hard', ?)").run(`é😀'"\\{}, NULL \n $1 ? @x`)
  db.prepare(
    "UPDATE orders SET reference = 'a' || char(0) || 'b' WHERE id = (SELECT min(id) FROM orders)",
  ).run()
  db.prepare('INSERT INTO lead_times VALUES (9000000000000001, NULL)').run()
  db.prepare("UPDATE sqlite_sequence SET seq = seq + 10 WHERE name = 'quotes'").run()
  db.close()
  return folder
}

function everything(folder: string): Record<string, unknown[]> {
  const db: Sqlite = openDatabase(folder)
  onTestFinished(() => void db.close())
  const names = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[]
  return Object.fromEntries(
    names.map((name) => [name, db.prepare(`SELECT * FROM "${name}" ORDER BY 1, 2`).all()]),
  )
}

async function copied(from: Awaited<ReturnType<typeof postgresSource>>, to: ReturnType<typeof sqliteTarget>) {
  try {
    return await copyStore(from, to)
  } finally {
    await from.close()
    await to.close()
  }
}

test('there and back a store is the same, but for what no copy knows', async () => {
  const [folder, url, back] = [shop(), await postgresDatabase({ bare: true }), temporaryFolder()]
  const there = await copied(sqliteSource(folder), await postgresTarget(url))
  expect(there.tables.find(({ name }) => name === 'orders')!.rows).toBeGreaterThan(0)
  expect(await copied(await postgresSource(url), sqliteTarget(back))).toMatchObject({ rows: there.rows })
  const db = openDatabase(folder)
  db.exec(DOUBT_WAITING)
  db.close()
  expect(everything(back)).toEqual(everything(folder))
})

test('an order that waited is in doubt in the copy, for the original may send it', async () => {
  const [folder, url, back] = [shop(), await postgresDatabase({ bare: true }), temporaryFolder()]
  const phases = (of: string) => {
    const db = openDatabase(of)
    const found = db.prepare('SELECT phase, received, count(*) AS n FROM transmissions GROUP BY 1, 2').all()
    db.close()
    return found
  }
  const db = openDatabase(folder)
  db.exec("UPDATE transmissions SET phase = 'ready', received = 'no'")
  db.close()
  const [{ n }] = phases(folder) as [{ n: number }]
  await copied(sqliteSource(folder), await postgresTarget(url))
  const engine = new PostgresEngine(url)
  const there = await engine.read(() =>
    all('SELECT phase, received, count(*) AS n FROM transmissions GROUP BY phase, received'),
  )
  expect(there).toEqual([{ phase: 'doubtful', received: 'maybe', n }])
  await engine.write(() => put("UPDATE transmissions SET phase = 'sending', received = 'no'"))
  await engine.close()
  await copied(await postgresSource(url), sqliteTarget(back))
  expect(phases(back)).toEqual([{ phase: 'doubtful', received: 'maybe', n }])
  expect(phases(folder)).toEqual([{ phase: 'ready', received: 'no', n }])
})

test('a store that a service has is not copied, of either engine', async () => {
  const [folder, url] = [shop(), await postgresDatabase()]
  const lock = lockFolder(folder)
  expect(() => sqliteSource(folder)).toThrow(expect.objectContaining({ code: 'locked' }))
  lock.release()
  await sqliteSource(folder).close()
  const engine = new PostgresEngine(url)
  onTestFinished(() => engine.close())
  await (await postgresSource(url)).close()
  await engine.listen({ written: () => undefined, message: () => undefined, missed: () => undefined })
  await expect(postgresSource(url)).rejects.toMatchObject({ code: 'served' })
})

test('numbers go on where they were, also where the last ones are gone', async () => {
  const [folder, url] = [shop(), await postgresDatabase({ bare: true })]
  await copied(sqliteSource(folder), await postgresTarget(url))
  const db = openDatabase(folder)
  const last = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'quotes'").pluck().get() as number
  db.close()
  const engine = new PostgresEngine(url)
  onTestFinished(() => engine.close())
  const columns = ['customer_id', 'state', 'reference', 'recipient', 'note', 'address', 'valid_until']
  const quote = {
    table: 'quotes',
    columns: [...columns, 'catalogue_version', 'lines', 'indicative', 'created_at', 'updated_at'],
  }
  const id = await engine.write(() =>
    insert(quote, 1, 'draft', '', '', '', '{}', '2026-01-01', 0, '[]', 0, '2026', '2026'),
  )
  expect(id).toBe(last + 1)
})

test('a store that is not empty is refused, of either engine, and stays as it is', async () => {
  const [folder, url] = [shop(), await postgresDatabase()]
  const engine = new PostgresEngine(url)
  onTestFinished(() => engine.close())
  await engine.write(() => put("INSERT INTO settings VALUES ('a', '1')"))
  await expect(postgresTarget(url)).rejects.toMatchObject({ code: 'copy_not_empty' })
  const before = everything(folder)
  expect(() => sqliteTarget(folder)).toThrow(expect.objectContaining({ code: 'copy_not_empty' }))
  expect(everything(folder)).toEqual(before)
})

test('what arrives otherwise than it left is told, and nothing is kept', async () => {
  const url = await postgresDatabase({ bare: true })
  const [source, target] = [sqliteSource(shop()), await postgresTarget(url)]
  const lossy = {
    ...target,
    write: (table: Parameters<typeof target.write>[0], rows: Parameters<typeof target.write>[1]) =>
      target.write(table, table.name === 'order_lines' ? rows.slice(1) : rows),
  }
  await expect(copyStore(source, lossy)).rejects.toMatchObject({
    code: 'copy_differs',
    params: { table: 'order_lines' },
  })
  await source.close()
  await target.close()
  await (await postgresTarget(url)).close()
})
