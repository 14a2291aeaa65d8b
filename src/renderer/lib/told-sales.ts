/** Lines whose percentage is not shown here, where the service no longer has them to know it by. */
import { isProduct } from '../../domain/shared/line-roles.ts'
import type { QuoteLine } from '../api/types'
import type { DraftLine } from './quote-draft'

/**
 * The line at the price that the customer was told, as a fixed one, where it is sold at a percentage that is not shown.
 * @param saved the lines as the service answered them last
 */
export function soldAsTold(line: DraftLine, saved: readonly QuoteLine[]): DraftLine {
  if (!isProduct(line) || !line.sale || line.sale.by === 'fixed' || (line.sale.percent ?? null) !== null)
    return line
  const told = saved.find(({ id }) => id === line.id)
  const isSame = told?.sale?.by === line.sale.by && JSON.stringify(told.line) === JSON.stringify(line.line)
  const cents = isSame ? (told.amounts?.listCents ?? null) : null
  return cents === null ? line : { ...line, sale: { by: 'fixed', cents } }
}
