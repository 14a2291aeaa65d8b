/** What has moved of a line since it was priced, and what is made of it: today's price, or the customer's on today's cost. */
import { knownStep, shownCents, toKnown } from '../shared/known-price.ts'
import { widthOf } from '../shared/offers.ts'
import { discountedBy } from '../shared/sold-at.ts'
import { soldOffer } from './amounts.ts'
import type { Fault } from '../faults.ts'
import type { KeptLine, MovedOffer, Offer } from './facts.ts'
import type { Sale } from './lines.ts'
import type { PricedLeadTime } from './quote.ts'

type Price = Pick<PricedLeadTime, 'priceCents' | 'status' | 'low' | 'high'>

/**
 * Whether a price is another than it was: another amount, or an estimate in the place of a price or the reverse. Of two
 * estimates, whether they read otherwise as far as they are known.
 */
export function hasMoved(before: Price, after: Price): boolean {
  const [was, is] = [widthOf(before), widthOf(after)]
  if (was === null || is === null) return before.priceCents !== after.priceCents || was !== is
  const step = knownStep(Math.max(was, is))
  const known = ({ priceCents }: Price) => (priceCents === null ? null : toKnown(priceCents, step))
  return known(before) !== known(after)
}

/**
 * Today's price of a line, at what it is sold at, where that is another than the line holds; null where nothing moved, and
 * of a line that no longer fits, whose problem says so.
 * @param today the same line, priced anew
 */
export function movedTo(line: KeptLine, today: Pick<KeptLine, 'price' | 'problem'>): Offer | null {
  // Of one that is marked as having no price any more, that is said already.
  if (today.problem !== null || (line.problem !== null && isUnpriced(today))) return null
  const { sale } = line
  const [was, is] = [soldOffer(line.price, sale), soldOffer(today.price, sale)]
  // A price that a person set on a cost is to be looked at again where that is another, also where it stays.
  const costMoved = sale !== null && was.costCents !== is.costCents
  return hasMoved(was, is) || costMoved ? is : null
}

const isUnpriced = ({ price }: Pick<KeptLine, 'price'>) => price.priceCents === null

/** Why a line has no price any more that had one; null where it has one, or never had. */
function lost(line: KeptLine, today: KeptLine): readonly Fault[] | null {
  if (isUnpriced(line) || !isUnpriced(today)) return null
  const { reason } = today.price
  return [{ path: '', code: 'price_unavailable', ...(reason && { reason }) }]
}

/**
 * A line at today's price. One that cannot be had at any stays what it was, at what it was sold at, and says why: else
 * nobody could tell any more.
 * @param today the same line, priced anew
 */
export function taken(line: KeptLine, today: KeptLine): KeptLine {
  const { problem, refused } = today
  if (problem !== null) return { ...line, problem, refused }
  const unpriced = lost(line, today)
  return unpriced ? { ...line, problem: unpriced, refused: true } : today
}

/**
 * A line with what its partner says of it today: that it refuses it, in its words, or that it takes it again. Any other
 * stays as it is; one that has no price, too, until today's is taken.
 * @param today the same line, priced anew
 */
export function marked(line: KeptLine, today: KeptLine): KeptLine {
  const { problem } = today
  if (problem !== null) {
    const isSame = JSON.stringify(line.problem) === JSON.stringify(problem)
    return !today.refused || isSame ? line : { ...line, problem, refused: true }
  }
  const isMarked = line.problem !== null && line.refused === true
  if (!isMarked || isUnpriced(line)) return line
  return isUnpriced(today) ? taken(line, today) : { ...line, problem: null, refused: false }
}

/** Today's price of a line with what its own discount leaves of it. */
export function discounted(today: Offer, discount: string | null): MovedOffer {
  const { priceCents: cents } = today
  return { ...today, netCents: cents && discountedBy(cents, discount) }
}

/**
 * A line on today's cost, at the price that the customer was told, of an estimate as exactly as he was: a fixed one from
 * now on. Where there is no price of today, or there was none, there is nothing to absorb: the line stays, and is asked
 * about again.
 */
export function absorbed(line: KeptLine, today: KeptLine): KeptLine {
  if (today.problem !== null) return today
  const was = soldOffer(line.price, line.sale)
  const cents = was.priceCents
  const moved = movedTo(line, today)
  // An estimate that reads as it did a cent away is the one that he was told, not today's.
  if (moved === null) return soldOffer(today.price, today.sale).priceCents === cents ? today : line
  if (cents === null || moved.priceCents === null) return line
  return { ...today, sale: fixedAt(was) }
}

/** What a customer was told, of an estimate as exactly as he was, as a price that stays; null where he was told none. */
export const fixedAt = (was: Price): Sale | null =>
  was.priceCents === null ? null : { by: 'fixed', cents: shownCents(was.priceCents, widthOf(was)) }
