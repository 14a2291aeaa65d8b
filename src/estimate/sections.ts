/** The terms of the price model by what they are about: each section says what its terms are, and writes them. */
import type { Encoder, Row } from './encoding.ts'
import { rough, smooth } from './likeness.ts'
import type { Place, Point } from './point.ts'

/** A term: where it belongs, and its usual standard deviation, as a share of the price. */
interface Term {
  readonly place: Place
  readonly sd: number
}

/** What two configurations have in common, for all sections: products of what each counts, and likenesses from 0 to 1. */
export interface Pair {
  pilots: number
  quantitySmooth: number
  volumeSmooth: number
  valuesSmooth: number
  once: number
  run: number
  volume: number
  perimeter: number
  sheets: number
  /** options with the same variant, other than the usual one */
  shared: number
  /** how much all choices are alike, where both have changed some */
  alike: number
  quantityStairs: number
  areaStairs: number
}

export interface Section {
  readonly terms: readonly Term[]
  /** Writes its terms from `at` on. @returns where the next section begins */
  write(a: Point, b: Point, pair: Pair, out: Float64Array, at: number): number
}

const sum = (...sds: number[]): Term[] => sds.map((sd) => ({ place: 'sum', sd }))
const factor = (...sds: number[]): Term[] => sds.map((sd) => ({ place: 'factor', sd }))
const fees = (...sds: number[]): Term[] => sds.map((sd) => ({ place: 'fees', sd }))
const times = (count: number, terms: readonly Term[]): Term[] =>
  Array.from({ length: count }, () => terms).flat()

/** Pairs of options, and what choices do to curves of their own, are told apart only where there are answers enough for them. */
const ANSWERS_FOR_PAIRS = 50

/**
 * @param drivers number of cost drivers
 * @param areaScale cents a square metre, for the size of a price
 */
export function sectionsOf(
  encoder: Encoder,
  rows: readonly Row[],
  drivers: number,
  areaScale: number,
): Section[] {
  const { severalVisuals, hasPages, hasRolls, hasArea, hasVolume } = encoder
  return [
    curves(encoder),
    costs(drivers),
    ...(severalVisuals ? [lots] : []),
    variants(encoder),
    stairs(hasArea, hasVolume),
    ...(rows.length >= ANSWERS_FOR_PAIRS
      ? [pairsOfOptions(encoder.options), addedByChoices(encoder.options)]
      : []),
    freeValues(encoder, rows),
    ...(hasPages ? [signatures] : []),
    ...(hasRolls ? [rolls(encoder.material, rows[0]!, areaScale)] : []),
    addedAfter(encoder, rows),
  ]
}

/** How the price grows with the quantity and with what a copy takes, and what configurations that are alike share. */
function curves({ hasVolume }: Encoder): Section {
  return {
    terms: [
      ...sum(0.5, 0.5, 0.08),
      ...(hasVolume ? [...sum(0.3, 0.08), ...factor(0.05)] : []),
      ...factor(0.04, 0.02, 0.03),
    ],
    write(a, b, pair, out, at) {
      const { pilots, quantitySmooth, shared } = pair
      const apart = a.row.logQuantity - b.row.logQuantity
      out[at++] = pilots
      out[at++] = pilots * quantitySmooth
      out[at++] = pilots * rough(apart / 3)
      if (hasVolume) {
        out[at++] = pilots * pair.volumeSmooth
        out[at++] = pilots * rough((apart + a.row.logVolume - b.row.logVolume) / 3)
        out[at++] = shared * pair.volumeSmooth
      }
      const pairs = (shared * (shared - 1)) / 2
      out[at++] = pairs
      out[at++] = pairs * quantitySmooth
      out[at++] = pair.alike * quantitySmooth * pair.valuesSmooth
      return at
    },
  }
}

/** So much for each thing that a cost sheet counts. */
const costs = (drivers: number): Section => ({
  terms: times(drivers, sum(0.3)),
  write(a, b, _pair, out, at) {
    for (let k = 0; k < drivers; k++) out[at++] = a.drivers[k]! * b.drivers[k]!
    return at
  },
})

/** Each visual as a lot of its own, those after the first at another price; or the number of them. */
const lots: Section = {
  terms: [...sum(0.5, 0.3, 0.1, 0.1), ...factor(0.1, 0.1)],
  write(a, b, _pair, out, at) {
    let [plain, curved, laterPlain, laterCurved] = [0, 0, 0, 0]
    for (let i = 0; i < a.lotPilots.length; i++) {
      for (let j = 0; j < b.lotPilots.length; j++) {
        const both = a.lotPilots[i]! * b.lotPilots[j]!
        const alike = both * smooth(Math.log(a.row.lots[i]! / b.row.lots[j]!) / 1.5)
        plain += both
        curved += alike
        if (i > 0 && j > 0) {
          laterPlain += both
          laterCurved += alike
        }
      }
    }
    out[at++] = plain
    out[at++] = curved
    out[at++] = laterPlain
    out[at++] = laterCurved
    out[at++] = (a.row.visuals - 1) * (b.row.visuals - 1)
    out[at++] = Math.log(a.row.visuals) * Math.log(b.row.visuals)
    return at
  },
}

/** What each variant adds once, a copy, by volume, by perimeter and by sheet; what it multiplies by; and its size. */
function variants({ options, sized, hasVolume, hasPerimeter, sheetSizes }: Encoder): Section {
  const added = 2 + Number(hasVolume) + Number(hasPerimeter) + Number(sheetSizes > 0)
  return {
    terms: sized.flatMap((isSized) => [
      ...times(added, sum(0.15)),
      ...factor(0.2, 0.06),
      ...(isSized ? factor(0.5, 0.1) : []),
    ]),
    write({ row: ra }, { row: rb }, pair, out, at) {
      for (let o = 0; o < options; o++) {
        const same = ra.levels[o] === rb.levels[o] && ra.levels[o] !== 0 ? 1 : 0
        out[at++] = same * pair.once
        out[at++] = same * pair.run
        if (hasVolume) out[at++] = same * pair.volume
        if (hasPerimeter) out[at++] = same * pair.perimeter
        if (sheetSizes > 0) out[at++] = same * pair.sheets
        out[at++] = same
        out[at++] = same * pair.quantitySmooth
        if (!sized[o]) continue
        const [sa, sb] = [ra.logSizes[o]!, rb.logSizes[o]!]
        out[at++] = sa * sb
        out[at++] = smooth((sa - sb) / 0.8) - smooth(sa / 0.8) - smooth(sb / 0.8) + 1
      }
      return at
    },
  }
}

/** Discounts by steps of quantity and of total area. */
const stairs = (hasArea: boolean, hasVolume: boolean): Section => ({
  terms: [
    ...sum(0.02, 0.02),
    ...factor(0.02),
    ...(hasArea ? [...sum(0.02), ...factor(0.02), ...(hasVolume ? sum(0.02) : [])] : []),
  ],
  write(_a, _b, { pilots, run, volume, shared, quantityStairs, areaStairs }, out, at) {
    out[at++] = pilots * quantityStairs
    out[at++] = run * quantityStairs
    out[at++] = shared * quantityStairs
    if (hasArea) {
      out[at++] = pilots * areaStairs
      out[at++] = shared * areaStairs
      if (hasVolume) out[at++] = volume * areaStairs
    }
    return at
  },
})

/** Percentages of two variants that come together. */
const pairsOfOptions = (options: number): Section => ({
  terms: times((options * (options - 1)) / 2, factor(0.04)),
  write({ row: ra }, { row: rb }, _pair, out, at) {
    for (let o = 1; o < options; o++) {
      const same = ra.levels[o] === rb.levels[o] && ra.levels[o] !== 0
      for (let q = 0; q < o; q++) {
        out[at++] = same && ra.levels[q] === rb.levels[q] && ra.levels[q] !== 0 ? 1 : 0
      }
    }
    return at
  },
})

/** What a variant adds to the curve by quantity, alone; and what two that come together add a copy. */
const addedByChoices = (options: number): Section => ({
  terms: [...times(options, sum(0.1)), ...times((options * (options - 1)) / 2, sum(0.05))],
  write({ row: ra }, { row: rb }, { pilots, run }, out, at) {
    for (let o = 0; o < options; o++) {
      const same = ra.levels[o] === rb.levels[o] && ra.levels[o] !== 0
      out[at++] = same ? pilots : 0
      for (let q = 0; q < o; q++) {
        out[at++] = same && ra.levels[q] === rb.levels[q] && ra.levels[q] !== 0 ? run : 0
      }
    }
    return at
  },
})

const greatestValues = (values: number, rows: readonly Row[]): number[] =>
  Array.from({ length: values }, (_, v) => Math.max(...rows.map((row) => row.values[v]!)) || 1)

/** Free values as powers and curves, and as numbers that a variant's cost is counted by ("4 couleurs, deux faces"). */
function freeValues({ values }: Encoder, rows: readonly Row[]): Section {
  const centre = Array.from(
    { length: values },
    (_, v) => rows.reduce((total, row) => total + row.logValues[v]!, 0) / rows.length,
  )
  const greatest = greatestValues(values, rows)
  return {
    terms: times(values, [...factor(0.3, 0.2), ...sum(0.05, 0.05, 0.03)]),
    write({ row: ra }, { row: rb }, { once, run, shared, quantityStairs }, out, at) {
      for (let v = 0; v < values; v++) {
        const ca = ra.logValues[v]! - centre[v]!
        const cb = rb.logValues[v]! - centre[v]!
        out[at++] = ca * cb
        out[at++] = smooth((ca - cb) / 1.5) - smooth(ca / 1.5) - smooth(cb / 1.5) + 1
        const both = (ra.values[v]! * rb.values[v]!) / greatest[v]! ** 2
        out[at++] = both * shared * once
        out[at++] = both * shared * run
        out[at++] = both * run * quantityStairs
      }
      return at
    },
  }
}

/** Pages to a signature. */
const SIGNATURE = 16

/** Brochures: signatures whose cost depends on the choices, and numbers of pages that have a price of their own. */
const signatures: Section = {
  terms: sum(0.05, 0.05, 0.05),
  write({ row: ra }, { row: rb }, { once, run, shared, pilots }, out, at) {
    const both = (Math.ceil(ra.pages / SIGNATURE) * Math.ceil(rb.pages / SIGNATURE)) / SIGNATURE
    out[at++] = both * shared * once
    out[at++] = both * shared * run
    out[at++] = ra.pages === rb.pages ? pilots : 0
    return at
  },
}

/** Large format: offcuts of each roll, by what is printed on, too; areas that are charged for; rates by total area. */
function rolls(material: number, { offcuts, shortfalls }: Row, scale: number): Section {
  const perRoll = material < 0 ? 1 : 2
  return {
    terms: [
      ...times(offcuts.length * perRoll, sum(0.1)),
      ...times(shortfalls.length, sum(0.2, 0.1)),
      ...sum(0.1, 0.05),
    ],
    write(a, b, { shared }, out, at) {
      const [ra, rb] = [a.row, b.row]
      const same = material >= 0 && ra.levels[material] === rb.levels[material]
      for (let r = 0; r < offcuts.length; r++) {
        const both = ra.offcuts[r]! * rb.offcuts[r]! * scale * scale
        out[at++] = both
        if (perRoll === 2) out[at++] = same ? both : 0
      }
      for (let r = 0; r < shortfalls.length; r++) {
        const both = ra.shortfalls[r]! * rb.shortfalls[r]! * scale * scale
        out[at++] = both
        out[at++] = both * shared
      }
      const area = a.area > 0 && b.area > 0 ? a.area * b.area * smooth(Math.log(a.area / b.area) / 1.5) : 0
      out[at++] = area
      out[at++] = area * shared
      return at
    },
  }
}

/**
 * What is added when all percentages are taken: of each variant once and a copy, and of each number that may be none.
 * One that never is none cannot be told from the rest of the price.
 */
function addedAfter({ options, values }: Encoder, rows: readonly Row[]): Section {
  const greatest = greatestValues(values, rows)
  const counted = greatest.flatMap((_, v) => (rows.some((row) => row.values[v] === 0) ? [v] : []))
  return {
    terms: times(options + counted.length, fees(0.05, 0.05)),
    write({ row: ra }, { row: rb }, { once, run }, out, at) {
      for (let o = 0; o < options; o++) {
        const same = ra.levels[o] === rb.levels[o] && ra.levels[o] !== 0 ? 1 : 0
        out[at++] = same * once
        out[at++] = same * run
      }
      for (const v of counted) {
        const both = ra.values[v]! * rb.values[v]!
        out[at++] = both > 0 ? once : 0
        out[at++] = (both / greatest[v]! ** 2) * run
      }
      return at
    },
  }
}
