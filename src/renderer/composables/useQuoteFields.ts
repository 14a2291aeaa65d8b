/** The fields of a quote by the names that stand on its screen, and what is in them as a person reads it. */
import { useI18n } from 'vue-i18n'
import type { Quote } from '../api/types'
import type { DraftField } from '../lib/quote-draft'
import { useFormat } from './useFormat'

export function useQuoteFields() {
  const { t, te } = useI18n()
  const { day } = useFormat()

  function label({ field }: { readonly field: DraftField }): string {
    const name = field.replace('address.', '')
    return te(`quote.${name}`) ? t(`quote.${name}`) : t(`address.${name}`)
  }

  /** @param quote the one that the content is of: it has the customer's name */
  function content(field: DraftField, value: unknown, quote: Quote | null): string {
    if (value === null || value === '') return t('conflict.empty')
    if (field === 'validUntil' || field === 'filesOn') return day(String(value))
    if (field === 'customerId' && quote && quote.customerId === value) return quote.customer
    if (field === 'lines') return t('quote.lineCount', (value as unknown[]).length)
    return String(value)
  }

  return { label, content }
}
