/** A line of several visuals beside as many lines of one each. */
import type { MatrixResponse, PricedLeadTime } from '../api/types'
import type { Selection } from './selection'

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
