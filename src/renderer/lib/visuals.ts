/** Several visuals at a glance: however many there are, their quantities take one line. */
import type { MatrixResponse, PricedLeadTime, WireLine } from '../api/types'
import type { Selection } from './selection'

export interface Visuals {
  readonly count: number
  readonly total: number
  /** The quantity of every one, where they all have the same. */
  readonly each: number | null
}

/** Of each visual of a line. */
export function quantitiesOf({ quantites_multiples: many, quantite }: WireLine): readonly number[] {
  return Array.isArray(many) ? (many as number[]) : [Number(quantite ?? 0)]
}

export function visualsOf(quantities: readonly number[]): Visuals {
  const [first = 0] = quantities
  return {
    count: quantities.length,
    total: quantities.reduce((sum, quantity) => sum + quantity, 0),
    each: quantities.every((quantity) => quantity === first) ? first : null,
  }
}

/** What lines of their own cost together, as far as it is known. */
export interface SeparatePrice {
  readonly cents: number
  /** the bounds of what is estimated; null where every price is known */
  readonly low: number | null
  readonly high: number | null
}

type Rows = MatrixResponse['rows']

/** @param rows prices of single visuals, by quantity @returns null where one of them has no price */
export function separatePrice(
  rows: Rows,
  quantities: readonly number[],
  label: string,
): SeparatePrice | null {
  const each = quantities.map((quantity) =>
    rows
      .find((row) => row.quantities.length === 1 && row.quantities[0] === quantity)
      ?.leadTimes.find((leadTime) => leadTime.label === label),
  )
  if (each.some((found) => found?.priceCents == null)) return null
  const sum = (of: (price: PricedLeadTime) => number) => each.reduce((all, found) => all + of(found!), 0)
  const exact = each.every((found) => found!.low === null)
  return {
    cents: sum(({ priceCents }) => priceCents!),
    low: exact ? null : sum(({ low, priceCents }) => low ?? priceCents!),
    high: exact ? null : sum(({ high, priceCents }) => high ?? priceCents!),
  }
}

/** Each visual as a line of its own, with its name in its reference. */
export const separated = (selection: Selection): Selection[] =>
  selection.quantities.map((quantity, i) => ({
    ...selection,
    quantities: [quantity],
    names: [''],
    label: [selection.label.trim(), selection.names[i] ?? ''].filter(Boolean).join(' · '),
  }))
