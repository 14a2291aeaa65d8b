/** A newer program migrates a store while an older one runs on it. */
import pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Service } from '../../service/service.ts'
import { world } from '../../testing/app.ts'
import { printCart } from '../../testing/carts.ts'
import { postgresDatabase } from '../../testing/engines.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import type { Migration } from '../sqlite/migration.ts'
import { MIGRATIONS } from '../sqlite/migrations.ts'
import { all, first, insert } from '../work.ts'
import { PostgresEngine } from './engine.ts'
import { migratePostgres } from './schema.ts'

const COLUMNS = ['orders', 'quotes', 'events', 'settings', 'people']
  .map((table) => `ALTER TABLE ${table} ADD COLUMN later TEXT;`)
  .join('\n')
const BESIDE: Migration = { name: 'more columns', sql: COLUMNS, beside: true }
const INSTEAD: Migration = { name: 'a column less', sql: 'ALTER TABLE quotes DROP COLUMN note;' }

/** What a newer program does that knows these steps besides. */
const migrate = (url: string, ...steps: Migration[]) => migratePostgres(url, [...MIGRATIONS, ...steps])

const EVENT = { table: 'events', columns: ['type', 'data', 'at'] } as const

test('one that has prepared its statements goes on where columns were added, reading and writing', async () => {
  const url = await postgresDatabase()
  const engine = new PostgresEngine(url)
  onTestFinished(() => engine.close())
  const read = () => engine.read(() => all<object>('SELECT * FROM events'))
  const snapshot = () =>
    engine.snapshot(function* () {
      yield* all('SELECT * FROM settings')
      return yield* all<object>('SELECT * FROM events')
    })
  const write = () =>
    engine.write(function* () {
      const before = yield* all<object>('SELECT * FROM events')
      yield* insert(EVENT, 'order', '', '')
      return before.length
    })
  const everything = () => Promise.all([write(), read(), snapshot(), read(), snapshot()])
  await everything()
  await migrate(url, BESIDE)
  const [written, rows, shot] = await everything()
  expect([written, rows[0], shot[0]]).toEqual([
    2,
    expect.objectContaining({ later: null }),
    expect.objectContaining({ later: null }),
  ])
})

test('a whole service goes on where a step is one that older programs may run beside', async () => {
  const url = await postgresDatabase()
  const shop = await world({ store: url })
  const token = await shop.token('Zoé', { canOrder: true })
  const order = () => shop.partner(token).post('/0.2/print/panier/validate/', printCart)
  const list = async () => (await shop.partner(token).get('/0.2/print/commande/')).json<unknown[]>().length
  expect([(await order()).statusCode, await list()]).toEqual([201, 1])
  await migrate(url, BESIDE)
  expect([(await order()).statusCode, await list()]).toEqual([201, 2])
  expect((await shop.desk.get('/api/orders')).statusCode).toBe(200)
  expect((await shop.anyone.get('/health')).statusCode).toBe(200)
})

test('a service that cannot go on with a step writes nothing more, says so, and ends', async () => {
  const url = await postgresDatabase()
  const onLost = vi.fn()
  const service = await Service.start({
    ...{ folder: temporaryFolder(), url, log: pino({ level: 'silent' }), onLost },
  })
  onTestFinished(() => service.close())
  const shop = await world({ store: url })
  const token = await shop.token('Zoé', { canOrder: true })
  await migrate(url, INSTEAD)
  const refused = await shop.partner(token).post('/0.2/print/panier/validate/', printCart)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  expect(refused.json<{ detail: string }>().detail).toContain('une version plus récente')
  expect((await shop.anyone.get('/health')).statusCode).toBe(503)
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), 3_000)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  expect((await client.query('SELECT 1 FROM orders')).rowCount).toBe(0)
})

test('who makes a store, and who migrates it by steps to run beside alone, ends nobody', async () => {
  const url = await postgresDatabase({ bare: true })
  await migrate(url, INSTEAD)
  await migrate(url, INSTEAD, BESIDE)
  const needed = async (at: string) => {
    const engine = new PostgresEngine(at)
    onTestFinished(() => engine.close())
    return engine.read(() => first("SELECT last FROM counters WHERE name = 'needed'"))
  }
  expect(await needed(url)).toBeUndefined()
  const older = await postgresDatabase()
  const again = { ...BESIDE, sql: 'ALTER TABLE orders ADD COLUMN again TEXT;' }
  await migrate(older, BESIDE, INSTEAD, again)
  expect(await needed(older)).toEqual({ last: MIGRATIONS.length + 2 })
})
