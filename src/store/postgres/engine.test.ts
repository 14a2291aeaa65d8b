import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { postgresDatabase } from '../../testing/engines.ts'
import { all, change, first, insert, put, type Insertion } from '../work.ts'
import { PostgresEngine } from './engine.ts'

const EVENT: Insertion = { table: 'events', columns: ['customer_id', 'type', 'data', 'at'] }
const CUSTOMER: Insertion = { table: 'customers', columns: ['name', 'can_order', 'discount', 'created_at'] }
const TOKEN: Insertion = { table: 'tokens', columns: ['customer_id', 'hash', 'created_at'] }
const told = (data: string) =>
  function* () {
    return yield* insert(EVENT, null, 'order', data, '2026-01-01')
  }

function engineAt(url: string): PostgresEngine {
  const engine = new PostgresEngine(url)
  onTestFinished(() => engine.close())
  return engine
}

const eventsOf = (engine: PostgresEngine) =>
  engine.read(() => all<{ id: number; data: string }>('SELECT id, data FROM events WHERE id > 1 ORDER BY id'))

test('changes that arrive together are made in their order, in one transaction, with numbers without a gap', async () => {
  const engine = engineAt(await postgresDatabase())
  const ids = await Promise.all(Array.from({ length: 50 }, (_, i) => engine.write(told(`${i}`))))
  expect(ids).toEqual(Array.from({ length: 50 }, (_, i) => i + 2))
  const transactions = await engine.read(() =>
    all<{ xmin: string }>('SELECT DISTINCT xmin::text FROM events WHERE id > 1'),
  )
  expect(transactions).toHaveLength(1)
})

test('a change that fails takes none of the others with it, and no number', async () => {
  const engine = engineAt(await postgresDatabase())
  const refused = engine.write(function* () {
    yield* insert(EVENT, null, 'order', 'refused', '2026-01-01')
    throw new Error('refused')
  })
  const broken = engine.write(function* () {
    yield* put('INSERT INTO catalogue (id, version) VALUES (2, 1)')
  })
  const results = await Promise.allSettled([
    engine.write(told('a')),
    refused,
    engine.write(told('b')),
    broken,
    engine.write(told('c')),
  ])
  expect(results.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  ])
  expect(results[1]).toMatchObject({ reason: { message: 'refused' } })
  expect(await eventsOf(engine)).toEqual([
    { id: 2, data: 'a' },
    { id: 3, data: 'b' },
    { id: 4, data: 'c' },
  ])
})

test('two processes that write at once never give a number twice, and each sees what the other did', async () => {
  const url = await postgresDatabase()
  const engines = [engineAt(url), engineAt(url), engineAt(url)]
  const added = engines.flatMap((engine) =>
    Array.from({ length: 40 }, () =>
      engine.write(function* () {
        const before = yield* first<{ n: number }>('SELECT count(*) AS n FROM events')
        return [before!.n, yield* insert(EVENT, null, 'order', '', '')]
      }),
    ),
  )
  const pairs = await Promise.all(added)
  // Whoever was n-th to write saw n rows: changes are made one after the other.
  for (const [before, id] of pairs) expect(id).toBe(before! + 1)
  expect(new Set(pairs.map(([, id]) => id)).size).toBe(120)
})

test('what is read in one snapshot is of one state, whatever is written meanwhile', async () => {
  const url = await postgresDatabase()
  const [reader, writer] = [engineAt(url), engineAt(url)]
  const counts = await reader.snapshot(function* () {
    const before = yield* first<{ n: number }>('SELECT count(*) AS n FROM events')
    written ??= writer.write(told('meanwhile'))
    yield* first('SELECT pg_sleep(0.3)')
    const after = yield* first<{ n: number }>('SELECT count(*) AS n FROM events')
    return [before!.n, after!.n]
  })
  await written
  expect(counts).toEqual([1, 1])
  expect(await eventsOf(reader)).toHaveLength(1)
})
let written: Promise<number> | undefined

test('several statements in a plain read are refused: they would not be of one state', async () => {
  const engine = engineAt(await postgresDatabase())
  const reading = engine.read(function* () {
    yield* first('SELECT 1')
    yield* first('SELECT 2')
  })
  await expect(reading).rejects.toThrow('one snapshot')
})

test('numbers, bytes, nothing and every character come back as they were written', async () => {
  const engine = engineAt(await postgresDatabase())
  const text = `é😀'"\\?@name $1 {"a":1} \n\t`
  await engine.write(function* () {
    yield* put('INSERT INTO settings (key, value) VALUES (@name, @text)', { text, name: 'a?' })
    yield* put('INSERT INTO lead_times (id, days) VALUES (?, ?)', Number.MAX_SAFE_INTEGER, null)
    yield* put("INSERT INTO settings (key, value) VALUES ('nul', ?)", 'a\0b')
  })
  expect(await engine.read(() => first("SELECT value FROM settings WHERE key = 'a?'"))).toEqual({
    value: text,
  })
  expect(await engine.read(() => first('SELECT * FROM lead_times'))).toEqual({
    id: Number.MAX_SAFE_INTEGER,
    days: null,
  })
  expect(await engine.read(() => first("SELECT value FROM settings WHERE key = 'nul'"))).toEqual({
    value: 'a\0b',
  })
})

test('so do they in new rows, which are written many at once', async () => {
  const engine = engineAt(await postgresDatabase())
  const texts = [`é😀'"\\?@name $1 {"a":1} \n\t`, 'a\0b', '', '\u2028']
  await engine.write(function* () {
    for (const text of [...texts, 'half \ud83d a pair']) yield* insert(EVENT, null, 'order', text, 'now')
    yield* insert(CUSTOMER, 'C', 1, '5.25', 'now')
    const hash = Uint8Array.of(0, 1, 92, 255)
    yield* insert(TOKEN, 1, hash, 'now')
  })
  const written = await engine.read(() =>
    all<{ customer: number | null; data: string }>(
      'SELECT customer_id AS customer, data FROM events WHERE id > 1 ORDER BY id',
    ),
  )
  expect(written).toEqual([...texts, 'half \ufffd a pair'].map((data) => ({ customer: null, data })))
  expect(await engine.read(() => first('SELECT hash FROM tokens'))).toEqual({
    hash: Buffer.from([0, 1, 92, 255]),
  })
})

test('a row that is refused after others were sent leaves nothing of its change, and its reason is told', async () => {
  const engine = engineAt(await postgresDatabase())
  const refused = engine.write(function* () {
    yield* insert(CUSTOMER, 'C', 1, '0', 'now')
    yield* insert(TOKEN, 9, Uint8Array.of(1), 'now')
  })
  const taken = engine.write(told('after'))
  await expect(refused).rejects.toMatchObject({ code: '23503' })
  expect(await taken).toBe(2)
  expect(await engine.read(() => first('SELECT 1 FROM customers'))).toBeUndefined()
})

test('a process that stands still in the middle of a change loses it, and the others go on', async () => {
  const url = await postgresDatabase()
  const frozen = new pg.Client({ connectionString: url, idle_in_transaction_session_timeout: 300 })
  frozen.on('error', () => undefined)
  await frozen.connect()
  await frozen.query('BEGIN')
  await frozen.query('SELECT pg_advisory_xact_lock(1131443314)')
  await frozen.query("INSERT INTO settings VALUES ('frozen', '1')")
  const engine = engineAt(url)
  expect(await engine.write(told('after'))).toBe(2)
  await expect(frozen.query('COMMIT')).rejects.toThrow()
  expect(await engine.read(() => first('SELECT 1 FROM settings'))).toBeUndefined()
})

test('how many rows changed is told', async () => {
  const engine = engineAt(await postgresDatabase())
  await engine.write(told('x'))
  const changed = await engine.write(function* () {
    return [
      yield* change("UPDATE events SET data = 'y' WHERE id > 1"),
      yield* change('DELETE FROM events WHERE id > 99'),
    ]
  })
  expect(changed).toEqual([1, 0])
})

test('once it is closed nothing is read or written, and whoever asks is told why', async () => {
  const engine = engineAt(await postgresDatabase())
  await engine.close()
  await expect(eventsOf(engine)).rejects.toMatchObject({ code: 'closed' })
  await expect(engine.write(told('a'))).rejects.toMatchObject({ code: 'closed' })
})
