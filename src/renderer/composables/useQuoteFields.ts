/** The fields of a quote by the names that stand on its screen. */
import { useI18n } from 'vue-i18n'
import type { DraftField } from '../lib/quote-draft'

export function useQuoteFields() {
  const { t, te } = useI18n()

  function label({ field }: { readonly field: DraftField }): string {
    const name = field.replace('address.', '')
    return te(`quote.${name}`) ? t(`quote.${name}`) : t(`address.${name}`)
  }

  return { label }
}
