import { cart, demoBundle, post, printLine, randomSource } from './fixtures.ts'
import type { Request } from './load.ts'

const LINES = 5
const CARTS = 50

/** What `panier/validate/` is measured with: carts of 5 lines that no exclusion of the demo bundle refuses. */
export function orderCarts(): ReturnType<typeof cart>[] {
  const products = demoBundle().produits.filter(({ options, nombre_visuels_min: min }) => {
    return options.length === 5 && options.every(({ type }) => type === 'variante') && min === 1
  })
  const random = randomSource(5)
  // The first variants and the proof left out.
  const line = (i: number) => {
    const product = products[i % products.length]!
    return {
      ...printLine(product, random),
      variantes: product.options.map(({ variantes }) => variantes[0]!.id),
    }
  }
  return Array.from({ length: CARTS }, (_, i) =>
    cart(Array.from({ length: LINES }, (_, n) => line(i * LINES + n))),
  )
}

/** An order of each cart. */
export const orderRequests = (carts: readonly unknown[], token: string): Request[] =>
  carts.map((body) => post('/0.2/print/panier/validate/', token, body))
