import { cart, demoBundle, displayLine, get, post, printLine, randomSource } from '../harness/fixtures.ts'
import { fixed, whole, type Measure } from '../harness/figures.ts'
import type { Request } from '../harness/load.ts'
import { withScene } from '../harness/scene.ts'
import { residentMegabytes } from '../harness/service.ts'
import { median } from '../harness/statistics.ts'

const CLIENTS = 64
const SAMPLE_MS = 500
/** The share of the time after which everything is warm. */
const WARM = 0.4
const MOST_GROWTH = 1.1
const REQUESTS = 2000

/** Everything that a customer's tools ask for at once: no failure, and no memory that grows. */
export const mixed: Measure = {
  name: 'mixed',
  run: ({ mixedSeconds }) =>
    withScene(demoBundle(), async ({ generator, service, token }) => {
      const { produits, familles } = demoBundle()
      const random = randomSource(8)
      const of = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
      const lines = (n: number, make: () => unknown) => Array.from({ length: n }, make)
      const print = () => printLine(of(produits), random)
      // One in twenty is refused by a rule or a tariff, as in life: 400 is an answer, 5xx is not.
      const kinds: readonly [weight: number, make: () => Request][] = [
        [30, () => post('/0.2/print/prix/', token, print())],
        [15, () => post('/0.2/display/prix/', token, displayLine(of(familles), random))],
        [10, () => post('/0.2/print/panier/', token, cart(lines(5, print)))],
        [
          5,
          () => {
            const family = of(familles)
            return post('/0.2/display/panier/', token, cart(lines(5, () => displayLine(family, random))))
          },
        ],
        [10, () => post('/0.2/print/panier/validate/', token, cart(lines(5, print)))],
        [5, () => post('/0.2/display/panier/validate/', token, cart([displayLine(of(familles), random)]))],
        [5, () => get('/0.2/print/produit/', token)],
        [2, () => get('/0.2/print/produit/', token, { 'Accept-Encoding': 'gzip' })],
        [5, () => get(`/0.2/print/produit/${of(produits).id}/`, token)],
        [3, () => get('/0.2/display/famille/', token)],
        [5, () => get('/0.2/print/commande/?limit=50', token)],
        [3, () => get(`/0.2/print/commande/${1 + Math.floor(random() * 100)}/`, token)],
        [1, () => post('/0.2/print/prix/', token, { produit: 'douze', quantites_multiples: [] })],
        [1, () => get('/0.2/print/produit', token)],
      ]
      const all = kinds.flatMap(([weight, make]) => lines((weight * REQUESTS) / 100, make)) as Request[]
      const requests = all
        .map((request) => ({ request, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ request }) => request)

      const samples: number[] = []
      const timer = setInterval(() => samples.push(residentMegabytes(service.pid)), SAMPLE_MS)
      const load = await generator.run({
        port: service.port,
        connections: CLIENTS,
        seconds: mixedSeconds,
        requests,
      })
      clearInterval(timer)
      const failures = Object.entries(load.statuses)
        .filter(([status]) => Number(status) >= 500 || status === '0')
        .reduce((sum, [, count]) => sum + count, 0)
      const warm = samples.slice(Math.floor(samples.length * WARM))
      const third = Math.floor(warm.length / 3)
      const [before, after] = [median(warm.slice(0, third)), median(warm.slice(-third))]
      return [
        {
          name: `mixed load, ${CLIENTS} clients, ${mixedSeconds} s`,
          value: `${whole(load.perSecond)}/s, p99 ${fixed(load.p99, 0)} ms, ${JSON.stringify(load.statuses)}`,
          target: 'no 5xx',
          ok: failures === 0,
        },
        {
          name: 'resident memory after warm-up, last third against first',
          value: `${fixed(after, 0)} MB`,
          floor: `${fixed(before, 0)} MB`,
          ratio: after / before,
          target: `≤ ${MOST_GROWTH}`,
          ok: after / before <= MOST_GROWTH,
          noise: `${fixed(Math.min(...warm), 0)} to ${fixed(Math.max(...warm), 0)} MB`,
        },
      ]
    }),
}
