/** Prices from before their partner moved others: a quote can be sent with them, and is ordered at none. */
import type { Fault } from '../../domain/faults.ts'
import { isIncluded } from '../../domain/shared/line-roles.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import { Invalid } from '../refusal.ts'
import type { Compared } from './prices.ts'

/** Whether a quote's prices are asked for again before it is ordered: those of a draft, or that were sent to be reconfirmed. */
export const isAskedAnew = ({ state, reconfirm, lines }: QuoteRecord): boolean =>
  state === 'draft' || reconfirm || lines.some((line) => isIncluded(line) && line.price.beforeMove)

/** @throws Invalid naming the lines whose price is known from before their partner moved others: what is ordered would cost another */
export function refuseOld({ lines }: QuoteRecord, { old }: Compared): void {
  const faults = lines.flatMap((line, i): Fault[] => {
    if (!old[i] || !isIncluded(line)) return []
    const reason = { code: 'price_before_move' as const, params: { item: line.name } }
    return [{ path: `/lines/${i}`, code: 'price_unavailable', reason }]
  })
  if (faults.length > 0) throw new Invalid(faults)
}
