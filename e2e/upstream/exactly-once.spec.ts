import { expect, it } from 'vitest'
import { exactlyOnce } from './exactly-once.ts'

// The short form of the long run: `node e2e/upstream/exactly-once.ts SEED --orders 200`.
it('every acknowledged order is once at the partner, whatever fails and whoever is killed', async () => {
  const report = await exactlyOnce({
    seed: 7,
    orders: 40,
    clients: 8,
    partners: 3,
    settle: 1000,
    services: 1,
  })
  expect(report.problems).toEqual([])
  expect(report.kills).toBeGreaterThan(0)
  expect(Object.keys(report.orderFaults).length).toBeGreaterThan(2)
}, 900_000)
