/** What is to be done at the counter today, and why each of it stands in the list. */
import { addDays, type Day } from './calendar.ts'

/** In the order of the list: what is most urgent first. */
export const DAY_GROUPS = ['late', 'due', 'accepted', 'new', 'collect'] as const
export type DayGroup = (typeof DAY_GROUPS)[number]

/** What was promised longer ago, and is not collected at the shop, has come to its customer without being marked. */
export const LATE_DAYS = 30
/** Orders older than this are looked for in the list of orders. */
export const OLDEST_DAYS = 200
/** Entries of a list: nobody reads on. */
export const MOST_OF_A_DAY = 1000

interface Entry {
  readonly kind: 'order' | 'quote'
  /** the next day that was promised of it, else the last; null: none is known */
  readonly promised: Day | null
  readonly collected: boolean
  /** the day on which it was ordered or accepted */
  readonly on: Day
}

/** Why an entry is in the list of a day; null: it is not. Handed over and cancelled orders are left out before. */
export function dayGroup({ kind, promised, collected, on }: Entry, today: Day): DayGroup | null {
  if (kind === 'quote') return 'accepted'
  if (promised !== null && promised < today)
    return collected || promised >= addDays(today, -LATE_DAYS) ? 'late' : null
  if (promised === today) return 'due'
  if (on >= today) return 'new'
  return collected ? 'collect' : null
}

/** The most urgent first; of one group what was promised first, then what is older. */
export function inDayOrder<
  E extends { readonly group: DayGroup; readonly promised: Day | null; readonly at: string },
>(entries: readonly E[]): E[] {
  const keyOf = ({ group, promised, at }: E) => [String(DAY_GROUPS.indexOf(group)), ...[promised ?? '9', at]]
  return entries
    .map((entry) => ({ entry, key: keyOf(entry).join(' ') }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ entry }) => entry)
}
