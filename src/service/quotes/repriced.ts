/** A draft at today's prices: all of it, or one line. */
import { amountsOf } from '../../domain/quote/amounts.ts'
import { absorbed, movedTo, taken } from '../../domain/quote/moved.ts'
import type { QuoteReprice } from '../../domain/quote/quote.ts'
import { isProduct } from '../../domain/shared/line-roles.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { Customer } from '../customers.ts'
import { Invalid, Refusal } from '../refusal.ts'
import { askOf } from './lines.ts'
import type { Priced, QuotePricing } from './prices.ts'
import { regimesOf } from './regimes.ts'

interface Wanted {
  readonly how: NonNullable<QuoteReprice['how']>
  /** the place of the only line that is meant; null: every one */
  readonly line: number | null
  /** today's prices as they were told, by line, in cents; null of one: it was told as the same. null: whatever they are */
  readonly seen: readonly (number | null)[] | null
}

/**
 * The lines with today's prices, or today's costs at the customer's price; a partner is asked for those alone that are
 * meant, and the others stay as they are.
 * @throws Invalid where the line is none of a product; Refusal `amount_changed` where a price is another than was seen
 */
export async function repriced(
  pricing: QuotePricing,
  quote: QuoteRecord,
  customer: Customer,
  { how, line: only, seen }: Wanted,
): Promise<Priced> {
  const { discount } = quote
  const meant = only === null ? quote.lines : [productAt(quote, only)]
  const former = regimesOf(quote.lines)
  const today = (await pricing.price(meant.map(askOf), customer, quote, former, [], true)).lines
  const lines = quote.lines.map((line, i) => {
    if (only !== null && i !== only) return line
    const now = today[only === null ? i : 0]!
    if (seen && (movedTo(line, now)?.priceCents ?? null) !== (seen[i] ?? null))
      throw new Refusal('amount_changed')
    const is = taken(line, now)
    return how === 'absorb' ? absorbed(line, is) : is
  })
  return {
    lines,
    discount,
    totals: pricing.totals({ ...quote, lines }, customer),
    indicative: amountsOf(lines, discount).uncertainty !== null,
  }
}

function productAt({ lines }: QuoteRecord, at: number) {
  const line = lines[at]
  if (line && isProduct(line)) return line
  const params = { parameter: 'line', kind: 'la place d’un produit', kindEn: 'the place of a product' }
  throw new Invalid([{ path: '/line', code: 'value_invalid', params }])
}
