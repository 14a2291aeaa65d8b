import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { postgresDatabase } from '../../testing/engines.ts'
import type { Counts } from '../engine.ts'
import { first, insert, put } from '../work.ts'
import { PostgresEngine } from './engine.ts'
import { Listener } from './listener.ts'
import { waited } from '../../testing/wait.ts'

async function listening(url: string) {
  const engine = engineAt(url)
  const counts: Counts[] = []
  const messages: string[] = []
  const missed = vi.fn()
  await engine.listen({
    written: () => void engine.counts().then((found) => counts.push(found)),
    message: (text) => messages.push(text),
    missed,
  })
  counts.push(await engine.counts())
  return { listener: engine, counts, messages, missed }
}

function engineAt(url: string): PostgresEngine {
  const engine = new PostgresEngine(url)
  onTestFinished(() => engine.close())
  return engine
}

const setting = (engine: PostgresEngine, value: string) =>
  engine.write(() => put("INSERT INTO settings VALUES ('a', ?)", value))

test('what one process writes of what all hold in memory is told to the others; an event by itself too', async () => {
  const url = await postgresDatabase()
  const engine = engineAt(url)
  const { counts } = await listening(url)
  expect(counts).toEqual([{ images: 0, events: 1 }])
  await setting(engine, '1')
  await waited(() => expect(counts.at(-1)).toEqual({ images: 1, events: 1 }))
  await engine.write(() =>
    insert({ table: 'events', columns: ['customer_id', 'type', 'data', 'at'] }, null, 'order', '{}', ''),
  )
  await waited(() => expect(counts.at(-1)).toEqual({ images: 1, events: 2 }))
})

test.each([
  ['settings', "INSERT INTO settings VALUES ('a', '1')"],
  ['sources', "UPDATE sources SET name = 'other'"],
  [
    'customers',
    "INSERT INTO customers (id, name, can_order, discount, created_at) VALUES (1, 'a', 1, '0', '2026')",
  ],
  ['catalogue', 'UPDATE catalogue SET version = 2'],
  ['lead_times', 'INSERT INTO lead_times VALUES (1, 2)'],
  ['people', "INSERT INTO people VALUES (1, 'a', 'a', 'vendeur', 'x', '2026')"],
])('whatever writes %s by hand is noticed', async (_table, sql) => {
  const url = await postgresDatabase()
  const { counts } = await listening(url)
  await engineAt(url).write(() => put(sql))
  await waited(() => expect(counts.at(-1)).toMatchObject({ images: 1 }))
})

test('what is only noted in passing is no change of what is held in memory', async () => {
  const url = await postgresDatabase()
  const engine = engineAt(url)
  await engine.write(function* () {
    yield* put(
      "INSERT INTO customers (id, name, can_order, discount, created_at) VALUES (1, 'a', 1, '0', '2026')",
    )
    yield* put('INSERT INTO tokens VALUES (1, 1, ?, ?)', new Uint8Array([1]), '2026')
    yield* put("INSERT INTO people VALUES (1, 'a', 'a', 'vendeur', 'x', '2026')")
    yield* put("INSERT INTO sessions VALUES (1, 'x', 1, '2026', '2026')")
  })
  const { images } = await engine.counts()
  await engine.write(function* () {
    yield* put("UPDATE tokens SET last_used_at = '2027'")
    yield* put("UPDATE sessions SET used_at = '2027'")
    yield* put("UPDATE people SET last_sign_in_at = '2027'")
  })
  expect((await engine.counts()).images).toBe(images)
})

test('a line that is lost is made anew, and who listens is told that he may have missed something', async () => {
  const url = await postgresDatabase()
  const { messages, missed, listener } = await listening(url)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%LISTEN%' AND pid <> pg_backend_pid()",
  )
  await vi.waitFor(async () => {
    await listener.tell('{"a":"é"}')
    expect(messages).toContain('{"a":"é"}')
  }, 5_000)
  expect(missed).toHaveBeenCalledOnce()
})

test('a line that cannot be made is tried again once a second, however long that lasts', async () => {
  let connections = 0
  const dead = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(dead, 'listening')
  onTestFinished(() => void dead.close())
  const { port } = dead.address() as AddressInfo
  const heard = { written: () => undefined, message: () => undefined, missed: () => undefined }
  const listener = new Listener(`postgres://a@127.0.0.1:${port}/b`, heard)
  onTestFinished(() => listener.end())
  const startedAt = performance.now()
  await expect(listener.begin()).rejects.toThrow()
  await vi.waitFor(() => expect(connections).toBeGreaterThanOrEqual(4), 20_000)
  expect(connections).toBe(4)
  expect(performance.now() - startedAt).toBeGreaterThan(2_900)
})

test('what is told right before the end is heard: of a command, that its sync has ended', async () => {
  const url = await postgresDatabase()
  const { messages } = await listening(url)
  const command = new PostgresEngine(url)
  await command.read(() => first('SELECT 1'))
  const told = [command.tell('{"a":1}'), command.tell('{"a":2}')]
  await command.close()
  await Promise.all(told)
  await vi.waitFor(() => expect(messages.toSorted()).toEqual(['{"a":1}', '{"a":2}']), 5_000)
})

test('a message that PostgreSQL would not carry is refused', async () => {
  const { listener } = await listening(await postgresDatabase())
  await expect(listener.tell('é'.repeat(4_000))).rejects.toThrow(RangeError)
})
