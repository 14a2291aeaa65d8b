import {
  bundleOf,
  cart,
  demoBundle,
  displayLine,
  eightOptions,
  post,
  printLine,
  randomSource,
  withWorkspace,
  type WholeBundle,
} from '../harness/fixtures.ts'
import { type Measure } from '../harness/figures.ts'
import { LoadGenerator } from '../harness/load.ts'
import { compare } from '../harness/rounds.ts'
import { withScene } from '../harness/scene.ts'
import { againstFloor, CONNECTIONS, slowest, throughput } from '../harness/served.ts'
import { RunningService } from '../harness/service.ts'
import type { Produit } from '../../src/domain/print/product.ts'

const REQUESTS = 500
const LINES = 5
const LEAST_RATIO = 0.5
const MOST_P99_RATIO = 3
const MANY = 10_000
const FEW = 60

/** `many` requests, each by `make`. */
const requests = <T>(make: (i: number) => T, many = REQUESTS): T[] =>
  Array.from({ length: many }, (_, i) => make(i))

/** A product whose price every visual of one line has at its main lead time: carts are refused otherwise. */
const withoutExclusions = (bundle: WholeBundle): Produit[] => {
  const tariffs = new Map(bundle.tarifs.print.map((tariff) => [tariff.produit, tariff]))
  return bundle.produits.filter(({ id }) => {
    const tariff = tariffs.get(id)
    return tariff?.exclusions?.every(({ delai }) => delai !== tariff.delai_principal) ?? tariff !== undefined
  })
}

/** `POST prix/` of both areas over HTTP against a bare server that parses the same body. */
export const prices: Measure = {
  name: 'prix',
  run: (options) =>
    withScene(demoBundle(), async ({ generator, service, token }) => {
      const bundle = demoBundle()
      const random = randomSource(2)
      const products = eightOptions(bundle)
      const families = bundle.familles
      const print = await againstFloor(
        generator,
        service,
        requests((i) => post('/0.2/print/prix/', token, printLine(products[i % products.length]!, random))),
        options,
      )
      const display = await againstFloor(
        generator,
        service,
        requests((i) =>
          post('/0.2/display/prix/', token, displayLine(families[i % families.length]!, random)),
        ),
        options,
      )
      return [
        throughput('print prix/, 8 options', print, LEAST_RATIO),
        slowest('print prix/, 8 options', print, MOST_P99_RATIO),
        throughput('display prix/', display, LEAST_RATIO),
        slowest('display prix/', display, MOST_P99_RATIO),
      ]
    }),
}

/** `POST panier/` with 5 lines, both areas. */
export const carts: Measure = {
  name: 'panier',
  run: (options) =>
    withScene(demoBundle(), async ({ generator, service, token }) => {
      const bundle = demoBundle()
      const random = randomSource(3)
      const products = withoutExclusions(bundle).filter(({ options: all }) => all.length >= 6)
      const families = bundle.familles
      const accepted = await acceptedCarts(service.port, token, {
        print: () =>
          cart(requests(() => printLine(products[Math.floor(random() * products.length)]!, random), LINES)),
        display: () => {
          const family = families[Math.floor(random() * families.length)]!
          return cart(requests(() => displayLine(family, random), LINES))
        },
      })
      const print = await againstFloor(generator, service, accepted.print, options)
      const display = await againstFloor(generator, service, accepted.display, options)
      return [
        throughput('print panier/, 5 lines', print, LEAST_RATIO),
        slowest('print panier/, 5 lines', print, MOST_P99_RATIO),
        throughput('display panier/, 5 lines', display, LEAST_RATIO),
        slowest('display panier/, 5 lines', display, MOST_P99_RATIO),
      ]
    }),
}

/** Carts that have a price: a random line may be excluded by its tariff. */
async function acceptedCarts<Area extends 'print' | 'display'>(
  port: number,
  token: string,
  make: Readonly<Record<Area, () => unknown>>,
) {
  const found = {} as Record<Area, ReturnType<typeof post>[]>
  for (const area of Object.keys(make) as Area[]) {
    found[area] = []
    while (found[area].length < REQUESTS / 5) {
      const request = post(`/0.2/${area}/panier/`, token, make[area]())
      const { path, method, headers, body } = request
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
      })
      await answer.bytes()
      if (answer.status === 200) found[area].push(request)
    }
  }
  return found
}

/** `POST prix/` with 10,000 products in the catalogue against the same with 60. */
export const catalogueSize: Measure = {
  name: 'catalogue-size',
  run: (options) =>
    withWorkspace(async (workspace) => {
      const generator = new LoadGenerator()
      const services: RunningService[] = []
      try {
        const servers = []
        for (const size of [FEW, MANY]) {
          const bundle = bundleOf(size)
          const { folder, token } = workspace.store(`${size}`, bundle)
          const service = await RunningService.start({ folder })
          services.push(service)
          const random = randomSource(4)
          servers.push({
            port: service.port,
            pid: service.pid,
            status: 200,
            // The same kinds of line to both: copies of the first 60 products, spread over the whole catalogue.
            requests: requests((i) => {
              const kind = i % FEW
              const copies = Math.floor((size - kind - 1) / FEW_PRICED) + 1
              const at = kind + Math.floor(random() * copies) * FEW_PRICED
              return post('/0.2/print/prix/', token, printLine(bundle.produits[at]!, randomSource(i)))
            }, MANY),
          })
        }
        const [few, many] = servers
        const comparison = await compare(generator, few!, many!, { ...options, connections: CONNECTIONS })
        return [throughput('print prix/ with 10,000 products against 60', comparison, 0.9)]
      } finally {
        await generator.stop()
        for (const service of services) await service.stop()
      }
    }),
}

/** The demo bundle's products with a tariff: copies repeat after so many. */
const FEW_PRICED = demoBundle().tarifs.print.length
