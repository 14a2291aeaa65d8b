/**
 * What is nearly the same and costs less, a piece or in all, read off the prices that are on the screen. Only what holds
 * wherever in its interval an estimate lies is said.
 */
import { widthOf, widthTogether } from '../../domain/shared/offers.ts'
import type { PricedLeadTime } from '../api/types'
import { eachOf } from '../../domain/shared/unit-price.ts'

type Price = Pick<
  PricedLeadTime,
  'label' | 'days' | 'status' | 'priceCents' | 'low' | 'high' | 'observedAt' | 'beforeMove'
>

/** What is priced: the quantities of its visuals, by lead time. */
interface Row {
  readonly quantities: readonly number[]
  readonly leadTimes: readonly Price[]
  /** whether its partner is being asked for it anew */
  readonly pending?: boolean
}

/** `free`: more copies that cost next to nothing; `more`: the next quantity; `later`: the next cheaper lead time. */
export type IdeaKind = 'free' | 'more' | 'later'

export interface Idea {
  readonly kind: IdeaKind
  /** of the lead time that it takes */
  readonly label: string
  readonly days: number
  readonly quantities: readonly number[]
  /** how many more than chosen, in all */
  readonly copies: number
  /** what it costs */
  readonly price: Price
  /** how much more than chosen it costs, in cents; less than 0: it saves */
  readonly cents: number
  /** of the interval of that difference, in cents; null: exact */
  readonly width: number | null
  /** euros a piece, and what it is as chosen */
  readonly each: number
  readonly eachBefore: number
  /** the less certain of both prices */
  readonly status: 'firm' | 'observed' | 'estimated'
}

/** Copies that cost so much more, in proportion, are as good as free. */
export const NEXT_TO_NOTHING = 0.03
/** By so much a piece has to be cheaper for a larger quantity to be worth a word. */
export const WORTH_MORE = 0.05
/** By so much the same quantity has to be cheaper for a later day to be worth one. */
export const WORTH_WAITING = 0.02

/** A page's own price and the grid around it come in one after the other: so far apart they are of one asking. */
const ONE_ASKING_MS = 2 * 60_000

/**
 * Whether two prices are of one time, as far as is known: one of before prices moved says nothing beside one of after,
 * nor does one that was remembered beside one that was just answered, which may be of after a rise that nothing has shown yet.
 * @param since ISO: from when on `own` is known to be what it is; null: from now
 */
function isOfOneTime(other: Price, own: Price, since: string | null): boolean {
  if ((other.beforeMove ?? false) !== (own.beforeMove ?? false)) return false
  if (own.status !== 'firm' || other.status !== 'observed') return true
  return since !== null && Date.parse(other.observedAt ?? '') >= Date.parse(since) - ONE_ASKING_MS
}

/** The least and the most that a price may turn out to be, in cents; null where nothing is known of it. */
export function boundsOf({
  status,
  priceCents,
  low,
  high,
}: Omit<Price, 'label' | 'days' | 'observedAt' | 'beforeMove'>): readonly [number, number] | null {
  if (priceCents === null || priceCents <= 0) return null
  if (status !== 'estimated') return [priceCents, priceCents]
  return low === null || high === null ? null : [Math.min(low, priceCents), Math.max(high, priceCents)]
}

const totalOf = (quantities: readonly number[]) => quantities.reduce((sum, count) => sum + count, 0)
const sameQuantities = (a: readonly number[], b: readonly number[]) => a.join() === b.join()

/** Whether a row says what the line itself was answered: one of an earlier choice may still stand on the screen. */
function agrees(row: Row, own: Row): boolean {
  const said = new Map(row.leadTimes.map(({ label, priceCents }) => [label, priceCents]))
  return own.leadTimes.every(({ label, priceCents }) => said.get(label) === priceCents)
}

/**
 * At most one of each kind, in the order of {@link IdeaKind}.
 * @param own what is configured, as it was answered
 * @param chosen the label of its lead time
 * @param rows the grid around it: other quantities of the same
 */
export function whatIf(own: Row, chosen: string | null, rows: readonly Row[]): Idea[] {
  const price = own.leadTimes.find(({ label }) => label === chosen)
  const bounds = price ? boundsOf(price) : null
  if (!price || !bounds) return []
  const total = totalOf(own.quantities)
  const [least] = bounds

  const idea = (kind: IdeaKind, other: Price, quantities: readonly number[]): Idea => ({
    kind,
    label: other.label,
    days: other.days,
    quantities,
    copies: totalOf(quantities) - total,
    price: other,
    cents: other.priceCents! - price.priceCents!,
    width: widthTogether([other, price]),
    each: eachOf(other.priceCents!, totalOf(quantities), widthOf(other)),
    eachBefore: eachOf(price.priceCents!, total, widthOf(price)),
    status: [other, price].some(({ status }) => status === 'estimated')
      ? 'estimated'
      : [other, price].some(({ status }) => status === 'observed')
        ? 'observed'
        : 'firm',
  })

  const ofNow = rows.find((row) => sameQuantities(row.quantities, own.quantities) && agrees(row, own))
  const since = ofNow?.leadTimes.find(({ label }) => label === chosen)?.observedAt ?? null
  const larger = rows
    .filter(
      ({ quantities, pending }) =>
        ofNow !== undefined &&
        !pending &&
        quantities.length === own.quantities.length &&
        totalOf(quantities) > total &&
        quantities.every((count, i) => count >= own.quantities[i]!),
    )
    .toSorted((a, b) => totalOf(a.quantities) - totalOf(b.quantities))
    .flatMap(({ quantities, leadTimes }) => {
      const other = leadTimes.find(({ label }) => label === chosen)
      const known = other ? boundsOf(other) : null
      return other && known && isOfOneTime(other, price, since)
        ? [{ quantities, other, highest: known[1] }]
        : []
    })

  const isFree = (highest: number) => highest <= least * (1 + NEXT_TO_NOTHING)
  const free = larger.findLast(({ highest }) => isFree(highest))
  const next = larger.find(({ quantities }) => !free || totalOf(quantities) > totalOf(free.quantities))
  const more =
    next && next.highest / totalOf(next.quantities) <= (least / total) * (1 - WORTH_MORE) ? next : undefined
  const later = own.leadTimes
    .filter((other) => other.days > price.days && isOfOneTime(other, price, since))
    .toSorted((a, b) => a.days - b.days)
    .find((other) => (boundsOf(other)?.[1] ?? Infinity) <= least * (1 - WORTH_WAITING))

  return [
    ...(free ? [idea('free', free.other, free.quantities)] : []),
    ...(more ? [idea('more', more.other, more.quantities)] : []),
    ...(later ? [idea('later', later, own.quantities)] : []),
  ]
}
