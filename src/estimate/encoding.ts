import { offcutsOf, shortfallsOf } from './rolls.ts'
import {
  copiesPerSheet,
  kindOfValue,
  lengthsOf,
  pressSheetCount,
  sizesOfOption,
  unitOfValue,
} from './sizes.ts'
import type { Configuration, Hints, Observation, Space } from './types.ts'

/** A configuration in the numbers that the model's terms are functions of. */
export interface Row {
  /** per option: 0 for the default, else 1 + the variant's place; -1 for a choice the space does not list */
  readonly levels: Int16Array
  readonly quantity: number
  readonly logQuantity: number
  /** copies of each visual, and their logarithms */
  readonly lots: readonly number[]
  readonly visuals: number
  readonly values: Float64Array
  readonly logValues: Float64Array
  /** log of what one copy takes of material, as far as names and free values tell: area × pages */
  readonly logVolume: number
  /** the same × grammage */
  readonly logMass: number
  /** per option: log size of the chosen variant over that of the default, 0 where names give none */
  readonly logSizes: Float64Array
  /** product of the lengths among free values over the sum of them: what a perimeter adds */
  readonly perimeter: number
  readonly pages: number
  /** square metres of all copies, 0 where neither names nor free values tell */
  readonly totalArea: number
  /** press sheets the job takes, for each sheet size; empty where names give no format */
  readonly sheets: readonly number[]
  /** square metres that are cut off the roll, for each roll width; empty where lengths are not free */
  readonly offcuts: readonly number[]
  /** square metres that are charged beyond its own area, for each smallest area; empty where lengths are not free */
  readonly shortfalls: readonly number[]
}

export interface Encoder {
  encode(configuration: Configuration): Row
  readonly options: number
  readonly values: number
  readonly hasVolume: boolean
  readonly hasMass: boolean
  readonly hasPerimeter: boolean
  readonly hasPages: boolean
  readonly hasArea: boolean
  readonly sheetSizes: number
  /** whether both lengths are free: the work comes off a roll */
  readonly hasRolls: boolean
  /** the option that chooses what is printed on, else the first one; -1 where there is none */
  readonly material: number
  readonly severalVisuals: boolean
  /** per option: whether names give sizes */
  readonly sized: readonly boolean[]
  /** per option: the chosen variant that the coding starts from (undefined: none chosen) */
  readonly defaults: readonly (number | undefined)[]
}

/** The choice that configurations start from: the one seen most, else the first variant (none where optional). */
export function defaultChoices(space: Space, observations: readonly Observation[]): (number | undefined)[] {
  return space.options.map((option) => {
    const first = option.optional ? undefined : option.variants[0]
    const counts = new Map<number | undefined, number>()
    for (const { configuration } of observations) {
      const choice = configuration.choices[option.key]
      counts.set(choice, (counts.get(choice) ?? 0) + 1)
    }
    let best = first
    let most = (counts.get(first) ?? 0) * 1.5
    for (const variant of [undefined, ...option.variants]) {
      const count = counts.get(variant) ?? 0
      if (count > most) {
        best = variant
        most = count
      }
    }
    return best
  })
}

const materialName = /mati|support|papier|toile|media|material|paper|stock/i

function materialOf({ options }: Space, hints: Hints): number {
  const named = options.findIndex(({ key }) => materialName.test(hints.options?.[key] ?? ''))
  return named < 0 ? Math.min(0, options.length - 1) : named
}

/** None of something is as far from one as one from two. */
const positiveLog = (x: number): number => Math.log(x === 0 ? 0.5 : Math.max(x, 1e-3))

export function createEncoder(space: Space, observations: readonly Observation[], hints: Hints): Encoder {
  const defaults = defaultChoices(space, observations)
  const sizes = space.options.map((option) => sizesOfOption(option, hints))
  const places = space.options.map((option, o) => {
    const map = new Map<number | undefined, number>()
    const levels = [undefined, ...option.variants]
    levels.forEach((variant, place) => map.set(variant, place + 1))
    map.set(defaults[o], 0)
    return map
  })
  const logSize = sizes.map((size, o) => {
    if (!size) return null
    const logs = new Map([...size.sizes].map(([variant, { amount }]) => [variant, Math.log(amount)]))
    const mean = [...logs.values()].reduce((sum, x) => sum + x, 0) / logs.size
    const base = logs.get(defaults[o] ?? NaN) ?? mean
    return (variant: number | undefined) => (variant === undefined ? 0 : (logs.get(variant) ?? mean) - base)
  })
  const valueKinds = space.values.map((value) => kindOfValue(hints.options?.[value.key] ?? ''))
  const lengths = lengthsOf(space, hints)
  const pageValue = valueKinds.indexOf('pages')
  const inVolume = sizes.map((size) => size?.kind === 'area' || size?.kind === 'pages')
  const inMass = sizes.map((size) => size?.kind === 'weight')
  const volumeValues = [...lengths.slice(0, 2), ...(pageValue >= 0 ? [pageValue] : [])]
  const hasVolume = inVolume.some(Boolean) || volumeValues.length > 0

  const formatOption = sizes.findIndex((size) => size?.kind === 'area')
  const pagesOption = sizes.findIndex((size) => size?.kind === 'pages')
  const units = space.values.map(({ key, type }) => unitOfValue(hints.options?.[key] ?? '', type))
  const areaOf = (configuration: Configuration, values: Float64Array): number => {
    if (lengths.length >= 2) {
      const [a, b] = [lengths[0]!, lengths[1]!]
      return values[a]! * units[a]! * values[b]! * units[b]!
    }
    if (formatOption < 0) return 0
    const { key } = space.options[formatOption]!
    return sizes[formatOption]!.sizes.get(configuration.choices[key] ?? NaN)?.amount ?? 0
  }
  const sheetsOf = (configuration: Configuration, lots: readonly number[], pages: number): number[] => {
    if (formatOption < 0) return []
    const { key } = space.options[formatOption]!
    const format = sizes[formatOption]!.sizes.get(configuration.choices[key] ?? NaN)?.sides
    const leaves = Math.max(1, pages / 2)
    return copiesPerSheet(format ?? [0.21, 0.297]).map((copies) =>
      lots.reduce((sum, lot) => sum + Math.ceil((lot * leaves) / copies), 0),
    )
  }

  const namedPages = (configuration: Configuration): number | undefined =>
    sizes[pagesOption]?.sizes.get(configuration.choices[space.options[pagesOption]?.key ?? ''] ?? NaN)?.amount
  const hasRolls = lengths.length >= 2 && valueKinds[lengths[0]!] === 'length'
  /** A side that is missing is a millimetre: what is asked for then is refused by others. */
  const onRolls = (copies: number, values: Float64Array): Pick<Row, 'offcuts' | 'shortfalls'> => {
    if (!hasRolls) return { offcuts: [], shortfalls: [] }
    const side = (place: 0 | 1) => Math.max(values[lengths[place]!]! * units[lengths[place]!]!, 0.001)
    const [width, height] = [side(0), side(1)]
    return { offcuts: offcutsOf(width, height, copies), shortfalls: shortfallsOf(width, height, copies) }
  }
  const encode = (configuration: Configuration): Row => {
    const levels = Int16Array.from(space.options, (option, o) => {
      const choice = configuration.choices[option.key]
      return places[o]!.get(choice) ?? -1
    })
    const lots = configuration.quantities.length > 0 ? configuration.quantities : [1]
    const quantity = lots.reduce((sum, q) => sum + q, 0)
    const values = Float64Array.from(space.values, (value) => configuration.values[value.key] ?? 0)
    const logValues = values.map(positiveLog)
    const logSizes = Float64Array.from(
      space.options,
      (option, o) => logSize[o]?.(configuration.choices[option.key]) ?? 0,
    )
    const pages = namedPages(configuration) ?? (pageValue >= 0 ? values[pageValue]! : 0)
    let logVolume = 0
    let logMass = 0
    for (let o = 0; o < logSizes.length; o++) {
      if (inVolume[o]) logVolume += logSizes[o]!
      if (inMass[o]) logMass += logSizes[o]!
    }
    for (const v of volumeValues) logVolume += logValues[v]!
    return {
      levels,
      quantity,
      logQuantity: Math.log(quantity),
      lots,
      visuals: lots.length,
      values,
      logValues,
      logVolume,
      logMass: logVolume + logMass,
      logSizes,
      perimeter: lengths.length >= 2 ? values[lengths[0]!]! + values[lengths[1]!]! : 0,
      pages,
      totalArea: quantity * areaOf(configuration, values),
      ...onRolls(quantity, values),
      sheets: sheetsOf(configuration, lots, pages),
    }
  }
  return {
    encode,
    options: space.options.length,
    values: space.values.length,
    hasVolume,
    hasMass: inMass.some(Boolean),
    hasPerimeter: lengths.length >= 2,
    hasPages: pageValue >= 0 || pagesOption >= 0,
    hasRolls,
    material: materialOf(space, hints),
    hasArea: lengths.length >= 2 || formatOption >= 0,
    sheetSizes: formatOption >= 0 ? pressSheetCount : 0,
    severalVisuals: space.visuals.max > 1,
    sized: sizes.map((size) => size !== null),
    defaults,
  }
}
