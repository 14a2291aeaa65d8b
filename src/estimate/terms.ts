import type { Encoder, Row } from './encoding.ts'
import { smooth } from './likeness.ts'
import type { Place, Point } from './point.ts'
import { sectionsOf, type Pair } from './sections.ts'

/**
 * The terms of the price model  price = sum(c) × exp(factor(c)) + fees(c),  each a covariance function of two
 * configurations. The sum holds what printers add up (set-up, run, sheets, signatures, rolls), the factor what they
 * multiply by (percentages, size factors, discounts, interactions), the fees what is added when all percentages are
 * taken. Every term's variance is learnt from the answers, so that terms that a product's formula does not have fade out.
 */
export interface Terms {
  readonly count: number
  /** the part of the price that each term belongs to */
  readonly places: readonly Place[]
  /** usual variance of each term, relative to the price */
  readonly prior: Float64Array
  /** Prepares a configuration: its pilot price and what the additive terms multiply. */
  prepare(row: Row): Point
  /** Writes every term's covariance of a and b to `out`. */
  evaluate(a: Point, b: Point, out: Float64Array): void
}

/** Where price lists change their discounts: round numbers. */
const roundNumbers = [-2, -1, 0, 1, 2, 3, 4, 5].flatMap((power) =>
  [1, 1.5, 2, 2.5, 3, 4, 5, 7.5].map((digit) => digit * 10 ** power),
)

/** Round numbers that a quantity has reached: equal within a step of any staircase over round numbers. */
function stairsUpTo(amount: number): number {
  let steps = 0
  while (steps < roundNumbers.length && roundNumbers[steps]! <= amount * (1 + 1e-9)) steps++
  return steps
}

/** Places of the cost drivers that options have a share in; -1 for those that a product does not have. */
export interface DriverPlaces {
  readonly once: number
  readonly run: number
  readonly volume: number
  readonly perimeter: number
  readonly sheets: number
}

/** Names and places of what a printer's cost sheet counts. */
function driversOf(encoder: Encoder): { of: (row: Row) => number[]; places: DriverPlaces } {
  const { hasVolume, hasMass, hasPerimeter, hasPages, severalVisuals, sheetSizes } = encoder
  const first = severalVisuals ? 3 : 2
  const perimeter = first + Number(hasVolume) + Number(hasMass)
  const places: DriverPlaces = {
    once: 0,
    run: 1,
    volume: hasVolume ? first : -1,
    perimeter: hasPerimeter ? perimeter : -1,
    sheets: sheetSizes > 0 ? perimeter + Number(hasPerimeter) : -1,
  }
  const of = (row: Row): number[] => {
    const drivers = [1, row.quantity]
    if (severalVisuals) drivers.push(row.visuals - 1)
    if (hasVolume) drivers.push(row.quantity * Math.exp(row.logVolume))
    if (hasMass) drivers.push(row.quantity * Math.exp(row.logMass))
    if (hasPerimeter) drivers.push(row.quantity * row.perimeter)
    drivers.push(...row.sheets)
    if (hasPages) {
      for (const pages of [4, 8, 16, 32]) {
        const sections = Math.ceil(row.pages / pages)
        drivers.push(sections, sections * row.quantity)
      }
    }
    for (const value of row.values) drivers.push(value, value * row.quantity, value > 0 ? 1 : 0)
    return drivers
  }
  return { of, places }
}

/** Of each cost driver what a price is worth in it: a cheap one for its size, so that none is taken for too much. */
function scaleOf(counts: readonly number[], prices: readonly number[]): number {
  const ratios = counts.flatMap((count, i) => (count > 0 ? [prices[i]! / count] : []))
  ratios.sort((a, b) => a - b)
  return ratios[Math.floor(0.3 * ratios.length)] ?? 0
}

export function createTerms(
  encoder: Encoder,
  rows: readonly Row[],
  prices: readonly number[],
  pilotOf: (row: Row, quantity: number) => number,
): Terms {
  const drivers = driversOf(encoder)
  const counts = rows.map(drivers.of)
  const scale = counts[0]!.map((_, k) =>
    scaleOf(
      counts.map((row) => row[k]!),
      prices,
    ),
  )
  const areaScale = scaleOf(
    rows.map((row) => row.totalArea),
    prices,
  )
  const lowestQuantity = Math.min(...rows.map((row) => stairsUpTo(row.quantity)))
  const lowestArea = Math.min(...rows.map((row) => stairsUpTo(row.totalArea)))
  const sections = sectionsOf(encoder, rows, scale.length, areaScale)
  const declared = sections.flatMap(({ terms }) => terms)
  const pair: Pair = {
    ...{ pilots: 0, quantitySmooth: 0, volumeSmooth: 1, valuesSmooth: 1, once: 0, run: 0, volume: 0 },
    ...{ perimeter: 0, sheets: 0, shared: 0, alike: 0, quantityStairs: 0, areaStairs: 0 },
  }
  const { options, values, hasVolume, hasArea, severalVisuals } = encoder
  const { once, run, volume, perimeter, sheets } = drivers.places
  const both = (a: Point, b: Point, place: number): number =>
    place < 0 ? 0 : a.drivers[place]! * b.drivers[place]!

  /** What several sections take into account. */
  const compare = (a: Point, b: Point): void => {
    const [ra, rb] = [a.row, b.row]
    pair.pilots = a.pilot * b.pilot
    pair.quantitySmooth = smooth((ra.logQuantity - rb.logQuantity) / 1.5)
    if (hasVolume) pair.volumeSmooth = smooth((ra.logVolume - rb.logVolume) / 1.5)
    pair.once = both(a, b, once)
    pair.run = both(a, b, run)
    pair.volume = both(a, b, volume)
    pair.perimeter = both(a, b, perimeter)
    pair.sheets = both(a, b, sheets)
    let shared = 0
    let differing = 0
    let altered = 0
    for (let o = 0; o < options; o++) {
      const [la, lb] = [ra.levels[o]!, rb.levels[o]!]
      if (la !== lb) differing++
      else if (la !== 0) shared++
      if (la !== 0) altered |= 1
      if (lb !== 0) altered |= 2
    }
    pair.shared = shared
    pair.alike = altered === 3 ? 0.5 ** differing : 0
    let valuesSmooth = 1
    for (let v = 0; v < values; v++) valuesSmooth *= smooth((ra.logValues[v]! - rb.logValues[v]!) / 1.5)
    pair.valuesSmooth = valuesSmooth
    pair.quantityStairs = Math.max(0, Math.min(a.quantityStairs, b.quantityStairs))
    pair.areaStairs = Math.max(0, Math.min(a.areaStairs, b.areaStairs))
  }

  return {
    count: declared.length,
    places: declared.map(({ place }) => place),
    prior: Float64Array.from(declared, ({ sd }) => sd * sd),
    prepare: (row) => ({
      row,
      pilot: pilotOf(row, row.quantity),
      lotPilots: severalVisuals ? row.lots.map((quantity) => pilotOf(row, quantity)) : [],
      quantityStairs: stairsUpTo(row.quantity) - lowestQuantity,
      areaStairs: hasArea ? stairsUpTo(row.totalArea) - lowestArea : 0,
      drivers: Float64Array.from(drivers.of(row), (driver, k) => driver * scale[k]!),
      area: row.totalArea * areaScale,
    }),
    evaluate(a, b, out) {
      compare(a, b)
      let at = 0
      for (const section of sections) at = section.write(a, b, pair, out, at)
    },
  }
}
