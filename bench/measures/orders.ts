import { join } from 'node:path'
import { ADDRESS, demoBundle } from '../harness/fixtures.ts'
import { fixed, whole, type Measure } from '../harness/figures.ts'
import { orderCarts, orderRequests } from '../harness/order-carts.ts'
import { Program } from '../harness/program.ts'
import { withScene } from '../harness/scene.ts'
import { CONNECTIONS } from '../harness/served.ts'
import { median, spread } from '../harness/statistics.ts'
import type { OrderFloorResult, OrderFloorTask } from '../programs/order-floor.ts'

const LEAST_RATIO = 1.5

/** `panier/validate/` of 5 lines, durable, against bare better-sqlite3 with one order a transaction. */
export const orders: Measure = {
  name: 'validate',
  run: ({ rounds, seconds }) =>
    withScene(demoBundle(), async ({ workspace, generator, service, token }) => {
      const carts = orderCarts()
      const load = { port: service.port, connections: CONNECTIONS, requests: orderRequests(carts, token) }
      const floor = new Program('order-floor')
      const task: OrderFloorTask = {
        folder: join(workspace.folder, 'floor'),
        seconds,
        address: JSON.stringify(ADDRESS),
        lines: carts[0]!.lignes.map((body) => JSON.stringify(body)),
      }
      await floor.call(task)
      await generator.expect(201, { ...load, seconds })
      const floors: number[] = []
      const subjects: number[] = []
      const latencies: number[] = []
      for (let round = 0; round < rounds; round++) {
        floors.push((await floor.call<OrderFloorResult>(task)).perSecond)
        const { perSecond, p99 } = await generator.expect(201, { ...load, seconds })
        subjects.push(perSecond)
        latencies.push(p99)
      }
      await floor.stop()
      const ratios = subjects.map((value, i) => value / floors[i]!)
      const ratio = median(ratios)
      return [
        {
          name: 'print panier/validate/, 5 lines, durable',
          value: `${whole(median(subjects))}/s (p99 ${fixed(median(latencies), 1)} ms)`,
          floor: `${whole(median(floors))}/s`,
          ratio,
          target: `≥ ${LEAST_RATIO}`,
          ok: ratio >= LEAST_RATIO,
          noise: `floor ${spread(floors)}, ratio ${spread(ratios)}`,
        },
      ]
    }),
}
