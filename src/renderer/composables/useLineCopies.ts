/** How many a line is of, in words; '' of a line that is none. */
import { useI18n } from 'vue-i18n'
import { isProduct } from '../../domain/shared/line-roles.ts'
import type { QuoteLine } from '../api/types'
import { useFormat } from './useFormat'

export function useLineCopies() {
  const { t } = useI18n()
  const { quantity } = useFormat()
  return (line: QuoteLine): string => {
    if (!isProduct(line)) return line.quantity === null ? '' : quantity(line.quantity)
    const { quantites_multiples: many, quantite } = line.line
    const all = Array.isArray(many) ? (many as number[]) : [Number(quantite ?? 0)]
    const total = all.reduce((sum, one) => sum + one, 0)
    return t('quantity.copies', { total: quantity(total) }, total)
  }
}
