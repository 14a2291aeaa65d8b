/** Figures of months, as the dashboard puts them together. */
import type { Dashboard } from '../api/types'

type Month = Dashboard['months'][number]

/** A part of a whole, from 0 to 1, of a loss below; null where there is no whole to have a part of. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** All months as one, without a name; what it leaves is null where that of one is not told. */
export function totalOf(months: readonly Month[]): Month {
  const sum = (of: (month: Month) => number) => months.reduce((all, month) => all + of(month), 0)
  return {
    month: '',
    sent: sum(({ sent }) => sent),
    won: sum(({ won }) => won),
    turnoverCents: sum(({ turnoverCents }) => turnoverCents),
    marginCents: months.some(({ marginCents }) => marginCents === null)
      ? null
      : sum(({ marginCents }) => marginCents ?? 0),
    marginOfCents: months.some(({ marginOfCents }) => marginOfCents === null)
      ? null
      : sum(({ marginOfCents }) => marginOfCents ?? 0),
  }
}
