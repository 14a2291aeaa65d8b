/**
 * How exactly a price is known, in cents: what follows it says nothing, so it is not shown. The greatest power of ten
 * that is at most half as wide as the interval: tens of euros where it is 150 € wide, cents where it is 5 c wide.
 * @param width of the interval that holds the true price, in cents; 0 where the price is exact
 */
export function knownStep(width: number): number {
  let step = 1
  while (step * 20 <= width) step *= 10
  return step
}

/** The multiple of the step that an amount in cents is shown as. */
export function toKnown(cents: number, step: number): number {
  return Math.round(cents / step) * step
}

/** An amount in cents as it is shown. @param width of the interval that holds it, in cents; null: it is exact */
export const shownCents = (cents: number, width: number | null): number =>
  width === null ? cents : toKnown(cents, knownStep(width))

/**
 * An interval in steps, outwards: it still holds what it held. What is small beside how wide it is has smaller ones, so
 * that it is not shown as nothing.
 */
export function knownRange(low: number, high: number): Range {
  const step = knownStep(high - low)
  const lowStep = Math.min(step, knownStep(low))
  return {
    low: Math.floor(low / lowStep) * lowStep,
    lowStep,
    high: Math.ceil(high / step) * step,
    step,
  }
}

/** The ends of an interval, and how exactly each is shown, all in cents. */
interface Range {
  readonly low: number
  readonly lowStep: number
  readonly high: number
  readonly step: number
}

interface Added {
  readonly prix_ht: number
  readonly remise_grand_compte_ht: number
  readonly prix_total_ht: number
  readonly prix_tva: number
  readonly prix_final_ttc: number
  readonly vat: readonly { readonly base: number; readonly tax: number }[]
}

/**
 * Totals as they are shown: each no more exactly than it is known, and what is added in sight still adds up.
 * @param width of the interval that holds the total, in cents; null: they are exact
 */
export function shownTotals<T extends Added>(totals: T, width: number | null): T {
  if (width === null) return totals
  const shown = (cents: number) => shownCents(cents, width)
  const [discount, net] = [shown(totals.remise_grand_compte_ht), shown(totals.prix_total_ht)]
  const bases = totals.vat.map((part) => shown(part.base))
  // What rounding leaves is the largest one's.
  const largest = bases.indexOf(Math.max(...bases))
  bases[largest]! += net - bases.reduce((sum, base) => sum + base, 0)
  const vat = totals.vat.map((part, i) => ({ ...part, base: bases[i]!, tax: shown(part.tax) }))
  const tax = vat.reduce((sum, part) => sum + part.tax, 0)
  return {
    ...totals,
    ...{ prix_ht: net + discount, remise_grand_compte_ht: discount, prix_total_ht: net },
    ...{ vat, prix_tva: tax, prix_final_ttc: net + tax },
  }
}
