/** Names of rates and exemptions of VAT: those that the program delivers in the reader's language, until the shop renames them. */
import { useI18n } from 'vue-i18n'
import { deliveredVat } from '../../domain/shared/vat-names.ts'

export function useVatNames() {
  const { t } = useI18n()
  return {
    vatName(name: string): string {
      const delivered = deliveredVat(name)
      return delivered === null ? name : t(`vatRegime.delivered.${delivered}`)
    },
  }
}
