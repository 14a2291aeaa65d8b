import type { Lecture, Point, Surcharge } from './shapes.ts'

/** '100:1290 500:1990' -> [[100, 1290], [500, 1990]]: prices known from the market, in cents. */
function anchors(text: string): [number, number][] {
  return text.split(' ').map((pair) => {
    const [quantity, price] = pair.split(':').map(Number)
    if (!quantity || !price) throw new Error(`not a price point: ${pair}`)
    return [quantity, price]
  })
}

/** Between two known prices, the power law that joins them: it keeps totals rising and unit prices falling. */
function interpolate(points: [number, number][], quantity: number): number {
  const exact = points.find(([q]) => q === quantity)
  if (exact) return exact[1]
  const after = points.findIndex(([q]) => q > quantity)
  const low = points[after - 1]
  const high = points[after]
  if (!low || !high) throw new Error(`quantity ${quantity} lies outside the known prices`)
  const exponent = Math.log(high[1] / low[1]) / Math.log(high[0] / low[0])
  return low[1] * Math.pow(quantity / low[0], exponent)
}

/** Prices as a price list shows them: no odd cents on small amounts, no odd euros on large ones. */
function listPrice(cents: number): number {
  const step = cents < 2_000 ? 5 : cents < 20_000 ? 10 : cents < 100_000 ? 50 : 100
  return Math.round(cents / step) * step
}

const steps = [
  1, 2, 3, 4, 5, 8, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000,
  2500, 3000, 4000, 5000, 7500, 10_000, 15_000, 20_000, 25_000, 50_000, 100_000,
]

function lotGrid(known: [number, number][], quantities: readonly number[]): Point[] {
  return quantities.map((quantite) => ({ quantite, prix: String(listPrice(interpolate(known, quantite))) }))
}

/** Share of its unit price that one piece more adds to the total at least, also where it reaches the next step. */
const leastRise = 0.25

/**
 * Price per piece (or per square metre) by step. A step never lowers the price so far that one piece more would
 * cost less in total than the piece before, which leaves room for small discounts only at large quantities.
 */
function unitGrid(known: [number, number][], quantities: readonly number[]): Point[] {
  let before = 0
  return quantities.map((quantite) => {
    const target = Math.round(interpolate(known, quantite))
    const floor = Math.ceil((before * (quantite - 1 + leastRise)) / quantite)
    before = Math.max(target, floor)
    if (before > target && known.some(([q]) => q === quantite))
      throw new Error(`${target} at ${quantite} is too deep a discount: ${before} at least`)
    return { quantite, prix: String(before) }
  })
}

/** The tariff's grid. Without a list of quantities, its points are the usual steps between the known prices. */
export function grid(lecture: Lecture, text: string, quantities?: readonly number[]): Point[] {
  const known = anchors(text)
  const first = known[0]![0]
  const last = known.at(-1)![0]
  const wanted =
    quantities ??
    [...new Set([first, ...steps.filter((q) => q > first && q < last), last])].sort((a, b) => a - b)
  return lecture === 'unitaire' ? unitGrid(known, wanted) : lotGrid(known, wanted)
}

/** '300 0.8/u 5%' -> fixe, unitaire, pourcentage; '250/m2' is per piece and square metre. '' adds nothing. */
export function surcharge(text: string): Surcharge | undefined {
  if (text === '') return undefined
  const result: Surcharge = {}
  for (const word of text.split(' ')) {
    const [, amount, unit] = /^(-?\d+(?:\.\d+)?)(%|\/u|\/m2)?$/.exec(word) ?? []
    if (amount === undefined) throw new Error(`not a surcharge: ${word}`)
    if (unit === undefined) result.fixe = amount
    else if (unit === '%') result.pourcentage = amount
    else result.unitaire = amount
    if (unit === '/m2') result.par_m2 = true
  }
  return result
}
