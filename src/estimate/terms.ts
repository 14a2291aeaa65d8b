import type { Encoder, Row } from './encoding.ts'

/**
 * The terms of the price model  price = sum(c) × exp(factor(c)),  each a covariance function of two
 * configurations. The sum holds what printers add up (set-up, run, fees by option, sheets and signatures), the
 * factor what they multiply by (percentages, size factors, discounts, interactions). Every term's variance is
 * learnt from the answers, so that terms that a product's formula does not have fade out.
 */
export interface Terms {
  readonly count: number
  /** 1 where the term belongs to the sum, 0 where it belongs to the factor */
  readonly inSum: Uint8Array
  /** usual variance of each term, relative to the price */
  readonly prior: Float64Array
  /** Prepares a configuration: its pilot price and what the additive terms multiply. */
  prepare(row: Row): Point
  /** Writes every term's covariance of a and b to `out`. */
  evaluate(a: Point, b: Point, out: Float64Array): void
}

export interface Point {
  readonly row: Row
  /** pilot price: a power law in quantity and free values, which sets the scale of additive terms */
  readonly pilot: number
  /** pilot price of each visual as a lot of its own */
  readonly lotPilots: readonly number[]
  /** quantities that costs are proportional to, scaled to the size of a price */
  readonly drivers: Float64Array
  /** steps of quantity and of total area that the configuration is on */
  readonly quantityStairs: number
  readonly areaStairs: number
}

/** Matérn 5/2: smooth curves. `r` is the distance over the length scale. */
function smooth(r: number): number {
  const s = 2.23606797749979 * Math.abs(r)
  return (1 + s + (s * s) / 3) * Math.exp(-s)
}

/** Matérn 1/2: continuous but free to bend and to jump between neighbours, as discount staircases do. */
const rough = (r: number): number => Math.exp(-Math.abs(r))

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

/** Cost drivers of one configuration, unscaled: what a printer's cost sheet counts. */
function rawDrivers(encoder: Encoder, row: Row): number[] {
  const drivers = [1, row.quantity]
  if (encoder.severalVisuals) drivers.push(row.visuals - 1)
  if (encoder.hasVolume) drivers.push(row.quantity * Math.exp(row.logVolume))
  if (encoder.hasMass) drivers.push(row.quantity * Math.exp(row.logMass))
  if (encoder.hasPerimeter) drivers.push(row.quantity * row.perimeter)
  drivers.push(...row.sheets)
  if (encoder.hasPages) {
    for (const pages of [4, 8, 16, 32]) {
      const sections = Math.ceil(row.pages / pages)
      drivers.push(sections, sections * row.quantity)
    }
  }
  for (let v = 0; v < row.values.length; v++) drivers.push(row.values[v]!, row.values[v]! * row.quantity)
  return drivers
}

const quantile = (sorted: readonly number[], p: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))]!

export function createTerms(
  encoder: Encoder,
  rows: readonly Row[],
  prices: readonly number[],
  pilotOf: (row: Row, quantity: number) => number,
): Terms {
  const driverRows = rows.map((row) => rawDrivers(encoder, row))
  const driverCount = driverRows[0]!.length
  const scale = Array.from({ length: driverCount }, (_, k) => {
    const ratios = driverRows.flatMap((drivers, i) => (drivers[k]! > 0 ? [prices[i]! / drivers[k]!] : []))
    return ratios.length === 0
      ? 0
      : quantile(
          ratios.sort((a, b) => a - b),
          0.3,
        )
  })
  const sheetDriver =
    encoder.sheetSizes > 0
      ? (encoder.severalVisuals ? 3 : 2) +
        (encoder.hasVolume ? 1 : 0) +
        (encoder.hasMass ? 1 : 0) +
        (encoder.hasPerimeter ? 1 : 0)
      : -1
  const volumeDriver = encoder.hasVolume ? (encoder.severalVisuals ? 3 : 2) : -1

  const inSum: number[] = []
  const prior: number[] = []
  const sum = (sd: number) => void (inSum.push(1), prior.push(sd * sd))
  const factor = (sd: number) => void (inSum.push(0), prior.push(sd * sd))
  const { options, sized, values, hasVolume, hasArea, hasPerimeter, severalVisuals } = encoder
  const lowestQuantity = Math.min(...rows.map((row) => stairsUpTo(row.quantity)))
  const lowestArea = Math.min(...rows.map((row) => stairsUpTo(row.totalArea)))
  const perimeterDriver = hasPerimeter
    ? (severalVisuals ? 3 : 2) + (hasVolume ? 1 : 0) + (encoder.hasMass ? 1 : 0)
    : -1

  sum(0.5)
  sum(0.5)
  sum(0.08)
  for (let k = 0; k < driverCount; k++) sum(0.3)
  if (hasVolume) {
    sum(0.3)
    sum(0.08)
  }
  if (severalVisuals) {
    sum(0.5)
    sum(0.3)
  }
  for (let o = 0; o < options; o++) {
    sum(0.15)
    sum(0.15)
    if (hasVolume) sum(0.15)
    if (hasPerimeter) sum(0.15)
    if (sheetDriver >= 0) sum(0.15)
  }
  for (let o = 0; o < options; o++) {
    factor(0.2)
    factor(0.06)
    if (sized[o]) {
      factor(0.5)
      factor(0.1)
    }
  }
  factor(0.04)
  factor(0.02)
  sum(0.02)
  sum(0.02)
  factor(0.02)
  if (hasArea) {
    sum(0.02)
    factor(0.02)
    if (hasVolume) sum(0.02)
  }
  const pairTerms = rows.length >= 50
  if (pairTerms) for (let pair = 0; pair < (options * (options - 1)) / 2; pair++) factor(0.04)
  for (let v = 0; v < values; v++) {
    factor(0.3)
    factor(0.2)
  }
  if (hasVolume) factor(0.05)
  if (severalVisuals) {
    factor(0.1)
    factor(0.1)
  }
  factor(0.03)

  const lastFactor = 0.5
  const evaluate = (a: Point, b: Point, out: Float64Array): void => {
    let t = 0
    const ra = a.row
    const rb = b.row
    const pilots = a.pilot * b.pilot
    const dz = ra.logQuantity - rb.logQuantity
    const dv = ra.logVolume - rb.logVolume
    const quantitySmooth = smooth(dz / 1.5)
    const volumeSmooth = hasVolume ? smooth(dv / 1.5) : 1
    out[t++] = pilots
    out[t++] = pilots * quantitySmooth
    out[t++] = pilots * rough(dz / 3)
    for (let k = 0; k < driverCount; k++) out[t++] = a.drivers[k]! * b.drivers[k]!
    if (hasVolume) {
      out[t++] = pilots * volumeSmooth
      out[t++] = pilots * rough((dz + dv) / 3)
    }
    if (severalVisuals) {
      let plain = 0
      let curved = 0
      for (let i = 0; i < a.lotPilots.length; i++) {
        for (let j = 0; j < b.lotPilots.length; j++) {
          const both = a.lotPilots[i]! * b.lotPilots[j]!
          plain += both
          curved += both * smooth(Math.log(ra.lots[i]! / rb.lots[j]!) / 1.5)
        }
      }
      out[t++] = plain
      out[t++] = curved
    }
    const fixed = a.drivers[0]! * b.drivers[0]!
    const run = a.drivers[1]! * b.drivers[1]!
    const perimeter = hasPerimeter ? a.drivers[perimeterDriver]! * b.drivers[perimeterDriver]! : 0
    const sheets = sheetDriver >= 0 ? a.drivers[sheetDriver]! * b.drivers[sheetDriver]! : 0
    const volume = hasVolume ? a.drivers[volumeDriver]! * b.drivers[volumeDriver]! : 0
    for (let o = 0; o < options; o++) {
      const same = ra.levels[o] === rb.levels[o] && ra.levels[o] !== 0 ? 1 : 0
      out[t++] = same * fixed
      out[t++] = same * run
      if (hasVolume) out[t++] = same * volume
      if (hasPerimeter) out[t++] = same * perimeter
      if (sheetDriver >= 0) out[t++] = same * sheets
    }
    let shared = 0
    let alike = 1
    let alteredA = false
    let alteredB = false
    for (let o = 0; o < options; o++) {
      const equal = ra.levels[o] === rb.levels[o]
      const same = equal && ra.levels[o] !== 0 ? 1 : 0
      shared += same
      if (!equal) alike *= lastFactor
      if (ra.levels[o] !== 0) alteredA = true
      if (rb.levels[o] !== 0) alteredB = true
      out[t++] = same
      out[t++] = same * quantitySmooth
      if (sized[o]) {
        const sa = ra.logSizes[o]!
        const sb = rb.logSizes[o]!
        out[t++] = sa * sb
        out[t++] = smooth((sa - sb) / 0.8) - smooth(sa / 0.8) - smooth(sb / 0.8) + 1
      }
    }
    const pairs = (shared * (shared - 1)) / 2
    out[t++] = pairs
    out[t++] = pairs * quantitySmooth
    const quantityStairs = Math.max(0, Math.min(a.quantityStairs, b.quantityStairs))
    out[t++] = pilots * quantityStairs
    out[t++] = run * quantityStairs
    out[t++] = shared * quantityStairs
    if (hasArea) {
      const areaStairs = Math.max(0, Math.min(a.areaStairs, b.areaStairs))
      out[t++] = pilots * areaStairs
      out[t++] = shared * areaStairs
      if (hasVolume) out[t++] = volume * areaStairs
    }
    if (pairTerms) {
      for (let o = 1; o < options; o++) {
        const same = ra.levels[o] === rb.levels[o] && ra.levels[o] !== 0
        for (let q = 0; q < o; q++) {
          out[t++] = same && ra.levels[q] === rb.levels[q] && ra.levels[q] !== 0 ? 1 : 0
        }
      }
    }
    let valuesSmooth = 1
    for (let v = 0; v < values; v++) {
      const la = ra.logValues[v]!
      const lb = rb.logValues[v]!
      out[t++] = (la - centre[v]!) * (lb - centre[v]!)
      const s = smooth((la - lb) / 1.5)
      const ca = la - centre[v]!
      const cb = lb - centre[v]!
      out[t++] = s - smooth(ca / 1.5) - smooth(cb / 1.5) + 1
      valuesSmooth *= s
    }
    if (hasVolume) out[t++] = shared * volumeSmooth
    if (severalVisuals) {
      out[t++] = (ra.visuals - 1) * (rb.visuals - 1)
      out[t++] = Math.log(ra.visuals) * Math.log(rb.visuals)
    }
    out[t] = alteredA && alteredB ? alike * quantitySmooth * valuesSmooth : 0
  }
  const centre = Array.from(
    { length: values },
    (_, v) => rows.reduce((s, row) => s + row.logValues[v]!, 0) / rows.length,
  )

  return {
    count: inSum.length,
    inSum: Uint8Array.from(inSum),
    prior: Float64Array.from(prior),
    prepare: (row) => ({
      row,
      pilot: pilotOf(row, row.quantity),
      lotPilots: severalVisuals ? row.lots.map((quantity) => pilotOf(row, quantity)) : [],
      quantityStairs: stairsUpTo(row.quantity) - lowestQuantity,
      areaStairs: hasArea ? stairsUpTo(row.totalArea) - lowestArea : 0,
      drivers: Float64Array.from(rawDrivers(encoder, row), (driver, k) => driver * scale[k]!),
    }),
    evaluate,
  }
}
