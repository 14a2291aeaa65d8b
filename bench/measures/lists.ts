import { bundleOf, get } from '../harness/fixtures.ts'
import { whole, type Figure, type Measure } from '../harness/figures.ts'
import { FloorServer } from '../harness/floor.ts'
import { compare } from '../harness/rounds.ts'
import { withScene } from '../harness/scene.ts'
import { CONNECTIONS, throughput } from '../harness/served.ts'

const LEAST_RATIO = 0.8
const PATH = '/0.2/print/produit/'

/** `GET produit/` of 200 and of 10,000 products against a server that writes the same bytes, and 304. */
export const lists: Measure = {
  name: 'produit',
  async run(options) {
    const figures: Figure[] = []
    for (const [products, connections] of [
      [200, CONNECTIONS],
      [10_000, 4],
    ] as const) {
      figures.push(
        ...(await withScene(bundleOf(products), async ({ generator, service, token }) => {
          const url = `http://127.0.0.1:${service.port}${PATH}`
          const answer = await fetch(url, {
            headers: { Authorization: `Token ${token}`, 'Accept-Encoding': 'identity' },
          })
          const body = await answer.bytes()
          const etag = answer.headers.get('etag')!
          const floor = await FloorServer.start({ status: 200, body, etag })
          const against = (status: number, headers: Record<string, string>) => {
            const requests = [get(PATH, token, headers)]
            const of = ({ port, pid }: { port: number; pid: number }) => ({ port, pid, requests, status })
            return compare(generator, of(floor), of(service), { ...options, connections })
          }
          try {
            const whole200 = await against(200, {})
            const unchanged = await against(304, { 'If-None-Match': etag })
            const size = `${whole(products)} products`
            return [
              throughput(`produit/, ${size} (${whole(body.length / 1024)} KiB)`, whole200, LEAST_RATIO),
              { ...throughput(`produit/, ${size}, 304`, unchanged, 0), target: 'answered', ok: true },
            ]
          } finally {
            await floor.stop()
          }
        })),
      )
    }
    return figures
  },
}
