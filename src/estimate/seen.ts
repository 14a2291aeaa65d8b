import { greatest, least } from './extremes.ts'
import { lengthsOf, unitOfValue } from './sizes.ts'
import type { Configuration, Hints, Space } from './types.ts'

/** A configuration that was answered, and its price in cents. */
export interface Priced {
  readonly configuration: Configuration
  readonly cents: number
}

/** What the answers at one lead time hold a configuration against that none of them is about. */
export interface Seen {
  /** Whether it lies outside of all that was answered: a choice never asked, a value, an area or a quantity beyond the others. */
  isOutside(configuration: Configuration): boolean
  /**
   * The dearest price in cents of a configuration that is the same but smaller, in size, in quantity or in both: this one
   * costs no less. 0 where there is none.
   */
  least(configuration: Configuration): number
  /** The cheapest price in cents of one that is the same but larger: this one costs no more. Infinity where there is none. */
  most(configuration: Configuration): number
  /** Whether no answer shows that a larger one costs less. */
  readonly grows: boolean
}

interface Range {
  readonly from: number
  readonly to: number
}

/** An answer as others are held against it: sides in metres and lots in ascending order. */
interface Prepared {
  readonly rest: string
  readonly sides: readonly number[]
  readonly lots: readonly number[]
  readonly cents: number
}

const rangeOf = (values: readonly number[]): Range => ({ from: least(values), to: greatest(values) })
/** Lengths are products of units: what differs by less than that was seen. */
const isBeyond = (value: number, { from, to }: Range): boolean =>
  value < from * (1 - 1e-9) || value > to * (1 + 1e-9)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b)
/** Each no greater than the other's of its rank: a format fits into another either way up. */
const fitsInto = (small: readonly number[], large: readonly number[]): boolean =>
  small.length === large.length && small.every((value, i) => value <= large[i]! * (1 + 1e-9))

export function seenOf(space: Space, hints: Hints, answers: readonly Priced[]): Seen {
  const lengths = new Map(
    lengthsOf(space, hints).map((i) => {
      const { key, type } = space.values[i]!
      return [key, unitOfValue(hints.options?.[key] ?? '', type)]
    }),
  )
  /** in metres, ascending */
  const sidesOf = ({ values }: Configuration): number[] =>
    ascending(
      [...lengths].flatMap(([key, metres]) => (values[key] === undefined ? [] : [values[key] * metres])),
    )
  const areaOf = (sides: readonly number[]): number => sides.reduce((area, side) => area * side, 1)
  /** All but the size and the quantities. */
  const restOf = ({ choices, values }: Configuration): string =>
    [
      ...space.options.map(({ key }) => choices[key] ?? ''),
      ...space.values.map(({ key }) => (lengths.has(key) ? '' : (values[key] ?? ''))),
    ].join()

  const chosen = new Set(
    answers.flatMap(({ configuration }) =>
      space.options.map(({ key }) => `${key} ${configuration.choices[key] ?? ''}`),
    ),
  )
  const valueRanges = space.values.map(({ key }) => ({
    key,
    range: rangeOf(answers.flatMap(({ configuration }) => configuration.values[key] ?? [])),
  }))
  const prepared = answers.map(({ configuration, cents }): Prepared => ({
    rest: restOf(configuration),
    sides: sidesOf(configuration),
    lots: ascending(configuration.quantities),
    cents,
  }))
  const areas = rangeOf(prepared.map(({ sides }) => areaOf(sides)))
  const copies = rangeOf(prepared.map(({ lots }) => sum(lots)))
  const alike = Map.groupBy(prepared, ({ rest }) => rest)

  const isWithin = (small: Prepared, large: Prepared): boolean =>
    fitsInto(small.sides, large.sides) && fitsInto(small.lots, large.lots)
  const grows = [...alike.values()].every((group) =>
    group.every((small) => group.every((large) => small.cents <= large.cents || !isWithin(small, large))),
  )

  return {
    grows,
    isOutside(configuration) {
      const { choices, values, quantities } = configuration
      return (
        space.options.some(({ key }) => !chosen.has(`${key} ${choices[key] ?? ''}`)) ||
        valueRanges.some(({ key, range }) => values[key] !== undefined && isBeyond(values[key], range)) ||
        isBeyond(areaOf(sidesOf(configuration)), areas) ||
        isBeyond(sum(quantities), copies)
      )
    },
    least(configuration) {
      const candidates = alike.get(restOf(configuration))
      if (!candidates) return 0
      const sides = sidesOf(configuration)
      const lots = ascending(configuration.quantities)
      let dearest = 0
      for (const { sides: smaller, lots: fewer, cents } of candidates) {
        if (cents > dearest && fitsInto(smaller, sides) && fitsInto(fewer, lots)) dearest = cents
      }
      return dearest
    },
    most(configuration) {
      const candidates = alike.get(restOf(configuration))
      if (!candidates) return Infinity
      const sides = sidesOf(configuration)
      const lots = ascending(configuration.quantities)
      let cheapest = Infinity
      for (const { sides: larger, lots: more, cents } of candidates) {
        if (cents < cheapest && fitsInto(sides, larger) && fitsInto(lots, more)) cheapest = cents
      }
      return cheapest
    },
  }
}
