import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startPostgres, type PostgresServer } from '../../testing/postgres-server.ts'
import { watchingChanges } from '../changed.ts'
import { all, first, insert, type Insertion } from '../work.ts'
import { PostgresEngine } from './engine.ts'
import { migratePostgres } from './schema.ts'

const EVENT: Insertion = { table: 'events', columns: ['customer_id', 'type', 'data', 'at'] }

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
  return server.stop
})

/** @param patienceMs as the engine takes it, where no test waits for a server that comes back */
async function engine(patienceMs?: number): Promise<PostgresEngine> {
  const url = await server.create()
  await migratePostgres(url)
  const made = new PostgresEngine(url, patienceMs)
  onTestFinished(() => made.close())
  return made
}

const told = (made: PostgresEngine, data: string) =>
  made.write(() => insert(EVENT, null, 'order', data, '2026-01-01'))

test('a server that fails among changes: each acknowledged one is there, no number is missing, and all goes on', async () => {
  const made = await engine()
  await told(made, 'warm')
  const acknowledged: number[] = []
  const refused: unknown[] = []
  const writes: Promise<unknown>[] = []
  let n = 0
  const write = (): unknown =>
    n < 2_000 &&
    writes.push(
      told(made, `${n++}`)
        .then(
          (id) => acknowledged.push(id),
          (error: unknown) => refused.push(error),
        )
        .then(write),
    )
  for (let i = 0; i < 20; i += 1) write()
  while (acknowledged.length < 300) await new Promise(setImmediate)
  await server.crash()
  await server.start()
  while (writes.length < 2_000) await new Promise(setImmediate)
  await Promise.all(writes)
  const there = await made.read(() => all<{ id: number }>('SELECT id FROM events ORDER BY id'))
  const ids = there.map(({ id }) => id)
  expect(ids).toEqual(ids.map((_, i) => i + 1))
  const found = new Set(ids)
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  // A short outage is waited out; what nobody could tell of in time is not said to be made.
  expect(ids.length - 2).toBe(acknowledged.length + refused.length)
  expect(refused).toEqual([])
})

test('a database that is away is told in words, to who reads and to who writes, and heals by itself', async () => {
  const made = await engine(300)
  await told(made, 'before')
  await server.crash()
  try {
    await expect(made.read(() => first('SELECT 1'))).rejects.toMatchObject({
      name: 'StoreError',
      code: 'away',
    })
    const snapshot = made.snapshot(() => first('SELECT 1'))
    await expect(snapshot).rejects.toMatchObject({ name: 'StoreError', code: 'away' })
    await expect(told(made, 'lost')).rejects.toMatchObject({ name: 'StoreError', code: 'away' })
  } finally {
    await server.start()
  }
  expect(await told(made, 'after')).toBe(3)
  const rows = await made.read(() =>
    all<{ data: string }>('SELECT data FROM events WHERE id > 1 ORDER BY id'),
  )
  expect(rows.map(({ data }) => data)).toEqual(['before', 'after'])
})

test('what is read for a change waits for a database that is away for a moment; what is read alone does not', async () => {
  const made = await engine(10_000)
  await told(made, 'before')
  const count = () =>
    made.read(() => first<{ n: number }>('SELECT count(*)::int AS n FROM events')).then((row) => row?.n)
  await server.crash()
  const changing = watchingChanges(async () => [await count(), await told(made, 'after'), await count()])
  await expect(watchingChanges(count, false)).rejects.toMatchObject({ name: 'StoreError', code: 'away' })
  await expect(count()).rejects.toMatchObject({ name: 'StoreError', code: 'away' })
  await server.start()
  expect(await changing).toEqual([2, 3, 3])
})

/** A way to the server that is cut, once, as soon as the server has answered to a commit: nobody hears the answer. */
async function cutAtCommit(url: string): Promise<string> {
  let cut = false
  const proxy = createServer((client) => {
    const target = connect(Number(new URL(url).port), '127.0.0.1')
    let committing = false
    client.on('data', (data) => {
      committing = !cut && data.includes('COMMIT')
      target.write(data)
    })
    target.on('data', (data) => {
      if (!committing) client.write(data)
      else {
        cut = true
        client.destroy()
        target.destroy()
      }
    })
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return Object.assign(new URL(url), { port: String((proxy.address() as AddressInfo).port) }).href
}

/** A way to the server that can be held up: nothing goes through, and nothing is refused. */
async function heldUp(url: string): Promise<{ url: string; hold: (held: boolean) => void }> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let held = false
  const proxy = createServer((client) => {
    const target = connect(Number(new URL(url).port), '127.0.0.1')
    const pair = [client, target] as const
    pairs.add(pair)
    for (const [one, other] of [pair, [target, client] as const]) {
      one.on('error', () => undefined)
      one.on('data', (data) => other.write(data))
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
      if (held) one.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return {
    url: Object.assign(new URL(url), { port: String((proxy.address() as AddressInfo).port) }).href,
    hold(now) {
      held = now
      for (const socket of [...pairs].flat())
        if (now) socket.pause()
        else socket.resume()
    },
  }
}

test('a database that is silent is away, to who reads and to who writes, within one patience, and heals by itself', async () => {
  const url = await server.create()
  await migratePostgres(url)
  const line = await heldUp(url)
  const patience = 1000
  const made = new PostgresEngine(line.url, patience)
  onTestFinished(() => made.close())
  await told(made, 'before')
  await made.read(() => first('SELECT 1'))
  line.hold(true)
  const away = { name: 'StoreError', code: 'away' }
  const asked = () => [
    made.read(() => first('SELECT 1')),
    made.snapshot(() => first('SELECT 1')),
    told(made, 'lost'),
    made.tell('{}'),
  ]
  const all503 = async () => {
    const from = performance.now()
    await Promise.all(asked().map((one) => expect(one).rejects.toMatchObject(away)))
    return performance.now() - from
  }
  const [first503, second503] = [await all503(), await all503()]
  // One after the other they would take as long as this together at least.
  expect(first503).toBeLessThan(4 * patience)
  // By then it is known.
  expect(second503).toBeLessThan(first503)
  line.hold(false)
  expect(await told(made, 'after')).toBe(3)
  expect(await made.read(() => all('SELECT data FROM events WHERE id > 1 ORDER BY id'))).toEqual([
    { data: 'before' },
    { data: 'after' },
  ])
})

test('what takes longer than a silent database is waited for is no silence', async () => {
  const made = await engine(400)
  const sleeping = 'SELECT pg_sleep(0.7)::text AS slept'
  const slow = [
    made.read(() => first<{ slept: string }>(sleeping)),
    made.write(() => first<{ slept: string }>(sleeping)),
  ]
  expect(await Promise.all(slow)).toEqual([{ slept: '' }, { slept: '' }])
})

test('a server that fails while several statements are read is told to who reads, and ends nothing', async () => {
  const made = await engine()
  const reading = made.snapshot(function* () {
    yield* first('SELECT 1')
    yield* first('SELECT pg_sleep(30)')
  })
  const outcome = expect(reading).rejects.toMatchObject({ name: 'StoreError', code: 'away' })
  const sleeping = () =>
    made.read(() =>
      first("SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(30)%' AND pid <> pg_backend_pid()"),
    )
  while ((await sleeping()) === undefined);
  await server.crash()
  await outcome
  await server.start()
  expect(await told(made, 'after')).toBe(2)
})

test('a commit whose answer is lost is looked up: what was made is acknowledged, and not made again', async () => {
  const url = await server.create()
  await migratePostgres(url)
  const made = new PostgresEngine(await cutAtCommit(url))
  onTestFinished(() => made.close())
  expect(await Promise.all([told(made, 'a'), told(made, 'b')])).toEqual([2, 3])
  expect(await told(made, 'c')).toBe(4)
  const rows = await made.read(() =>
    all<{ data: string }>('SELECT data FROM events WHERE id > 1 ORDER BY id'),
  )
  expect(rows.map(({ data }) => data)).toEqual(['a', 'b', 'c'])
})

/** A way to the server on which the first commit never arrives; it is shut then until it is opened. */
async function lostCommit(
  url: string,
): Promise<{ url: string; lost: Promise<unknown>; open: (now: unknown) => void }> {
  const pairs: Socket[] = []
  const [{ promise: lost, resolve: isLost }, { promise: opened, resolve: open }] = [
    Promise.withResolvers<unknown>(),
    Promise.withResolvers<unknown>(),
  ]
  let commits = 0
  const proxy = createServer((client) => {
    const reached = (commits > 0 ? opened : Promise.resolve<unknown>(null)).then(() => {
      const target = connect(Number(new URL(url).port), '127.0.0.1')
      pairs.push(client, target)
      target.on('error', () => undefined)
      target.on('data', (data) => client.write(data))
      target.on('close', () => client.destroy())
      client.on('close', () => target.destroy())
      return target
    })
    client.on('error', () => undefined)
    client.on('data', (data) => {
      if (data.includes('COMMIT') && commits++ === 0) isLost(true)
      else void reached.then((target) => target.write(data))
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    for (const socket of pairs) socket.destroy()
    proxy.close()
  })
  const port = String((proxy.address() as AddressInfo).port)
  return { url: Object.assign(new URL(url), { port }).href, lost, open }
}

test('a commit that a crash undid is not taken for another’s that bears its number since', async () => {
  const url = await server.create()
  await migratePostgres(url)
  const line = await lostCommit(url)
  const made = new PostgresEngine(line.url, 30_000)
  onTestFinished(() => made.close())
  const acknowledged = told(made, 'lost')
  await line.lost
  await server.crash()
  await server.start()
  const other = new PostgresEngine(url)
  onTestFinished(() => other.close())
  // More than the numbers that the crash took back.
  for (let i = 0; i < 40; i += 1) await told(other, 'other')
  line.open(true)
  const id = await acknowledged
  const rows = await other.read(() => all("SELECT id FROM events WHERE data = 'lost'"))
  expect(rows).toEqual([{ id }])
})

test('a commit that the server refuses at the last moment is not acknowledged, and takes no number', async () => {
  const made = await engine(300)
  await told(made, 'warm')
  const cutter = new pg.Client({ connectionString: await addressOf(made) })
  await cutter.connect()
  try {
    await cutter.query(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'`)
    await cutter.query(`CREATE CONSTRAINT TRIGGER cut_at_commit AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.data = 'cut') EXECUTE FUNCTION cut()`)
    await expect(told(made, 'cut')).rejects.toMatchObject({ name: 'StoreError', code: 'away' })
    expect(await told(made, 'next')).toBe(3)
  } finally {
    await cutter.end()
  }
})

async function addressOf(made: PostgresEngine): Promise<string> {
  const row = await made.read(() => first<{ name: string }>('SELECT current_database() AS name'))
  return server.url(row!.name)
}
