/** How many a line is of, in words; '' of a line that is none. */
import { useI18n } from 'vue-i18n'
import { isProduct } from '../../domain/shared/line-roles.ts'
import type { QuoteLine } from '../api/types'
import { quantitiesOf, visualsOf } from '../../domain/shared/quantities.ts'
import { useFormat } from './useFormat'

export function useLineCopies() {
  const { t } = useI18n()
  const { quantity } = useFormat()
  return (line: Pick<QuoteLine, 'area' | 'line' | 'quantity'>): string => {
    if (!isProduct(line)) return line.quantity === null ? '' : quantity(line.quantity)
    const { total } = visualsOf(quantitiesOf(line.line))
    return t('quantity.copies', { total: quantity(total) }, total)
  }
}
