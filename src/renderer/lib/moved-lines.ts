/** The lines of a draft whose prices moved, as a person compares them: pure. */
import { widthOf } from '../../domain/shared/offers.ts'
import type { PricedLeadTime, QuoteLine } from '../api/types'

/** A price as it is compared. */
interface Side {
  /** of when it is, ISO; null: not known, or of now */
  readonly at: string | null
  readonly estimated: boolean
  /** of an estimate's interval; null of an exact one */
  readonly width: number | null
}

export interface MovedLine {
  /** its place in the quote */
  readonly at: number
  readonly name: string
  /** what it is sold at, before discounts; null: no price */
  readonly before: number | null
  readonly after: number | null
  readonly was: Side
  readonly is: Side
  /** its price stays, on another cost */
  readonly costOnly: boolean
  /** whether the customer's price can stay on today's cost */
  readonly canAbsorb: boolean
  /** whether it would then be sold under its cost, as far as that may be seen */
  readonly underCost: boolean
}

const sideOf = (price: PricedLeadTime, at: string | null): Side => ({
  at: price.observedAt ?? at,
  estimated: price.status === 'estimated',
  width: widthOf(price),
})

/** @param today of each line today's price, where it is another */
export function movedLines(
  lines: readonly QuoteLine[],
  today: readonly (PricedLeadTime | null)[],
): MovedLine[] {
  return lines.flatMap((line, at): MovedLine[] => {
    const price = today[at]
    if (!price) return []
    const before = line.amounts?.listCents ?? null
    const after = price.priceCents
    const [was, is] = [sideOf(line.price, line.pricedAt ?? null), sideOf(price, null)]
    const costOnly = line.sale !== null && before === after
    const canAbsorb = before !== null && after !== null && !costOnly
    const net = line.amounts?.netCents ?? null
    return [
      {
        ...{ at, name: line.name, before, after, was, is, costOnly, canAbsorb },
        underCost: net !== null && price.costCents !== null && net < price.costCents,
      },
    ]
  })
}
