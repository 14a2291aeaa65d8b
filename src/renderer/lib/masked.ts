/**
 * Which prices of the catalogue a customer is not shown beside a quote: those that he would read what the shop pays by.
 * A quote that sells above what a product costs has its mark-up in its lines; the catalogue has it nowhere.
 */
import { isProduct } from '../../domain/shared/line-roles.ts'
import { itemOf } from '../../domain/shared/quote-lines.ts'
import { OWN_TARIFFS } from '../../domain/shared/sources.ts'
import type { CatalogueEntry } from '../api/types'
import type { DraftLine } from './quote-draft'

type Item = Pick<CatalogueEntry, 'area' | 'id'>

/** Why a price is kept from the customer: he reads it on the quote alone, or it is what the shop pays. */
export type Mask = 'apart' | 'cost'

/** Whether each line of a product or family has a price of its own: then it is read on the quote alone. */
export function isSoldApart(lines: readonly DraftLine[], { area, id }: Item): boolean {
  const ofIt = lines.filter(isProduct).filter((line) => line.area === area && itemOf(line) === id)
  return ofIt.length > 0 && ofIt.every(({ sale }) => (sale ?? null) !== null)
}

/**
 * Whether any line is sold above what it costs by the quote's own means.
 * @param costOf what a line costs, by its id; null: it is not known, and so it may be
 */
export const sellsAboveCost = (
  lines: readonly DraftLine[],
  costOf: (line: string) => number | null,
): boolean =>
  lines.filter(isProduct).some(({ id, sale }) => {
    if (!sale) return false
    if (sale.by !== 'fixed') return sale.percent == null || Number(sale.percent) > 0
    const cost = costOf(id)
    return cost === null || sale.cents == null || sale.cents > cost
  })

/**
 * Whether the prices of the catalogue are what a partner asks, as far as anybody knows.
 * @param entry undefined: it is not known yet
 */
export const isAtCost = (
  source: number | undefined,
  entry: Pick<CatalogueEntry, 'source' | 'markedUp'> | undefined,
): boolean => (source ?? entry?.source) !== OWN_TARIFFS && entry?.markedUp !== true
