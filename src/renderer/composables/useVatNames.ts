/** Names of rates and exemptions of VAT: those that the program delivers in the reader's language, until the shop renames them. */
import { useI18n } from 'vue-i18n'
import { deliveredVat } from '../../domain/shared/vat-names.ts'
import type { QuoteLine } from '../api/types'
import { useFormat } from './useFormat'

export function useVatNames() {
  const { t } = useI18n()
  const { percent } = useFormat()
  function vatName(name: string): string {
    const delivered = deliveredVat(name)
    return delivered === null ? name : t(`vatRegime.delivered.${delivered}`)
  }
  return {
    vatName,
    /** The VAT of a line: by its own regime, else that of its quote. */
    vatWords: (vat: Pick<NonNullable<QuoteLine['vat']>, 'rate' | 'name'> | null): string =>
      vat === null
        ? t('lineVat.ofQuote')
        : t('lineVat.own', { rate: percent(Number(vat.rate)), name: vatName(vat.name ?? '') }),
  }
}
