import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { postgresDatabase } from '../../testing/engines.ts'
import type { Claim } from '../claims.ts'
import { connectionTo } from './connection.ts'
import { PostgresEngine } from './engine.ts'
import { Leases, type LeaseTimes } from './leases.ts'
import { waited } from '../../testing/wait.ts'

const TIMES: LeaseTimes = { leaseMs: 600, renewMs: 100, marginMs: 150 }

/** A process's claim to `name`, with what became of it. */
function claimant(url: string, name = 'partner:1') {
  const pool = new pg.Pool(connectionTo(url))
  pool.on('error', () => undefined)
  const told: string[] = []
  const state: { claim: Claim | null } = { claim: null }
  const release = new Leases(pool, TIMES).claim(name, {
    taken: (claim) => {
      told.push('taken')
      state.claim = claim
    },
    lost: () => told.push('lost'),
  })
  onTestFinished(async () => {
    await release()
    await pool.end()
  })
  return { told, state, release, pool }
}

function engineAt(url: string): PostgresEngine {
  const engine = new PostgresEngine(url)
  onTestFinished(() => engine.close())
  return engine
}

test('one of several has it; given back, the next has it at once', async () => {
  const url = await postgresDatabase()
  const engine = engineAt(url)
  const all = [claimant(url), claimant(url), claimant(url)]
  await waited(() => expect(all.filter(({ told }) => told.length > 0)).toHaveLength(1))
  const holder = all.find(({ told }) => told.length > 0)!
  expect(holder.state.claim!.holds()).toBe(true)
  expect(await engine.write(() => holder.state.claim!.stands())).toBe(true)
  await holder.release()
  expect(holder.state.claim!.holds()).toBe(false)
  expect(await engine.write(() => holder.state.claim!.stands())).toBe(false)
  const others = all.filter((one) => one !== holder)
  await waited(() => expect(others.filter(({ told }) => told.length > 0)).toHaveLength(1))
})

test('what is attempted is had, or is another’s; given back it is free', async () => {
  const url = await postgresDatabase()
  const pool = new pg.Pool(connectionTo(url))
  pool.on('error', () => undefined)
  onTestFinished(() => pool.end())
  const [here, there] = [new Leases(pool, TIMES), new Leases(pool, TIMES)]
  const giveBack = await here.attempt('sync:1')
  expect(giveBack).not.toBeNull()
  expect(await there.attempt('sync:1')).toBeNull()
  await giveBack!()
  const again = await there.attempt('sync:1')
  expect(again).not.toBeNull()
  await again!()
})

test('claims of other names are nobody’s business', async () => {
  const url = await postgresDatabase()
  const both = [claimant(url, 'a'), claimant(url, 'b')]
  await waited(() => expect(both.map(({ told }) => told)).toEqual([['taken'], ['taken']]))
})

test('a holder that is cut off stops by its own clock before another has it, and writes nothing under it', async () => {
  const url = await postgresDatabase()
  const engine = engineAt(url)
  const holder = claimant(url)
  await waited(() => expect(holder.told).toEqual(['taken']))
  const { claim } = holder.state
  // Cut off: whatever it asks fails, as with a line that is down.
  const asked = vi
    .spyOn(holder.pool, 'query')
    .mockImplementation(() => Promise.reject(new Error('down')) as never)
  const next = claimant(url)
  let overlapped = false
  await vi.waitFor(() => {
    overlapped ||= next.told.length > 0 && claim!.holds()
    expect(next.told).toEqual(['taken'])
  }, 5_000)
  expect(overlapped).toBe(false)
  expect(claim!.holds()).toBe(false)
  expect(holder.told).toEqual(['taken', 'lost'])
  expect(await engine.write(() => claim!.stands())).toBe(false)
  expect(await engine.write(() => next.state.claim!.stands())).toBe(true)
  asked.mockRestore()
})

test('a holder that stood still for longer than the lease finds it lapsed, and what it held before is not held again', async () => {
  const url = await postgresDatabase()
  const holder = claimant(url)
  await waited(() => expect(holder.told).toEqual(['taken']))
  const { claim } = holder.state
  // As after SIGSTOP: nothing of this process ran, and no other took it meanwhile.
  const until = performance.now() + TIMES.leaseMs + 100
  while (performance.now() < until);
  expect(claim!.holds()).toBe(false)
  await waited(() => expect(holder.told).toEqual(['taken', 'lost', 'taken']))
  expect(claim!.holds()).toBe(false)
  expect(holder.state.claim!.holds()).toBe(true)
})
