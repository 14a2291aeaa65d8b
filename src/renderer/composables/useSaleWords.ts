/** How a product is sold otherwise than at the catalogue's price, in a few words. */
import { useI18n } from 'vue-i18n'
import type { SaleInput } from '../api/types'
import { useFormat } from './useFormat'

export function useSaleWords() {
  const { t } = useI18n()
  const { percent } = useFormat()
  /** null: at the catalogue's price. */
  return (sale: SaleInput | null): string | null => {
    if (sale === null) return null
    if (sale.by === 'fixed') return t('sale.isFixed')
    // Who may not see costs is not told by how much.
    return sale.percent == null
      ? t('sale.isKept')
      : t(`sale.is.${sale.by}`, { percent: percent(Number(sale.percent)) })
  }
}
