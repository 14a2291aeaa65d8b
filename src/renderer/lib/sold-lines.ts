/** What a line would be sold at, before it is saved: by the rules with which the service computes it. */
import { isIncluded, isProduct } from '../../domain/shared/line-roles.ts'
import { widthOf } from '../../domain/shared/offers.ts'
import { discountedBy, soldAt } from '../../domain/shared/sold-at.ts'
import type { QuoteLine, SaleInput } from '../api/types'

export interface Sold {
  /** what its own discount leaves of it, before the discount of the whole */
  readonly cents: number
  /** of the interval that it lies in, in cents; null: it is exact */
  readonly width: number | null
}

interface SoldProducts extends Sold {
  /** how many have no price */
  readonly left: number
}

/**
 * @param sale null: the catalogue's price
 * @param discount of the line, a percentage as a decimal text
 * @returns null where it cannot be told: no price or cost is known, or it is frozen at what it is
 */
export function soldLine({ price }: QuoteLine, sale: SaleInput | null, discount: string | null): Sold | null {
  const { priceCents, costCents } = price
  const cents = sale === null ? priceCents : soldBy(costCents, sale)
  if (cents === null) return null
  return { cents: discountedBy(cents, discount), width: sale?.by === 'fixed' ? null : widthOf(price) }
}

function soldBy(cost: number | null, { by, percent, cents }: SaleInput): number | null {
  if (by === 'fixed') return cents ?? null
  return percent == null ? null : soldAt(cost, { by, percent })
}

/**
 * What a product is sold at from now on where all are sold one way; undefined: as it is, for it is to be frozen and has no
 * price.
 * @param sale fixed without an amount: each at what it is sold at now
 */
export function saleAmongAll({ amounts }: QuoteLine, sale: SaleInput | null): SaleInput | null | undefined {
  if (!isFreezing(sale)) return sale
  return amounts ? { by: 'fixed', cents: amounts.listCents } : undefined
}

const isFreezing = (sale: SaleInput | null) => sale?.by === 'fixed' && (sale.cents ?? null) === null

/**
 * What the products of the total come to, all sold one way, but for those that cannot be had any more and have no price;
 * null where one of the others cannot be told.
 */
export function soldProducts(lines: readonly QuoteLine[], sale: SaleInput | null): SoldProducts | null {
  const products = lines.filter((line) => isProduct(line) && isIncluded(line))
  const had = products.filter(({ problem }) => problem === null)
  const sold = had.map((line) => soldLine(line, sale, line.discount))
  if (sold.length === 0 || sold.includes(null)) return null
  const widths = sold.flatMap((each) => each!.width ?? [])
  return {
    cents: sold.reduce((sum, each) => sum + each!.cents, 0),
    width: widths.length > 0 ? widths.reduce((sum, width) => sum + width, 0) : null,
    left: products.length - had.length,
  }
}
