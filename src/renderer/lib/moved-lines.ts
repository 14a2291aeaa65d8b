/** The lines of a draft whose prices moved, as a person compares them: pure. */
import { beforeWhole } from '../../domain/shared/before-whole.ts'
import { shownCents } from '../../domain/shared/known-price.ts'
import { widthOf } from '../../domain/shared/offers.ts'
import { discountedBy, isUnderCost, netOf, type Discounted } from '../../domain/shared/sold-at.ts'
import type { MovedPrice, MovedQuotes, PricedLeadTime, QuoteLine, Totals } from '../api/types'

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
  /** what it is sold at after its own discount; null: no price */
  readonly before: number | null
  readonly after: number | null
  /** by how much that is another, as exactly as it is known; null: by nothing that can be told */
  readonly difference: { readonly cents: number; readonly width: number | null } | null
  /** why there is no price any more, in the partner's words where it has any; "" otherwise */
  readonly why: string
  readonly was: Side
  readonly is: Side
  /** its price stays, on another cost */
  readonly costOnly: boolean
  /** what the source asked, and asks; as far as that may be seen */
  readonly costs: readonly [before: number | null | undefined, after: number | null | undefined]
  /** what it would be sold at then, after its own discount, where that is told as an estimate by now; else null */
  readonly absorbedCents: number | null
  /** whether the customer's price can stay on today's cost */
  readonly canAbsorb: boolean
  /** whether it would then be sold under its cost, as far as that may be seen */
  readonly underCost: boolean
}

const sideOf = (price: PricedLeadTime, width: number | null, at: string | null): Side => ({
  at: price.observedAt ?? at,
  estimated: price.status === 'estimated',
  width,
})

/** How wide the interval of what the line's discount leaves is; null of an exact price. */
export function netWidth(price: MovedPrice): number | null {
  const width = widthOf(price)
  return width && price.priceCents && Math.ceil((width * (price.netCents ?? 0)) / price.priceCents)
}

/** How two amounts differ, as exactly as both are known; null where that is shown as nothing. */
export function differenceOf(
  before: number | null,
  after: number | null,
  was: Pick<Side, 'width'>,
  is: Pick<Side, 'width'>,
): MovedLine['difference'] {
  if (before === null || after === null) return null
  const width = was.width === null && is.width === null ? null : (was.width ?? 0) + (is.width ?? 0)
  return shownCents(after - before, width) === 0 ? null : { cents: after - before, width }
}

/** What a line that is estimated is told to come to after its own discount, as the service fixes it. */
function toldOf({ amounts, discount }: QuoteLine): number | null {
  if (amounts === null) return null
  const { listCents: list, netCents: net, uncertainty } = amounts
  const width = uncertainty && net ? Math.floor((uncertainty * list) / net) : uncertainty
  return discountedBy(shownCents(list, width), discount)
}

/**
 * @param today of each line today's price, where it is another
 * @param names what each is called, told apart
 * @param totals of the quote, for what the customer's own discount takes off
 */
export function movedLines(
  lines: readonly QuoteLine[],
  today: readonly (MovedPrice | null)[],
  names: readonly string[],
  totals: Discounted | null = null,
): MovedLine[] {
  return lines.flatMap((line, at): MovedLine[] => {
    const price = today[at]
    if (!price) return []
    const { amounts } = line
    const before = amounts && beforeWhole(amounts)
    const after = price.netCents
    const was = sideOf(line.price, amounts?.uncertainty ?? null, line.pricedAt ?? null)
    const is = sideOf(price, netWidth(price), null)
    const costOnly = line.sale !== null && amounts?.listCents === price.priceCents
    const canAbsorb = before !== null && after !== null && !costOnly
    const absorbedCents = canAbsorb && was.estimated ? toldOf(line) : null
    // Of what it comes to its share of the discounts of the whole and of the customer is off, too.
    const more = absorbedCents === null ? 0 : absorbedCents - before!
    const kept = netOf(amounts && { netCents: amounts.netCents + more }, totals)
    return [
      {
        ...{ at, name: names[at] ?? line.name, before, after, was, is, costOnly, canAbsorb, absorbedCents },
        difference: differenceOf(before, after, was, is),
        costs: [line.price.costCents, price.costCents],
        why: after === null ? price.message : '',
        underCost: isUnderCost(kept, price.costCents) === true,
      },
    ]
  })
}

/** What of the totals themselves is another, as it was and as it is. */
export interface MovedTotals {
  readonly rates: readonly [was: readonly string[], is: readonly string[]] | null
  /** the customer's, in cents */
  readonly discount: readonly [was: number, is: number] | null
}

/** @param isAlone whether no line moved: else the discount goes with them */
export function movedTotals(before: Totals | null, after: Totals | null, isAlone: boolean): MovedTotals {
  if (!before || !after) return { rates: null, discount: null }
  const ratesOf = ({ vat }: Totals) => vat.map(({ rate }) => rate)
  const [was, is] = [ratesOf(before), ratesOf(after)]
  const [off, now] = [before.remise_grand_compte_ht, after.remise_grand_compte_ht]
  return {
    rates: was.join() === is.join() ? null : [was, is],
    discount: isAlone && off !== now ? [off, now] : null,
  }
}

/** When the newest price of a report came in, where that was after its partners had been asked; ISO. */
export function heardSince({ looking, quotes }: Pick<MovedQuotes, 'looking' | 'quotes'>): string | null {
  const heard = quotes.flatMap(({ lines }) => lines.flatMap(({ after }) => after?.observedAt ?? []))
  const newest = heard.sort().at(-1)
  return newest && looking.endedAt && newest > looking.endedAt ? newest : null
}
