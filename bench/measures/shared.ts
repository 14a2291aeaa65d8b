import { startPostgres, type PostgresServer } from '../../src/testing/postgres-server.ts'
import {
  ADDRESS,
  demoBundle,
  eightOptions,
  post,
  printLine,
  randomSource,
  withWorkspace,
  type Workspace,
} from '../harness/fixtures.ts'
import { fixed, whole, type Figure, type Measure, type Options } from '../harness/figures.ts'
import { LoadGenerator } from '../harness/load.ts'
import { orderCarts, orderRequests } from '../harness/order-carts.ts'
import { Program } from '../harness/program.ts'
import { compare } from '../harness/rounds.ts'
import { CONNECTIONS, throughput } from '../harness/served.ts'
import { RunningService } from '../harness/service.ts'
import { median, spread } from '../harness/statistics.ts'
import type { OrderFloorResult } from '../programs/order-floor.ts'
import type { SharedFloorTask } from '../programs/shared-floor.ts'

const SERVICES = [1, 2, 4]
const LEAST_ORDERS = 2
const LEAST_PRICES = 0.95
const REQUESTS = 500

/** One store on PostgreSQL: orders of several services of it, and prices beside those of a store in SQLite. */
export const shared: Measure = {
  name: 'shared',
  run: (options) =>
    withWorkspace(async (workspace) => {
      const server = await startPostgres()
      try {
        return [...(await orders(workspace, server, options)), await prices(workspace, server, options)]
      } finally {
        await server.stop()
      }
    }),
}

/** Durable orders a second of one, two and four services beside inserts one by one on the same server. */
async function orders(
  workspace: Workspace,
  server: PostgresServer,
  { rounds, seconds }: Options,
): Promise<Figure[]> {
  const url = await server.create()
  const { token } = workspace.store('orders', demoBundle(), url)
  const carts = orderCarts()
  const requests = orderRequests(carts, token)
  const services: RunningService[] = []
  const generators: LoadGenerator[] = []
  const floor = new Program('shared-floor')
  const bare = await server.create()
  workspace.store('bare', demoBundle(), bare)
  const task: SharedFloorTask = {
    url: bare,
    seconds,
    address: JSON.stringify(ADDRESS),
    lines: carts[0]!.lignes.map((body) => JSON.stringify(body)),
  }
  /** The same number of clients in all, spread over the services. */
  const order = async (of: number) => {
    const loads = await Promise.all(
      services
        .slice(0, of)
        .map(({ port }, i) =>
          generators[i]!.expect(201, { port, connections: CONNECTIONS / of, requests, seconds }),
        ),
    )
    return {
      perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0),
      p99: Math.max(...loads.map(({ p99 }) => p99)),
    }
  }
  try {
    for (let i = 0; i < Math.max(...SERVICES); i++) {
      services.push(await RunningService.start({ folder: `${workspace.folder}/service-${i}`, url }))
      generators.push(new LoadGenerator())
    }
    await floor.call(task)
    await order(services.length)
    const floors: number[] = []
    const measured = SERVICES.map((of) => ({ of, loads: [] as Awaited<ReturnType<typeof order>>[] }))
    for (let round = 0; round < rounds; round++) {
      floors.push((await floor.call<OrderFloorResult>(task)).perSecond)
      for (const { of, loads } of measured) loads.push(await order(of))
    }
    return measured.map(({ of, loads }) => {
      const ratios = loads.map(({ perSecond }, i) => perSecond / floors[i]!)
      const ratio = median(ratios)
      return {
        name: `print panier/validate/, 5 lines, durable, ${of === 1 ? 'one service' : `${of} services`} of a PostgreSQL store`,
        value: `${whole(median(loads.map(({ perSecond }) => perSecond)))}/s (p99 ${fixed(median(loads.map(({ p99 }) => p99)), 1)} ms)`,
        floor: `${whole(median(floors))}/s`,
        ratio,
        target: of === 1 ? `≥ ${LEAST_ORDERS}` : '',
        ok: of === 1 ? ratio >= LEAST_ORDERS : null,
        noise: `floor ${spread(floors)}, ratio ${spread(ratios)}`,
      }
    })
  } finally {
    await floor.stop()
    for (const generator of generators) await generator.stop()
    for (const service of services) await service.stop()
  }
}

/** `POST prix/` of a store in PostgreSQL beside the same in SQLite: neither asks its database. */
async function prices(workspace: Workspace, server: PostgresServer, options: Options): Promise<Figure> {
  const bundle = demoBundle()
  const products = eightOptions(bundle)
  const generator = new LoadGenerator()
  const services: RunningService[] = []
  try {
    const sides = []
    for (const [name, url] of [
      ['sqlite', undefined],
      ['postgres', await server.create()],
    ] as const) {
      const { token, ...place } = workspace.store(name, bundle, url)
      const service = await RunningService.start(place)
      services.push(service)
      const random = randomSource(2)
      const requests = Array.from({ length: REQUESTS }, (_, i) =>
        post('/0.2/print/prix/', token, printLine(products[i % products.length]!, random)),
      )
      sides.push({ port: service.port, pid: service.pid, requests, status: 200 })
    }
    const [sqlite, postgres] = sides
    const comparison = await compare(generator, sqlite!, postgres!, { ...options, connections: CONNECTIONS })
    return throughput('print prix/ of a PostgreSQL store against SQLite', comparison, LEAST_PRICES)
  } finally {
    await generator.stop()
    for (const service of services) await service.stop()
  }
}
