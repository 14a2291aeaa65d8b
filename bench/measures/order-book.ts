import { join } from 'node:path'
import { DEMO_BUNDLE, get, withWorkspace } from '../harness/fixtures.ts'
import { fixed, whole, type Figure, type Measure } from '../harness/figures.ts'
import { LoadGenerator } from '../harness/load.ts'
import { residentMegabytes, RunningService } from '../harness/service.ts'
import { median, spread } from '../harness/statistics.ts'
import { timed } from '../harness/timed.ts'

const FILL = join(import.meta.dirname, '..', 'programs', 'fill-orders.ts')
const PATH = '/0.2/print/commande/'
const LIMIT = 50
const PAGES = 40
const REQUESTS = 1000
const MOST_MS = 3
const SAMPLE_MS = 100
/** What a list of any length may hold at once. */
const MOST_GROWTH_MEGABYTES = 60

/** One customer's pages, and his whole list, in a store of many orders of which half are his. */
export const orderBook: Measure = {
  name: 'order-book',
  run: ({ orders, rounds }) =>
    withWorkspace(async (workspace) => {
      const { folder, token } = workspace.store('orders', DEMO_BUNDLE)
      await timed([FILL, folder, String(orders)])
      const service = await RunningService.start({ folder })
      const generator = new LoadGenerator()
      try {
        const page = (offset: number) => get(`${PATH}?limit=${LIMIT}&offset=${offset}`, token)
        const load = { port: service.port, connections: 1, seconds: 60 }
        const measure = async (name: string, offsets: readonly number[], judged: boolean) => {
          const requests = offsets.map(page)
          await generator.expect(200, { ...load, requests, count: REQUESTS })
          const slowest: number[] = []
          const middle: number[] = []
          for (let round = 0; round < rounds; round++) {
            const { p50, p99 } = await generator.expect(200, { ...load, requests, count: REQUESTS })
            slowest.push(p99)
            middle.push(p50)
          }
          const value = median(slowest)
          return {
            name,
            value: `${fixed(value)} ms p99 (median ${fixed(median(middle))})`,
            target: `≤ ${MOST_MS} ms p99`,
            ok: judged ? value <= MOST_MS : null,
            noise: spread(slowest),
          }
        }
        const his = Math.ceil(orders / 2)
        const first = Array.from({ length: PAGES }, (_, i) => i * LIMIT)
        const anywhere = first.map((_, i) => Math.floor((i * his) / PAGES))
        return [
          await measure(`commande/?limit=${LIMIT}, ${whole(orders)} orders, first page`, [0], true),
          await measure(`the first ${PAGES} pages`, first, true),
          await measure('pages anywhere in his list', anywhere, false),
          await streaming(service, token, his),
        ]
      } finally {
        await generator.stop()
        await service.stop()
      }
    }),
}

/** Reads the whole list as it is written and watches the service's memory. */
async function streaming(service: RunningService, token: string, orders: number): Promise<Figure> {
  const { headers } = get(PATH, token)
  // A first reading warms up: what is compared is a second one against what was held before it.
  await readAll(service.port, headers)
  const before = residentMegabytes(service.pid)
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(service.pid))
  }, SAMPLE_MS)
  const start = performance.now()
  const bytes = await readAll(service.port, headers)
  const seconds = (performance.now() - start) / 1000
  clearInterval(timer)
  return {
    name: `his whole list, ${whole(orders)} orders, ${whole(bytes / 1024 / 1024)} MiB in ${fixed(seconds, 1)} s`,
    value: `${fixed(peak - before, 0)} MB above ${fixed(before, 0)} MB`,
    target: `flat (≤ ${MOST_GROWTH_MEGABYTES} MB)`,
    ok: peak - before <= MOST_GROWTH_MEGABYTES,
  }
}

async function readAll(port: number, headers?: Readonly<Record<string, string>>): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers })
  let bytes = 0
  for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length
  return bytes
}
